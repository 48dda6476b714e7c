/**
 * Lets a process die on purpose. A wrapped port counts its calls and throws `Killed` before or after the planned one.
 */
import type { Archive, Channel, ModelGateway, Ports, Store } from "@waldo/core/ports";

/** This error is not a WaldoError. No code may catch it and go on, because no code survives SIGKILL. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export type Plan = {
  /** Die at the n-th awaited port call, counted from 1. */
  readonly at: number;
  /** `before`: the call is never made. `after`: the call took effect, but its caller never learns of it. */
  readonly when: "before" | "after";
};

type Faulty = { readonly ports: Ports; readonly calls: () => number };

/** Returns the same ports, which die at the planned call. Every later call throws too. */
export function dyingPorts(ports: Ports, plan: Plan): Faulty {
  let calls = 0;
  let dead = false;
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    if (dead) throw new Killed("already dead");
    calls++;
    const now = calls === plan.at;
    if (now && plan.when === "before") dead = true;
    if (dead) throw new Killed(`killed before call ${calls}`);
    const result = await call();
    if (now) {
      dead = true;
      throw new Killed(`killed after call ${calls}`);
    }
    return result;
  };
  return { ports: guardedPorts(ports, guard), calls: () => calls };
}

/**
 * Runs each task in a process of its own, over the ports that are there when it begins. The planned call is counted over
 * all processes. The process that makes it dies, and its caller learns what a state machine learns of a dead sandbox.
 */
export function mortalProcesses(ports: () => Ports, plan?: Plan) {
  let calls = 0;
  return {
    calls: () => calls,
    async run<T>(task: (ports: Ports) => Promise<T>): Promise<T> {
      let dead = false;
      const own = guardedPorts(ports(), async (call) => {
        if (dead) throw new Killed("already dead");
        const mine = ++calls === plan?.at;
        if (mine && plan?.when === "before") dead = true;
        if (dead) throw new Killed(`killed before call ${calls}`);
        const result = await call();
        if (mine) dead = true;
        if (dead) throw new Killed(`killed after call ${plan?.at}`);
        return result;
      });
      try {
        return await task(own);
      } catch (error) {
        if (!dead) throw error;
        throw Object.assign(new Error("the sandbox died"), { name: "Runtime.ExitError" });
      }
    },
  };
}

/** Returns the same ports, with every call that leaves the process made by `guard`. */
export function guardedPorts(ports: Ports, guard: <T>(call: () => Promise<T>) => Promise<T>): Ports {
  const store: Store = {
    get: (key) => guard(() => ports.store.get(key)),
    query: (query) => guard(() => ports.store.query(query)),
    transact: (writes) => guard(() => ports.store.transact(writes)),
  };
  const archive: Archive = {
    read: (name) => guard(() => ports.archive.read(name)),
    write: (name, bytes) => guard(() => ports.archive.write(name, bytes)),
    list: (prefix) => guard(() => ports.archive.list(prefix)),
    deletePrefix: (prefix) => guard(() => ports.archive.deletePrefix(prefix)),
  };
  const model: ModelGateway = {
    ...ports.model,
    converse: (request) => guard(() => ports.model.converse(request)),
  };
  const channels = Object.fromEntries(
    Object.entries(ports.channels).map(([name, channel]: [string, Channel]) => [
      name,
      {
        name: channel.name,
        send: (...args: Parameters<Channel["send"]>) => guard(() => channel.send(...args)),
        ...(channel.turn ? { turn: (address: string) => guard(async () => channel.turn?.(address)) } : {}),
      },
    ]),
  );
  const { fetcher } = ports;
  const reading = fetcher && {
    fetch: (...args: Parameters<typeof fetcher.fetch>) => guard(() => fetcher.fetch(...args)),
  };
  const { schedules } = ports;
  const alarms = schedules?.reminders;
  const waking = alarms && {
    ...schedules,
    reminders: {
      set: (...args: Parameters<typeof alarms.set>) => guard(() => alarms.set(...args)),
      drop: (...args: Parameters<typeof alarms.drop>) => guard(() => alarms.drop(...args)),
    },
  };
  return {
    ...{ ...ports, store, archive, model, channels },
    ...(reading ? { fetcher: reading } : {}),
    ...(waking ? { schedules: waking } : {}),
  };
}
