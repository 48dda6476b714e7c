/**
 * A segment is the searchable form of a set of texts. It is immutable, its documents are ordered by id, and its terms
 * by code units. Only the forward index is stored (each text's terms in order). The inverted lists are computed from
 * it. So a merge does not read unchanged texts again, and its result equals a segment that is built from the same texts
 * at once.
 */

import { type Forward, invert, type Segment } from "./inverted.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "./languages.ts";
import type { MemoryDoc } from "./memory-doc.ts";
import { type Analysis, analyse, type Memo } from "./text.ts";

export { decodeSegment, encodeSegment } from "./segment-codec.ts";
export type { MemoryDoc, Segment };

/** One text that goes into a segment. Its tokens are positions in `terms`. */
type Row = {
  readonly doc: MemoryDoc;
  readonly language: number;
  readonly asks: number;
  readonly tellsTime: number;
  readonly tokens: ArrayLike<number>;
  readonly terms: readonly string[];
};

/**
 * Builds a segment. Of two texts with one id the later one counts. Texts of unknown language are read in the main
 * language of `like`.
 */
export function buildSegment(docs: Iterable<MemoryDoc>, like?: Segment): Segment {
  const fresh = new Map([...docs].map((doc) => [doc.id, doc]));
  const language = like?.majority ?? DEFAULT_LANGUAGE;
  return assemble([], language, fresh, language);
}

/**
 * Returns `base` without the `removed` texts and with the `changed` ones, which replace texts with the same id. It
 * reads only the changed texts. But when they change the main language of the corpus, it also reads the texts of
 * unknown language again.
 */
export function mergeSegments(
  base: Segment | undefined,
  changed: Iterable<MemoryDoc>,
  removed: ReadonlySet<string>,
): Segment {
  const fresh = new Map([...changed].map((doc) => [doc.id, doc]));
  for (const id of removed) fresh.delete(id);
  if (base === undefined) return assemble([], DEFAULT_LANGUAGE, fresh, DEFAULT_LANGUAGE);
  const kept = rowsOf(base, (id) => !fresh.has(id) && !removed.has(id));
  return assemble([...kept], base.majority, fresh, DEFAULT_LANGUAGE);
}

/** Returns the texts of a segment, ordered by id. */
export function docsOf(segment: Segment): Iterable<MemoryDoc> {
  return segment.docs;
}

export function docOf(segment: Segment, id: string): MemoryDoc | undefined {
  const at = segment.docIds.get(id);
  return at === undefined ? undefined : segment.docs[at];
}

function* rowsOf(segment: Segment, keep: (id: string) => boolean): Iterable<Row> {
  for (const [at, doc] of segment.docs.entries())
    if (keep(doc.id))
      yield {
        doc,
        language: segment.languages[at] ?? 0,
        asks: segment.asks[at] ?? 0,
        tellsTime: segment.tellsTime[at] ?? 0,
        tokens: segment.tokens.subarray(segment.ends[at - 1] ?? 0, segment.ends[at]),
        terms: segment.terms,
      };
}

/**
 * `readAs` is the language in which `kept` texts of unknown language were read, and the first guess for fresh ones.
 * `otherwise` is the language for all of them when no text has a known language.
 */
function assemble(
  kept: readonly Row[],
  readAs: Language,
  fresh: ReadonlyMap<string, MemoryDoc>,
  otherwise: Language,
): Segment {
  const dictionary = new Dictionary();
  const memo: Memo = new Map();
  const read = [...fresh.values()].map((doc) => rowOf(doc, analyse(doc.text, readAs, memo), dictionary));
  const rows = [...kept, ...read];
  const majority = majorityOf(rows.map(({ language }) => language)) ?? otherwise;
  const settled =
    majority === readAs
      ? rows
      : rows.map((row) =>
          row.language === 0 ? rowOf(row.doc, analyse(row.doc.text, majority, memo), dictionary) : row,
        );
  return invert(forwardOf(settled.sort(byId), majority));
}

function byId({ doc: a }: Row, { doc: b }: Row): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

function rowOf(doc: MemoryDoc, { language, terms, asks, tellsTime }: Analysis, dictionary: Dictionary): Row {
  return {
    doc,
    language: code(language),
    asks: Math.round(asks * 100),
    tellsTime: Number(tellsTime),
    tokens: terms.map(({ term, shape }) => 4 * dictionary.idOf(term) + shape),
    terms: dictionary.terms,
  };
}

function code(language: Language | undefined): number {
  return language === undefined ? 0 : 1 + LANGUAGES.indexOf(language);
}

/**
 * Returns the language of most texts with a known language. Of two equally frequent ones it returns the first in the
 * table.
 */
function majorityOf(codes: readonly number[]): Language | undefined {
  const counts = new Uint32Array(LANGUAGES.length + 1);
  for (const one of codes) counts[one] = (counts[one] ?? 0) + 1;
  let best = 0;
  for (let one = 1; one < counts.length; one++)
    if ((counts[one] ?? 0) > (best === 0 ? 0 : (counts[best] ?? 0))) best = one;
  return best === 0 ? undefined : LANGUAGES[best - 1];
}

class Dictionary {
  readonly terms: string[] = [];
  private readonly ids = new Map<string, number>();

  idOf(term: string): number {
    const known = this.ids.get(term);
    if (known !== undefined) return known;
    this.ids.set(term, this.terms.length);
    return this.terms.push(term) - 1;
  }
}

function forwardOf(rows: readonly Row[], majority: Language): Forward {
  const used = new Set<string>();
  const seen = new Map<readonly string[], Uint8Array>();
  for (const { tokens, terms } of rows) {
    const marks = seen.get(terms) ?? new Uint8Array(terms.length);
    seen.set(terms, marks);
    for (let i = 0; i < tokens.length; i++) marks[(tokens[i] ?? 0) >>> 2] = 1;
  }
  for (const [terms, marks] of seen) for (const [id, term] of terms.entries()) if (marks[id] === 1) used.add(term);
  const terms = [...used].sort();
  const newIds = new Map(terms.map((term, id) => [term, id]));
  const renumbered = new Map(
    [...seen.keys()].map((old) => [old, Uint32Array.from(old, (term) => newIds.get(term) ?? 0)] as const),
  );
  const ends = new Uint32Array(rows.length);
  const tokens = new Uint32Array(rows.reduce((sum, row) => sum + row.tokens.length, 0));
  let end = 0;
  for (const [at, row] of rows.entries()) {
    const ids = renumbered.get(row.terms);
    for (let i = 0; i < row.tokens.length; i++) {
      const token = row.tokens[i] ?? 0;
      tokens[end++] = 4 * (ids?.[token >>> 2] ?? 0) + (token & 3);
    }
    ends[at] = end;
  }
  return {
    docs: rows.map(({ doc }) => doc),
    languages: Uint8Array.from(rows, ({ language }) => language),
    asks: Uint8Array.from(rows, ({ asks }) => asks),
    tellsTime: Uint8Array.from(rows, ({ tellsTime }) => tellsTime),
    ends,
    tokens,
    terms,
    majority,
  };
}
