/** Calendars out of `.ics` files, into the store. A file is a calendar; the same file again changes nothing. */
import { type EpochMs, type UserId, WaldoError } from "@waldo/contracts";
import { importIcs } from "@waldo/core/calendar/ics";
import type { SkipReason } from "@waldo/core/calendar/ics-event";
import { MAX_ICS_CHARS } from "@waldo/core/calendar/ics-lines";
import { OWN_CALENDAR, type TakenIn, takeInCalendar } from "@waldo/core/calendar/take-in";
import type { ByteSource, Store } from "@waldo/core/ports";
import { addDays, instantAt, localDate } from "@waldo/core/time";
import { fileSources } from "./file-source.ts";
import { loadProfile } from "./profile.ts";

/** Days around today that are kept: enough for "last month" and for the year ahead. */
const [DAYS_BACK, DAYS_AHEAD] = [31, 365];

export type CalendarImport = TakenIn & {
  readonly calendar: string;
  /** Events that could not be read, counted by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
};

/**
 * Takes in one `.ics` file, or every one in a folder, for the month behind and the year ahead. Events that are gone
 * from a file are kept as cancelled. Throws `ImportRefused`, in one line, for what is no calendar; `InvalidInput` when
 * nobody is known by that id, because then no zone is.
 */
export async function importCalendar(
  store: Store,
  userId: UserId,
  path: string,
  now: EpochMs,
): Promise<CalendarImport[]> {
  const zone = (await loadProfile(store, userId))?.zone;
  if (zone === undefined) throw new WaldoError("InvalidInput", "this person has no profile: link an account first");
  const files = (await fileSources(path)).filter(({ name }) => name.toLowerCase().endsWith(".ics"));
  if (files.length === 0) throw new WaldoError("ImportRefused", `${path} holds no .ics file: point at the calendar`);
  const today = localDate(now, zone);
  const window = {
    zone,
    from: instantAt(addDays(today, -DAYS_BACK), "00:00", zone),
    to: instantAt(addDays(today, DAYS_AHEAD), "00:00", zone),
  };
  // All are read before any is written: a refusal changes nothing.
  const read = [];
  for (const file of files) read.push({ calendar: nameOf(file.name), ...importIcs(await textOf(file), window) });
  const done: CalendarImport[] = [];
  for (const { calendar, events, skipped } of read)
    done.push({
      calendar,
      skipped,
      ...(await takeInCalendar(store, userId, { calendar, ...window }, events, now)),
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
