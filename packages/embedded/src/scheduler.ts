/**
 * Does the work of EventBridge Scheduler on one machine: the same rows, kept by a timer. It decides nothing. At each
 * instant of a row, and once when it starts, it calls for a look at what is due (core's cadence/due.ts). So a machine
 * that slept or was off makes up for what is still worth doing. At the minutes between, it only asks whether a reminder
 * is due.
 */
import type { ScheduleRow } from "@waldo/contracts";
import { nextOf } from "@waldo/core/cadence/occurrences";
import type { Clock, Schedules } from "@waldo/core/ports";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { type Timer, wallTimer } from "./wall-timer.ts";

/**
 * A clock that jumped ahead by more than a day may be wrong. Waldo waits this long for the clock to be set right before
 * it does anything.
 */
export const SETTLE_MS = 2 * MINUTE_MS;

type LocalScheduler = Schedules & {
  /** Looks now, and from then on at each instant of the rows in force. */
  start(): void;
  /** Starts no further look. Resolves when the current look is over. */
  stop(): Promise<void>;
};

/** Keeps the schedules of one person. A look that fails is reported, and the next instant looks again. */
export function localScheduler(options: {
  readonly clock: Clock;
  readonly look: () => Promise<void>;
  /**
   * Asked at every full minute: whether something else is due. A reminder may have been set by another process, so its
   * row is read and no time is kept here.
   */
  readonly isDue?: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** The machine slept, or its clock was set: by so many milliseconds. */
  readonly onJump?: (jumpedMs: number) => void;
  readonly timer?: Timer;
}): LocalScheduler {
  const { clock, look, isDue, onError, onJump, timer = wallTimer() } = options;
  let rows: readonly ScheduleRow[] = [];
  let armed: ReturnType<Timer> | undefined;
  let looking: Promise<void> | undefined;
  let running = false;

  function arm(): void {
    armed?.stop();
    armed = undefined;
    // No timer is set while a look runs. At its end the look calls this again, with the rows of that moment.
    if (!running || looking) return;
    const now = clock.now();
    const next = nextOf(rows, now);
    const minute = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
    if (isDue && (next === undefined || minute < next)) armed = timer(minute, fired(isDue));
    else if (next !== undefined) armed = timer(next, fired());
  }

  function fired(asks?: () => Promise<boolean>) {
    return (jumpedMs?: number) => {
      if (jumpedMs === undefined) return turn(asks);
      onJump?.(jumpedMs);
      if (jumpedMs <= DAY_MS) return turn();
      armed = timer(clock.now() + SETTLE_MS, fired());
    };
  }

  function turn(asks?: () => Promise<boolean>): void {
    const work = async () => {
      if (!asks || (await asks())) await look();
    };
    looking ??= work()
      .catch(onError)
      .finally(() => {
        looking = undefined;
        arm();
      });
  }

  return {
    // On one machine no other person's wake falls on the same minute.
    spread: false,
    async apply(_userId, applied) {
      rows = applied;
      arm();
    },
    async remove() {
      rows = [];
      arm();
    },
    start() {
      running = true;
      turn();
    },
    async stop() {
      running = false;
      armed?.stop();
      await looking;
    },
  };
}
