// Ranks the intents for a message. It learns only from the examples of the intent files. It is a softmax regression.
// Its features are words, pairs of neighbouring words, groups of words with the same meaning, and pieces of words. The
// pieces help with word endings and typing mistakes. The order of learning is fixed, so the same files always give the
// same ranking.
//
// Sources: softmax regression with the step sizes of AdaGrad (J. Duchi et al., JMLR 12, 2011).
import type { Intent } from "@waldo/contracts";
import { hash52 } from "../digest.ts";
import { foldAccents, folded } from "../folding.ts";
import { spelledOut } from "../memory/search/ranking/everyday-words.ts";
import { editDistance, editsAllowed } from "../memory/search/ranking/vocabulary.ts";
import lists from "./words.json" with { type: "json" };

/**
 * Words for the same thing in the languages of the intents. Different words of one group make a message and an example
 * similar. A star stands for any ending, an underscore for a space. The words are in data/words/language/kindred.jsonl,
 * in lower case and without accents.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = lists.kindred;

/** The groups by whole word, and by first letters for words with a star. Phrases are searched in the whole message. */
type Lexicon = {
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly stems: readonly (readonly [string, string])[];
  readonly phrases: readonly (readonly [string, string])[];
};

const LEXICON = read();

function read(): Lexicon {
  const words = new Map<string, string[]>();
  const stems: (readonly [string, string])[] = [];
  const phrases: (readonly [string, string])[] = [];
  for (const [group, lines] of Object.entries(GROUPS))
    for (const item of new Set(lines.join(" ").split(" "))) {
      const text = item.split("_").map(joined).join(" ").trim();
      if (text.includes(" ")) phrases.push([text, group]);
      else if (text.endsWith("*")) stems.push([text.slice(0, -1), group]);
      else words.set(text, [...(words.get(text) ?? []), group]);
    }
  return { words, stems, phrases };
}

const known = new Map<string, readonly string[]>();

/** Returns the groups of a word in its common form. */
function groupsOf(word: string): readonly string[] {
  const before = known.get(word);
  if (before) return before;
  const found = [
    ...(LEXICON.words.get(word) ?? []),
    ...LEXICON.stems.filter(([stem]) => word.startsWith(stem)).map(([, group]) => group),
  ];
  const distinct = [...new Set(found)];
  known.set(word, distinct);
  return distinct;
}

/** Returns the groups whose phrases a message holds. `text` is its words, joined by single spaces. */
function phraseGroups(text: string): readonly string[] {
  const spaced = ` ${text} `;
  return LEXICON.phrases.filter(([phrase]) => spaced.includes(` ${phrase} `)).map(([, group]) => group);
}

/** The intent for messages that fit no other intent. Its file holds examples of such messages. */
export const NO_INTENT = "none";

export type Ranked = { readonly name: string /** 0–1; the shares sum to 1. */; readonly share: number };

type Matcher = {
  /** The intents, the likeliest first. */
  rank(message: string): Ranked[];
};

/** Only this many characters of a message are read. A request stands at its beginning. */
const MOST_CHARS = 400;
/** The lengths of word pieces. Shorter pieces tell little, and longer ones are nearly the word itself. */
const PIECE_LETTERS = [3, 4, 5] as const;
/** The weight of each kind of feature. */
const WEIGHT = { word: 1, pair: 0.8, edge: 0.6, apart: 0.4, group: 0.8, groups: 0.5, piece: 0.35 } as const;

const WORD = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\d+(?:[:.]\d+)*|[?!]/gu;

/** Returns the words of a message in a common form. Any number becomes the same word, and a thumb becomes two words. */
export function wordsOf(message: string): string[] {
  const spelled = message.slice(0, MOST_CHARS).replaceAll("👍", " thumbs up ").replaceAll("👎", " thumbs down ");
  const text = folded(spelled).replaceAll("’", "'").toLowerCase();
  return (text.match(WORD) ?? []).map((word) => (/\d/.test(word) ? "#" : foldAccents(spelledOut(joined(word)))));
}

