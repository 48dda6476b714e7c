/**
 * The calendar in the store: one row an occurrence, written by an import or by an approved proposal. What others wrote
 * into it (titles, places, descriptions) is untrusted for good. An event that goes away is kept, as cancelled (R11).
 */
import { EpochMs, type Key, keys, type UserId } from "@waldo/contracts";
import { z } from "zod";
import { digest } from "../digest.ts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";

export const MAX_TITLE_CHARS = 200;
export const MAX_DESCRIPTION_CHARS = 500;

export const CalendarEvent = z.strictObject({
  /** Names the occurrence within its calendar. */
  eventId: z.string().regex(/^[0-9a-f]{24}$/),
  /** The calendar it came from; `waldo` for what was proposed here. */
  calendar: z.string().min(1).max(60),
  title: z.string().max(MAX_TITLE_CHARS),
  location: z.string().max(MAX_TITLE_CHARS).optional(),
  description: z.string().max(MAX_DESCRIPTION_CHARS).optional(),
  start: EpochMs,
  end: EpochMs,
  allDay: z.boolean(),
  /** Whether it takes the person's time: a birthday or a "free" entry does not. */
  busy: z.boolean(),
  status: z.enum(["confirmed", "tentative", "cancelled"]),
  origin: z.enum(["untrusted", "agent"]),
  updatedAt: EpochMs,
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** Longer events are kept at the front of the calendar, where every look-up passes, so that a look back stays short. */
const LONG_MS = 2 * DAY_MS;

type Placed = Pick<CalendarEvent, "calendar" | "eventId" | "start" | "end">;

/** Two calendars may hold the same invitation: each has its own row. */
export function calendarKey(userId: UserId, { calendar, eventId, start, end }: Placed): Key {
  return keys.calendar(userId, end - start > LONG_MS ? 0 : start, digest(calendar, eventId).slice(0, 24));
}

export type CalendarRow = { readonly row: Row; readonly event: CalendarEvent };

/** Every row whose time overlaps `[from, to)`, cancelled ones included, by start. */
export async function calendarRows(store: Store, userId: UserId, from: EpochMs, to: EpochMs): Promise<CalendarRow[]> {
  const { table, pk } = keys.calendar(userId, 0, "");
  const at = (instant: EpochMs) => keys.calendar(userId, instant, "").sk;
  const found: CalendarRow[] = [];
  for (const range of [{ prefix: at(0) }, { from: at(Math.max(1, from - LONG_MS)), to: at(to) }])
    for await (const row of queryAll(store, { table, pk, ...range })) {
      const event = CalendarEvent.parse(row.body);
      if (overlaps(event, from, to)) found.push({ row, event });
    }
  return found.sort((a, b) => a.event.start - b.event.start);
}

/** Half-open: what ends when the other begins does not overlap. An event without length is where it starts. */
export function overlaps({ start, end }: Pick<CalendarEvent, "start" | "end">, from: EpochMs, to: EpochMs): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

/** Rows read in search of the next event: what is declined or takes the whole day is stepped over. */
const NEXT_ROWS = 10;

/** The next event that takes the person's time and begins within `aheadMs`. One query. */
export async function nextBusyEvent(
  store: Store,
  userId: UserId,
  now: EpochMs,
  aheadMs: number,
): Promise<CalendarEvent | undefined> {
  const { table, pk, sk } = keys.calendar(userId, now, "");
  const { sk: to } = keys.calendar(userId, now + aheadMs, "");
  const { rows } = await store.query({ table, pk, from: sk, to, limit: NEXT_ROWS });
  return rows
    .map((row) => CalendarEvent.parse(row.body))
    .find(({ busy, allDay, status }) => busy && !allDay && status !== "cancelled");
}

/** What stands in the calendar between two instants, by start. */
export async function eventsBetween(
  store: Store,
  userId: UserId,
  from: EpochMs,
  to: EpochMs,
): Promise<CalendarEvent[]> {
  const rows = await calendarRows(store, userId, from, to);
  return rows.map(({ event }) => event).filter(({ status }) => status !== "cancelled");
}
