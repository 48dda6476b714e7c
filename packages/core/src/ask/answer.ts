/**
 * Answers a typed question from the rows of one person. It reads nothing else and guesses nothing: where values are
 * missing, the answer is `none` with the reason.
 *
 * The answer holds readings, so it goes to the eyes of their owner only (R7).
 */
import {
  type AskedUnit,
  DAY_METRIC_UNITS,
  type DataAnswer,
  type DataQuestion,
  type LocalDate,
  WORKOUT_METRIC_UNITS,
  type WorkoutKind,
} from "@waldo/contracts";
import { clockMinute, median } from "../health/statistics.ts";
import { type AskedRows, chosenFor, type Row, type Seen } from "./chosen.ts";

/** Fewer values than this show no trend. */
const TREND_NEEDS = 8;
/** Where the halves differ by less than so many standard errors, the values are steady. */
const TREND_ERRORS = 2;

type None = Extract<DataAnswer, { is: "none" }>;
type NumberAnswer = Extract<DataAnswer, { is: "number" }>;
type Basis = Pick<NumberAnswer, "n" | "nOf" | "first" | "last">;
/** An answer, and its value before a clock is turned into a time of day. */
type Side = { readonly answer: DataAnswer; readonly raw?: number };
type Valued = Row & { readonly value: number };

/** Returns the answer to a question. */
export function dataAnswer(question: DataQuestion, rows: AskedRows): DataAnswer {
  const { compare, ...plain } = question;
  const one = sideOf(plain, rows);
  if (compare === undefined) return one.answer;
  const other = sideOf({ ...plain, ...compare }, rows);
  if (!isPlain(one.answer) || !isPlain(other.answer)) return none("noSense", { of: question.of.rows, dates: [] });
  return {
    is: "compared",
    one: one.answer,
    other: other.answer,
    ...(one.raw !== undefined && other.raw !== undefined && { difference: one.raw - other.raw }),
  };
}

function isPlain(answer: DataAnswer): answer is NumberAnswer | None {
  return answer.is === "number" || answer.is === "none";
}

function sideOf(question: DataQuestion, all: AskedRows): Side {
  const chosen = chosenFor(question, all);
  if ("why" in chosen) return { answer: none(chosen.why, chosen.seen) };
  const { rows, seen } = chosen;
  const { aggregate, of } = question;
  const ofWorkouts = of.rows === "workouts";
  switch (aggregate) {
    case "countDays":
      return number(new Set(rows.map(({ date }) => date)).size, "days", basisOf(seen));
    case "countWorkouts":
      if (!ofWorkouts) return { answer: none("noSense", seen) };
      return number(rows.length, "workouts", basisOf(seen));
    case "kinds":
      return { answer: kindsOf(rows) ?? none(ofWorkouts ? "noMatch" : "noSense", seen) };
    case "lastTime": {
      const on = rows.at(-1)?.date;
      return {
        answer: on === undefined ? none("noMatch", seen) : { is: "date", on, ...basisOf(seen) },
      };
    }
    case "since": {
      const on = firstOfRun(rows, seen.dates);
      return {
        answer: on === undefined ? none("noMatch", seen) : { is: "date", on, ...basisOf(seen) },
      };
    }
    default: {
      const unit = unitOf(question);
      if (unit === undefined || (unit === "clock" && aggregate === "sum")) return { answer: none("noSense", seen) };
      const values = rows.flatMap(({ value, ...row }) => (value === undefined ? [] : [{ ...row, value }]));
      if (values.length > 0) return measured(values, unit, question);
      // No workout adds up to nothing. It is known that there was none, because the days are known.
      if (aggregate === "sum" && ofWorkouts) return number(0, unit, basisOf(seen));
      return { answer: none("noMatch", seen) };
    }
  }
}

