/** Takes in calendars that come as `.ics` files. Each file is one calendar, named as the file is. */
import type { EpochMs, UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { loadProfile } from "../profile.ts";
import { importIcs } from "./ics.ts";
import type { SkipReason } from "./ics-event.ts";
import { OWN_CALENDAR, type TakenIn, takeInCalendar } from "./take-in.ts";
import { windowAround } from "./window.ts";

export type CalendarFile = { readonly name: string; readonly text: string };

export type CalendarImport = TakenIn & {
  readonly calendar: string;
  /** The events that could not be read, counted by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
};

/**
 * Takes in the files for the month behind and the year ahead. The same file a second time changes nothing, and events
 * that are gone from a file are kept as cancelled. Throws `ImportRefused`, in one line, for a file that is not a
 * calendar, and `InvalidInput` when the id has no profile, because then the time zone is not known.
 */
export async function takeInFiles(
  store: Store,
  userId: UserId,
  files: readonly CalendarFile[],
  now: EpochMs,
): Promise<CalendarImport[]> {
  const window = windowAround(now, (await loadProfile(store, userId)).timeZone);
  // All files are read before the first is written, so a refusal changes nothing.
  const read = files.map(({ name, text }) => ({ calendar: nameOf(name), ...importIcs(text, window) }));
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
  const name = cleanName(file.replace(/\.ics$/i, ""));
  return name === "" || name === OWN_CALENDAR ? "calendar" : name;
}

/** Returns a text as the name of a calendar, or an empty one. */
export function cleanName(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N} ._-]/gu, "-")
    .slice(0, 60)
    .toWellFormed();
}
