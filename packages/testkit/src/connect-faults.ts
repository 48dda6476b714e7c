/**
 * Kills and interleavings of the code that connects to a cloud and reads it. The process may die at every call that
 * leaves it.
 */
import type { ConnectPorts, PullPorts } from "@waldo/core/connect/ports";
import { Killed, type Plan } from "./faults.ts";
import { seeded } from "./synthetic-person.ts";

export type Both = ConnectPorts & PullPorts;

/**
 * The same ports, which die at the planned call. Every later call throws too. A death after one call is the same as a
 * death before the next call; after the last call it is the same as no death. So a test that dies before each call, and
 * once runs without a death, covers all cases.
 */
export function dying(ports: Both, { at, when }: Plan): { readonly ports: Both; calls(): number } {
  let calls = 0;
  let dead = false;
  const guard = async <T>(call: () => Promise<T>): Promise<T> => {
    if (dead) throw new Killed("already dead");
    const isNow = ++calls === at;
    if (isNow && when === "before") dead = true;
    if (dead) throw new Killed(`killed before call ${calls}`);
    const result = await call();
    if (isNow) dead = true;
    if (dead) throw new Killed(`killed after call ${calls}`);
    return result;
  };
  return { ports: guarded(ports, guard), calls: () => calls };
}

type Guard = <T>(call: () => Promise<T>) => Promise<T>;

function guarded(ports: Both, guard: Guard): Both {
  const { store } = ports;
  return {
    ...ports,
    store: {
      get: (key) => guard(() => store.get(key)),
      query: (query) => guard(() => store.query(query)),
      transact: (writes) => guard(() => store.transact(writes)),
    },
    http: (request) => guard(() => ports.http(request)),
    soon: (request) => guard(() => ports.soon(request)),
    startWake: (name, input) => guard(() => ports.startWake(name, input)),
  };
}

/** Runs processes at the same time. A seed decides which process makes the next call. */
export async function interleaved(ports: Both, processes: readonly ((own: Both) => Promise<unknown>)[], seed: number) {
  const next = seeded(seed);
  const turns: (() => void)[] = [];
  let open = processes.length;
  const own = guarded(ports, async (call) => {
    await new Promise<void>((resolve) => turns.push(resolve));
    return call();
  });
  const ended = Promise.allSettled(processes.map((process) => process(own).finally(() => open--)));
  while (open > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    turns.splice(Math.floor(next() * turns.length), 1)[0]?.();
  }
  return ended;
}

/** Returns whether the work was killed. Throws every other error. */
export const died = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof Killed)) throw error;
      return true;
    },
  );
