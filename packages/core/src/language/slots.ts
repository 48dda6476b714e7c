/**
 * Finds the slots of an intent in a message. It learns the words around a slot from the examples: the words before
 * "call mum" in "remind me to call mum" also stand before other texts of reminders.
 */
import type { Intent, IntentExample, IntentSlot } from "@waldo/contracts";

type Token = { readonly word: string; readonly from: number; readonly to: number };

/** The words before and after a slot in one example. In `before` the nearest word is last, in `after` it is first. */
type Around = { readonly before: readonly string[]; readonly after: readonly string[] };

export type SlotFinder = { find(text: string): string | undefined };

const WORD = /[dD](?=['’])|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Words of courtesy, and words that remain when a time is removed. They do not belong to a slot. */
const COURTESIES = new Set(
  (
    "please pls plz thanks thx thank you waldo hey hi hello ok okay so and then also just " +
    "bitte danke mal und dann noch auch por favor gracias porfa y también s'il te vous plaît plait stp svp merci et aussi"
  ).split(" "),
);
const LEFT_OVER = new Set(
  "at on by in until till til for from @ um am bis gegen ab a la las el hasta desde para à le la jusqu'à dès vers pour of um".split(
    " ",
  ),
);

/** Words before a slot that do not belong to it, such as "to" in "to water the plants". */
const LEADS = new Set("to that about of zu dass daran an de que para d".split(" "));

/** "My sister's name is Clara" is about the person's sister. */
const POSSESSIVES = new Set(
  "my our mein meine meinen meiner meinem unser unsere mi mis nuestro nuestra mon ma mes notre nos".split(" "),
);

function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map((found) => ({
    word: found[0].toLowerCase().replaceAll("’", "'").replaceAll("-", ""),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** Returns a finder for one slot of an intent. times.ts has removed the slots of time from the message before. */
export function slotFinder({ examples }: Pick<Intent, "examples">, slot: IntentSlot): SlotFinder {
  const contexts = examples.flatMap((example) => aroundOf(example, slot) ?? []);
  const befores = indexOf(contexts.map(({ before }) => before.toReversed()));
  const afters = indexOf(contexts.map(({ after }) => after));
  const bare = new Set(contexts.map(({ before, after }) => bareOf([...before, ...after])));
  return {
    find(text) {
      const tokens = withoutEnd(trimmed(tokensOf(text), COURTESIES));
      // If the words are only those around a text, as in "remind me", there is no text.
      if (slot === "text" && bare.has(bareOf(tokens.map(({ word }) => word)))) return undefined;
      const start = bestStart(tokens, befores);
      const end = bestEnd(tokens, start, afters);
      const inside = trimmed(tokens.slice(start, end), LEFT_OVER);
      while (inside.length > 1 && LEADS.has(inside[0]?.word ?? "")) inside.shift();
      const before = tokens[tokens.indexOf(inside[0] as Token) - 1];
      if (inside[0] && before && POSSESSIVES.has(before.word)) inside.unshift(before);
      const [first, last] = [inside[0], inside.at(-1)];
      return first && last ? withSigns(text, first.from, last.to) : undefined;
    },
  };
}

/** Returns the words around a slot in one line, without a last word that only introduces the slot. */
function bareOf(words: readonly string[]): string {
  return (LEADS.has(words.at(-1) ?? "") ? words.slice(0, -1) : words).join(" ");
}

/** Returns the words with signs that belong to them: "+49", "C++", "20 %", "(twice)". */
function withSigns(text: string, from: number, to: number): string {
  const before = /[+#@€$£]{1,3}$/u.exec(text.slice(Math.max(0, from - 3), from))?.[0].length ?? 0;
  const after = /^[+#€$£%°]{1,3}/u.exec(text.slice(to, to + 3))?.[0].length ?? 0;
  const words = text.slice(from - before, to + after);
  const isOpen = words.lastIndexOf("(") > words.lastIndexOf(")");
  return isOpen && text[to + after] === ")" ? `${words})` : words;
}

function aroundOf({ parts }: IntentExample, slot: IntentSlot): Around | undefined {
  const at = parts.findIndex((part) => part.slot === slot);
  if (at < 0) return undefined;
  // A time between the words is also removed from a message, so the words around it become neighbours.
  const words = (some: IntentExample["parts"]) =>
    some.filter((part) => part.slot === undefined).flatMap(({ text }) => tokensOf(text).map(({ word }) => word));
  const strip = (list: string[]) => list.filter((word) => !COURTESIES.has(word) || list.length > 3);
  const after = strip(words(parts.slice(at + 1)));
  while (LEFT_OVER.has(after.at(-1) ?? "")) after.pop();
  return { before: strip(words(parts.slice(0, at))), after };
}

/** All prefixes of the known word sequences, and those that are complete. */
type Known = { readonly begun: ReadonlySet<string>; readonly whole: ReadonlySet<string> };

function indexOf(sequences: readonly (readonly string[])[]): Known {
  const begun = new Set<string>();
  const whole = new Set<string>();
  for (const words of sequences) {
    for (let i = 1; i <= words.length; i++) begun.add(words.slice(0, i).join(" "));
    whole.add(words.join(" "));
  }
  return { begun, whole };
}

/** A context with fewer words counts only at the edge of the message. */
const LEAST_CONTEXT = 2;

/**
 * Returns the start of the slot: after the longest known context. A context at the beginning of the message is
 * preferred.
 */
function bestStart(tokens: readonly Token[], { begun, whole }: Known): number {
  let best = { start: 0, score: 0 };
  for (let start = 1; start < tokens.length; start++) {
    let words = "";
    let score = 0;
    for (let i = start - 1; i >= 0; i--) {
      words = words === "" ? (tokens[i]?.word ?? "") : `${words} ${tokens[i]?.word}`;
      if (!begun.has(words)) break;
      const length = start - i;
      const atEdge = i === 0 && whole.has(words);
      if (atEdge || length >= LEAST_CONTEXT) score = length + (atEdge ? 2 : 0);
    }
    if (score > best.score) best = { start, score };
  }
  return best.start;
}

/** Returns the end of the slot: before the longest known context at the end of the message. */
function bestEnd(tokens: readonly Token[], start: number, { whole }: Known): number {
  for (let end = start + 1; end < tokens.length; end++) {
    const rest = tokens
      .slice(end)
      .map(({ word }) => word)
      .join(" ");
    if (whole.has(rest)) return end;
  }
  return tokens.length;
}

/** Returns the words without small words at the end that belonged to a removed time. */
function withoutEnd(tokens: readonly Token[]): Token[] {
  let to = tokens.length;
  while (to > 0 && LEFT_OVER.has(tokens[to - 1]?.word ?? "")) to--;
  return tokens.slice(0, to);
}

function trimmed(tokens: readonly Token[], words: ReadonlySet<string>): Token[] {
  let [from, to] = [0, tokens.length];
  while (from < to && words.has(tokens[from]?.word ?? "")) from++;
  while (to > from && words.has(tokens[to - 1]?.word ?? "")) to--;
  return tokens.slice(from, to);
}
