/**
 * What somebody holds for a time. It is free when the time is over, and at once where the machine knows that the process
 * of its holder is gone. An end that is later than it can be was written under a wrong clock, and holds nothing.
 */
import type { EpochMs } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { isAhead } from "../time.ts";

type Parts = Pick<Ports, "clock" | "processes">;
type Held = { readonly until: EpochMs; readonly process?: string | undefined };

/** Returns whether it is held now. `forMs`: how long it is held at the most. */
export function isHeldNow({ clock, processes }: Parts, { until, process }: Held, forMs: number): boolean {
  const now = clock.now();
  if (until <= now || isAhead(until - forMs, now)) return false;
  return process === undefined || processes?.isGone(process) !== true;
}

/** Returns the field that names this process, where the machine tells processes apart. */
export function byThis({ processes }: Pick<Ports, "processes">): { process?: string } {
  return processes ? { process: processes.own } : {};
}
