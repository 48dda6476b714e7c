// What the concepts of a question (tokens.ts) mean among the metrics of days and of workouts, and its limits in their
// units.
import { type AskedFilter, type DataQuestion, DayMetric, WorkoutKind, WorkoutMetric } from "@waldo/contracts";
import { DAY_MINUTES } from "../time.ts";
import type { SaidFilter, SaidLimit } from "./filters.ts";

/** The concepts that have another name among the metrics. */
const OF_DAYS: Readonly<Record<string, DayMetric>> = { hr: "restingHr", energy: "activeEnergy" };
const OF_WORKOUTS: Readonly<Record<string, WorkoutMetric>> = { hr: "meanHr" };
const SHARES: Readonly<Record<string, string>> = {
  ...{ awake: "awakeShare", light: "lightShare", deep: "deepShare", rem: "remShare" },
};
/** The metrics in minutes, percent and so on that a unit may stand beside. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  minute: ["asleep", "inBed", "awake", "light", "deep", "rem", "activeMinutes", "zoneMinutes", "duration"],
  hour: ["asleep", "inBed", "awake", "light", "deep", "rem", "duration"],
  percent: ["awakeShare", "lightShare", "deepShare", "remShare", "efficiency", "spo2", "form", "recovery"],
  bpm: ["restingHr", "meanHr", "maxHr", "hr"],
  ms: ["hrv"],
  km: ["distance"],
  mile: ["distance"],
  metre: ["distance", "elevation"],
  degree: ["skinTemperature"],
  kmh: ["speed"],
  point: ["form", "recovery", "sleepScore", "motionScore", "circadianScore"],
};
const FACTORS: Readonly<Record<string, number>> = { hour: 60, km: 1000, mile: 1609.344 };

/** These are added up where somebody asks how much there was. */
export const ADDED: ReadonlySet<string> = new Set([
  ...["steps", "activeEnergy", "activeMinutes", "zoneMinutes"],
  ...["duration", "distance", "energy", "elevation"],
]);
/** Of these the smaller is the better. */
export const LESS_IS_BETTER: ReadonlySet<string> = new Set(["restingHr", "awake", "awakeShare"]);
/** Of these nobody can say which is the better. */
export const NEITHER: ReadonlySet<string> = new Set([
  ...["bedTime", "wakeTime", "breathing", "skinTemperature", "meanHr", "maxHr", "strain"],
]);
/** These belong to the night that follows what was done on a day. */
const OF_A_NIGHT: ReadonlySet<string> = new Set([
  ...["asleep", "inBed", "awake", "light", "deep", "rem", "awakeShare", "lightShare", "deepShare", "remShare"],
  ...["efficiency", "bedTime", "wakeTime", "hrv", "restingHr", "breathing", "skinTemperature", "spo2"],
  ...["recovery", "sleepScore"],
]);

/** Returns the metric of days that a concept is, or undefined when days have none. */
export function dayMetricOf(concept: string): DayMetric | undefined {
  return OF_DAYS[concept] ?? DayMetric.safeParse(concept).data;
}

/** Returns the metric of workouts that a concept is, or undefined when workouts have none. */
export function workoutMetricOf(concept: string): WorkoutMetric | undefined {
  return OF_WORKOUTS[concept] ?? WorkoutMetric.safeParse(concept).data;
}

/** Returns the concept, as a share of the night where percent was said, or undefined when the unit is none of its own. */
export function shareOf(concept: string | undefined, unit: string | undefined): string | undefined {
  if (concept === undefined) return undefined;
  const meant = unit === "percent" ? (SHARES[concept] ?? concept) : concept;
  return unit === undefined || UNITS[unit]?.includes(meant) === true ? meant : undefined;
}

/** Returns the filter of a question, or undefined when it does not fit the question. */
export function filterOf(said: SaidFilter, of: DataQuestion["of"]): AskedFilter | undefined {
  switch (said.by) {
    case "weekdays":
      return said;
    case "tag":
      return { by: "tag", tag: said.tag, with: said.with, daysAfter: said.after || isOfNight(of) ? 1 : 0 };
    case "workoutDay":
      return {
        by: "workoutDay",
        with: said.with,
        ...(said.kind !== "any" && { kind: WorkoutKind.parse(said.kind) }),
        daysAfter: said.after ? 1 : 0,
      };
    case "limit":
      return limitOf(said, of);
  }
}

function isOfNight({ rows, metric }: DataQuestion["of"]): boolean {
  return rows === "days" && metric !== undefined && OF_A_NIGHT.has(metric);
}

function limitOf(said: SaidLimit, of: DataQuestion["of"]): AskedFilter | undefined {
  const concept = shareOf(said.concept, said.unit);
  if (concept === undefined) return undefined;
  const ofDays = dayMetricOf(concept);
  const ofWorkouts = of.rows === "workouts" ? workoutMetricOf(concept) : undefined;
  const value = limitValue(said, concept);
  if (value === undefined) return undefined;
  if (ofWorkouts !== undefined && !said.ofDay) return { by: "workout", metric: ofWorkouts, is: said.is, value };
  // What a workout burned is meant beside a workout, and its heart rate.
  const isOfDays = ofDays !== undefined && !(ofWorkouts !== undefined && /^(?:hr|energy)$/.test(concept));
  if (isOfDays) return { by: "day", metric: ofDays, is: said.is, value };
  const metric = workoutMetricOf(concept);
  return metric && { by: "workoutDay", with: true, metric, is: said.is, value, daysAfter: 0 };
}

/** Returns the limit in the unit of the metric. */
function limitValue({ value, unit }: SaidLimit, concept: string): number | undefined {
  const [number = "", half] = value.split(" ");
  const found = Number(number.slice(1));
  if (concept === "bedTime" || concept === "wakeTime") return clockOf(number, half, concept);
  if (half !== undefined) return undefined;
  if (number.startsWith("c")) return UNITS.minute?.includes(concept) === true ? found : undefined;
  if (unit !== undefined) return found * (FACTORS[unit] ?? 1);
  // Seven without a unit are hours of sleep. Nobody asks for nights of seven minutes.
  if (concept === "asleep" || concept === "inBed") return found <= 24 ? found * 60 : found;
  return found;
}

/** Returns a time of day as minutes after the midnight at which the date of waking begins. */
function clockOf(number: string, half: string | undefined, concept: string): number | undefined {
  const said = Number(number.slice(1));
  let minutes = number.startsWith("c") ? said : said * 60;
  if (minutes > DAY_MINUTES) return undefined;
  if (half === "pm" && minutes < DAY_MINUTES / 2) minutes += DAY_MINUTES / 2;
  if (half === "am" && minutes >= DAY_MINUTES / 2) minutes -= DAY_MINUTES / 2;
  if (concept === "wakeTime") return minutes;
  // Somebody goes to bed at "eleven" in the evening, and at "one" after midnight.
  const isBareEvening = half === undefined && minutes >= 7 * 60 && minutes < DAY_MINUTES / 2;
  if (isBareEvening) minutes += DAY_MINUTES / 2;
  return minutes >= DAY_MINUTES / 2 ? minutes - DAY_MINUTES : minutes;
}
