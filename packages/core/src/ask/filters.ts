// Finds what a question says of the days or workouts that count: limits, weekdays, reports and workouts of a day. Each
// becomes the token `filter0`, `filter1` of the line (tokens.ts).
import type { Limit } from "@waldo/contracts";
import type { Line } from "./spans.ts";

/** A limit as it was said. `ofDay`: it was said of days, as in "on days when". */
export type SaidLimit = {
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
const WORKOUT_DAY = rule(`(?:uday )?${SIDE} kind\\.(\\w+)`, ([side, kind = ""]) => ({
  by: "workoutDay",
  kind,
  ...sideOf(side),
}));

type Filtered = { readonly line: Line; readonly filters: readonly SaidFilter[] };

/** Returns the filters that the line names, in its order of kinds, and the line with a token for each. */
export function filtersIn(tokens: Line): Filtered {
  // A weekend that is named as one is a range.
  const named = tokens
    .replace(/ (last|past|this) weekend /, " $1 weekend_ ")
    .replace(/ weekend (last|past) /, " weekend_ $1 ");
  const found = RULES.reduce<Filtered>(applied, { line: named, filters: [] });
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
