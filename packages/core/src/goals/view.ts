// Prints the file of goals: from goals alone, for a new person, for the person's page, and for a model.
import {
  GOAL_SECTIONS,
  type GoalItem,
  type GoalSection,
  type Goals,
  type GoalsFault,
  type GoalsFile,
  type GoalsView,
  type UserId,
} from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { linesOf, SECTION_TITLES } from "./lines.ts";
import { parseGoals } from "./parse.ts";
import { writtenTargets } from "./schedule-targets.ts";
import { loadGoalsFile, NO_GOALS } from "./stored.ts";
import { apart, namesOf } from "./writers.ts";

/** When the person looks at each section again. The words stand beside the heading, and Waldo ignores them. */
const REVISIT: Partial<Record<GoalSection, string>> = {
  northStar: "revisit quarterly",
  quarter: "revisit monthly",
  week: "revisit at weekly review",
  today: "revisit at morning briefing",
};

const HINTS: Readonly<Record<GoalSection, string>> = {
  northStar: "One sentence: where all of this leads.",
  quarter: "Three at most, each something you do rather than something that happens.",
  week: "Three at most, each something you can finish.",
  today: "Three at most. The first one is the one that counts.",
  commitments: "What holds in every week.",
  targets: 'bedtime_target, wake_target, quiet_hours ("02:00-10:00"), weekly_review ("Saturday 10:00"), timezone.',
  people: "A name, a dash, and how you want to stay in touch.",
};

/** Returns a file with these goals. Parsing it gives the same goals. With `hints`, each section has a comment. */
export function printGoals(goals: Goals, { hints = false }: { readonly hints?: boolean } = {}): string {
  const parts = GOAL_SECTIONS.map((section) => {
    const revisit = REVISIT[section];
    const title = `## ${SECTION_TITLES[section]}${revisit === undefined ? "" : ` (${revisit})`}`;
    return [title, ...(hints ? [`<!-- ${HINTS[section]} -->`] : []), ...linesFor(section, goals)].join("\n");
  });
  return `# Goals\n\n${parts.join("\n\n")}\n`;
}

function linesFor(section: GoalSection, goals: Goals): string[] {
  switch (section) {
    case "northStar":
      return goals.northStar === undefined ? [] : [`- ${goals.northStar}`];
    case "quarter":
    case "week":
    case "today":
      return goals[section].map((text, i) => `${i + 1}. ${text}`);
    case "commitments":
      return goals.commitments.map((text) => `- ${text}`);
    case "targets":
      return Object.entries(writtenTargets(goals.targets)).map(([name, value]) => `- ${name}: "${value}"`);
    case "people":
      return goals.people.map(({ name, context }) => `- ${name}${context === undefined ? "" : ` — ${context}`}`);
  }
}

/** The first file of a person. It holds no goal yet. */
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

type Readable = {
  readonly text: string;
  /** True when git changed some of the file and the person has not taken it over as their own. */
  readonly outside: boolean;
};

/**
 * Returns the text in force without its comments, cleaned as pages are, or undefined when there is no file. Text from
 * git comes below a line that says so. If the text may not be shown, it is left out completely, because the person may
 * have pasted anything into the file.
 */
export async function readableGoals(store: Pick<Store, "get">, userId: UserId): Promise<Readable | undefined> {
  const file = (await loadGoalsFile(store, userId))?.file;
  if (file === undefined) return undefined;
  const { own, git } = apart(file.good ?? file.text, file.outside ?? []);
  const [mine, theirs] = [shownOf(own, "owner"), shownOf(git, "untrusted")];
  const text = theirs === "" ? mine : `${mine}\n\n${FROM_GIT}\n\n${theirs}`.trim();
  return { text, outside: theirs !== "" };
}

const FROM_GIT = "What follows came by git. The person has not said that it is theirs.";

function shownOf(whole: string, origin: "owner" | "untrusted"): string {
  const shown = linesOf(whole).lines.map((line) => line.shown.trimEnd());
  const text = shown
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const clean = sanitise({ text, origin }, "internal", { maxChars: text.length });
  return clean.verdict === "blocked" ? "The file holds something that may not be shown here." : clean.text;
}
