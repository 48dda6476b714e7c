/** The recipe that prepares a focus block: what it is for, and what the person has at hand for it. */

import { akin, happening, listed, together } from "./phrase.ts";
import { ahead, connectedIn, eventsIn, type Happening, openTasks, sawCalendar } from "./reading.ts";
import type { Quote, Results, SkillWriter, Told } from "./writer.ts";

const FOCUS = /\b(?:focus(?: time| block| window)?|deep work|heads[- ]down|no meetings|writing)\b/giu;
/** The same pattern without the global flag, for a yes-or-no test. */
const IS_FOCUS = /\b(?:focus|deep work|heads[- ]down|no meetings|writing)\b/iu;
/** "help me focus on the pricing paper" */
const SUBJECT = /\b(?:focus|concentrate|work)\s+on\s+(.{3,120})/iu;
const MOST_AT_HAND = 3;

function block(told: Told, results: Results): Happening | undefined {
  return ahead(eventsIn(results, told.date), told).find(({ title }) => IS_FOCUS.test(title));
}

/**
 * What the block is for: the subject that the person names, or else the block's title without the words that only say
 * that it is a block.
 */
function subjectOf(told: Told, results: Results): string {
  const said = SUBJECT.exec(told.message ?? "")?.[1]?.split(/[.?!\n]/u)[0];
  const title = block(told, results)?.title.replaceAll(FOCUS, " ") ?? "";
  return (said ?? title)
    .replaceAll(/[^\p{L}\p{N}'’ -]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .slice(0, 200);
}

export const focusBlockPrep: SkillWriter = {
  reads: () => [
    { name: "query_calendar", args: {} },
    { name: "get_tasks", args: { limit: 20 } },
  ],
  follow(told, results) {
    const query = subjectOf(told, results);
    return query === "" ? [] : [{ name: "search_connector", args: { query } }];
  },
  write(told, results, quote) {
    if (!sawCalendar(results)) return undefined;
    const window = block(told, results);
    const [task] = openTasks(results) ?? [];
    const first = task === undefined ? undefined : quote(task.title);
    const hand = atHand(told, results, quote);
    return together(
      window ? `Your focus window is ${happening(window, quote)}.` : "No focus window is left in today's calendar.",
      hand ?? "I found nothing that belongs to it.",
      first !== undefined && hand === undefined
        ? `The next task on your list is ${first}.`
        : "Open the first of it, and silence the rest.",
    );
  },
  line(told, results, quote) {
    const window = block(told, results);
    return window && together(`Your focus window is ${happening(window, quote)}.`, atHand(told, results, quote));
  },
};

function atHand(told: Told, results: Results, quote: Quote): string | undefined {
  const subject = subjectOf(told, results);
  const found = connectedIn(results)
    .filter(({ connector, text }) => connector !== "calendar" && akin(text, subject))
    .flatMap(({ text }) => quote(text) ?? [])
    .slice(0, MOST_AT_HAND);
  return found.length === 0 ? undefined : `At hand: ${listed(found)}.`;
}
