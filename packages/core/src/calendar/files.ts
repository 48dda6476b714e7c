// Imports calendars from `.ics` files. Each file is one calendar with the name of the file. Files of one name that have
// no event in common are different calendars, because many senders call each invitation `invite.ics`.
import type { CalendarEvent, EpochMs, UserId } from "@waldo/contracts";
import { loadProfile } from "../person/profile.ts";
import type { Store } from "../ports.ts";
import { type IcsImport, importIcs } from "./ics.ts";
import type { SkipReason } from "./ics-event.ts";
import { leftOutOf, noteLeftOut } from "./left-out.ts";
import { calendarRows } from "./rows.ts";
import { OWN_CALENDAR, type TakenIn, takeInCalendar } from "./take-in.ts";
import { windowAround } from "./window.ts";

export type CalendarFile = { readonly name: string; readonly bytes: Uint8Array };

export type CalendarImport = TakenIn & {
  readonly calendar: string;
  /** The events that could not be read, counted by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
};

/**
 * Imports the files, for the last month and the year ahead. Importing the same file again changes nothing. Events that
 * a newer file of the calendar no longer has are kept as cancelled. Throws `ImportRefused`, with a text of one line,
 * for a file that is not a calendar. Throws `InvalidInput` when the id has no profile, because the time zone is then
 * unknown.
 */
export async function takeInFiles(
  store: Store,
  userId: UserId,
  files: readonly CalendarFile[],
  now: EpochMs,
): Promise<CalendarImport[]> {
  const window = windowAround(now, (await loadProfile(store, userId)).timeZone);
  // All files are read before the first is written, so a refusal changes nothing.
  const read = files.map(({ name, bytes }) => ({ name: nameOf(name), file: importIcs(bytes, window) }));
  const done: CalendarImport[] = [];
  for (const { name, file } of read) {
    const { events, skipped } = file;
    const rows = await calendarRows(store, userId, window.from, window.to);
    const known = rows.map(({ event }) => event);
    const calendar = calendarOf(name, file, known);
    const taken = await takeInCalendar(store, userId, { calendar, ...window, events }, now);
    await noteLeftOut(store, userId, calendar, leftOutOf(file));
    done.push({ calendar, skipped, ...taken });
  }
  return done;
}

/** Returns the calendar of this name that has an event of the file, or else the first one that is free. */
function calendarOf(
  name: string,
  { events, series: named, skipped }: IcsImport,
  known: readonly CalendarEvent[],
): string {
  const isEmpty = named.size === 0 && Object.keys(skipped).length === 0;
  if (isEmpty) return name;
  const prefix = `${name.slice(0, 54).toWellFormed()} - `;
  const isNumbered = (calendar: string) =>
    calendar.startsWith(prefix) && /^\d{1,4}$/.test(calendar.slice(prefix.length));
  const own = known.filter(
    ({ calendar, subscription }) => subscription === undefined && (calendar === name || isNumbered(calendar)),
  );
  const ids = new Set([...named, ...events.map(({ eventId }) => eventId)]);
  const same = own.find(({ eventId, series = eventId }) => ids.has(eventId) || ids.has(series));
  if (same) return same.calendar;
  const taken = new Set(own.filter(({ status }) => status !== "cancelled").map(({ calendar }) => calendar));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${prefix}${n}`;
  return free;
}

function nameOf(file: string): string {
  const name = cleanName(file.replace(/\.ics$/i, ""));
  return name === "" || name === OWN_CALENDAR ? "calendar" : name;
}

/** Returns a text in the form of a calendar name. The result may be empty. */
export function cleanName(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]/gu, "-")
    .slice(0, 60)
    .toWellFormed();
}
