// Chooses the days or workouts that a question is about.
import type {
  AskedDay,
  AskedFilter,
  AskedRange,
  AskedWorkout,
  DataQuestion,
  Limit,
  LocalDate,
  WorkoutKind,
} from "@waldo/contracts";
import { addDays, dayOfWeek } from "../time.ts";
import { datesOf } from "./ranges.ts";

/** All that a person's devices and reports say, and the person's own date. */
export type AskedRows = {
  readonly today: LocalDate;
  readonly days: readonly AskedDay[];
  readonly workouts: readonly AskedWorkout[];
};

/** A day or a workout with its value. It has no value for a question that only counts or dates. */
export type Row = { readonly date: LocalDate; readonly value: number | undefined; readonly kind?: WorkoutKind };
/** The rows that pass, the oldest first, and the dates of all that were looked at. */
type Chosen = { readonly rows: readonly Row[]; readonly seen: Seen };
type NotChosen = { readonly why: "noDays" | "noReading"; readonly seen: Seen };
/** What was looked at: where no workout was done, the days without one. */
export type Seen = { readonly of: "days" | "workouts"; readonly dates: readonly LocalDate[] };

type Index = AskedRows & {
  readonly dayOn: ReadonlyMap<LocalDate, AskedDay>;
  readonly workoutsOn: ReadonlyMap<LocalDate, readonly AskedWorkout[]>;
};

/** Returns the rows that a question asks for, or why none can be known. */
export function chosenFor(question: DataQuestion, rows: AskedRows): Chosen | NotChosen {
  const index = {
    ...rows,
    dayOn: new Map(rows.days.map((day) => [day.date, day])),
    workoutsOn: Map.groupBy(rows.workouts, ({ date }) => date),
  };
  return question.of.rows === "days"
    ? daysOf(question.of.metric, question, index)
    : workoutsOf(question.of, question, index);
}

function daysOf(
  metric: Extract<DataQuestion["of"], { rows: "days" }>["metric"],
  { range, filters }: DataQuestion,
  index: Index,
): Chosen | NotChosen {
  const inside = within(index.days, range, index);
  if (inside.length === 0) return { why: "noDays", seen: seenOf("days", []) };
  const known = inside
    .filter(({ values }) => metric === undefined || values[metric] !== undefined)
    .filter(({ date }) => filters.every((filter) => isKnown(filter, date, index)));
  if (known.length === 0) return { why: "noReading", seen: seenOf("days", inside) };
  return {
    rows: known
      .filter(({ date }) => filters.every((filter) => passes(filter, date, index)))
      .map(({ date, values }) => ({ date, value: metric && values[metric] })),
    seen: seenOf("days", known),
  };
}

function workoutsOf(
  { kind, metric }: Extract<DataQuestion["of"], { rows: "workouts" }>,
  { range, filters, take }: DataQuestion,
  index: Index,
): Chosen | NotChosen {
  if (index.workouts.length === 0) return { why: "noReading", seen: seenOf("workouts", []) };
  const inside = within(index.workouts, range, index);
  const seen = inside.length > 0 ? seenOf("workouts", inside) : seenOf("days", within(index.days, range, index));
  if (seen.dates.length === 0) return { why: "noDays", seen };
  const all = inside
    .filter((one) => kind === undefined || one.kind === kind)
    .filter((one) =>
      filters.every((filter) =>
        filter.by === "workout"
          ? isWithin(one.values[filter.metric], filter)
          : isKnown(filter, one.date, index) && passes(filter, one.date, index),
      ),
    );
  const taken = take === undefined ? all : take.end === "first" ? all.slice(0, take.count) : all.slice(-take.count);
  const measured = taken.filter(({ values }) => metric === undefined || values[metric] !== undefined);
  if (measured.length === 0 && taken.length > 0) return { why: "noReading", seen };
  return { rows: measured.map(({ date, values, kind }) => ({ date, kind, value: metric && values[metric] })), seen };
}

function seenOf(of: Seen["of"], rows: readonly { readonly date: LocalDate }[]): Seen {
  return { of, dates: rows.map(({ date }) => date) };
}

/** Returns the rows of the range, the oldest first. Rows of one date keep their order. */
function within<T extends { readonly date: LocalDate }>(all: readonly T[], range: AskedRange, index: Index): T[] {
  const dates = datesOf(range, index);
  if (dates === undefined) return [];
  return all
    .filter(({ date }) => dates.from <= date && date <= dates.to)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/**
 * True when it is known whether a date passes a filter. A day on which nothing was reported says nothing of what was
 * left undone, so it is no day without a tag.
 */
function isKnown(filter: AskedFilter, date: LocalDate, { dayOn, workoutsOn }: Index): boolean {
  switch (filter.by) {
    case "weekdays":
    case "workout":
      return true;
    case "day":
      return dayOn.get(date)?.values[filter.metric] !== undefined;
    case "workoutDay": {
      const on = addDays(date, -filter.daysAfter);
      return dayOn.has(on) || workoutsOn.has(on);
    }
    case "tag":
      return (dayOn.get(addDays(date, -filter.daysAfter))?.tags.length ?? 0) > 0;
  }
}

function passes(filter: AskedFilter, date: LocalDate, { dayOn, workoutsOn }: Index): boolean {
  switch (filter.by) {
    case "weekdays":
      return filter.weekdays.includes(dayOfWeek(date));
    case "workout":
      return false;
    case "day":
      return isWithin(dayOn.get(date)?.values[filter.metric], filter);
    case "workoutDay": {
      const { kind, metric, is, value } = filter;
      const done = (workoutsOn.get(addDays(date, -filter.daysAfter)) ?? []).some(
        (one) =>
          (kind === undefined || one.kind === kind) &&
          (metric === undefined ||
            (is !== undefined && value !== undefined && isWithin(one.values[metric], { is, value }))),
      );
      return done === filter.with;
    }
    case "tag":
      return (dayOn.get(addDays(date, -filter.daysAfter))?.tags.includes(filter.tag) ?? false) === filter.with;
  }
}

/** True when a value keeps a limit. */
export function isWithin(
  found: number | undefined,
  { is, value }: { readonly is: Limit; readonly value: number },
): boolean {
  if (found === undefined) return false;
  switch (is) {
    case "above":
      return found > value;
    case "atLeast":
      return found >= value;
    case "below":
      return found < value;
    case "atMost":
      return found <= value;
    case "exactly":
      return found === value;
  }
}
