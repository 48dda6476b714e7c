import { LANGUAGES, type Language } from "./languages.ts";
import type { MemoryDoc } from "./memory-doc.ts";
import { CAPITAL } from "./text.ts";

/** What is stored. `tokens[i]` is 4 · (position in `terms`) + shape; text `d` has those from `ends[d-1]` to `ends[d]`. */
export type Forward = {
  readonly docs: readonly MemoryDoc[];
  /** 1 + position in LANGUAGES; 0 for a text that did not say. */
  readonly languages: Uint8Array;
  /** Percent of the text that asks. */
  readonly asks: Uint8Array;
  readonly tellsTime: Uint8Array;
  readonly ends: Uint32Array;
  readonly tokens: Uint32Array;
  readonly terms: readonly string[];
  /** What the texts that did not say were read as. */
  readonly majority: Language;
};

export type Segment = Forward & {
  readonly termIds: ReadonlyMap<string, number>;
  readonly docIds: ReadonlyMap<string, number>;
  /** Term `t` stands in texts `postingDocs[postingEnds[t-1] … postingEnds[t]]`, so often as `postingCounts` says. */
  readonly postingEnds: Uint32Array;
  readonly postingDocs: Uint32Array;
  readonly postingCounts: Uint16Array;
  /** 1 for a term written as a name: capital inside a sentence, and seldom small. */
  readonly names: Uint8Array;
  /** Letters of each term as a bit set, and terms by length: what near spellings are looked up by. */
  readonly letters: Uint32Array;
  readonly byLength: ReadonlyMap<number, readonly number[]>;
  /** When each text was said. */
  readonly times: Float64Array;
  /** How many texts are in each language; the one the others are read as is always among them. */
  readonly held: ReadonlyMap<Language, number>;
  /** Who said which texts. */
  readonly authors: ReadonlyMap<string, Uint32Array>;
};

/** Counts the inverted lists and look-ups out of what is stored. */
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

/** Terms more often capital than small inside a sentence. */
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

/** Bit `code mod 32` for each character: two words an edit apart differ in at most two bits. */
export function letterSet(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << (word.charCodeAt(i) & 31);
  return bits >>> 0;
}
