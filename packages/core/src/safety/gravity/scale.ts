/**
 * The scale: how grave a text is, learned from the examples in data/gravity. It is a linear model over concepts and words,
 * so one message costs less than a millisecond, and it needs no language model.
 *
 * `npm run fit:gravity` makes learned.json from the examples and word lists; a test says when it is not of these.
 */
import { inflateRawSync } from "node:zlib";
import { type Matcher, matchersOf } from "./concepts.ts";
import { addScores, CLASSES, conceptsOf, featuresOf, type GravityClass, softmax } from "./features.ts";
import learned from "./learned.json" with { type: "json" };

type Shares = Readonly<Record<GravityClass, number>>;
/** The shares of a text, and the share of danger of its gravest sentence, clear or not. */
export type Weight = Shares & { readonly gravest: number };

/** Returns the share of each class, 0–1; all together have 1. A text of several sentences is as grave as its gravest. */
type Scale = (text: string) => Weight;

/** Returns the scale of weights by place and class, times `unit`. */
function scaleOf(model: Float32Array | Int8Array, unit: number, matchers: Readonly<Record<string, Matcher>>): Scale {
  const sharesOf = (text: string): Shares => {
    const { places, weights, known } = featuresOf(text, matchers);
    // Words that no list knows say nothing of harm, and pieces of them less.
    if (!known) return HARMLESS;
    const scores = new Float64Array(CLASSES.length);
    addScores(scores, model, { places, weights: weights.map((weight) => weight * unit) });
    softmax(scores);
    return Object.fromEntries(CLASSES.map((name, c) => [name, scores[c] ?? 0])) as Shares;
  };
  return (text) => {
    const [whole, ...parts] = partsOf(text).map(sharesOf) as [Shares, ...Shares[]];
    const clear = parts.reduce((all, one) => (one.none < Math.min(all.none, CLEAR_PART) ? one : all), whole);
    return { ...clear, gravest: Math.max(...[whole, ...parts].map(dangerShare)) };
  };
}

const HARMLESS = Object.fromEntries(CLASSES.map((name) => [name, name === "none" ? 1 : 0])) as Shares;

/** Returns the share of all classes that are danger. */
export function dangerShare({ none, medicine }: Shares): number {
  return 1 - none - medicine;
}

/** A sentence of fewer words is not weighed alone. */
const LEAST_WORDS = 3;
/** A sentence alone counts where it is clear: its share of harmless is less than this. */
const CLEAR_PART = 0.1;
/** At most this many sentences are weighed, the last ones: what is grave often comes at the end. */
const MOST_PARTS = 24;

/** Returns the text and, where it has several, its sentences. */
function partsOf(text: string): string[] {
  const parts = text
    .split(/(?<=[.!?…。！？\n])/u)
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= LEAST_WORDS || /[\u3040-\u30ff\u3400-\u9fff]{4}/u.test(part));
  return parts.length > 1 ? [text, ...parts.slice(-MOST_PARTS)] : [text];
}

let known: Readonly<Record<string, Matcher>> | undefined;
let made: Scale | undefined;

const matchers = () => {
  known ??= matchersOf(learned.lexicons);
  return known;
};

/** Returns the shares of a text by what was learned. It is unpacked at the first call. */
export const weigh: Scale = (text) => {
  made ??= scaleOf(new Int8Array(inflateRawSync(Buffer.from(learned.weights, "base64"))), learned.unit, matchers());
  return made(text);
};

/** Returns the concepts that the words of a text have (data/gravity/words). */
export function conceptsIn(text: string): ReadonlySet<string> {
  return conceptsOf(text, matchers());
}
