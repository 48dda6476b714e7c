import lists from "./words.json" with { type: "json" };

/**
 * Other spellings of a word: short forms of chats, and British and American spellings. They are in
 * data/words/memory/everyday.jsonl, one group per line. In texts and queries every word of a group is read as the
 * group's first word.
 */
const SPELLINGS = groups(lists.everyday.spellings);

/**
 * Words with the same meaning in everyday stories: family, pets, home, work, leisure. The person may use one word in a
 * story and another in a question. A query also finds the other words of a group, at a lower weight. This is not a
 * complete thesaurus: a group holds only words that people use for each other when they tell about their days.
 */
const KINDRED = groups(lists.everyday.kindred);

const SPELLING = new Map(
  SPELLINGS.flatMap(([written = "", ...variants]) => variants.map((variant) => [variant, written] as const)),
);
const KIN = new Map<string, string[]>();
for (const line of KINDRED)
  for (const word of line) KIN.set(word, [...(KIN.get(word) ?? []), ...line.filter((other) => other !== word)]);

/** Returns the common spelling: "bday" → "birthday", "colour" → "color". Any other word is returned unchanged. */
export function spelledOut(word: string): string {
  return SPELLING.get(word) ?? word;
}

/** Returns each word with the words that a text may use instead. */
export function kindredWords(): Iterable<readonly [string, readonly string[]]> {
  return KIN;
}

function groups(lines: readonly string[]): string[][] {
  return lines.map((line) => line.split(" "));
}
