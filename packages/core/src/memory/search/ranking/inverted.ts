// The stored form of a segment, and the inverted lists computed from it. segment.ts and the search use it.
import type { EpochMs } from "@waldo/contracts";
import { LANGUAGES, type Language } from "./languages.ts";
import { CAPITAL } from "./text.ts";

/** A text that a search can find: a claim, a diary entry, or a turn of a chat. */
export type MemoryDoc = {
  /** Unique in a corpus. */
  readonly id: string;
  readonly text: string;
  /** When it was said or recorded. */
  readonly at: EpochMs;
  /** The name of the person who said it, if known. */
  readonly who?: string;
  /** The caller's class for the text, for example a hall or "episode". A search can be limited to some tags. */
  readonly tag: string;
  /** A factor on the fused score, for salience, confidence and citations. Default 1. */
  readonly weight?: number;
  /** The caller's own data. It is stored and returned with the document, and never searched. */
  readonly meta?: string;
};

/**
 * The part of a segment that is stored. `tokens[i]` is 4 · (position in `terms`) + shape. Text `d` has the tokens from
 * `ends[d-1]` to `ends[d]`.
 */
export type Forward = {
  readonly docs: readonly MemoryDoc[];
  /** 1 + position in LANGUAGES, or 0 for a text whose language was not recognised. */
  readonly languages: Uint8Array;
  /** The percentage of the text that asks instead of tells. */
  readonly asks: Uint8Array;
  readonly tellsTime: Uint8Array;
  readonly ends: Uint32Array;
  readonly tokens: Uint32Array;
  readonly terms: readonly string[];
  /** The language in which the texts with unknown language were read. */
  readonly majority: Language;
};

export type Segment = Forward & {
  readonly termIds: ReadonlyMap<string, number>;
  readonly docIds: ReadonlyMap<string, number>;
  /** Term `t` is in the texts `postingDocs[postingEnds[t-1] … postingEnds[t]]`, as often as `postingCounts` says. */
  readonly postingEnds: Uint32Array;
  readonly postingDocs: Uint32Array;
  readonly postingCounts: Uint16Array;
  /** 1 for a term that is a name in most texts: inside a sentence it has a capital letter more often than not. */
  readonly names: Uint8Array;
  /** The letters of each term as a bit set, and the terms by length. The search for similar spellings uses both. */
  readonly letters: Uint32Array;
  readonly byLength: ReadonlyMap<number, readonly number[]>;
  /** The time at which each text was said. */
  readonly times: Float64Array;
  /** How many texts are in each language. The language of `majority` is always in this map. */
  readonly held: ReadonlyMap<Language, number>;
  /** The texts of each author. */
  readonly authors: ReadonlyMap<string, Uint32Array>;
};

/** Computes the inverted lists and look-up tables from the stored part. */
export function invert(forward: Forward): Segment {
  const { docs, ends, tokens, terms } = forward;
  const lists = countPostings(ends, tokens, terms.length);
  const byLength = new Map<number, number[]>();
  const letters = new Uint32Array(terms.length);
  for (const [id, term] of terms.entries()) {
    letters[id] = letterSet(term);
    const same = byLength.get(term.length);
    if (same === undefined) byLength.set(term.length, [id]);
    else same.push(id);
  }
  const authors = new Map<string, number[]>();
  for (const [at, { who }] of docs.entries()) {
    if (who === undefined) continue;
    const own = authors.get(who);
    if (own === undefined) authors.set(who, [at]);
    else own.push(at);
  }
  return {
    ...forward,
    ...lists,
    termIds: new Map(terms.map((term, id) => [term, id])),
    docIds: new Map(docs.map(({ id }, at) => [id, at])),
    names: namesAmong(tokens, terms.length),
    letters,
    byLength,
    times: Float64Array.from(docs, ({ at }) => at),
    held: languagesHeld(forward),
    authors: new Map([...authors].map(([who, own]) => [who, Uint32Array.from(own)])),
  };
}

function languagesHeld({ languages, majority }: Forward): Map<Language, number> {
  const held = new Map<Language, number>([[majority, 0]]);
  for (const code of languages) {
    const language = LANGUAGES[code - 1];
    if (language !== undefined) held.set(language, (held.get(language) ?? 0) + 1);
  }
  return held;
}

function countPostings(ends: Uint32Array, tokens: Uint32Array, terms: number) {
  const lastDoc = new Int32Array(terms).fill(-1);
  const sizes = new Uint32Array(terms);
  eachToken(ends, tokens, (term, doc) => {
    if (lastDoc[term] !== doc) sizes[term] = (sizes[term] ?? 0) + 1;
    lastDoc[term] = doc;
  });
  const next = new Uint32Array(terms);
  let total = 0;
  for (let term = 0; term < terms; term++) {
    next[term] = total;
    total += sizes[term] ?? 0;
  }
  const postingDocs = new Uint32Array(total);
  const postingCounts = new Uint16Array(total);
  lastDoc.fill(-1);
  eachToken(ends, tokens, (term, doc) => {
    const at = next[term] ?? 0;
    if (lastDoc[term] === doc) {
      postingCounts[at - 1] = Math.min(0xffff, (postingCounts[at - 1] ?? 0) + 1);
      return;
    }
    lastDoc[term] = doc;
    postingDocs[at] = doc;
    postingCounts[at] = 1;
    next[term] = at + 1;
  });
  return { postingEnds: next, postingDocs, postingCounts };
}

function eachToken(ends: Uint32Array, tokens: Uint32Array, visit: (term: number, doc: number) => void): void {
  let at = 0;
  for (let doc = 0; doc < ends.length; doc++)
    for (const end = ends[doc] ?? 0; at < end; at++) visit((tokens[at] ?? 0) >>> 2, doc);
}

/** Marks the terms that are written with a capital more often than small inside a sentence. */
function namesAmong(tokens: Uint32Array, terms: number): Uint8Array {
  const balance = new Int32Array(terms);
  for (const token of tokens) {
    const shape = token & 3;
    const term = token >>> 2;
    if (shape === CAPITAL) balance[term] = (balance[term] ?? 0) + 1;
    else if (shape === 0) balance[term] = (balance[term] ?? 0) - 1;
  }
  return Uint8Array.from(balance, (count) => Number(count > 0));
}

/** Returns bit `code mod 32` for each character. Two words that are one edit apart differ in at most two bits. */
export function letterSet(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits >>> 0;
}
