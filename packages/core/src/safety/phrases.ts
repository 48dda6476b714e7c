/**
 * Finds phrases in words. It is used instead of regular expressions. From each start it follows a list of slots with
 * limited gaps and does not backtrack, so the work per word is constant for any text.
 *
 *   `kill|hang myself`      one of the alternatives, then a word
 * `suicid*`               any word with this beginning (at least three letters in the first place)
 * `..3`                   up to three words of the same sentence
 * `~3`                    up to three words, even beyond the end of a sentence
 * `really|just?`          one of them, or nothing
 * `!of|laughing`          the next word is not one of these
 *   `$`                     the sentence ends here; also as one of the alternatives: `now|$`
 *
 * Words are listed in normal spelling, and compared in the form of words.ts.
 */
import { formOf, STOP, type Word } from "./words.ts";

type Words = { readonly exact: ReadonlySet<string>; readonly prefixes: readonly string[]; readonly orEnd: boolean };
type Slot =
  | ({ readonly kind: "word" | "not" | "maybe" } & Words)
  | { readonly kind: "gap"; readonly most: number; readonly crossing: boolean };

type Phrase = { readonly name: string; readonly slots: readonly Slot[] };

/** The words `from` (inclusive) to `to` (exclusive) match a phrase of the list `name`. */
export type PhraseMatch = { readonly name: string; readonly from: number; readonly to: number };

const PREFIX_KEY = 3;

/**
 * Returns a matcher for named lists of phrases. Throws for a phrase that cannot be parsed, which is a mistake in the
 * source.
 */
export function phraseMatcher(
  named: Readonly<Record<string, readonly string[]>>,
): (words: readonly Word[]) => PhraseMatch[] {
  const byWord = new Map<string, Phrase[]>();
  const byPrefix = new Map<string, Phrase[]>();
  for (const [name, sources] of Object.entries(named))
    for (const source of sources) {
      const phrase = { name, slots: source.split(" ").map(slotOf) };
      const [first] = phrase.slots;
      if (first?.kind !== "word") throw new Error(`a phrase starts with a word: ${source}`);
      for (const word of first.exact) push(byWord, word, phrase);
      for (const prefix of first.prefixes) {
        if (prefix.length < PREFIX_KEY) throw new Error(`too short a start: ${source}`);
        push(byPrefix, prefix.slice(0, PREFIX_KEY), phrase);
      }
    }
  return (words) => {
    const matches: PhraseMatch[] = [];
    for (const [from, word] of words.entries()) {
      const starting = [...(byWord.get(word.text) ?? []), ...(byPrefix.get(word.text.slice(0, PREFIX_KEY)) ?? [])];
      for (const phrase of starting) {
        const to = follow(phrase.slots, words, from);
        if (to !== undefined) matches.push({ name: phrase.name, from, to });
      }
    }
    return matches;
  };
}

/** Returns all words of the phrases, in the form in which they are compared, and all beginnings of words (`suicid*`). */
export function wordsIn(sources: readonly string[]): { readonly words: string[]; readonly starts: string[] } {
  const slots = sources.flatMap((source) => source.split(" ").map(slotOf)).filter((slot) => "exact" in slot);
  return {
    words: slots.filter(({ kind }) => kind !== "not").flatMap(({ exact }) => [...exact]),
    starts: slots.flatMap(({ prefixes }) => prefixes),
  };
}

function push(map: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const list = map.get(key);
  if (list) list.push(phrase);
  else map.set(key, [phrase]);
}

function slotOf(source: string): Slot {
  const most = Number(source.slice(source.startsWith("..") ? 2 : 1));
  if (source.startsWith("..") || source.startsWith("~")) {
    if (!Number.isInteger(most) || most < 1) throw new Error(`not a gap: ${source}`);
    return { kind: "gap", most, crossing: source.startsWith("~") };
  }
  const kind = source.startsWith("!") ? "not" : source.endsWith("?") ? "maybe" : "word";
  const alternatives = source
    .slice(kind === "not" ? 1 : 0, kind === "maybe" ? -1 : undefined)
    .split("|")
    .map(formOf);
  if (alternatives.includes("")) throw new Error(`an empty alternative: ${source}`);
  return {
    kind,
    orEnd: alternatives.includes("$"),
    exact: new Set(alternatives.filter((word) => !word.endsWith("*") && word !== "$")),
    prefixes: alternatives.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1)),
  };
}

/** Returns the earliest end of the phrase that starts at `from`, or undefined when the phrase does not match. */
function follow(slots: readonly Slot[], words: readonly Word[], from: number): number | undefined {
  let places = new Set([from]);
  for (const slot of slots) {
    const next = new Set<number>();
    for (const place of places) step(slot, words, place, next);
    if (next.size === 0) return undefined;
    places = next;
  }
  return Math.min(...places);
}

function step(slot: Slot, words: readonly Word[], place: number, next: Set<number>): void {
  const word = words[place]?.text;
  const ended = word === undefined || word === STOP;
  switch (slot.kind) {
    case "word":
      if (word !== undefined && among(slot, word)) next.add(place + 1);
      else if (slot.orEnd && ended) next.add(place);
      return;
    case "maybe":
      next.add(place);
      if (word !== undefined && among(slot, word)) next.add(place + 1);
      return;
    case "not":
      if (!(slot.orEnd && ended) && (word === undefined || !among(slot, word))) next.add(place);
      return;
    case "gap":
      next.add(place);
      for (let skipped = 1; skipped <= slot.most; skipped++) {
        const passed = words[place + skipped - 1];
        if (passed === undefined || (passed.text === STOP && !slot.crossing)) return;
        next.add(place + skipped);
      }
  }
}

function among(slot: Words, word: string) {
  return slot.exact.has(word) || slot.prefixes.some((prefix) => word.startsWith(prefix));
}

/**
 * Returns the lists in which each `{NAME}` is replaced by the part of their folder with that name. Throws when there is
 * no such part.
 */
export function filled<Name extends string>(
  lists: Readonly<Record<Name, readonly string[]>>,
  parts: Readonly<Record<string, string>>,
): Record<Name, string[]> {
  const fill = (phrase: string) =>
    phrase.replace(/\{(\w{1,30})\}/g, (_, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`no part ${name}`);
      return part;
    });
  const entries = Object.entries<readonly string[]>(lists);
  return Object.fromEntries(entries.map(([name, phrases]) => [name, phrases.map(fill)])) as Record<Name, string[]>;
}
