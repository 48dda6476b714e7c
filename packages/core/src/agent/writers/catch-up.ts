/** The catch-up recipe: what happened while the person was away. */

import type { Quote } from "../../safety/quote.ts";
import { listed, together } from "../../spoken.ts";
import { ahead, diaryOfWeek, eventsIn, openTasks, sinceWeek, trendIn, zoneIn } from "./reading.ts";
import { week } from "./weekly-review.ts";
import { happening, type Results, type SkillWriter, type Told } from "./writer.ts";

const MOST_ENTRIES = 2;
const MOST_DUE = 2;

/**
 * After days away the selection takes this recipe for every message. The recipe answers only a greeting, or a message
 * that asks to catch up.
 */
const GREETING = /^\W*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|morning|evening)\b.{0,30}$/isu;
const ASKS =
  /\b(?:catch (?:me )?up|did i miss|what(?:'s|’s| has)? (?:changed|new)|while i was away|i(?:'m|’m| am) back)\b/iu;

export const catchUp: SkillWriter = {
  answers: (message) => GREETING.test(message) || ASKS.test(message),
  reads: ({ date }) => [
    { name: "get_crs", args: {} },
    { name: "get_health", args: {} },
    { name: "get_master_metrics", args: {} },
    { name: "search_episodes", args: { query: sinceWeek(date) } },
    { name: "query_calendar", args: {} },
    { name: "get_tasks", args: { limit: 20 } },
  ],
  write: (told, results, quote) =>
    together(body(told, results) ?? week(results), noted(told, results, quote), next(told, results, quote)),
  line: (told, results, quote) => noted(told, results, quote) ?? week(results),
};

function body({ date }: Told, results: Results): string | undefined {
  const bodyZone = zoneIn(results, date);
  const trend = trendIn(results);
  if (bodyZone === undefined) return undefined;
  const form = trend === undefined ? "" : ` and Form has been ${trend === "level" ? "holding" : trend}`;
  return `Since you were last here: you're ${bodyZone}${form}.`;
}

function noted(told: Told, results: Results, quote: Quote): string | undefined {
  const entries = diaryOfWeek(results, told.date)
    .flatMap(({ summary }) => quote(summary) ?? [])
    .slice(0, MOST_ENTRIES);
  return entries.length === 0 ? undefined : `Your diary noted ${listed(entries)}.`;
}

function next(told: Told, results: Results, quote: Quote): string | undefined {
  const [event] = ahead(eventsIn(results, told.date), told);
  const due = (openTasks(results) ?? [])
    .filter((task) => task.due !== undefined && task.due <= told.date)
    .flatMap(({ title }) => quote(title) ?? [])
    .slice(0, MOST_DUE);
  return together(
    event && `Next is ${happening(event, quote)}.`,
    due.length > 0 ? `Due by now: ${listed(due)}.` : undefined,
  );
}
