import lists from "./words.json" with { type: "json" };

/**
 * Other ways to type a word: chat short forms, and British and American spellings. They stand in
 * data/words/memory/everyday.jsonl, each line one group. Texts and queries read every word of a group as the group's first
 * word.
 */
const SPELLINGS = groups(lists.everyday.spellings);

/**
 * Words for the same thing, where one person asks with one and another person tells with another: family, pets, home,
 * work, leisure. A query finds the other words of a group at a lower weight. This is general English and not a
 * thesaurus: a group holds only words that replace each other when people tell of their days.
 */
const KINDRED = groups(lists.everyday.kindred);

const SPELLING = new Map(
  SPELLINGS.flatMap(([written = "", ...variants]) => variants.map((variant) => [variant, written] as const)),
);
const KIN = new Map<string, string[]>();
for (const line of KINDRED)
  for (const word of line) KIN.set(word, [...(KIN.get(word) ?? []), ...line.filter((other) => other !== word)]);

/** "bday" → "birthday", "colour" → "color". Any other word stays as it is. */
export function spelledOut(word: string): string {
  return SPELLING.get(word) ?? word;
}

/** Returns each word with the words that a text may use in its place. */
export function kindredWords(): Iterable<readonly [string, readonly string[]]> {
  return KIN;
}

function groups(lines: readonly string[]): string[][] {
  return lines.map((line) => line.split(" "));
}
