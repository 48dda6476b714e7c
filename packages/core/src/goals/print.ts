/** Writes a whole file of goals: for a new person, and from goals alone. */
import { GOAL_SECTIONS, type GoalSection, type Goals } from "@waldo/contracts";
import { SECTION_TITLES } from "./headings.ts";
import { writtenTargets } from "./targets.ts";

/** When each section is looked at again. It stands beside its heading and means nothing to Waldo. */
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

/** Returns a file that says these goals. Parsing it gives the same goals. `hints`: with a comment in each section. */
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
