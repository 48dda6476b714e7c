/**
 * The file names, times and numbers of a Fitbit export. fitbit.ts uses it. A wrong value is refused with file and line.
 */
import type { JsonObject } from "../../ports.ts";
import { midnightOf, parseClock, type WallClock, wallClock, wallDate } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/** What each file of a Fitbit export contains, by its names in an account archive and in Google Takeout. */
const KINDS = [
  { kind: "sleep", name: /^sleep(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "restingHr", name: /^resting_heart_rate(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "moderate", name: /^moderately_active_minutes(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "vigorous", name: /^very_active_minutes(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "sedentary", name: /^sedentary_minutes(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "steps", name: /^steps(-\d{4}-\d{2}-\d{2})?\.json$/ },
  { kind: "sleepScore", name: /^sleep_score\.csv$/ },
  // In some years Takeout writes the last part as `2024-03-(12)`.
  { kind: "hrv", name: /^daily heart rate variability summary.*\.csv$/ },
  { kind: "breathing", name: /^daily respiratory rate summary.*\.csv$/ },
  { kind: "sleepBreathing", name: /^respiratory rate summary.*\.csv$/ },
] as const;
export type FitbitKind = (typeof KINDS)[number]["kind"];

/**
 * Returns undefined for a file without data for us, as most files of a Takeout are. `name` is without folders, in lower
 * case.
 */
export function fitbitKind(name: string): FitbitKind | undefined {
  return KINDS.find((known) => known.name.test(name))?.kind;
}

/** Minute-by-minute files that make up most of an archive. They are not opened. */
export const FITBIT_UNUSED =
  /^(heart_rate|calories|distance|altitude|exercise|time_in_heart_rate_zones|swim_lengths_data|demographic_vo2_max|run_vo2_max|estimated_oxygen_variation|lightly_active_minutes|weight|water_logs|food_logs)[-_]\d/;

/**
 * Reads the local clock time of a Fitbit JSON: `2019-11-01 00:00:00`, `2024-01-01T23:40:30.000`, or the archive's own
 * `01/31/24 07:00:00`, which has the month first in every account language.
 */
export function fitbitClock(text: unknown, place: Place): WallClock {
  if (typeof text === "string") {
    const clock = parseClock(text);
    if (clock !== undefined) return clock.wall;
    const match = /^(\d{2})\/(\d{2})\/(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text);
    if (match !== null) {
      const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
      const wall = wallClock(midnightOf(2000 + year, month, day), hour, minute, second);
      if (wall !== undefined) return wall;
    }
  }
  throw refusal(place, `${shown(String(text ?? ""))} is not a time of Fitbit's export; export it again`);
}

export function fitbitDate(text: unknown, place: Place): string {
  return wallDate(fitbitClock(text, place));
}

/** Reads a number, or a string with a number, as Fitbit writes minutes. Undefined when the field is absent. */
export function fitbitNumber(value: JsonObject, field: string, place: Place): number | undefined {
  const found = value[field];
  if (found === undefined || found === null) return undefined;
  const number = typeof found === "string" && found.trim() !== "" ? Number(found) : found;
  if (typeof number === "number" && Number.isFinite(number)) return number;
  throw refusal(place, `${shown(field)} is not a number; export it again`);
}
