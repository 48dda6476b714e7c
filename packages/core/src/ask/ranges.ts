// Says which dates a question is about.
import type { AskedRange, AskedWorkout, LocalDate } from "@waldo/contracts";
import { monthsOn } from "../language/days.ts";
import { addDays } from "../time.ts";

const DAYS_OF_A_WEEK = 7;

/** The dates from `from` to `to`, both included. */
type Dates = { readonly from: LocalDate; readonly to: LocalDate };

/**
 * Returns the dates of a range, or undefined when there are none: no such workout was done. A month of "the last month"
 * begins on the day after the same day of the month before.
 */
export function datesOf(
  range: AskedRange,
  { today, workouts }: { readonly today: LocalDate; readonly workouts: readonly AskedWorkout[] },
): Dates | undefined {
  switch (range.span) {
    case "all":
      return { from: "0001-01-01", to: today };
    case "back": {
      const date = addDays(today, -range.days);
      return { from: date, to: date };
    }
    case "dates":
      return { from: range.from, to: range.to < today ? range.to : today };
    case "last":
      return { from: addDays(firstBefore(range, today), 1), to: today };
    case "lastWorkout": {
      const dates = workouts
        .filter(({ date, kind }) => date <= today && (range.kind === undefined || kind === range.kind))
        .map(({ date }) => date)
        .sort();
      const last = dates.at(-1);
      return last === undefined ? undefined : { from: last, to: last };
    }
  }
}

function firstBefore({ count, unit }: Extract<AskedRange, { span: "last" }>, today: LocalDate): LocalDate {
  return unit === "month" ? monthsOn(today, -count) : addDays(today, -count * (unit === "week" ? DAYS_OF_A_WEEK : 1));
}
