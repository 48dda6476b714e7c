/**
 * Updates one calendar of the store to what its file says, for one stretch of time. The same file again writes nothing.
 */

import { CalendarEvent, type EpochMs, type Key, type UserId, WaldoError } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import type { Occurrence } from "./ics.ts";
import { type CalendarRow, calendarKey, calendarRows } from "./rows.ts";

export type TakenIn = {
  readonly added: number;
  readonly changed: number;
  /** Events that are no longer in the file. They are kept as cancelled (R11). */
  readonly cancelled: number;
  readonly unchanged: number;
};

/** The calendar that the events of a file belong to, and the time they cover. */
export type CalendarContents = {
  /** Names the calendar. Events of other calendars are not touched. */
  readonly calendar: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly events: readonly Occurrence[];
};

const WRITES_AT_ONCE = 50;

/**
 * Writes what differs. When it is killed half-way, or runs twice at the same time, the next import finishes it: every
 * write is conditional on the row it was decided from. Throws `InvalidInput` for a calendar without a name of its own.
 */
export async function takeInCalendar(
  store: Store,
  userId: UserId,
  contents: CalendarContents,
  now: EpochMs,
): Promise<TakenIn> {
  if (!/^[\p{L}\p{N} ._-]{1,60}$/u.test(contents.calendar) || contents.calendar === OWN_CALENDAR)
    throw new WaldoError("InvalidInput", "a calendar is named with 1-60 letters, digits, spaces, dots or dashes");
  return retryConflicts(() => bringUp(store, userId, contents, now));
}

/** The calendar of events that were proposed here and approved. No file belongs to it. */
export const OWN_CALENDAR = "waldo";

async function bringUp(
  store: Store,
  userId: UserId,
  { calendar, from, to, events }: CalendarContents,
  now: EpochMs,
): Promise<TakenIn> {
  const known = new Map(
    (await calendarRows(store, userId, from, to))
      .filter(({ event }) => event.calendar === calendar)
      .map((found) => [found.row.key.sk, found]),
  );
  const writes: Write[] = [];
  const taken = { added: 0, changed: 0, cancelled: 0, unchanged: 0 };
  for (const occurrence of events) {
    const body: CalendarEvent = CalendarEvent.parse({ ...occurrence, calendar, updatedAt: now });
    const key = calendarKey(userId, body);
    const before = known.get(key.sk) ?? (body.start < from ? await outside(store, key) : undefined);
    known.delete(key.sk);
    if (!before) taken.added++;
    else if (sameEvent(before.event, body)) {
      taken.unchanged++;
      continue;
    } else taken.changed++;
    writes.push(putOver(before?.row, key, body));
  }
  for (const { row, event } of known.values()) {
    if (event.status === "cancelled") continue;
    taken.cancelled++;
    const body: CalendarEvent = { ...event, status: "cancelled", updatedAt: now };
    writes.push(putOver(row, row.key, body));
  }
  for (let at = 0; at < writes.length; at += WRITES_AT_ONCE)
    await store.transact(writes.slice(at, at + WRITES_AT_ONCE));
  return taken;
}

/**
 * An event that now overlaps the window may have ended before it when it was last written, so its row is read by key.
 */
async function outside(store: Store, key: Key): Promise<CalendarRow | undefined> {
  const row = await store.get(key);
  return row && { row, event: CalendarEvent.parse(row.body) };
}

function sameEvent(a: CalendarEvent, b: CalendarEvent): boolean {
  const said = (event: CalendarEvent) => JSON.stringify(CalendarEvent.parse({ ...event, updatedAt: 0 }));
  return said(a) === said(b);
}
