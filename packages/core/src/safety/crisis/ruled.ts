// Finds danger with phrases and rules that people wrote. The rules combine meanings. It is linear in the text and never
// throws.
//
// The steps are: mistyped words are repaired, idioms are removed, the words of each language become meanings, and RULES
// combine the meanings. scale.ts judges texts without a rule; danger.ts combines both results. A language without
// spaces between words, or whose words change inside, uses patterns of pieces instead of words.
import { folded } from "../../folding.ts";
import { type PhraseMatch, phraseMatcher, wordsIn } from "../phrases.ts";
import { STOP, type Word, wordsOf } from "../words.ts";
import { weightOfCues, weightOfRequest } from "./cues.ts";
import { CERTAIN, LANGUAGES, type Meaning, PARTS, POSSIBLE, SCRIPTS, TOPICS } from "./lexicon.ts";
import { RULES, type Rule, type RuledKind, type RuledTier } from "./rules.ts";
import { repairer } from "./typos.ts";

const GAP = 8;
/** The end of a sentence. No pattern continues beyond it. */
const END = "。";

/** Returns the text in one form: without spaces, without vowel marks of Arabic, and without variants of letters. */
export function squeezed(text: string): string {
  return folded(text)
    .toLowerCase()
    .replace(/[.?!。？！؟।;\n]/g, END)
    .replace(/[\u064b-\u0652\u0670\u0640\p{Cf}]/gu, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ى/g, "ي")
    .replace(/ة/g, "ه")
    .replace(/[^\p{L}\p{M}\p{N}。〇]/gu, "");
}

type Pattern = readonly (readonly string[])[];

/**
 * A pattern is a list of pieces. Each piece has alternatives. Up to GAP signs of the same sentence may be between two
 * pieces. Spaces do not count. The work per sign is constant, for any text.
 *
 *     `薬|錠剤 / 全部飲|一気に飲`     one of the first, then one of the second
 */
export function pattern(source: string): Pattern {
  return source.split("/").map((piece) => piece.split("|").map(squeezed).filter(Boolean));
}

/** Returns the position of a pattern in a squeezed text, or undefined. */
export function findPattern([first, ...rest]: Pattern, text: string): { from: number; to: number } | undefined {
  for (const start of first ?? [])
    for (let from = text.indexOf(start); from >= 0; from = text.indexOf(start, from + 1)) {
      const to = follow(rest, text, from + start.length);
      if (to !== undefined) return { from, to };
    }
  return undefined;
}

function follow([next, ...rest]: Pattern, text: string, at: number): number | undefined {
  if (next === undefined) return at;
  for (let gap = 0; gap <= GAP; gap++) {
    if (gap > 0 && (text[at + gap - 1] ?? END) === END) return undefined;
    for (const piece of next)
      if (text.startsWith(piece, at + gap)) {
        const to = follow(rest, text, at + gap + piece.length);
        if (to !== undefined) return to;
      }
  }
  return undefined;
}

/** Returns the text in which each match of the patterns is blanked out. */
export function without(patterns: readonly Pattern[], text: string): string {
  let left = text;
  for (const one of patterns)
    for (let found = findPattern(one, left); found; found = findPattern(one, left))
      left = left.slice(0, found.from) + "〇".repeat(found.to - found.from) + left.slice(found.to);
  return left;
}

export type Ruled = {
  readonly tier: RuledTier;
  readonly kind: RuledKind;
  /** The name of the rule, for the log. It never contains the person's words. */
  readonly signal: string;
};

const scripts = SCRIPTS.map(({ clear, possible, urgent, overdose, harmless }) => ({
  clear: clear.map(pattern),
  possible: possible.map(pattern),
  urgent: urgent.map(pattern),
  overdose: overdose.map(pattern),
  harmless: harmless.map(pattern),
}));

const named = Object.entries(LANGUAGES).flatMap(([language, lexicon]) =>
  Object.entries(lexicon).map(([meaning, phrases]) => ({ language, meaning: meaning as Meaning, phrases })),
);
const listsOf = (wanted: (meaning: Meaning) => boolean) =>
  Object.fromEntries(
    named
      .filter(({ meaning }) => wanted(meaning))
      .map(({ language, meaning, phrases }) => [`${language} ${meaning}`, phrases]),
  );
const harmlessIn = phraseMatcher(listsOf((meaning) => meaning === "harmless"));
const meaningsIn = phraseMatcher(listsOf((meaning) => meaning !== "harmless"));
const certainIn = phraseMatcher(CERTAIN);
const possibleIn = phraseMatcher(POSSIBLE);
const topicsIn = phraseMatcher(TOPICS);
const COMMON: ReadonlySet<Meaning> = new Set(PARTS);
/** True for meanings into which mistyped words may be repaired. Common words of a sentence are not among them. */
const isOfDanger = (meaning: Meaning) => meaning !== "harmless" && meaning !== "fiction" && !COMMON.has(meaning);
/** A longer beginning, such as `suicid*`, stands for one word. The rest of that word may be mistyped. */
const SHORT_START = 5;
const ofDanger = wordsIn([
  ...named.filter(({ meaning }) => isOfDanger(meaning)).flatMap(({ phrases }) => phrases),
  ...[CERTAIN, POSSIBLE, TOPICS].flatMap((lists) => Object.values(lists).flat()),
  "suicide suicidal",
]);
const ofOthers = wordsIn(named.filter(({ meaning }) => !isOfDanger(meaning)).flatMap(({ phrases }) => phrases));
const repaired = repairer(ofDanger.words, ofOthers.words, [
  ...ofDanger.starts.filter((start) => start.length <= SHORT_START),
  ...ofOthers.starts,
]);

