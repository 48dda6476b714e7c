import type { Quote } from "../../safety/quote.ts";
import { counted, KIND, listed, together } from "../../spoken.ts";
import { diaryOfWeek, openTasks, proposed, SAME, sinceWeek, weekIn } from "./reading.ts";
import type { Results, SkillWriter, Told } from "./writer.ts";

const [MOST_ENTRIES, MOST_OPEN] = [2, 2];

export const weeklyReview: SkillWriter = {
  reads: ({ date }) => [
    { name: "get_master_metrics", args: {} },
    { name: "search_episodes", args: { query: sinceWeek(date) } },
    { name: "get_tasks", args: { limit: 20 } },
  ],
  follow(told, results) {
    const text = roll(told, results, (words) => `“${words.replaceAll(/\s+/gu, " ").trim()}”`);
    if (text === undefined) return [];
    const action = { tool: "draft_document", args: { name: `Week to ${told.date}`, text } };
    return [{ name: "propose_action", args: { actions: [action] } }];
  },
  write: (told, results, quote) => together(roll(told, results, quote), keep(results)),
  // A Brief does not tell of a week that went like the one before.
  line: (_told, results) => (weekIn(results)?.than === SAME ? undefined : together(week(results), keep(results))),
};

function roll(told: Told, results: Results, quote: Quote): string | undefined {
  const stood = week(results);
  return stood && together(stood, held(told, results, quote), open(results, quote));
}

/**
 * Returns how the week went: the body zone of its mean, and the comparison with the week before. It also says if some
 * days had no score.
 */
export function week(results: Results): string | undefined {
  const seen = weekIn(results);
  if (!seen) return undefined;
  if (seen.bodyZone === undefined) return "No day of this week has been scored.";
  const than = seen.than === undefined ? "" : `, ${seen.than} the week before`;
  const gaps = seen.daysScored < 7 ? `, with ${counted(7 - seen.daysScored)} of its days not scored` : "";
  return `On the whole it was a ${KIND[seen.bodyZone]} week${than}${gaps}.`;
}

function held({ date }: Told, results: Results, quote: Quote): string | undefined {
  const entries = diaryOfWeek(results, date)
    .flatMap(({ summary }) => quote(summary) ?? [])
    .slice(0, MOST_ENTRIES);
  return entries.length === 0 ? undefined : `Your diary keeps ${listed(entries)}.`;
}

function open(results: Results, quote: Quote): string | undefined {
  const tasks = (openTasks(results) ?? []).flatMap(({ title }) => quote(title) ?? []).slice(0, MOST_OPEN);
  return tasks.length === 0 ? undefined : `Open on your list: ${listed(tasks)}.`;
}

function keep(results: Results): string | undefined {
  return proposed(results) ? "One tap keeps it as a document." : undefined;
}
