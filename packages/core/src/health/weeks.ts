/** The mean Form of a week and of the week before it, from a score alone: it holds Form of the days before. */
import type { CrsResult, LocalDate } from "@waldo/contracts";
import { addDays } from "../time.ts";

const WEEK = 7;

/** In points. A smaller difference between the means of two weeks is not mentioned. */
export const SAME_WEEK_POINTS = 5;

/** The days of a week with a score, and their mean Form, 0–100, rounded. It is null without a scored day. */
type Week = { readonly daysScored: number; readonly form: number | null };

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
  return { daysScored: days.length, form: days.length === 0 ? null : Math.round(sum / days.length) };
}
