// Decides for each section of the file who wrote it. The text that git brings may come from anybody who can push to the
// remote. So a section that git changed is text from outside (R10), until the person changes that section in the app or
// in a chat, or says that it is theirs. An editor on their machine counts as the person, but a section that git has
// changed stays from outside.
import { GOAL_SECTIONS, type Goals, type GoalsFile, type GoalsWriter } from "@waldo/contracts";
import { isSamePart, nameOfPart, partsOf } from "./merge.ts";

type Change = {
  readonly before: Pick<GoalsFile, "text" | "outside"> | undefined;
  readonly text: string;
  readonly by: GoalsWriter;
  /** The text at the remote of the repository. A change that the remote also has came by git, no matter who pulled it. */
  readonly remote?: string | undefined;
  /** True when the new text has faults, so the text before stays in force. Then no section becomes the person's own. */
  readonly isFaulty: boolean;
};

/** Returns the sections of the text that are from outside, by the names of {@link partsOf}. */
export function outsideAfter({ before, text, by, remote, isFaulty }: Change): string[] {
  const [was, is] = [partsOf(before?.text ?? ""), partsOf(text)];
  const there = remote === undefined ? undefined : partsOf(remote);
  const known = before?.outside ?? [];
  const isOutside = (key: string) => {
    const part = is.get(key);
    const isChanged = before === undefined || !isSamePart(was.get(key), part);
    if (!isChanged) return known.includes(key);
    if (by === "git") return true;
    if (by === "file") return known.includes(key) || (there !== undefined && isSamePart(there.get(key), part));
    return false;
  };
  const found = [...is.keys()].filter((key) => is.get(key)?.trim() !== "" && isOutside(key));
  return isFaulty ? [...new Set([...known, ...found])] : found;
}

/** Returns the goals in force. For a section from outside, these are the goals that were in force before. */
export function ownGoals(parsed: Goals, before: Goals, outside: readonly string[]): Goals {
  const from = GOAL_SECTIONS.filter((section) => outside.some((key) => isPartOf(section, key)));
  const { northStar, ...lists } = parsed;
  const star = from.includes("northStar") ? before.northStar : northStar;
  const kept = Object.fromEntries(from.flatMap((one) => (one === "northStar" ? [] : [[one, before[one]]])));
  return { ...lists, ...kept, ...(star === undefined ? {} : { northStar: star }) };
}

/** True when a known section is from outside. */
export function isFromGit({ outside = [] }: Pick<GoalsFile, "outside">, section: (typeof GOAL_SECTIONS)[number]) {
  return outside.some((key) => isPartOf(section, key));
}

const isPartOf = (section: string, key: string) => key.replace(/ \d+$/, "") === `known:${section}`;

/** Returns the names of these sections in words for a person. A heading that git brought is not repeated. */
export function namesOf(outside: readonly string[]): string[] {
  return [...new Set(outside.map((key) => (key.startsWith("known:") ? nameOfPart(key) : "other parts")))];
}

/** Splits a text into the person's own part and the part from git. */
export function apart(text: string, outside: readonly string[]): { readonly own: string; readonly git: string } {
  const parts = [...partsOf(text)];
  const joined = (isGit: boolean) =>
    parts.flatMap(([key, part]) => (outside.includes(key) === isGit ? [part] : [])).join("\n");
  return { own: joined(false), git: joined(true) };
}
