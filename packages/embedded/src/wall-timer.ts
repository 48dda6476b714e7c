/**
 * A timer for an instant of the wall clock. A wall clock may be set, and a machine may sleep. So no wait is longer than
 * a minute of the monotonic clock, and each tick compares both clocks. If they differ, the wall clock has changed; the
 * timer then fires at once and reports the difference.
 */
import type { EpochMs } from "@waldo/contracts";
import { MINUTE_MS } from "@waldo/core/time";

/**
 * Calls `fire` at an instant, or at once if it has passed. If the clock was set, it fires at once with the jump in
 * milliseconds.
 */
export type Timer = (at: EpochMs, fire: (jumpedMs?: number) => void) => { stop(): void };

/** The wall clock and the monotonic clock, both in milliseconds, and a wait on the latter. */
type Clocks = {
  readonly wall: () => EpochMs;
  readonly steady: () => number;
  readonly wait: (ms: number, then: () => void) => { stop(): void };
};

/** The longest wait, and the smallest difference of the two clocks that counts as a jump. */
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
