/**
 * Does the work of EventBridge Scheduler on one machine: it runs the same rows with a timer. It decides nothing. At
 * each instant of a row, and once at its start, it starts a look at what is due (core's cadence/due.ts). So a machine
 * that slept or was off does the missed jobs that are still useful. In the minutes between, it only checks whether a
 * reminder is due.
 */
import type { ScheduleRow } from "@waldo/contracts";
import { nextOf } from "@waldo/core/cadence/occurrences";
import type { Clock, Schedules } from "@waldo/core/ports";
import { DAY_MS, MINUTE_MS } from "@waldo/core/time";
import { type Timer, wallTimer } from "./wall-timer.ts";

/**
 * A clock that jumped ahead by more than a day may be wrong. Waldo waits this long for a correction before it does
 * anything.
 */
export const SETTLE_MS = 2 * MINUTE_MS;

type LocalScheduler = Schedules & {
  /** Looks now, and from then on at each instant of the rows in force. */
  start(): void;
  /** Starts no further look. Resolves when the current look is over. */
  stop(): Promise<void>;
};

/** Runs the schedules of one person. A failed look is reported, and the next instant looks again. */
export function localScheduler(options: {
  readonly clock: Clock;
  readonly look: () => Promise<void>;
  /**
   * Called at every full minute: returns whether something else is due. Another process may have set a reminder, so its
   * row is read each time.
   */
  readonly isDue?: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** Called when the machine slept or its clock was set, with the jump in milliseconds. */
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
    // While a look runs, no timer is set. At its end the look calls this again with the current rows.
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
    // On a single machine there are no other people's wakes at the same minute.
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
