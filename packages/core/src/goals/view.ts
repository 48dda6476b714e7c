/** The file of goals as its person sees it. */
import type { GoalItem, GoalsFault, GoalsFile, GoalsView } from "@waldo/contracts";
import { parseGoals } from "./parse.ts";
import { printGoals } from "./print.ts";
import { NO_GOALS } from "./stored.ts";
import { namesOf } from "./writers.ts";

/** What a person without a file begins with. It says nothing yet. */
export const GOALS_TEMPLATE = printGoals(NO_GOALS, { hints: true });

export function goalsView(file: GoalsFile | undefined, faults: readonly GoalsFault[] = file?.faults ?? []): GoalsView {
  const { text, revision, at, by, goals } = file ?? { text: GOALS_TEMPLATE, revision: 0, goals: NO_GOALS };
  return {
    ...{ text, revision, goals, faults: [...faults], items: itemsOf(text), outside: namesOf(file?.outside ?? []) },
    ...(at === undefined ? {} : { at }),
    ...(by === undefined ? {} : { by }),
  };
}

function itemsOf(text: string): GoalItem[] {
  return parseGoals(text).sections.flatMap(({ section, items }) =>
    items.map(({ text: words, done }) => ({ section, text: words, done })),
  );
}
