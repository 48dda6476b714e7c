/** The file names, times and numbers of a Garmin export. garmin.ts uses it. It does not throw. */
import { MINUTE_MS } from "../../time.ts";
import type { JsonRecord } from "./json-records.ts";
import { parseClock, wallDate } from "./local-time.ts";

/** What each file of a Garmin export contains. An account has several of each, with dates and ids in their names. */
const KINDS = [
  { kind: "day", name: /^udsfile.*\.json$/ },
  { kind: "sleep", name: /sleepdata\.json$/ },
  { kind: "healthStatus", name: /healthstatusdata\.json$/ },
] as const;
export type GarminKind = (typeof KINDS)[number]["kind"];

/** Returns undefined for a file without data for us, as most of an account are. `name` is in lower case. */
export function garminKind(name: string): GarminKind | undefined {
  return KINDS.find((known) => known.name.test(name))?.kind;
}

/** Reads `2024-03-02T06:00:00.0`, which Garmin means as UTC in fields that end in `GMT` or `Gmt`. */
export function garminInstant(value: unknown): number | undefined {
  const clock = typeof value === "string" ? parseClock(value) : undefined;
  return clock && clock.wall - (clock.offsetMinutes ?? 0) * MINUTE_MS;
}

/** Reads the `calendarDate` of a record. */
export function garminDate({ value }: JsonRecord): string | undefined {
  const clock = typeof value.calendarDate === "string" ? parseClock(value.calendarDate) : undefined;
  return clock && wallDate(clock.wall);
}
