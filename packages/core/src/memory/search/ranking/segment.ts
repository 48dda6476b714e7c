// A segment is the searchable form of a set of texts. It is immutable, its documents are ordered by id, and its terms
// by code units. Only the forward index (each text's terms in order) is stored. The inverted lists are computed from
// it. So a merge does not read unchanged texts again, and its result is the same as a segment built at once from the
// same texts. For damaged bytes decoding gives undefined, and the caller rebuilds the index.
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

export type { Segment } from "./inverted.ts";

import { type Forward, invert, type MemoryDoc, type Segment } from "./inverted.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "./languages.ts";
import { type Analysis, analyse, type Memo } from "./text.ts";

/**
 * The bytes of a segment are: "WSEG", one byte of version, eight bytes of the SHA-256 of the rest, and the rest
 * deflated. The rest is: the length of a JSON head as four bytes (big-endian), the head, then language, percent asked
 * and time told with one byte per text each, then the token count of each text, and at the end all tokens. The counts
 * and the tokens are in LEB128.
 */
const MAGIC = "WSEG";
/**
 * Increase this number when the bytes, or the splitting of texts into terms, change. An older segment is then rebuilt
 * instead of being read wrongly.
 */
const FORMAT_VERSION = 1;
const CHECKSUM_BYTES = 8;
const HEADER_BYTES = MAGIC.length + 1 + CHECKSUM_BYTES;
/** The most bytes one segment may inflate to: about a million short texts. A larger one is damaged or malicious. */
const MAX_BODY_BYTES = 512 * 1024 * 1024;

type Head = {
  readonly docs: readonly (readonly [
    id: string,
    text: string,
    at: number,
    tag: string,
    who?: string | null,
    weight?: number | null,
    meta?: string,
  ])[];
  readonly terms: readonly string[];
  readonly majority: number;
};

/** Returns the segment as bytes. The same segment gives the same bytes. */
export function encodeSegment(segment: Segment): Uint8Array {
  const head: Head = {
    docs: segment.docs.map(packed),
    terms: segment.terms,
    majority: LANGUAGES.indexOf(segment.majority),
  };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const counts = segment.ends.map((end, doc) => end - (segment.ends[doc - 1] ?? 0));
  const body = deflateRawSync(
    Buffer.concat([
      length,
      json,
      segment.languages,
      segment.asks,
      segment.tellsTime,
      packNumbers(counts),
      packNumbers(segment.tokens),
    ]),
  );
  return Buffer.concat([Buffer.from(MAGIC), Buffer.of(FORMAT_VERSION), checksum(body), body]);
}

/** Returns the segment, or undefined when the bytes have another format or are damaged. The caller then rebuilds it. */
export function decodeSegment(bytes: Uint8Array): Segment | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = buffer.subarray(HEADER_BYTES);
  if (buffer.length < HEADER_BYTES || buffer.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  if (buffer[MAGIC.length] !== FORMAT_VERSION) return undefined;
  if (!checksum(body).equals(buffer.subarray(MAGIC.length + 1, HEADER_BYTES))) return undefined;
  try {
    return invert(unpacked(inflateRawSync(body, { maxOutputLength: MAX_BODY_BYTES })));
  } catch {
    return undefined;
  }
}

function checksum(body: Uint8Array): Buffer {
  return createHash("sha256").update(body).digest().subarray(0, CHECKSUM_BYTES);
}

function packed({ id, text, at, tag, who, weight, meta }: MemoryDoc): Head["docs"][number] {
  if (meta !== undefined) return [id, text, at, tag, who ?? null, weight ?? null, meta];
  if (weight !== undefined) return [id, text, at, tag, who ?? null, weight];
  return who === undefined ? [id, text, at, tag] : [id, text, at, tag, who];
}

/** Throws when the parts do not fit together. */
function unpacked(raw: Buffer): Forward {
  const headEnd = 4 + raw.readUInt32BE(0);
  const head = JSON.parse(raw.toString("utf8", 4, headEnd)) as Head;
  const n = head.docs.length;
  const majority = LANGUAGES[head.majority];
  if (majority === undefined) throw new RangeError("no such language");
  const column = (index: number) => Uint8Array.from(raw.subarray(headEnd + index * n, headEnd + (index + 1) * n));
  const numbers = unpackNumbers(raw.subarray(headEnd + 3 * n));
  const ends = numbers.subarray(0, n).slice();
  for (let doc = 1; doc < n; doc++) ends[doc] = (ends[doc] ?? 0) + (ends[doc - 1] ?? 0);
  const tokens = numbers.slice(n);
  if (tokens.length !== (ends[n - 1] ?? 0) || tokens.some((token) => token >>> 2 >= head.terms.length))
    throw new RangeError("the tokens do not fit the texts");
  return {
    docs: head.docs.map(([id, text, at, tag, who, weight, meta]) => ({
      id,
      text,
      at,
      tag,
      ...(who == null ? {} : { who }),
      ...(weight == null ? {} : { weight }),
      ...(meta === undefined ? {} : { meta }),
    })),
    languages: column(0),
    asks: column(1),
    tellsTime: column(2),
    ends,
    tokens,
    terms: head.terms,
    majority,
  };
}

function packNumbers(numbers: Uint32Array): Buffer {
  // Five bytes are enough for the largest 32-bit number.
  const bytes = Buffer.alloc(numbers.length * 5);
  let at = 0;
  for (let rest of numbers) {
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at++] = rest;
  }
  return bytes.subarray(0, at);
}

function unpackNumbers(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  let count = 0;
  let value = 0;
  let shift = 0;
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    numbers[count++] = value >>> 0;
    value = 0;
    shift = 0;
  }
  return numbers.subarray(0, count);
}

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
 * Builds a segment. If two texts have one id, the later one counts. Texts of unknown language are read in the main
 * language of `like`.
 */
export function buildSegment(docs: Iterable<MemoryDoc>, like?: Segment): Segment {
  const fresh = new Map([...docs].map((doc) => [doc.id, doc]));
  const language = like?.majority ?? DEFAULT_LANGUAGE;
  return assemble([], language, fresh, language);
}

/**
 * Returns `base` without the `removed` texts and with the `changed` ones, which replace texts of the same id. Only the
 * changed texts are read. If they change the main language of the corpus, texts of unknown language are read again too.
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
 * Returns the language of most texts with a known language. When two are equally frequent, it returns the first in the
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
