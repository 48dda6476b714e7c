/** Brings one calendar of the store up to what its file says, for one stretch of time. The same file again writes nothing. */
import { type EpochMs, isError, type Key, type UserId, WaldoError } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import type { Occurrence } from "./ics.ts";
import { CalendarEvent, type CalendarRow, calendarKey, calendarRows } from "./rows.ts";

export type TakenIn = {
  readonly added: number;
  readonly changed: number;
  /** No longer in the file: kept, as cancelled (R11). */
  readonly cancelled: number;
  readonly unchanged: number;
};

/** What the events of a file came from and stand for. */
export type CalendarSource = {
  /** Names the calendar; what another one brought in is left alone. */
  readonly calendar: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
};

const WRITES_AT_ONCE = 50;
const TRIES = 3;

/**
 * Writes what differs. Killed halfway, or run twice at once, the next import finishes it: every write is conditional on
 * the row it was decided by. Throws `InvalidInput` for a calendar without a name of its own.
 */
export async function takeInCalendar(
  store: Store,
  userId: UserId,
  source: CalendarSource,
  events: readonly Occurrence[],
  now: EpochMs,
): Promise<TakenIn> {
  if (!/^[\p{L}\p{N} ._-]{1,60}$/u.test(source.calendar) || source.calendar === OWN_CALENDAR)
    throw new WaldoError("InvalidInput", "a calendar is named with 1-60 letters, digits, spaces, dots or dashes");
  for (let left = TRIES; ; left--)
    try {
      return await bringUp(store, userId, source, events, now);
    } catch (error) {
      if (!isError(error, "ConditionFailed") || left === 1) throw error;
    }
}

/** What was proposed here and approved; no file speaks for it. */
export const OWN_CALENDAR = "waldo";

async function bringUp(
  store: Store,
  userId: UserId,
  { calendar, from, to }: CalendarSource,
  events: readonly Occurrence[],
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
    writes.push({
      op: "put",
      key,
      body,
      when: [before ? { is: "version", version: before.row.version } : { is: "absent" }],
    });
  }
  for (const { row, event } of known.values()) {
    if (event.status === "cancelled") continue;
    taken.cancelled++;
    const body: CalendarEvent = { ...event, status: "cancelled", updatedAt: now };
    writes.push({ op: "put", key: row.key, body, when: [{ is: "version", version: row.version }] });
  }
  for (let at = 0; at < writes.length; at += WRITES_AT_ONCE)
    await store.transact(writes.slice(at, at + WRITES_AT_ONCE));
  return taken;
}

/** An event that reaches into the window now may have ended before it when it was last written. */
async function outside(store: Store, key: Key): Promise<CalendarRow | undefined> {
  const row = await store.get(key);
  return row && { row, event: CalendarEvent.parse(row.body) };
}

function sameEvent(a: CalendarEvent, b: CalendarEvent): boolean {
  const said = (event: CalendarEvent) => JSON.stringify(CalendarEvent.parse({ ...event, updatedAt: 0 }));
  return said(a) === said(b);
}
