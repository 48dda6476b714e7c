/** Dying on purpose. A wrapped port counts its calls and throws `Killed` before or after the one it was told to. */
import type { Archive, Channel, ModelGateway, Ports, Store } from "@waldo/core/ports";

/** Not an error of ours: nothing may catch it and carry on, as nothing survives SIGKILL. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export type Plan = {
  /** Die at the n-th awaited port call, counted from 1. */
  readonly at: number;
  /** `before`: the call is never made. `after`: it took effect, and nobody learns of it. */
  readonly when: "before" | "after";
};

export type Faulty = { readonly ports: Ports; readonly calls: () => number };

/** The same ports, dead from the planned call on: every later call throws too. */
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
    shape: ports.model.shape,
    converse: (request) => guard(() => ports.model.converse(request)),
  };
  const channels = Object.fromEntries(
    Object.entries(ports.channels).map(([name, channel]: [string, Channel]) => [
      name,
      { name: channel.name, send: (...args: Parameters<Channel["send"]>) => guard(() => channel.send(...args)) },
    ]),
  );
  return { ports: { ...ports, store, archive, model, channels }, calls: () => calls };
}
