/** The clock port of a played day. */

import type { Clock } from "@waldo/core/ports";

export type SettableClock = Clock & {
  /** Moves the clock to `at`. The clock never goes back. */
  set(at: number): void;
};

/** Returns the clock of a played day. It stands still until it is set. */
export function settableClock(start: number): SettableClock {
  let time = start;
  return {
    now: () => time,
    set: (at) => {
      time = Math.max(time, at);
    },
  };
}
