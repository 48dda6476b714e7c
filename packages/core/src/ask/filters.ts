// Finds what a question says of the days or workouts that count: limits, weekdays, reports and workouts of a day. Each
// becomes the token `filter0`, `filter1` of the line (tokens.ts).
//
// bounded: tokens.ts reads no long message.
import { type AskedFilter, type DataQuestion, type Limit, WorkoutKind } from "@waldo/contracts";
import { DAY_MINUTES } from "../time.ts";
import { dayMetricOf, shareOf, UNITS, workoutMetricOf } from "./metrics.ts";
import type { Line } from "./tokens.ts";

/** A limit as it was said. `ofDay`: it was said of days, as in "on days when". */
type SaidLimit = {
  readonly by: "limit";
  readonly concept: string;
  readonly is: Limit;
  /** `n7.5` or a time of day, `c1350`. */
  readonly value: string;
  readonly unit: string | undefined;
  readonly ofDay: boolean;
};
export type SaidFilter =
  | SaidLimit
  | { readonly by: "weekdays"; readonly weekdays: number[] }
  | { readonly by: "tag"; readonly tag: string; readonly with: boolean; readonly after: boolean }
  | { readonly by: "workoutDay"; readonly kind: string; readonly with: boolean; readonly after: boolean };

const WEEKEND = [6, 7];
const WORKDAYS = [1, 2, 3, 4, 5];
/** "The last 7 days under 7 hours": these days belong to the range. */
const DAY_WHEN = "((?<! n[\\d.]+ )uday )?(?:(?:when|with|for) )*";
const NUMBER = "([nc]\\d[\\d.]*(?: pm| am| oclock)?)";
const UNIT = "(?:unit\\.(\\w+) )?";
const METRIC = "metric\\.(\\w+)";
const IS = "is\\.(\\w+)";
/** The metric that a unit means beside a workout: "runs over 5 km". */
const BY_UNIT: Readonly<Record<string, string>> = {
  ...{ km: "distance", mile: "distance", metre: "distance" },
  ...{ minute: "duration", hour: "duration", kmh: "speed", bpm: "hr" },
};

type Groups = readonly (string | undefined)[];
type Rule = {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => SaidFilter | undefined;
  /** What stays in the line. */
  readonly keep: (groups: Groups) => string;
};

const rule = (pattern: string, read: Rule["read"], keep: Rule["keep"] = () => ""): Rule => ({
  pattern: new RegExp(` ${pattern} `),
  read,
  keep,
});

const limit = ([concept, is, value, unit, day]: Groups): SaidLimit | undefined =>
  concept === undefined || is === undefined || value === undefined
    ? undefined
    : { by: "limit", concept, is: is as Limit, value, unit, ofDay: day !== undefined };

/** To be in bed before a time of day is a time of going to bed. */
const bedOf = (concept: string | undefined) => (concept === "inBed" ? "bedTime" : concept);

const SIDE = "(when|with|without|afterwards)";
const sideOf = (word: string | undefined) => ({ with: word !== "without", after: word === "afterwards" });

