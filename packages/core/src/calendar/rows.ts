/**
 * The calendar in the store: one row per occurrence, written by an import or by an approved proposal. Text from outside
 * in it (titles, places, descriptions) is never trusted. A removed event is kept as cancelled (R11).
 */
import { CalendarEvent, type EpochMs, type Key, keys, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";

/**
 * The rows of longer events are stored at the start of the calendar, and every query reads that part. For all other
 * events a query looks back only this far.
 */
const LONG_MS = 2 * DAY_MS;

type Placed = Pick<CalendarEvent, "calendar" | "subscription" | "eventId" | "start" | "end">;

/**
 * Returns the name of a calendar in row keys. Two calendars may have the same invitation, and each has its own row for
 * it. A subscription may have the same name as a file.
 */
export function calendarKey(userId: UserId, { calendar, subscription, eventId, start, end }: Placed): Key {
  const name = subscription === undefined ? digest(calendar, eventId) : digest("", subscription, eventId);
  return keys.calendar(userId, end - start > LONG_MS ? 0 : start, name.slice(0, 24));
}

export type CalendarRow = { readonly row: Row; readonly event: CalendarEvent };

/** Returns every row whose time overlaps `[from, to)`, including cancelled ones, ordered by start. */
export async function calendarRows(store: Store, userId: UserId, from: EpochMs, to: EpochMs): Promise<CalendarRow[]> {
  const [long, others] = [
    keys.calendar.all(userId, 0),
    keys.calendar.between(userId, [Math.max(1, from - LONG_MS)], [to]),
  ];
  const found: CalendarRow[] = [];
  for (const range of [long, others])
    for await (const row of queryAll(store, range)) {
      const event = CalendarEvent.parse(row.body);
      if (overlaps(event, from, to)) found.push({ row, event });
    }
  return found.sort((a, b) => a.event.start - b.event.start);
}

/**
 * True when an event overlaps a time. An event that ends exactly when the time begins does not overlap. An event
 * without length counts at its start.
 */
export function overlaps({ start, end }: Pick<CalendarEvent, "start" | "end">, from: EpochMs, to: EpochMs): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

/** How many rows are read to find the next event. Declined events and whole days among them are skipped. */
const NEXT_ROWS = 10;

/** Returns the next event that takes the person's time and begins within `aheadMs`. It is one query. */
export async function nextBusyEvent(
  store: Store,
  userId: UserId,
  now: EpochMs,
  aheadMs: number,
): Promise<CalendarEvent | undefined> {
  const ahead = keys.calendar.between(userId, [now], [now + aheadMs]);
  const { rows } = await store.query({ ...ahead, limit: NEXT_ROWS });
  return rows
    .map((row) => CalendarEvent.parse(row.body))
    .find(({ busy, allDay, status }) => busy && !allDay && status !== "cancelled");
}

/** Returns the events of the calendar between two instants, ordered by start. */
export async function eventsBetween(
  store: Store,
  userId: UserId,
  from: EpochMs,
  to: EpochMs,
): Promise<CalendarEvent[]> {
  const rows = await calendarRows(store, userId, from, to);
  return rows.map(({ event }) => event).filter(({ status }) => status !== "cancelled");
}
