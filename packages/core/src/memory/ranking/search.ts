import type { EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../time.ts";
import { BM25_K1, idf, saturation } from "./bm25.ts";
import type { Window } from "./dates.ts";
import type { Segment } from "./inverted.ts";
import type { MemoryDoc } from "./memory-doc.ts";
import { type Query, readQuery } from "./query.ts";
import { TUNING, type Tuning } from "./tuning.ts";
import { documentFrequency } from "./vocabulary.ts";

export type SearchRequest = {
  readonly text: string;
  readonly now: EpochMs;
  /** IANA zone the days of the query are counted in. Default UTC. */
  readonly zone?: string;
  /** Only texts of these tags. */
  readonly tags?: ReadonlySet<string>;
  readonly limit: number;
};

/** Why a text was found, for people. */
export type Why = {
  /** Words of the query the text has, as the query has them. */
  readonly words: readonly string[];
  /** The person named in the query, who said it. */
  readonly said?: string;
  /** It was said in the time the query names, or shortly after. */
  readonly inTime?: boolean;
  /** The score before the caller's weight. */
  readonly relevance: number;
};
export type Hit = { readonly doc: MemoryDoc; readonly score: number; readonly why: Why };

/** How long after the named time people still tell of it. */
const TOLD_WITHIN_DAYS = 7;
/** How many of the best the costlier features look at. */
const SHORTLIST = 200;

/**
 * The texts that answer a query best, best first; equal scores newest first, then by id. Several segments count as one
 * corpus; of an id in several the last segment's text stands. Empty when no word, person or time of it is known.
 */
export function search(segments: readonly Segment[], request: SearchRequest): Hit[] {
  return searchWith(segments, request, TUNING);
}

type Candidate = { readonly segment: Segment; readonly at: number; readonly doc: MemoryDoc; relevance: number };

/** {@link search} with other weights: what the bench takes features away with. */
export function searchWith(segments: readonly Segment[], request: SearchRequest, tuning: Tuning): Hit[] {
  if (request.limit <= 0) return [];
  const query = readQuery(segments, request, tuning);
  const texts = segments.reduce((sum, { docs }) => sum + docs.length, 0);
  const meanLength = Math.max(1, segments.reduce((sum, { tokens }) => sum + tokens.length, 0) / Math.max(1, texts));
  const candidates = segments.flatMap((segment, index) =>
    candidatesOf(segment, segments.slice(index + 1), query, request, tuning, meanLength),
  );
  const shortlist = best(candidates, Math.max(SHORTLIST, request.limit));
  for (const candidate of shortlist)
    candidate.relevance +=
      tuning.adjacent * adjacency(candidate, segments, query, texts) * traits(candidate, query, tuning);
  shortlist.sort(better);
  return ranked(shortlist, query, tuning).slice(0, request.limit);
}

function candidatesOf(
  segment: Segment,
  newer: readonly Segment[],
  query: Query,
  { tags }: SearchRequest,
  tuning: Tuning,
  meanLength: number,
): Candidate[] {
  const relevance = relevances(segment, query, tuning, meanLength);
  const found: Candidate[] = [];
  for (let at = 0; at < relevance.length; at++) {
    if (relevance[at] === 0) continue;
    const doc = segment.docs[at];
    if (doc === undefined || (tags !== undefined && !tags.has(doc.tag))) continue;
    if (newer.some(({ docIds }) => docIds.has(doc.id))) continue;
    const candidate = { segment, at, doc, relevance: relevance[at] ?? 0 };
    candidate.relevance *= traits(candidate, query, tuning);
    found.push(candidate);
  }
  return found;
}

/** Σ over the query's words of what a text earns for each: its best variant, or its author. */
function relevances(segment: Segment, { words, windows }: Query, tuning: Tuning, meanLength: number): Float64Array {
  const sums = new Float64Array(segment.docs.length);
  const earned = new Float64Array(segment.docs.length);
  const floor = tuning.lengthFloor * meanLength;
  const authored = new Float64Array(segment.docs.length);
  for (const { variants, authors } of words) {
    const touched: number[] = [];
    const earn = (doc: number, value: number) => {
      const before = earned[doc] ?? 0;
      if (before === 0) touched.push(doc);
      if (value > before) earned[doc] = value;
    };
    for (const [term, worth] of variants) {
      const id = segment.termIds.get(term);
      if (id === undefined) continue;
      const end = segment.postingEnds[id] ?? 0;
      for (let at = segment.postingEnds[id - 1] ?? 0; at < end; at++) {
        const doc = segment.postingDocs[at] ?? 0;
        const length = (segment.ends[doc] ?? 0) - (segment.ends[doc - 1] ?? 0);
        const share = saturation(segment.postingCounts[at] ?? 0, Math.max(length, floor), meanLength);
        earn(doc, worth * ((BM25_K1 + 1) * share));
      }
    }
    for (const doc of touched) {
      sums[doc] = (sums[doc] ?? 0) + (earned[doc] ?? 0);
      earned[doc] = 0;
    }
    for (const [who, worth] of authors)
      for (const doc of segment.authors.get(who) ?? []) authored[doc] = (authored[doc] ?? 0) + worth;
  }
  const wordsAlone = words.some(({ authors }) => authors.size === 0);
  // Who said it, or when, finds a text by itself only where the query names nothing else.
  for (let doc = 0; doc < sums.length; doc++)
    if ((sums[doc] ?? 0) > 0 || !wordsAlone) sums[doc] = (sums[doc] ?? 0) + (authored[doc] ?? 0);
  if (words.length === 0 || !wordsAlone)
    for (let doc = 0; doc < sums.length; doc++)
      if (sums[doc] === 0 && windowFactor(segment.docs[doc]?.at, windows, tuning) > 1) sums[doc] = 1;
  return sums;
}

/** What the text is like, as a factor: asking or telling, placing in time, said in the time asked about. */
function traits({ segment, at, doc }: Candidate, { asksWhen, windows }: Query, tuning: Tuning): number {
  const telling = 1 - (tuning.asking * (segment.asks[at] ?? 0)) / 100;
  const timing = asksWhen && segment.tellsTime[at] === 1 ? tuning.when : 1;
  return telling * timing * windowFactor(doc.at, windows, tuning);
}

function windowFactor(at: EpochMs | undefined, windows: readonly Window[], tuning: Tuning): number {
  if (at === undefined) return 1;
  let factor = 1;
  for (const { from, to } of windows) {
    if (at >= from && at < to) factor = Math.max(factor, tuning.inWindow);
    else if (at >= to && at < to + TOLD_WITHIN_DAYS * DAY_MS) factor = Math.max(factor, tuning.afterWindow);
  }
  return factor;
}

/** Σ of the rarer one's idf over neighbouring words of the query that are neighbours in the text. */
function adjacency({ segment, at }: Candidate, segments: readonly Segment[], { words }: Query, texts: number): number {
  if (words.length < 2) return 0;
  const wordAt = new Map<number, number>();
  for (const [index, { exact }] of words.entries())
    for (const term of exact) {
      const id = segment.termIds.get(term);
      if (id !== undefined) wordAt.set(id, index);
    }
  const pairs = new Set<number>();
  let before: number | undefined;
  for (let token = segment.ends[at - 1] ?? 0; token < (segment.ends[at] ?? 0); token++) {
    const word = wordAt.get((segment.tokens[token] ?? 0) >>> 2);
    if (word !== undefined && before === word - 1) pairs.add(before);
    before = word;
  }
  const rarity = (index: number) =>
    idf(texts, Math.max(...(words[index]?.exact ?? []).map((term) => documentFrequency(segments, term)), 1));
  return [...pairs].reduce((sum, first) => sum + Math.max(rarity(first), rarity(first + 1)), 0);
}

function ranked(shortlist: readonly Candidate[], query: Query, tuning: Tuning): Hit[] {
  return shortlist
    .map((candidate) => {
      const { doc, relevance } = candidate;
      return { doc, score: relevance * (doc.weight ?? 1), why: why(candidate, query, tuning) };
    })
    .sort((a, b) => b.score - a.score || byAge(a.doc, b.doc));
}

function why({ segment, at, doc, relevance }: Candidate, query: Query, tuning: Tuning): Why {
  const held = new Set<number>();
  for (let token = segment.ends[at - 1] ?? 0; token < (segment.ends[at] ?? 0); token++)
    held.add((segment.tokens[token] ?? 0) >>> 2);
  const has = (term: string) => held.has(segment.termIds.get(term) ?? -1);
  const said = doc.who !== undefined && query.words.some(({ authors }) => authors.has(doc.who ?? ""));
  return {
    words: query.words.filter(({ variants }) => [...variants.keys()].some(has)).map(({ word }) => word),
    ...(said ? { said: doc.who } : {}),
    ...(windowFactor(doc.at, query.windows, tuning) > 1 ? { inTime: true } : {}),
    relevance,
  };
}

function best(candidates: Candidate[], limit: number): Candidate[] {
  if (candidates.length <= limit) return candidates;
  // Partial order first: most candidates share one common word with the query and end far below.
  const scores = Float64Array.from(candidates, ({ relevance }) => relevance).sort();
  const least = scores[scores.length - limit] ?? 0;
  return candidates
    .filter(({ relevance }) => relevance >= least)
    .sort(better)
    .slice(0, limit);
}

function better(a: Candidate, b: Candidate): number {
  return b.relevance - a.relevance || byAge(a.doc, b.doc);
}

function byAge(a: MemoryDoc, b: MemoryDoc): number {
  return b.at - a.at || (a.id < b.id ? -1 : Number(a.id > b.id));
}
