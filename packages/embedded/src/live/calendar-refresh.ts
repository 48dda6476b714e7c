/**
 * Reads the person's subscribed calendars each hour, at a minute that depends on the person. It has its own timer, so
 * that a slow server does not delay a Brief.
 */
import type { EpochMs, UserId } from "@waldo/contracts";
import { FAULT_WORDS } from "@waldo/core/calendar/faults";
import { type Refreshed, type RefreshPorts, refreshDue } from "@waldo/core/calendar/refresh";
import { nextRefresh } from "@waldo/core/calendar/subscriptions";
import type { Clock } from "@waldo/core/ports";
import { count } from "../plural.ts";
import { type Timer, wallTimer } from "../wall-timer.ts";

/** A change in a calendar, or a calendar that could not be read. */
export type CalendarEvent =
  | {
      readonly type: "calendar";
      readonly at: EpochMs;
      readonly name: string;
      readonly added: number;
      readonly changed: number;
      readonly cancelled: number;
    }
  | { readonly type: "failed"; readonly at: EpochMs; readonly error: string };

type CalendarRefresh = {
  /** Reads what is due now, and then each hour. */
  start(): void;
  /** Starts no further reading. Resolves when the current one has ended. */
  stop(): Promise<void>;
};

export function calendarRefresh(options: {
  readonly ports: RefreshPorts & { readonly clock: Clock };
  readonly userId: UserId;
  readonly emit: (event: CalendarEvent) => void;
  readonly timer?: Timer;
}): CalendarRefresh {
  const { ports, userId, emit, timer = wallTimer() } = options;
  let armed: ReturnType<Timer> | undefined;
  let reading: Promise<void> | undefined;
  let running = false;

  async function read(): Promise<void> {
    const at = ports.clock.now();
    try {
      for (const refreshed of await refreshDue(ports, userId, at)) tell(refreshed, at);
    } catch (error) {
      emit({ type: "failed", at, error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** A failure is reported once. waldo calendar list shows later ones. */
  function tell(refreshed: Refreshed, at: EpochMs): void {
    const { name } = refreshed;
    if (refreshed.outcome === "failed" && refreshed.failures === 1)
      emit({ type: "failed", at, error: `calendar ${name} was not read: ${FAULT_WORDS[refreshed.fault]}` });
    if (refreshed.outcome !== "taken_in") return;
    const { added, changed, cancelled, leftOut, leftOutBefore } = refreshed;
    // This is reported once, and again when the number grows.
    if (leftOut > leftOutBefore)
      emit({ type: "failed", at, error: `calendar ${name}: ${count(leftOut, "event")} could not be read in full` });
    if (added + changed + cancelled > 0) emit({ type: "calendar", at, name, added, changed, cancelled });
  }

  function turn(): void {
    reading = read().finally(() => {
      if (running) armed = timer(nextRefresh(userId, ports.clock.now()), () => turn());
    });
  }

  return {
    start() {
      running = true;
      turn();
    },
    async stop() {
      running = false;
      armed?.stop();
      await reading;
    },
  };
}
