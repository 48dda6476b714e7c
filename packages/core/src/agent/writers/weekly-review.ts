import { weekNews } from "../../health/weeks.ts";
import type { Quote } from "../../safety/quote.ts";
import { counted, KIND, listed, numberWord, together } from "../../spoken.ts";
import { diaryOfWeek, openTasks, proposed, sinceWeek, weekIn, weeksIn } from "./reading.ts";
import type { Results, SkillWriter, Told } from "./writer.ts";

const [MOST_ENTRIES, MOST_OPEN] = [2, 2];

export const weeklyReview: SkillWriter = {
  reads: ({ date }) => [
    { name: "get_master_metrics", args: {} },
    { name: "search_episodes", args: { query: sinceWeek(date) } },
    { name: "get_tasks", args: { limit: 20 } },
  ],
  follow(told, results) {
    if (told.trigger === "brief") return [];
    const text = roll(told, results, (words) => `“${words.replaceAll(/\s+/gu, " ").trim()}”`);
    if (text === undefined) return [];
    const action = { tool: "draft_document", args: { name: `Week to ${told.date}`, text } };
    return [{ name: "propose_action", args: { actions: [action] } }];
  },
  write: (told, results, quote) => together(roll(told, results, quote), keep(results)),
  line: (_told, results) => weekTold(results),
};

/** Says in a Brief what the week had more or fewer of than the one before. A week like that one is not told. */
function weekTold(results: Results): string | undefined {
  const weeks = weeksIn(results);
  const kind = weeks && weekNews(weeks);
  if (weeks === undefined || kind === undefined) return undefined;
  const [now, before] = [weeks.thisWeek[kind], weeks.weekBefore[kind]];
  return `This week had ${dayCount(now, kind)}, and the week before ${before === 0 ? "none" : numberWord(before)}.`;
}

function dayCount(days: number, kind: "low" | "strong"): string {
  return `${days === 0 ? "no" : numberWord(days)} ${kind} ${days === 1 ? "day" : "days"}`;
}

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
