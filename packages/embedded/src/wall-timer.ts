/**
 * A timer for an instant of the wall clock. A wall clock may be set, and a machine may sleep, so no wait is longer than a
 * minute of the clock that only runs on, and each tick compares the two. Where they disagree, the wait was computed from a
 * clock that does not hold any more, so the timer fires at once and says by how much.
 */
import type { EpochMs } from "@waldo/contracts";
import { MINUTE_MS } from "@waldo/core/time";

/** Fires at an instant, at once if it has passed, and at once when the clock was set: then with by how many milliseconds. */
export type Timer = (at: EpochMs, fire: (jumpedMs?: number) => void) => { stop(): void };

/** The clock of the wall, the clock that only runs on, both in milliseconds, and a wait by the latter. */
type Clocks = {
  readonly wall: () => EpochMs;
  readonly steady: () => number;
  readonly wait: (ms: number, then: () => void) => { stop(): void };
};

/** The longest wait, and the least difference of the two clocks that is a jump. */
const [LONGEST_MS, JUMP_MS] = [MINUTE_MS, MINUTE_MS];

const machine: Clocks = {
  wall: Date.now,
  steady: () => performance.now(),
  wait(ms, then) {
    const handle = setTimeout(then, ms);
    return { stop: () => clearTimeout(handle) };
  },
};

export function wallTimer({ wall, steady, wait }: Clocks = machine): Timer {
  return (at, fire) => {
    let last = { wall: wall(), steady: steady() };
    let waiting: { stop(): void };
    const arm = () => {
      waiting = wait(Math.min(Math.max(0, at - last.wall), LONGEST_MS), tick);
    };
    const tick = () => {
      const now = { wall: wall(), steady: steady() };
      const jumped = now.wall - last.wall - (now.steady - last.steady);
      last = now;
      if (Math.abs(jumped) >= JUMP_MS) fire(Math.round(jumped));
      else if (now.wall >= at) fire();
      else arm();
    };
    arm();
    return { stop: () => waiting.stop() };
  };
}
