// Who wrote the words of each section of the file. Anybody who may push to the remote writes what git brings. So a
// section that git changed is text from outside (R10), until the person changes that section in the app or in a chat,
// or says that it is theirs. An editor on their machine writes for them, but it does not make a section theirs that git
// has changed.
import { GOAL_SECTIONS, type Goals, type GoalsFile, type GoalsWriter } from "@waldo/contracts";
import { isSamePart, nameOfPart, partsOf } from "./merge.ts";

type Change = {
  readonly before: Pick<GoalsFile, "text" | "outside"> | undefined;
  readonly text: string;
  readonly by: GoalsWriter;
  /**
   * The text that the remote of the repository has. A change of the file that the remote has came by git, whoever
   * pulled.
   */
  readonly remote?: string | undefined;
  /** The text before stays in force, because this one has faults. Then no section becomes the person's. */
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

/** Returns what is in force: of a section from outside, what was in force before. */
export function ownGoals(parsed: Goals, before: Goals, outside: readonly string[]): Goals {
  const from = GOAL_SECTIONS.filter((section) => outside.some((key) => isPartOf(section, key)));
  const { northStar, ...lists } = parsed;
  const star = from.includes("northStar") ? before.northStar : northStar;
  const kept = Object.fromEntries(from.flatMap((one) => (one === "northStar" ? [] : [[one, before[one]]])));
  return { ...lists, ...kept, ...(star === undefined ? {} : { northStar: star }) };
}

/** Whether a known section is from outside. */
export function isFromGit({ outside = [] }: Pick<GoalsFile, "outside">, section: (typeof GOAL_SECTIONS)[number]) {
  return outside.some((key) => isPartOf(section, key));
}

const isPartOf = (section: string, key: string) => key.replace(/ \d+$/, "") === `known:${section}`;

/** Returns the names of these sections, as a person reads them. A heading that git brought is not repeated. */
export function namesOf(outside: readonly string[]): string[] {
  return [...new Set(outside.map((key) => (key.startsWith("known:") ? nameOfPart(key) : "other parts")))];
}

/** Cuts a text into what is the person's own and what came by git. */
export function apart(text: string, outside: readonly string[]): { readonly own: string; readonly git: string } {
  const parts = [...partsOf(text)];
  const joined = (isGit: boolean) =>
    parts.flatMap(([key, part]) => (outside.includes(key) === isGit ? [part] : [])).join("\n");
  return { own: joined(false), git: joined(true) };
}