/** Makes a number or a trend of values. */
function measured(rows: readonly Valued[], unit: AskedUnit, question: DataQuestion): Side {
  const used: Seen = { of: question.of.rows, dates: rows.map(({ date }) => date) };
  const basis = basisOf(used);
  const values = rows.map(({ value }) => value);
  switch (question.aggregate) {
    case "median":
      return number(median(values) ?? 0, unit, basis);
    case "sum":
      return number(sumOf(values), unit, basis);
    case "min":
      return extreme(rows, unit, { basis, sign: -1 });
    case "max":
      return extreme(rows, unit, { basis, sign: 1 });
    case "spread":
      if (values.length < 2)
        return {
          answer: none("tooFew", used),
        };
      return number(spreadOf(values), unit === "clock" ? "minutes" : unit, basis);
    case "trend":
      return {
        answer: trendOf(values, unit, basis) ?? none("tooFew", used),
      };
    default: {
      const only = rows.length === 1 ? rows[0]?.date : undefined;
      return number(meanOf(values), unit, basis, only);
    }
  }
}

function number(value: number, unit: AskedUnit, basis: Basis, on?: LocalDate): Side {
  const shown = unit === "clock" ? clockMinute(value) : value;
  return { answer: { is: "number", value: shown, unit, ...basis, ...(on !== undefined && { on }) }, raw: value };
}

/** Returns the highest or the lowest value, with the first date that has it. */
function extreme(
  rows: readonly Valued[],
  unit: AskedUnit,
  { basis, sign }: { readonly basis: Basis; readonly sign: 1 | -1 },
): Side {
  const best = rows.reduce((found, row) => (sign * row.value > sign * found.value ? row : found));
  return number(best.value, unit, basis, best.date);
}

function trendOf(values: readonly number[], unit: AskedUnit, basis: Basis): DataAnswer | undefined {
  if (values.length < TREND_NEEDS) return undefined;
  const middle = Math.floor(values.length / 2);
  const [older, newer] = [values.slice(0, middle), values.slice(middle)];
  const [before, after] = [meanOf(older), meanOf(newer)];
  const error = Math.hypot(spreadOf(older) / Math.sqrt(older.length), spreadOf(newer) / Math.sqrt(newer.length));
  const change = after - before;
  const way = Math.abs(change) <= TREND_ERRORS * error ? "steady" : change > 0 ? "up" : "down";
  return { is: "trend", before, after, change, way, unit, ...basis };
}

/** Returns the first of the latest dates in a row that pass, or undefined when the last known date does not. */
function firstOfRun(rows: readonly Row[], seen: readonly LocalDate[]): LocalDate | undefined {
  const passing = new Set(rows.map(({ date }) => date));
  const lastOutside = seen.findLastIndex((date) => !passing.has(date));
  return seen[lastOutside + 1];
}

function kindsOf(rows: readonly Row[]): DataAnswer | undefined {
  const kinds = Map.groupBy(
    rows.filter((row): row is Row & { kind: WorkoutKind } => row.kind !== undefined),
    ({ kind }) => kind,
  );
  if (kinds.size === 0) return undefined;
  return {
    is: "kinds",
    kinds: [...kinds]
      .map(([kind, all]) => ({ kind, workouts: all.length }))
      .sort((a, b) => b.workouts - a.workouts || a.kind.localeCompare(b.kind)),
    ...spanOf(rows.map(({ date }) => date)),
    n: rows.length,
    nOf: "workouts",
  };
}

function unitOf({ of }: DataQuestion): AskedUnit | undefined {
  if (of.metric === undefined) return undefined;
  return of.rows === "days" ? DAY_METRIC_UNITS[of.metric] : WORKOUT_METRIC_UNITS[of.metric];
}

function basisOf({ of, dates }: Seen): Basis {
  return { n: dates.length, nOf: of, ...spanOf(dates) };
}

/** The dates are in order, and there is at least one. */
function spanOf(dates: readonly LocalDate[]): { readonly first: LocalDate; readonly last: LocalDate } {
  return { first: dates[0] ?? "", last: dates.at(-1) ?? "" };
}

function none(why: None["why"], { of, dates }: Seen): None {
  return { is: "none", why, n: dates.length, nOf: of, ...(dates.length > 0 && spanOf(dates)) };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Returns the mean. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

/** The standard deviation of a sample, of at least two values. */
function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(sumOf(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}
