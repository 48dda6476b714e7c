/** Tools that read how the body is, in derived values (R7). */
import { CrsResult, keys, LocalDate, type UserId } from "@waldo/contracts";
import * as z from "zod";
import { loadScores } from "../../health/ledger.ts";
import { describeDay } from "../../health/narrative.ts";
import type { Store } from "../../ports.ts";
import { queryAll } from "../../store/query-all.ts";
import { addDays } from "../../time.ts";
import { defineRead } from "../define.ts";
import { ToolFailure } from "../tool.ts";

/**
 * Returns the score of a day: Form, Recovery, body zone, drag, confidence, and what is missing. Derived values only
 * (R7).
 */
export const getCrs = defineRead({
  name: "get_crs",
  description: "Form and Recovery of a day with zone, pillar drag, confidence and what is missing. Defaults to today.",
  args: z.strictObject({ date: LocalDate.optional(), daysBack: z.number().int().min(0).max(60).optional() }),
  origin: "system",
  async run({ date, daysBack }, { store, userId, date: today }) {
    const day = addDays(date ?? today, -(daysBack ?? 0));
    const row = await store.get(keys.crs(userId, day));
    if (!row) throw new ToolFailure("not_found", `nothing has been computed for ${day}: no health data had arrived`);
    const { version: _v, computedAt: _c, ...crs } = CrsResult.parse(row.body);
    return crs;
  },
});

const TRAILING_DAYS = 14;

/**
 * Returns the state of the body in words: a band per pillar against the person's own norm, trend, streaks. Derived
 * values only (R7).
 */
export const getHealth = defineRead({
  name: "get_health",
  description:
    "Today's body in words: each pillar against this person's usual, the trend of Form, nights in a row, and how Form has moved since the morning.",
  args: z.strictObject({}),
  origin: "system",
  async run(_args, { store, userId, date }) {
    const scores = await loadScores(store, userId, addDays(date, -TRAILING_DAYS), date);
    const today = scores.at(-1);
    if (today?.date !== date)
      throw new ToolFailure("not_found", `nothing has been computed for ${date}: no health data had arrived`);
    const sinceMorning = await movedSince(store, userId, date, today);
    return { ...describeDay(today, scores.slice(0, -1)), ...(sinceMorning === undefined ? {} : { sinceMorning }) };
  },
});

/** The move of Form since the first score of the date. A smaller move is not mentioned. */
const MOVED_POINTS = 3;

async function movedSince(
  store: Store,
  userId: UserId,
  date: LocalDate,
  now: CrsResult,
): Promise<"up" | "level" | "down" | undefined> {
  let first: CrsResult | undefined;
  for await (const row of queryAll(store, keys.crsVersion.all(userId, date))) {
    const version = CrsResult.parse(row.body);
    if (version.status === "final" && version.form !== undefined) {
      first = version;
      break;
    }
  }
  if (first?.form === undefined || now.form === undefined || first.version === now.version) return undefined;
  const moved = now.form - first.form;
  if (Math.abs(moved) < MOVED_POINTS) return "level";
  return moved > 0 ? "up" : "down";
}

const WEEK = 7;

/** Returns the means of the derived scores of this week and of the week before, 0–100, rounded. */
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