const RULES: readonly Rule[] = [
  // At least 7 hours of sleep; 10,000 steps or more.
  rule(`${DAY_WHEN}${IS} ${NUMBER} ${UNIT}${METRIC}`, ([day, is, value, unit, concept]) =>
    limit([concept, is, value, unit, day]),
  ),
  rule(`${DAY_WHEN}${NUMBER} ${UNIT}(orMore|orLess) ${METRIC}`, ([day, value, unit, or, concept]) =>
    limit([concept, or === "orMore" ? "atLeast" : "atMost", value, unit, day]),
  ),
  rule(`${DAY_WHEN}${METRIC} ${NUMBER} ${UNIT}(orMore|orLess)`, ([day, concept, value, unit, or]) =>
    limit([concept, or === "orMore" ? "atLeast" : "atMost", value, unit, day]),
  ),
  // Minutes of deep sleep above 90.
  rule(`${DAY_WHEN}unit\\.(\\w+) ${METRIC} ${IS} ${NUMBER}`, ([day, unit, concept, is, value]) =>
    limit([concept, is, value, unit, day]),
  ),
  // Sleep hours less than 8; slept less than 8 hours.
  rule(`${DAY_WHEN}${METRIC} ${UNIT}${IS} ${NUMBER}(?: unit\\.(\\w+))?`, ([day, concept, before, is, value, after]) =>
    limit([concept, is, value, before ?? after, day]),
  ),
  // In bed after midnight.
  rule(
    `${DAY_WHEN}metric\\.(bedTime|wakeTime|inBed) (afterwards|before|ago) ${NUMBER}`,
    ([day, concept, side, value]) =>
      limit([bedOf(concept), side === "afterwards" ? "above" : "below", value, undefined, day]),
  ),
  rule(
    `${DAY_WHEN}(afterwards|before|ago) ${NUMBER} metric\\.(bedTime|wakeTime|inBed)`,
    ([day, side, value, concept]) =>
      limit([bedOf(concept), side === "afterwards" ? "above" : "below", value, undefined, day]),
  ),
  // Runs over 5 km.
  rule(
    `kind\\.(\\w+) (?:with )?${IS} ${NUMBER} unit\\.(\\w+)`,
    ([, is, value, unit = ""]) => limit([BY_UNIT[unit], is, value, unit, undefined]),
    ([kind]) => ` kind.${kind}`,
  ),
  rule("weekend", () => ({ by: "weekdays", weekdays: WEEKEND })),
  rule("weekdays", () => ({ by: "weekdays", weekdays: WORKDAYS })),
  rule("w(\\d)s", ([day]) => ({ by: "weekdays", weekdays: [Number(day)] })),
  rule("every w(\\d)", ([day]) => ({ by: "weekdays", weekdays: [Number(day)] })),
  rule(`(?:uday )?${SIDE} (?:uday )?tag\\.(\\w+)`, ([side, tag = ""]) => ({ by: "tag", tag, ...sideOf(side) })),
  rule(`uday tag\\.(\\w+)`, ([tag = ""]) => ({ by: "tag", tag, with: true, after: false })),
];

/** "On days when I run" is a filter of days only beside a metric of days. */
const WORKOUT_DAY = rule(`(?:(?:uday )?${SIDE}|uday) kind\\.(\\w+)`, ([side, kind = ""]) => ({
  by: "workoutDay",
  kind,
  ...sideOf(side),
}));

type Filtered = { readonly line: Line; readonly filters: readonly SaidFilter[] };

/** Returns the filters that the line names, after those that were found before, and the line with a token for each. */
export function filtersIn({ line, filters }: Filtered): Filtered {
  // A weekend that is named as one is a range.
  const named = line
    .replace(/ (last|past|this) weekend /, " $1 weekend_ ")
    .replace(/ weekend (last|past) /, " weekend_ $1 ");
  const found = RULES.reduce<Filtered>(applied, { line: named, filters });
  return { ...found, line: found.line.replace("weekend_", "weekend") };
}

/** Returns the days with a workout as a filter, where the line names them so. */
export function workoutDaysIn(filtered: Filtered): Filtered {
  return applied(filtered, WORKOUT_DAY);
}

function applied(before: Filtered, { pattern, read, keep }: Rule): Filtered {
  let { line } = before;
  const filters = [...before.filters];
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line)) {
    const filter = read(found.slice(1));
    if (filter === undefined) break;
    line = line.replace(found[0], `${keep(found.slice(1))} filter${filters.length} `);
    filters.push(filter);
  }
  return { line, filters };
}

/** These belong to the night that follows what was done on a day. */
const OF_A_NIGHT: ReadonlySet<string> = new Set([
  ...["asleep", "inBed", "awake", "light", "deep", "rem", "awakeShare", "lightShare", "deepShare", "remShare"],
  ...["efficiency", "bedTime", "wakeTime", "hrv", "restingHr", "breathing", "skinTemperature", "spo2"],
  ...["recovery", "sleepScore"],
]);
const FACTORS: Readonly<Record<string, number>> = { hour: 60, km: 1000, mile: 1609.344 };

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
  // A small number without a unit counts hours of sleep: "nights over seven".
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
  // A person does not go to bed at noon: "12:30" is half past midnight.
  if (half === undefined && minutes >= DAY_MINUTES / 2 && minutes < DAY_MINUTES / 2 + 60)
    return minutes - DAY_MINUTES / 2;
  // As a bedtime "eleven" is in the evening, and "one" is after midnight.
  const isBareEvening = half === undefined && minutes >= 7 * 60 && minutes < DAY_MINUTES / 2;
  if (isBareEvening) minutes += DAY_MINUTES / 2;
  return minutes >= DAY_MINUTES / 2 ? minutes - DAY_MINUTES : minutes;
}
