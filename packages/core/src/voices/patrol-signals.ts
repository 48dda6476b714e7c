/**
 * Gathers what the voices of the body and the day know at a tick of the patrol: derived values and counts, no raw data
 * (R7).
 */
import {
  type CalendarEvent,
  type EpochMs,
  keys,
  Live,
  type LocalDate,
  PatrolEntry,
  type Profile,
  type UserId,
} from "@waldo/contracts";
import { PATROL_EVERY_MINUTES } from "../cadence/schedule.ts";
import { eventsBetween, nextBusyEvent } from "../calendar/rows.ts";
import type { Ports, Store } from "../ports.ts";
import { addDays, HOUR_MS, instantAt, MINUTE_MS } from "../time.ts";

/** Below this Form the load of the day matters, and the calendar of the day is read. */
export const FORM_FLOOR = 50;

export type Signals = {
  readonly live: Pick<Live, "form" | "stress" | "spike">;
  /** Form at the last Brief of today. Absent before the first Brief. */
  readonly spoken?: number | undefined;
  /** The last ticks of today, oldest first. */
  readonly entries: readonly PatrolEntry[];
  /** Minutes to the next event that takes the person's time. */
  readonly nextEventMinutes?: number | undefined;
  readonly busyHours: number;
  /** Minutes of the longest block that is still ahead today. */
  readonly longestAheadMinutes: number;
};

/** How many log entries one tick reads: those of four hours. */
const ENTRIES = Math.ceil((4 * 60) / PATROL_EVERY_MINUTES);
/** How far ahead the patrol looks for the next event. */
const AHEAD_MS = HOUR_MS;

/** Gathers the signals of a tick. `known` is true when an earlier run of this tick has written its entry. */
export async function gatherSignals(
  { store, clock }: Pick<Ports, "store" | "clock">,
  { userId, timeZone }: Profile,
  { date, at, spoken }: { readonly date: LocalDate; readonly at: EpochMs; readonly spoken: number | undefined },
): Promise<{ readonly signals: Signals; readonly next: CalendarEvent | undefined; readonly known: boolean }> {
  const now = clock.now();
  const dayBegins = instantAt(date, "00:00", timeZone);
  const [entries, live] = await Promise.all([entriesUntil(store, userId, dayBegins, at), liveOn(store, userId, date)]);
  const next = await nextBusyEvent(store, userId, now, AHEAD_MS);
  // The calendar is read only if it can change the decision. Most ticks end before.
  const loaded = (live.form ?? 100) < FORM_FLOOR;
  const load = loaded
    ? await loadOf(store, userId, { from: dayBegins, to: instantAt(addDays(date, 1), "00:00", timeZone), now })
    : IDLE;
  const ahead = next === undefined ? {} : { nextEventMinutes: (next.start - now) / MINUTE_MS };
  return { signals: { live, spoken, entries, ...ahead, ...load }, next, known: entries.some((one) => one.at === at) };
}

/** Returns the body as the first half of this wake, or an earlier one of the date, has found it. */
export async function liveOn(store: Store, userId: UserId, date: LocalDate): Promise<Signals["live"]> {
  const seen = Live.safeParse((await store.get(keys.live(userId)))?.body).data;
  return seen?.date === date ? seen : {};
}

/** Returns in words why a tick with nothing to say was calm. */
export function calm({ live, spoken }: Signals): string {
  if (live.form === undefined) return "no score yet";
  return spoken === undefined ? "the day has not been read to the person yet" : "nothing moved";
}

const IDLE = { busyHours: 0, longestAheadMinutes: 0 };

async function loadOf(
  store: Store,
  userId: UserId,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
) {
  const busy = (await eventsBetween(store, userId, from, to)).filter((event) => event.busy && !event.allDay);
  const hours = busy.reduce((sum, { start, end }) => sum + (Math.min(end, to) - Math.max(start, from)) / HOUR_MS, 0);
  const ahead = busy.filter(({ start }) => start >= now).map(({ start, end }) => (end - start) / MINUTE_MS);
  return { busyHours: hours, longestAheadMinutes: Math.max(0, ...ahead) };
}

/**
 * Returns the patrol entries of the day up to a tick, oldest first. They include the entry of the tick itself if it
 * exists. Rows of actions and of Briefs in this range are left out.
 */
async function entriesUntil(store: Store, userId: UserId, from: number, at: number): Promise<PatrolEntry[]> {
  const ticks = keys.patrol.between(userId, [Math.min(from, at)], [at + 1]);
  const { rows } = await store.query({ ...ticks, descending: true, limit: ENTRIES });
  return rows
    .flatMap(({ body }) => PatrolEntry.safeParse(body).data ?? [])
    .filter(({ of }) => of === undefined)
    .reverse();
}
