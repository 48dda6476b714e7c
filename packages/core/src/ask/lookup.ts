/** Looks a question up among a person's own rows. Only what answers the person themselves may do this (R7). */
import type { DataQuestion, Reading, SourceDay, UserId } from "@waldo/contracts";
import { loadDays, loadScores, loadTimeZone } from "../health/ledger.ts";
import { reconcile } from "../health/reconcile.ts";
import type { Clock, Store } from "../ports.ts";
import { addDays, localDate } from "../time.ts";
import { dataAnswer } from "./answer.ts";
import { askedDays } from "./rows.ts";
import { shownReading } from "./shown.ts";

/** The ports that a question needs. */
export type ReadingPorts = { readonly store: Store; readonly clock: Clock };

/** No question looks further back, in days. */
const MOST_DAYS = 3 * 366;

/** Returns the answer with its number. A time without rows gives an answer that says so. */
export async function lookUp({ store, clock }: ReadingPorts, userId: UserId, question: DataQuestion): Promise<Reading> {
  const today = localDate(clock.now(), await loadTimeZone(store, userId));
  const from = addDays(today, -MOST_DAYS);
  const [rows, scores] = await Promise.all([
    loadDays(store, userId, from, today),
    loadScores(store, userId, from, today),
  ]);
  const scoreOf = new Map(scores.map((score) => [score.date, score]));
  const days = [...Map.groupBy(rows, ({ date }: SourceDay) => date)].map(([date, sources]) => ({
    day: reconcile(sources),
    score: scoreOf.get(date),
  }));
  const answer = dataAnswer(question, { today, days: askedDays(days), workouts: [] });
  return { answer, shown: shownReading(question, answer) };
}
