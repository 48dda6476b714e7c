/**
 * Imports calendars from `.ics` files into the store. Each file is one calendar. The same file a second time changes
 * nothing.
 */
import { type EpochMs, type UserId, WaldoError } from "@waldo/contracts";
import { importIcs } from "@waldo/core/calendar/ics";
import type { SkipReason } from "@waldo/core/calendar/ics-event";
import { MAX_ICS_CHARS } from "@waldo/core/calendar/ics-lines";
import { OWN_CALENDAR, type TakenIn, takeInCalendar } from "@waldo/core/calendar/take-in";
import type { ByteSource, Store } from "@waldo/core/ports";
import { findProfile } from "@waldo/core/profile";
import { addDays, instantAt, localDate } from "@waldo/core/time";
import { fileSources } from "./file-source.ts";

/** How many days around today are kept: enough for "last month" and for the year ahead. */
const [DAYS_BACK, DAYS_AHEAD] = [31, 365];

export type CalendarImport = TakenIn & {
  readonly calendar: string;
  /** The events that could not be read, counted by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
};

/**
 * Imports one `.ics` file, or every one in a folder, for the month behind and the year ahead. Events that are gone from
 * a file are kept as cancelled. Throws `ImportRefused`, in one line, for a file that is not a calendar, and
 * `InvalidInput` when the id has no profile, because then the time zone is not known.
 */
export async function importCalendar(
  store: Store,
  userId: UserId,
  path: string,
  now: EpochMs,
): Promise<CalendarImport[]> {
  const timeZone = (await findProfile(store, userId))?.timeZone;
  if (timeZone === undefined) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const files = (await fileSources(path)).filter(({ name }) => name.toLowerCase().endsWith(".ics"));
  if (files.length === 0) throw new WaldoError("ImportRefused", `${path} holds no .ics file: point at the calendar`);
  const today = localDate(now, timeZone);
  const window = {
    timeZone,
    from: instantAt(addDays(today, -DAYS_BACK), "00:00", timeZone),
    to: instantAt(addDays(today, DAYS_AHEAD), "00:00", timeZone),
  };
  // All files are read before the first is written, so a refusal changes nothing.
  const read = [];
  for (const file of files) read.push({ calendar: nameOf(file.name), ...importIcs(await textOf(file), window) });
  const done: CalendarImport[] = [];
  for (const { calendar, events, skipped } of read)
    done.push({
      calendar,
      skipped,
      ...(await takeInCalendar(store, userId, { calendar, ...window, events }, now)),
    });
  return done;
}

function nameOf(file: string): string {
  const name = file
    .replace(/\.ics$/i, "")
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]/gu, "-")
    .slice(0, 60)
    .toWellFormed();
  return name === "" || name === OWN_CALENDAR ? "calendar" : name;
}

async function textOf({ name, size, stream }: ByteSource): Promise<string> {
  if (size > 4 * MAX_ICS_CHARS) throw new WaldoError("ImportRefused", `${name} is larger than calendars are`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream()) text += decoder.decode(bytes, { stream: true });
  return text + decoder.decode();
}
