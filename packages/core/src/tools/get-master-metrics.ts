import { z } from "zod";
import { loadScores } from "../health/ledger.ts";
import { addDays } from "../time.ts";
import { defineRead } from "./define.ts";

const WEEK = 7;

/** Averages of scores over this week and the one before. Means of derived scores, 0–100, rounded. */
export const getMasterMetrics = defineRead({
  name: "get_master_metrics",
  description: "The week behind the day: mean Form and Recovery, days scored, and the same for the week before.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, date }) {
    const scores = await loadScores(store, userId, addDays(date, 1 - 2 * WEEK), date);
    const split = addDays(date, 1 - WEEK);
    return {
      thisWeek: summary(scores.filter((s) => s.date >= split)),
      weekBefore: summary(scores.filter((s) => s.date < split)),
    };
  },
});

function summary(scores: readonly { form?: number | undefined; recovery?: number | undefined }[]) {
  const mean = (values: number[]) =>
    values.length === 0 ? null : Math.round(values.reduce((a, b) => a + b, 0) / values.length);
  return {
    daysScored: scores.filter((s) => s.form !== undefined || s.recovery !== undefined).length,
    form: mean(scores.flatMap((s) => (s.form === undefined ? [] : [s.form]))),
    recovery: mean(scores.flatMap((s) => (s.recovery === undefined ? [] : [s.recovery]))),
  };
}
