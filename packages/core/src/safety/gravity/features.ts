/**
 * The features that the scale reads from a text: concepts, pairs of concepts near each other, words, pairs of words,
 * and pieces of words. The pieces help with word endings and typing slips. Concepts are the same in all languages.
 */
import { languageOf } from "../crisis/language.ts";
import { isUnspaced, type Matcher, wordsIn } from "./concepts.ts";

/** The weight of each kind of feature. */
const COUNTS = {
  ...{ concept: 1, near: 0.6, together: 0.5, row: 0.5 },
  ...{ word: 0.3, pair: 0.24, apart: 0.13, piece: 0.1, sign: 0.12, signs: 0.21 },
} as const;
const PIECES = [3, 4, 5] as const;
/** The lengths of text pieces in scripts without spaces, and in Korean, whose words change inside. */
const [UNSPACED_PIECES, HANGUL_PIECES] = [
  [1, 2, 3, 4],
  [1, 2, 3],
];
const HANGUL = /\p{Script=Hangul}/u;
/** Two concepts up to this many words apart count as near. */
const NEAR = 4;

/** How many bits of its hash give a feature its place. Features with the same bits share a place. */
const PLACE_BITS = 17;
export const PLACES = 1 << PLACE_BITS;

export type Vector = { readonly places: Int32Array; readonly weights: Float32Array };
/** `known` is true when some word has a concept. */
type Features = Vector & { readonly known: boolean };

/** Returns the features of a text by place, each with its weight. The vector has length 1. */
export function featuresOf(text: string, matchers: Readonly<Record<string, Matcher>>): Features {
  const found = new Map<number, number>();
  const add = (name: string, weight: number) => {
    const place = placeOf(name);
    if (weight > (found.get(place) ?? 0)) found.set(place, weight);
  };
  const words = wordsIn(text);
  addWords(words, add);
  const concepts = conceptsAt(text, words, matchers);
  addConcepts(concepts, words.some(isUnspaced), add);
  const length = Math.hypot(...found.values()) || 1;
  return {
    places: Int32Array.from(found.keys()),
    weights: Float32Array.from(found.values(), (weight) => weight / length),
    known: concepts.some((one) => one.length > 0),
  };
}

/** Returns the concepts of a text's words, in the language of the text. */
export function conceptsOf(text: string, matchers: Readonly<Record<string, Matcher>>): ReadonlySet<string> {
  return new Set(conceptsAt(text, wordsIn(text), matchers).flat());
}

function conceptsAt(text: string, words: readonly string[], matchers: Readonly<Record<string, Matcher>>) {
  return matchers[languageIn(text, words, matchers)]?.match(words) ?? [];
}

/**
 * Returns the language of a text: by its script and small words, or else the language whose lists know most of its
 * words.
 */
function languageIn(text: string, words: readonly string[], matchers: Readonly<Record<string, Matcher>>): string {
  const told = languageOf(text);
  if (told !== undefined) return told;
  const known = Object.entries(matchers).map(([language, { known }]) => ({ language, count: known(words) }));
  return known.reduce((best, one) => (one.count > best.count ? one : best), { language: "en", count: 0 }).language;
}

type Add = (name: string, weight: number) => void;

function addWords(words: readonly string[], add: Add): void {
  for (const word of words) {
    if (isUnspaced(word)) {
      addPieces("u", word, UNSPACED_PIECES, add);
      continue;
    }
    if (HANGUL.test(word)) addPieces("k", word, HANGUL_PIECES, add);
    add(`w${word}`, COUNTS.word);
    const bounded = `<${word}>`;
    for (const letters of PIECES)
      for (let i = 0; i + letters <= bounded.length; i++) add(`c${bounded.slice(i, i + letters)}`, COUNTS.piece);
  }
  const framed = ["^", ...words, "$"];
  for (let i = 1; i < framed.length; i++) add(`p${framed[i - 1]} ${framed[i]}`, COUNTS.pair);
  for (let i = 2; i < words.length; i++) add(`a${words[i - 2]} ${words[i]}`, COUNTS.apart);
}

function addPieces(kind: string, word: string, lengths: readonly number[], add: Add): void {
  for (const letters of lengths)
    for (let i = 0; i + letters <= word.length; i++)
      add(`${kind}${word.slice(i, i + letters)}`, letters === 1 ? COUNTS.sign : COUNTS.signs);
}

/**
 * Adds the concepts of a text, and the pairs of concepts near each other. A text without spaces counts as one word, so
 * there two concepts of one word are a pair too.
 */
function addConcepts(found: readonly (readonly string[])[], isUnspaced: boolean, add: Add): void {
  const all = found.flatMap((concepts, at) => [...new Set(concepts)].map((concept) => ({ concept, at })));
  for (const { concept } of all) add(`C${concept}`, COUNTS.concept);
  for (const [i, a] of all.entries())
    for (const b of all.slice(i + 1)) {
      const distance = b.at - a.at;
      if (a.concept === b.concept || (distance === 0 && !isUnspaced)) continue;
      add(`J${[a.concept, b.concept].sort().join(" ")}`, COUNTS.together);
      if (distance > 0 && distance <= NEAR) add(`N${a.concept} ${b.concept}`, COUNTS.near);
    }
  const rows = found.map((concepts) => [...new Set(concepts)].slice(0, 2)).filter((concepts) => concepts.length > 0);
  for (let i = 2; i < rows.length; i++)
    for (const a of rows[i - 2] ?? [])
      for (const b of rows[i - 1] ?? []) for (const c of rows[i] ?? []) add(`T${a} ${b} ${c}`, COUNTS.row);
}

/** Returns the place of a feature: FNV-1a over UTF-16 units, folded. */
function placeOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return ((hash >>> (32 - PLACE_BITS)) ^ hash) & (PLACES - 1);
}

/** The classes of a text. The first is harmless. */
export const CLASSES = ["none", "die", "hurt", "body", "violence", "other", "medicine"] as const;
export type GravityClass = (typeof CLASSES)[number];

/**
 * Adds weight × row of the model, for each feature, to the scores of the classes. `model` is ordered by place and
 * class.
 */
export function addScores(scores: Float64Array, model: Float32Array | Int8Array, { places, weights }: Vector): void {
  const classes = scores.length;
  for (let i = 0; i < places.length; i++) {
    const at = (places[i] as number) * classes;
    const weight = weights[i] as number;
    for (let c = 0; c < classes; c++) scores[c] = (scores[c] as number) + weight * (model[at + c] as number);
  }
}

/** Turns scores into shares that add up to 1, in place. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  let sum = 0;
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp((scores[c] as number) - most);
  for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] as number) / sum;
  return scores;
}