/** A message with at most this many words is short. */
const SHORT_MESSAGE = 80;
/**
 * In a long text, words are near each other by chance. So a rule of common words, or despair, needs this much weight of
 * cues there.
 */
const SUPPORT = 0.8;
const isWeak = ({ tier, needs }: Rule) =>
  tier === "possible" && needs.some((meaning) => COMMON.has(meaning) || meaning === "despair");

const TIERS: readonly RuledTier[] = ["possible", "certain", "physical"];

/**
 * Returns the gravest danger that a rule or a phrase finds, or undefined. `strength` is the needed strength of weak
 * cues together. Only the bench changes it.
 */
export function ruledDanger(text: string, strength = 1): Ruled | undefined {
  const found = [...inWords(text, strength), ...inPieces(text)];
  const grave = TIERS.findLast((tier) => found.some((danger) => danger.tier === tier));
  const first = found.find((danger) => danger.tier === grave);
  // If a rule finds that the person did it themselves, the body in danger is the person's own.
  const isOwn = found.some(({ tier, kind }) => kind === "self" && tier !== "possible");
  return first && { ...first, kind: isOwn ? "self" : first.kind };
}

function inWords(text: string, strength: number): Ruled[] {
  const words = withoutIdioms(joined(wordsOf(text)).map((word) => ({ ...word, text: repaired(word.text) })));
  const mentions = meaningsIn(words).map((match) => ({ ...match, ...read(match.name) }));
  const tales = mentions.filter(({ meaning }) => meaning === "fiction").map(({ from }) => from);
  const own = (tier: "certain" | "possible") => (match: PhraseMatch) => ({
    tier,
    kind: match.name === "others" ? ("other" as const) : ("self" as const),
    signal: match.name,
    at: match,
  });
  const cueWeight = weightOfCues(words);
  const supported = words.length <= SHORT_MESSAGE || cueWeight >= SUPPORT;
  const found = [
    ...RULES.flatMap((rule) => (supported || !isWeak(rule) ? places(rule, mentions, words) : [])),
    ...certainIn(words).map(own("certain")),
    ...possibleIn(words).map(own("possible")),
    ...(words.length <= SHORT_MESSAGE ? topicsIn(words).map(own("possible")) : []),
    ...glued(words),
  ].flatMap(({ at, ...danger }) => framed(danger, at, { words, tales, own: isOwn(at, mentions, words) }));
  const cues: Ruled[] =
    cueWeight >= strength || (words.length <= SHORT_MESSAGE && weightOfRequest(words) >= strength)
      ? [{ tier: "possible", kind: "self", signal: "cues" }]
      : [];
  return [...found, ...cues];
}

/** Two words that the lists write as one. */
const JOINED: Readonly<Record<string, string>> = {
  "any more": "anymore",
  "any longer": "anymore",
  "no one": "noone",
  "every time": "everytime",
  "my self": "myself",
  "your self": "yourself",
};

function joined(words: readonly Word[]): Word[] {
  const out: Word[] = [];
  for (const word of words) {
    const last = out.at(-1);
    const both = last && JOINED[`${last.text} ${word.text}`];
    if (last && both) out[out.length - 1] = { text: both, start: last.start, end: word.end };
    else out.push(word);
  }
  return out;
}

function read(name: string): { language: string; meaning: Meaning } {
  const [language = "", meaning] = name.split(" ");
  return { language, meaning: meaning as Meaning };
}

type Span = { readonly from: number; readonly to: number };
type Mention = Span & { readonly language: string; readonly meaning: Meaning };
type Found = Ruled & { readonly at: Span };

/** Removes the words of idioms, so that they are not read as danger. */
function withoutIdioms(words: readonly Word[]): Word[] {
  const left = [...words];
  for (const { from, to } of harmlessIn(words))
    for (let i = from; i < to; i++) {
      const word = left[i];
      if (word && word.text !== STOP) left[i] = { ...word, text: "·" };
    }
  return left;
}

/** Returns where a rule matches: near each mention of its first meaning, in the same language and sentence. */
function places({ tier, kind, needs, within }: Rule, mentions: readonly Mention[], words: readonly Word[]): Found[] {
  const [first, ...others] = needs;
  return mentions.flatMap((anchor, i) => {
    if (anchor.meaning !== first) return [];
    const around = neighbours(mentions, i, within);
    const near = others.map((meaning) =>
      around.find(
        (other) =>
          other.meaning === meaning &&
          other.language === anchor.language &&
          distance(anchor, other) <= within &&
          (within > SENTENCE || sameSentence(anchor, other, words)),
      ),
    );
    if (!near.every((other) => other !== undefined)) return [];
    const all = [anchor, ...near];
    const at = { from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) };
    return [{ tier, kind, signal: needs.join("+"), at }];
  });
}

