// Answers a typed question about a person's own days from their raw rows. The answer is for the eyes of the person who
// asks: no agent, no model and no channel gets it (R7).
import type { AskedRange, DataQuestion, LocalDate, Reading, UserId } from "@waldo/contracts";
import { dataAnswer } from "../ask/answer.ts";
import type { AskedRows } from "../ask/chosen.ts";
import { datesOf } from "../ask/ranges.ts";
import { askedDays } from "../ask/rows.ts";
import { shownReading } from "../ask/shown.ts";
import { findKnownZone, livedDate, loadDays, loadScores } from "../health/ledger.ts";
import { reconcile } from "../health/reconcile.ts";
import type { Clock, Store } from "../ports.ts";
import { addDays } from "../time.ts";
import type { Handlers } from "./handlers.ts";

/** The store need not reach any row of the agent. */
export type ReadingsPorts = { readonly store: Store; readonly clock: Clock };

/** A question looks back so many days, five years, whatever range it names. */
export const MOST_ASKED_DAYS = 1830;

/** The metrics of a score. All others are read from raw days. */
const OF_SCORES = /^(form|recovery|\w+Score)$/;

/** Loads the rows of one person that a question needs, and no older ones than {@link MOST_ASKED_DAYS}. */
async function askedRows({ store, clock }: ReadingsPorts, userId: UserId, question: DataQuestion): Promise<AskedRows> {
  const timeZone = (await findKnownZone(store, userId)) ?? "UTC";
  const today = await livedDate(store, { userId, timeZone }, clock.now());
  const from = firstDate(question, today);
  const [sourceDays, scores] = await Promise.all([
    loadDays(store, userId, from, today),
    needsScores(question) ? loadScores(store, userId, from, today) : [],
  ]);
  const scoreOn = new Map(scores.map((score) => [score.date, score]));
  const stored = [...Map.groupBy(sourceDays, ({ date }) => date)].map(([date, days]) => ({
    day: reconcile(days),
    score: scoreOn.get(date),
  }));
  return { today, days: askedDays(stored), workouts: [] };
}

/** Returns the first date to read. A filter may look at the day before. */
function firstDate({ range, compare }: DataQuestion, today: LocalDate): LocalDate {
  const oldest = addDays(today, -MOST_ASKED_DAYS);
  const firstOf = (one: AskedRange) => datesOf(one, { today, workouts: [] })?.from ?? oldest;
  const [first = oldest] = [range, ...(compare ? [compare.range] : [])].map(firstOf).sort();
  if (first > today) return today;
  return first <= oldest ? oldest : addDays(first, -1);
}

function needsScores({ of, filters, compare }: DataQuestion): boolean {
  const metrics = [...filters, ...(compare?.filters ?? [])].map((filter) => filter.by === "day" && filter.metric);
  return [of.metric, ...metrics].some((metric) => typeof metric === "string" && OF_SCORES.test(metric));
}

/** Returns the answer, and how a card shows it. */
export async function readingFor(ports: ReadingsPorts, userId: UserId, question: DataQuestion): Promise<Reading> {
  const answer = dataAnswer(question, await askedRows(ports, userId, question));
  return { answer, shown: shownReading(question, answer) };
}

export const readingsHandlers: Handlers<"askReadings", ReadingsPorts> = {
  askReadings: ({ ports, userId, body }) => readingFor(ports, userId, body),
};
