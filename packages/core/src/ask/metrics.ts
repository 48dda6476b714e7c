// What the concepts of a question (tokens.ts) mean among the metrics of days and of workouts.
import { type CrsResult, DayMetric, WorkoutMetric } from "@waldo/contracts";

/** The concepts that have another name among the metrics. */
const OF_DAYS: Readonly<Record<string, DayMetric>> = { hr: "restingHr", energy: "activeEnergy" };
const OF_WORKOUTS: Readonly<Record<string, WorkoutMetric>> = { hr: "meanHr" };
const SHARES: Readonly<Record<string, string>> = {
  ...{ awake: "awakeShare", light: "lightShare", deep: "deepShare", rem: "remShare" },
};
/** The metrics in minutes, percent and so on that a unit may stand beside. */
export const UNITS: Readonly<Record<string, readonly string[]>> = {
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

/** "How much" asks for the total of these, and for the mean of all others. */
export const ADDED: ReadonlySet<string> = new Set([
  ...["steps", "activeEnergy", "activeMinutes", "zoneMinutes"],
  ...["duration", "distance", "energy", "elevation"],
]);
/** Of these the smaller is the better. */
export const LESS_IS_BETTER: ReadonlySet<string> = new Set(["restingHr", "awake", "awakeShare"]);
/** For these neither a high nor a low value is the better one. */
export const NEITHER: ReadonlySet<string> = new Set([
  ...["bedTime", "wakeTime", "breathing", "skinTemperature", "meanHr", "maxHr", "strain"],
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

const SUPERLATIVES: Readonly<Record<string, "min" | "max">> = {
  ...{ long: "max", late: "max", far: "max", fast: "max" },
  ...{ short: "min", early: "min", slow: "min" },
};

/** Returns what "best", "shortest" and so on are among the values of a metric, or undefined where it is neither. */
export function superlative(word: string, metric: string | undefined): "min" | "max" | undefined {
  if (word !== "best" && word !== "worst") return SUPERLATIVES[word];
  if (metric === undefined || NEITHER.has(metric)) return undefined;
  return (word === "best") === LESS_IS_BETTER.has(metric) ? "min" : "max";
}

/** The measures of the pillars of a score. */
const SCORES = {
  sleep: "sleepScore",
  cass: "cassScore",
  rhrts: "rhrtsScore",
  rrs: "rrsScore",
  circadian: "circadianScore",
  motion: "motionScore",
} as const satisfies Record<string, DayMetric>;

type Values = Partial<Record<DayMetric, number | undefined>>;

/** Returns Form, Recovery and the scores of the pillars by their measures. */
export function scoresOf({ form, recovery, pillars }: Pick<CrsResult, "form" | "recovery" | "pillars">): Values {
  const ofPillars = Object.entries(SCORES).map(([pillar, metric]) => [
    metric,
    pillars[pillar as keyof typeof SCORES]?.score,
  ]);
  return { form, recovery, ...Object.fromEntries(ofPillars) };
}

/** Returns the values that are known. */
export function known(values: Values): Partial<Record<DayMetric, number>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
