/** The mean Form of a week and of the week before it, from a score alone: it holds Form of the days before. */
import type { CrsResult, LocalDate } from "@waldo/contracts";
import { isLow } from "../day/facts.ts";
import { addDays } from "../time.ts";
import { bodyZoneOf } from "./crs.ts";

const WEEK = 7;

/** In points. A smaller difference between the means of two weeks is not mentioned. */
export const SAME_WEEK_POINTS = 5;

/**
 * The days of a week with a score, and their mean Form, 0–100, rounded. It is null without a scored day. `low` and
 * `strong` count the days of the two lower zones and of the highest one.
 */
type Week = {
  readonly daysScored: number;
  readonly form: number | null;
  readonly low: number;
  readonly strong: number;
};

/** Returns the week that ends on a date, and the one before. Each day counts with its score at waking. */
export function weeksOf(
  score: Pick<CrsResult, "form" | "findings"> | undefined,
  date: LocalDate,
): { readonly thisWeek: Week; readonly weekBefore: Week } {
  const forms = [...(score?.findings?.before ?? [])];
  if (score?.form !== undefined) forms.push({ date, form: score.form });
  const split = addDays(date, 1 - WEEK);
  const first = addDays(split, -WEEK);
  return {
    thisWeek: weekOf(forms.filter((day) => day.date >= split)),
    weekBefore: weekOf(forms.filter((day) => day.date < split && day.date >= first)),
  };
}

function weekOf(days: readonly { readonly form: number }[]): Week {
  const sum = days.reduce((total, { form }) => total + form, 0);
  const zones = days.map(({ form }) => bodyZoneOf(form));
  return {
    daysScored: days.length,
    form: days.length === 0 ? null : Math.round(sum / days.length),
    low: zones.filter(isLow).length,
    strong: zones.filter((zone) => zone === "energized").length,
  };
}

/** A week with fewer days is not compared, and a smaller difference in their number is no news. */
const [LEAST_DAYS, LEAST_MORE] = [5, 2];

/** Returns of which kind of day a week had clearly more or fewer than the one before, as its mean went. */
export function weekNews({ thisWeek, weekBefore }: ReturnType<typeof weeksOf>): "low" | "strong" | undefined {
  if (thisWeek.form === null || weekBefore.form === null) return undefined;
  if (Math.min(thisWeek.daysScored, weekBefore.daysScored) < LEAST_DAYS) return undefined;
  const moved = thisWeek.form - weekBefore.form;
  if (Math.abs(moved) < SAME_WEEK_POINTS) return undefined;
  const fewerLow = Math.sign(moved) * (weekBefore.low - thisWeek.low);
  const moreStrong = Math.sign(moved) * (thisWeek.strong - weekBefore.strong);
  if (Math.max(fewerLow, moreStrong) < LEAST_MORE) return undefined;
  return moreStrong > fewerLow ? "strong" : "low";
}