/** The largest length of a phrase, in words. */
const LONGEST = 24;

/** Returns the mentions that begin near one mention. Mentions are in the order of the text, so only a few are checked. */
function neighbours(mentions: readonly Mention[], i: number, within: number): readonly Mention[] {
  const at = mentions[i]?.from ?? 0;
  const isNear = (other: Mention | undefined) => other !== undefined && Math.abs(other.from - at) <= within + LONGEST;
  let first = i;
  let last = i;
  while (isNear(mentions[first - 1])) first--;
  while (isNear(mentions[last + 1])) last++;
  return mentions.slice(first, last + 1);
}

/** A rule with a larger distance than this also looks into the next sentence. */
const SENTENCE = 10;

/** Returns the number of words between two spans. */
function distance(a: Span, b: Span): number {
  return Math.max(0, Math.max(a.from, b.from) - Math.min(a.to, b.to));
}

function sameSentence(a: Span, b: Span, words: readonly Word[]): boolean {
  return words.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)).every(({ text }) => text !== STOP);
}

/** Words that people type without a space. */
const GLUED = [
  "killmyself",
  "killingmyself",
  "wanttodie",
  "wannadie",
  "endmylife",
  "wanttokill",
  "commitsuicide",
  "hangmyself",
];

function glued(words: readonly Word[]): Found[] {
  return words.flatMap(({ text }, i) =>
    GLUED.some((part) => text.includes(part))
      ? [{ tier: "certain", kind: "self", signal: "glued", at: { from: i, to: i + 1 } } as const]
      : [],
  );
}

const DENIED = new Set("not dont wont never cant didnt wouldnt isnt arent no nobody".split(" "));
const AVOIDED = new Set(
  "avoid avoiding not dont without prevent stop stopping never help support talk talking friend".split(" "),
);
const OTHERS = new Set(
  "he she they people someone somebody anyone who you friend sister brother mother father mom mum dad son daughter wife husband character patients teens students users".split(
    " ",
  ),
);
const SELF = new Set(["i", "im", "ive", "id", "ill", "me", "my", "myself", "we"]);
const LOOK_BACK = 4;

/**
 * Lowers a finding by the words around it. In a sentence about a film or a book nothing is `certain`. The same applies
 * after "I would never", or when another person is meant.
 */
function framed(
  danger: Ruled,
  at: Span,
  { words, tales, own }: { readonly words: readonly Word[]; readonly tales: readonly number[]; readonly own: boolean },
): Ruled[] {
  const told = tales.some((tale) => sameSentence({ from: tale, to: tale + 1 }, at, words));
  if (danger.tier === "physical") return told ? [] : [danger];
  const before: string[] = [];
  for (let i = at.from - 1; i >= 0 && before.length < LOOK_BACK; i--) {
    const word = words[i]?.text ?? STOP;
    if (word === STOP) break;
    before.push(word);
  }
  const denied = before.slice(0, 2).some((word) => DENIED.has(word));
  const inside = words.slice(at.from, at.to).some(({ text }) => SELF.has(text));
  const nearest = before.find((word) => OTHERS.has(word) || SELF.has(word));
  const other = !inside && nearest !== undefined && OTHERS.has(nearest);
  const asks = ["harm_plan", "how", "ask", "hurt"].some((part) => danger.signal.includes(part));
  const avoided = asks && words.slice(at.from, at.to).some(({ text }) => AVOIDED.has(text));
  if (other && danger.kind === "self") return [{ ...danger, tier: "possible", kind: "other" }];
  return [told || denied || avoided || !own ? { ...danger, tier: "possible" } : danger];
}

/**
 * In a long text a wish counts as the writer's own only near words of the first person: in its sentence in English,
 * anywhere in other languages.
 */
function isOwn(at: Span, mentions: readonly Mention[], words: readonly Word[]): boolean {
  if (words.length <= SHORT_MESSAGE) return true;
  return mentions.some(
    ({ meaning, language, ...where }) => meaning === "me" && (language !== "en" || sameSentence(where, at, words)),
  );
}

const OTHER_SCRIPT = /[\u0600-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u1100-\u11ff]/;

function inPieces(text: string): Ruled[] {
  if (!OTHER_SCRIPT.test(text)) return [];
  const whole = squeezed(text);
  return scripts.flatMap((script) => {
    const left = without(script.harmless, whole);
    const has = (patterns: readonly ReturnType<typeof pattern>[]) => patterns.some((one) => findPattern(one, left));
    return [
      ...(has(script.overdose) ? [{ tier: "physical", kind: "self", signal: "overdose" } as const] : []),
      ...(has(script.urgent) ? [{ tier: "physical", kind: "body", signal: "urgent" } as const] : []),
      ...(has(script.clear) ? [{ tier: "certain", kind: "self", signal: "clear" } as const] : []),
      ...(has(script.possible) ? [{ tier: "possible", kind: "self", signal: "possible" } as const] : []),
    ];
  });
}
