/** Limits the machines port of a process to the machines that the process may start. */

import { WaldoError } from "@waldo/contracts";
import type { Machines } from "./ports.ts";

/** Returns machines that allow only the given calls. Every other call fails with `IllegalTransition`. */
export function limitedMachines(allowed: Partial<Machines>): Machines {
  const refuse = (what: string) => () =>
    Promise.reject(new WaldoError("IllegalTransition", `this process ${what}: its role may not`));
  return {
    startRun: refuse("starts no run"),
    startHandoff: refuse("starts no handoff"),
    startDream: refuse("starts no dream"),
    startReview: refuse("starts no review"),
    completeTask: refuse("wakes no machine that waits"),
    ...allowed,
  };
}
