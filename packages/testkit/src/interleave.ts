/**
 * Lets several processes run at the same time in one test. Each port call of each process waits for its turn, and a
 * seed draws whose turn it is. So one seed is one interleaving, and it can be played again.
 */
import type { Ports } from "@waldo/core/ports";
import { guardedPorts } from "./faults.ts";
import { seeded } from "./synthetic-person.ts";

/** Runs the processes over the same ports in the interleaving that `seed` draws, and returns how each ended. */
export async function interleave<T>(
  ports: Ports,
  processes: readonly ((ports: Ports) => Promise<T>)[],
  seed: number,
): Promise<PromiseSettledResult<T>[]> {
  const next = seeded(seed);
  const turns: (() => void)[] = [];
  let open = processes.length;
  const turn = () => new Promise<void>((resolve) => turns.push(resolve));
  const own = guardedPorts(ports, async (call) => {
    await turn();
    return call();
  });
  const ended = Promise.allSettled(processes.map((process) => process(own).finally(() => open--)));
  while (open > 0) {
    // Everything that runs without a port call comes to its next call first.
    await new Promise((resolve) => setImmediate(resolve));
    turns.splice(Math.floor(next() * turns.length), 1)[0]?.();
  }
  return ended;
}
