import type { Clock } from "@waldo/core/ports";

export type SettableClock = Clock & {
  /** Moves to `at`; a clock never goes back. */
  set(at: number): void;
};

/** The clock of a played day: it stands still until it is told the time. */
export function settableClock(start: number): SettableClock {
  let time = start;
  return {
    now: () => time,
    set: (at) => {
      time = Math.max(time, at);
    },
  };
}
