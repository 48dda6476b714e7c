/**
 * The scale: how grave a text is, learned from the examples in data/gravity. It is a linear model over concepts and
 * words, so one message takes less than a millisecond. No language model is needed.
 *
 * `npm run fit:gravity` makes learned.json from the examples and word lists; a test fails when it is out of date.
 */
import { inflateRawSync } from "node:zlib";
import { type Matcher, matchersOf } from "./concepts.ts";
import { addScores, CLASSES, conceptsOf, featuresOf, type GravityClass, softmax } from "./features.ts";
import learned from "./learned.json" with { type: "json" };

type Shares = Readonly<Record<GravityClass, number>>;
/** The shares of a text, and the share of danger of its gravest sentence, whether clear or not. */
export type Weight = Shares & { readonly gravest: number };

/**
 * Returns the share of each class, 0–1. The shares add up to 1. A text of several sentences is as grave as its gravest
 * sentence.
 */
type Scale = (text: string) => Weight;

/** Returns the scale for weights by place and class. Each weight is multiplied by `unit`. */
function scaleOf(model: Float32Array | Int8Array, unit: number, matchers: Readonly<Record<string, Matcher>>): Scale {
  const sharesOf = (text: string): Shares => {
    const { places, weights, known } = featuresOf(text, matchers);
    // A text without any known word counts as harmless.
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

/** Returns the sum of the shares of all dangerous classes. */
export function dangerShare({ none, medicine }: Shares): number {
  return 1 - none - medicine;
}

/** A sentence with fewer words is not judged alone. */
const LEAST_WORDS = 3;
/** A sentence alone counts only if it is clear, with a share of "harmless" below this. */
const CLEAR_PART = 0.1;
/** At most this many sentences are judged, the last ones, because the grave part often comes at the end. */
const MOST_PARTS = 24;

/** Returns the text and, if it has several sentences, each of them. */
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

/** Returns the shares of a text with the learned weights. They are unpacked at the first call. */
export const weigh: Scale = (text) => {
  made ??= scaleOf(new Int8Array(inflateRawSync(Buffer.from(learned.weights, "base64"))), learned.unit, matchers());
  return made(text);
};

/** Returns the concepts of a text's words (data/gravity/words). */
export function conceptsIn(text: string): ReadonlySet<string> {
  return conceptsOf(text, matchers());
}