/** People leave the apostrophe of a short form out: "im", "dont", "whats". */
function joined(word: string): string {
  return word.replace(/'(?=(?:t|m|s|ve)$)/u, "");
}

/** Replaces a word that no example has by the nearest word of the examples: "dentits" → "dentist". */
type Speller = (word: string) => string;

function spellerOf(counts: ReadonlyMap<string, number>): Speller {
  const byLength = new Map<number, string[]>();
  for (const word of [...counts.keys()].sort()) {
    const held = byLength.get(word.length);
    if (held === undefined) byLength.set(word.length, [word]);
    else held.push(word);
  }
  return (word) => {
    const edits = editsAllowed(word);
    if (counts.has(word) || edits === 0) return word;
    let best = { word, distance: edits + 1, count: 0 };
    for (let length = word.length - edits; length <= word.length + edits; length++)
      for (const other of byLength.get(length) ?? []) {
        // People seldom mistype the first letter.
        if (other[0] !== word[0]) continue;
        const distance = editDistance(word, other, edits);
        const count = counts.get(other) ?? 0;
        if (distance < best.distance || (distance === best.distance && count > best.count))
          best = { word: other, distance, count };
      }
    return best.distance > edits ? word : best.word;
  };
}

/** Returns the features of a message with what each counts. */
function featuresOf(words: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, weight: number) => found.set(name, Math.max(found.get(name) ?? 0, weight));
  const spoken = words.filter((word) => /[\p{L}#]/u.test(word));
  for (const word of words) add(`w ${word}`, WEIGHT.word);
  const framed = ["^", ...spoken, "$"];
  for (let i = 1; i < framed.length; i++)
    add(`p ${framed[i - 1]} ${framed[i]}`, i === 1 || i === framed.length - 1 ? WEIGHT.edge : WEIGHT.pair);
  for (let i = 2; i < spoken.length; i++) add(`a ${spoken[i - 2]} ${spoken[i]}`, WEIGHT.apart);
  for (const word of spoken)
    for (const letters of PIECE_LETTERS)
      for (let i = 0; i + letters <= word.length + 2; i++) add(`c ${`<${word}>`.slice(i, i + letters)}`, WEIGHT.piece);
  addGroups(spoken, add);
  return found;
}

function addGroups(spoken: readonly string[], add: (name: string, weight: number) => void): void {
  const groups = spoken.map(groupsOf);
  const all = [...new Set([...groups.flat(), ...phraseGroups(spoken.join(" "))])].sort();
  for (const group of all) add(`g ${group}`, WEIGHT.group);
  for (const [i, group] of all.entries())
    for (const other of all.slice(i + 1)) add(`j ${group} ${other}`, WEIGHT.groups);
  const inGroups = spoken.map((word, i) => (groups[i]?.length ? groups[i] : [word]));
  for (let i = 1; i < spoken.length; i++)
    if (groups[i - 1]?.length || groups[i]?.length)
      for (const left of inGroups[i - 1] ?? [])
        for (const right of inGroups[i] ?? []) add(`h ${left} ${right}`, WEIGHT.groups);
}

/** The features of one text by number, with their weights. The vector has length 1. */
type Vector = { readonly ids: Int32Array; readonly weights: Float32Array };

/** What is learned for the ranking. It holds plain values only. */
export type Weights = {
  readonly names: readonly string[];
  /** The number of examples that contain each word. */
  readonly words: ReadonlyMap<string, number>;
  /** The features by their hash, in its order, and the weight of each. A hundred thousand names would load slowly. */
  readonly features: Float64Array;
  readonly rarities: Float32Array;
  readonly model: Model;
};

/**
 * The weights by feature and intent. Four of five are zero, so only the others are held: those of feature n stand from
 * `from[n]` to `from[n + 1]`.
 */
type Model = { readonly from: Uint32Array; readonly classes: Uint16Array; readonly weights: Float32Array };

/** Learns to rank the intents from their examples. This takes many seconds. */
export function learnWeights(intents: readonly Intent[]): Weights {
  const sorted = [...intents].sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = sorted.map(({ name }) => name);
  const texts = sorted.flatMap((intent, label) => intent.examples.map(({ text }) => ({ label, words: wordsOf(text) })));
  const words = new Map<string, number>();
  for (const word of texts.flatMap((text) => text.words)) words.set(word, (words.get(word) ?? 0) + 1);
  const featured = texts.map(({ label, words }) => ({ label, features: featuresOf(words) }));
  const { features, rarities } = vocabularyOf(featured.map((text) => text.features));
  const samples = featured.map((text) => ({ label: text.label, ...vectorOf(text.features, features, rarities) }));
  return {
    names,
    words,
    features,
    rarities,
    model: modelOf(weightsFor(samples, names.length, features.length), names.length),
  };
}

/** Returns the cells that are not zero. `all` has the weights of each feature, one for each of the classes. */
function modelOf(all: Float32Array, classes: number): Model {
  const cells = all.reduce((count, weight) => count + (weight === 0 ? 0 : 1), 0);
  const model = {
    from: new Uint32Array(all.length / classes + 1),
    classes: new Uint16Array(cells),
    weights: new Float32Array(cells),
  };
  let next = 0;
  for (const [cell, weight] of all.entries()) {
    if (weight !== 0) {
      model.classes[next] = cell % classes;
      model.weights[next] = weight;
      next += 1;
    }
    if (cell % classes === classes - 1) model.from[(cell + 1) / classes] = next;
  }
  return model;
}

/** Returns the score of each class: the sum of weight × model over the features. */
function scoresOf({ from, classes, weights: held }: Model, { ids, weights }: Vector, count: number): Float64Array {
  const scores = new Float64Array(count);
  for (const [i, id] of ids.entries())
    for (let at = from[id] as number; at < (from[id + 1] as number); at++) {
      const c = classes[at] as number;
      scores[c] = (scores[c] as number) + (weights[i] as number) * (held[at] as number);
    }
  return scores;
}

export function matcherOf({ names, words, features, rarities, model }: Weights): Matcher {
  const spelled = spellerOf(words);
  return {
    rank(message) {
      const vector = vectorOf(featuresOf(wordsOf(message).map(spelled)), features, rarities);
      const shares = softmax(scoresOf(model, vector, names.length));
      return names
        .map((name, i) => ({ name, share: shares[i] ?? 0 }))
        .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
    },
  };
}

/** A feature in fewer examples than this is ignored. */
const LEAST_EXAMPLES = 2;

/** Numbers the features and gives each a weight: a rare feature counts more than a common one. */
function vocabularyOf(texts: readonly ReadonlyMap<string, number>[]) {
  const counts = new Map<number, number>();
  for (const features of texts)
    for (const hash of [...features.keys()].map(hash52)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= LEAST_EXAMPLES).sort(([a], [b]) => a - b);
  return {
    features: Float64Array.from(known, ([hash]) => hash),
    rarities: Float32Array.from(known, ([, count]) => Math.sqrt(Math.log((texts.length + 1) / (count + 0.5)))),
  };
}

/** Returns the number of a feature, or undefined when no example has it. */
function placeOf(name: string, features: Float64Array): number | undefined {
  const hash = hash52(name);
  let [from, to] = [0, features.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((features[middle] as number) < hash) from = middle + 1;
    else to = middle;
  }
  return features[from] === hash ? from : undefined;
}

function vectorOf(found: ReadonlyMap<string, number>, features: Float64Array, rarities: Float32Array): Vector {
  const known = [...found].flatMap(([name, weight]): [number, number][] => {
    const id = placeOf(name, features);
    return id === undefined ? [] : [[id, weight * (rarities[id] ?? 0)]];
  });
  const length = Math.hypot(...known.map(([, weight]) => weight)) || 1;
  return {
    ids: Int32Array.from(known, ([id]) => id),
    weights: Float32Array.from(known, ([, weight]) => weight / length),
  };
}

/** Adds weight × model row, for each feature, to the scores of the classes. */
function addScores(scores: Float64Array, model: Float32Array, { ids, weights }: Vector): void {
  const classes = scores.length;
  for (let i = 0; i < ids.length; i++) {
    const at = (ids[i] as number) * classes;
    const weight = weights[i] as number;
    for (let c = 0; c < classes; c++) scores[c] = (scores[c] as number) + weight * (model[at + c] as number);
  }
}

function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  let sum = 0;
  for (let c = 0; c < scores.length; c++) sum += scores[c] = Math.exp((scores[c] as number) - most);
  for (let c = 0; c < scores.length; c++) scores[c] = (scores[c] as number) / sum;
  return scores;
}

/**
 * The number of rounds over the examples, the first step size, and the error below which the weights of an intent are
 * not changed.
 */
const [ROUNDS, STEP, LEAST_ERROR] = [5, 0.4, 0.02];
/** An example with a smaller error than this counts as clear. */
const CLEAR_ERROR = 0.1;

/** Learns the weights: feature by class. */
function weightsFor(
  samples: readonly (Vector & { readonly label: number })[],
  classes: number,
  features: number,
): Float32Array {
  const model = new Float32Array(features * classes);
  const squares = new Float32Array(features * classes).fill(1e-6);
  const errors = new Float64Array(classes);
  // A fixed stride through the examples mixes the intents in the same order each time.
  const stride = strideFor(samples.length);
  const settled = new Uint8Array(samples.length);
  for (let round = 0; round < ROUNDS; round++)
    for (let i = 0, at = round; i < samples.length; i++, at = (at + stride) % samples.length) {
      const index = at % samples.length;
      // An example that was clear in one round is skipped in the next one and tried again in the round after.
      if (settled[index] === 1) {
        settled[index] = 0;
        continue;
      }
      const sample = samples[index] as (typeof samples)[number];
      errors.fill(0);
      addScores(errors, model, sample);
      softmax(errors);
      errors[sample.label] = (errors[sample.label] as number) - 1;
      if (-(errors[sample.label] as number) < CLEAR_ERROR) settled[index] = 1;
      for (let c = 0; c < classes; c++) {
        const error = errors[c] as number;
        if (Math.abs(error) < LEAST_ERROR) continue;
        for (let k = 0; k < sample.ids.length; k++) {
          const cell = (sample.ids[k] as number) * classes + c;
          const slope = error * (sample.weights[k] as number);
          const square = (squares[cell] as number) + slope * slope;
          squares[cell] = square;
          model[cell] = (model[cell] as number) - (STEP * slope) / Math.sqrt(square);
        }
      }
    }
  return model;
}

/** Returns a stride with which each round visits every example once. */
function strideFor(count: number): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (gcd(stride, count) !== 1) stride++;
  return stride;
}

/** True for a message with the words of one of the intent's own examples. */
export function isExample(intent: Intent, message: string): boolean {
  const said = wordsOf(message).join(" ");
  return intent.examples.some(({ text }) => wordsOf(text).join(" ") === said);
}
