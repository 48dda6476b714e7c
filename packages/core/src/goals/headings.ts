/** The headings of the file that mean something. */
import { GOAL_SECTIONS, type GoalSection } from "@waldo/contracts";

export const SECTION_TITLES: Readonly<Record<GoalSection, string>> = {
  northStar: "North Star",
  quarter: "This Quarter",
  week: "This Week",
  today: "Today",
  commitments: "Standing Commitments",
  targets: "Schedule Targets",
  people: "People to Stay in Touch With",
};

const HEADING = /^\s{0,3}(#{1,6})\s+(\S.*)$/u;

/** A heading: how deep it is, what it says, and the section that it begins where it is a known one. */
export type Heading = { readonly level: number; readonly name: string; readonly section?: GoalSection };

/** Returns the heading that a line is, or undefined. "## Today (revisit at morning briefing) ##" is "today". */
export function headingOf(shown: string): Heading | undefined {
  const [, marks, words] = HEADING.exec(shown) ?? [];
  if (marks === undefined || words === undefined) return undefined;
  const name = nameOf(words);
  const section = GOAL_SECTIONS.find((one) => SECTION_TITLES[one].toLowerCase() === name);
  return { level: marks.length, name, ...(section === undefined ? {} : { section }) };
}

function nameOf(words: string): string {
  const plain = words.replace(/(?<![\s#])[\s#]+$/u, "").replaceAll(/[*_`]/g, "");
  // What stands in brackets at the end says when to look at it again.
  const open = plain.endsWith(")") ? plain.lastIndexOf("(") : -1;
  const bare = open > 0 ? plain.slice(0, open) : plain;
  return bare.trim().replace(/:$/, "").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}
