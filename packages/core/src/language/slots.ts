/**
 * Finds the slots of an intent in a message. The words around a slot are learned from the examples: what stands before
 * "call mum" in "remind me to call mum" also stands before what another person wants to be reminded of.
 */
import type { Intent, IntentExample, IntentSlot } from "@waldo/contracts";

type Token = { readonly word: string; readonly from: number; readonly to: number };

/** The words that stand before and after a slot in one example, nearest last and first. */
type Around = { readonly before: readonly string[]; readonly after: readonly string[] };

export type SlotFinder = { find(text: string): string | undefined };

const WORD = /[dD](?=['’])|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** Words of courtesy, and words that are left over where a time was taken out. They are no part of a slot. */
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

/** Words that lead to what is meant and are no part of it: "to water the plants". */
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

/** Returns a finder for one slot of an intent. Slots of time are taken out of a message before, by times.ts. */
export function slotFinder({ examples }: Pick<Intent, "examples">, slot: IntentSlot): SlotFinder {
  const contexts = examples.flatMap((example) => aroundOf(example, slot) ?? []);
  const befores = indexOf(contexts.map(({ before }) => before.toReversed()));
  const afters = indexOf(contexts.map(({ after }) => after));
  const bare = new Set(contexts.map(({ before, after }) => bareOf([...before, ...after])));
  return {
    find(text) {
      const tokens = withoutEnd(trimmed(tokensOf(text), COURTESIES));
      // "Remind me" is the words around a text without the text.
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

/** Returns the words around a slot in one line, without a last word that only leads to the slot. */
function bareOf(words: readonly string[]): string {
  return (LEADS.has(words.at(-1) ?? "") ? words.slice(0, -1) : words).join(" ");
}

/** Returns the words with the signs that belong to them: "+49", "C++", "20 %", "(twice)". */
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
  // A time between the words is taken out of a message too, so the words around it stand next to each other.
  const words = (some: IntentExample["parts"]) =>
    some.filter((part) => part.slot === undefined).flatMap(({ text }) => tokensOf(text).map(({ word }) => word));
  const strip = (list: string[]) => list.filter((word) => !COURTESIES.has(word) || list.length > 3);
  const after = strip(words(parts.slice(at + 1)));
  while (LEFT_OVER.has(after.at(-1) ?? "")) after.pop();
  return { before: strip(words(parts.slice(0, at))), after };
}

/** All beginnings of the sequences, and which of them are whole. */
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

/** A context of fewer words may stand anywhere, so it counts only at the edge of the message. */
const LEAST_CONTEXT = 2;

/** Returns where the slot begins: after the longest known context, preferring one that the message begins with. */
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

/** Returns where the slot ends: before the longest known context that the message ends with. */
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

/** Without the small words that led to a time which was taken out of the end. */
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
