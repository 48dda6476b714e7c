/** Updates one calendar in the store from its file, for one stretch of time. The same file again writes nothing. */

import { CalendarEvent, CalendarName, type EpochMs, type Key, keys, type UserId, WaldoError } from "@waldo/contracts";
import type { Row, Store, Write } from "../ports.ts";
import { asRead, putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { TransactionCancelled } from "../store/unless-erased.ts";
import type { Occurrence } from "./ics.ts";
import { type CalendarRow, calendarKey, calendarRows } from "./rows.ts";

export type TakenIn = {
  readonly added: number;
  readonly changed: number;
  /** Events that are no longer in the file. They are kept as cancelled (R11). */
  readonly cancelled: number;
  readonly unchanged: number;
};

/** The place of a subscription with its row as it was read. Writes fail after that row has changed. */
type HeldPlace = { readonly place: number; readonly row: Pick<Row, "key" | "version"> };

/** One calendar's events and the stretch of time that they cover. */
type CalendarContents = {
  /** The name of the calendar. Events of other calendars stay unchanged. */
  readonly calendar: string;
  /**
   * The subscription from which the events come. It is absent for events from a file. A file and a subscription with
   * the same name are two calendars.
   */
  readonly subscription?: HeldPlace;
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly events: readonly Occurrence[];
};

const WRITES_AT_ONCE = 50;

/**
 * Writes the differences. If the process is killed, or two run at the same time, the next import completes the work,
 * because each write is conditional on the row that it was decided from. Throws `InvalidInput` for a reserved or empty
 * calendar name, and `LeaseLost` when the row of the subscription has changed.
 */
export async function takeInCalendar(
  store: Store,
  userId: UserId,
  contents: CalendarContents,
  now: EpochMs,
): Promise<TakenIn> {
  checkedName(contents.calendar);
  return retryConflicts(() => bringUp(store, userId, contents, now));
}

/** The calendar of events that Waldo proposed and the person approved. It has no file. */
export const OWN_CALENDAR = "waldo";

/** Returns the name of a calendar. Throws `InvalidInput` when the name is not allowed. */
export function checkedName(name: string): string {
  const parsed = CalendarName.safeParse(name);
  if (!parsed.success)
    throw new WaldoError("InvalidInput", parsed.error.issues[0]?.message ?? "a calendar cannot have this name");
  if (name === OWN_CALENDAR)
    throw new WaldoError(
      "InvalidInput",
      `${OWN_CALENDAR} is the calendar of what was approved here: take another name`,
    );
  return name;
}

/** Cancels every event of a subscription and returns their number (R11). Throws the errors of `takeInCalendar`. */
export async function cancelEvents(store: Store, userId: UserId, held: HeldPlace, now: EpochMs): Promise<number> {
  return retryConflicts(async () => {
    const writes: Write[] = [];
    for await (const row of queryAll(store, keys.calendar.all(userId))) {
      const event = CalendarEvent.parse(row.body);
      if (event.subscription === held.place && event.status !== "cancelled") writes.push(cancelling(row, event, now));
    }
    await commit(store, writes, held);
    return writes.length;
  });
}

function cancelling(row: Row, event: CalendarEvent, now: EpochMs): Write {
  const body: CalendarEvent = { ...event, status: "cancelled", updatedAt: now };
  return putOver(row, row.key, body);
}

/** Commits in batches. A batch fails when the subscription has changed since it was read. */
async function commit(store: Store, writes: readonly Write[], held: HeldPlace | undefined): Promise<void> {
  const checks: Write[] = held ? [{ op: "check", key: held.row.key, when: asRead(held.row) }] : [];
  for (let at = 0; at < writes.length; at += WRITES_AT_ONCE)
    try {
      await store.transact([...checks, ...writes.slice(at, at + WRITES_AT_ONCE)]);
    } catch (cause) {
      if (held && cause instanceof TransactionCancelled && cause.reasons[0] === "condition")
        throw new WaldoError("LeaseLost", "the subscription has changed meanwhile; read it again", { cause });
      throw cause;
    }
}

async function bringUp(
  store: Store,
  userId: UserId,
  { calendar, subscription, from, to, events }: CalendarContents,
  now: EpochMs,
): Promise<TakenIn> {
  const known = new Map(
    (await calendarRows(store, userId, from, to))
      .filter(({ event }) =>
        subscription === undefined
          ? event.calendar === calendar && event.subscription === undefined
          : event.subscription === subscription.place,
      )
      .map((found) => [found.row.key.sk, found]),
  );
  const of = { calendar, ...(subscription ? { subscription: subscription.place } : {}) };
  const writes: Write[] = [];
  const taken = { added: 0, changed: 0, cancelled: 0, unchanged: 0 };
  for (const occurrence of events) {
    const body: CalendarEvent = CalendarEvent.parse({ ...occurrence, ...of, updatedAt: now });
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
    writes.push(cancelling(row, event, now));
  }
  await commit(store, writes, subscription);
  return taken;
}

/**
 * Returns the row of an event that the window does not show. The event may have been outside the window when it was
 * written last, so its row is read by its key.
 */
async function outside(store: Store, key: Key): Promise<CalendarRow | undefined> {
  const row = await store.get(key);
  return row && { row, event: CalendarEvent.parse(row.body) };
}

function sameEvent(a: CalendarEvent, b: CalendarEvent): boolean {
  const said = (event: CalendarEvent) => JSON.stringify(CalendarEvent.parse({ ...event, updatedAt: 0 }));
  return said(a) === said(b);
}
