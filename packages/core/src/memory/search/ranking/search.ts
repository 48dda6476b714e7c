// Searches segments for the texts that answer a query. index-files.ts and the benches call it.
import { DEFAULT_DESIGN, type Design, type EpochMs } from "@waldo/contracts";
import { idf } from "./bm25.ts";
import type { MemoryDoc, Segment } from "./inverted.ts";
import { type Query, readQuery } from "./query.ts";
import { relevances, traits, windowFactor } from "./relevance.ts";
import { documentFrequency } from "./vocabulary.ts";

/**
 * Returns the positions of the `limit` highest scores above 0, best first. Between equal scores the later in `times`
 * comes first, then the earlier position. It calls `accepts` only for positions that would be in the result. It takes
 * linear time when few positions qualify.
 */
export function bestPositions(
  scores: Float64Array,
  times: Float64Array,
  limit: number,
  accepts: (position: number) => boolean,
): number[] {
  const worse = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0) || (times[a] ?? 0) - (times[b] ?? 0) || b - a;
    return difference < 0;
  };
  // A binary heap of the best positions, with the worst of them at the top.
  const heap: number[] = [];
  for (let position = 0; position < scores.length; position++) {
    if (!((scores[position] ?? 0) > 0)) continue;
    const top = heap[0];
    if (heap.length < limit || top === undefined) {
      if (!accepts(position)) continue;
      heap.push(position);
      rise(heap, worse);
    } else if (worse(top, position) && accepts(position)) {
      heap[0] = position;
      sink(heap, worse);
    }
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

function rise(heap: number[], worse: (a: number, b: number) => boolean): void {
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >>> 1;
    if (!swappedIf(heap, at, parent, worse)) return;
    at = parent;
  }
}

function sink(heap: number[], worse: (a: number, b: number) => boolean): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const [l, r] = [heap[left], heap[left + 1]];
    if (l === undefined) return;
    const child = r !== undefined && worse(r, l) ? left + 1 : left;
    if (!swappedIf(heap, child, at, worse)) return;
    at = child;
  }
}

/** Swaps child and parent if the child is worse. Returns true when it did. */
function swappedIf(heap: number[], child: number, parent: number, worse: (a: number, b: number) => boolean): boolean {
  const [low, high] = [heap[child], heap[parent]];
  if (low === undefined || high === undefined || !worse(low, high)) return false;
  heap[parent] = low;
  heap[child] = high;
  return true;
}

export type SearchRequest = {
  readonly text: string;
  readonly now: EpochMs;
  /** IANA time zone in which the days of the query are counted. Default UTC. */
  readonly timeZone?: string;
  /** Only texts with these tags are searched. */
  readonly tags?: ReadonlySet<string>;
  readonly limit: number;
};

/** Explains why a text was found. */
type Why = {
  /** The query words that the text contains in some form, spelled as in the query. */
  readonly words: readonly string[];
  /** The author of the text, if the query names them. */
  readonly said?: string;
  /** True when the text is from the time that the query names, or shortly after. */
  readonly inTime?: boolean;
  /** The score before the caller's weight. */
  readonly relevance: number;
};
export type Hit = { readonly doc: MemoryDoc; readonly score: number; readonly why: Why };

/** How many of the best texts get the more expensive features. */
const SHORTLIST = 200;

type Candidate = {
  readonly segment: Segment;
  readonly at: number;
  readonly doc: MemoryDoc;
  readonly relevance: number;
};

/**
 * Returns the texts that answer a query best, best first. Equal scores are ordered newest first, then by id. Several
 * segments count as one corpus. If several segments hold one id, the text of the last segment counts. The result is
 * empty when no word, person or time of the query is known to the segments. Scores are sums of idf (a matching word of
 * medium rarity is worth about 5), so they are comparable only within one search. Freshness is not included. The caller
 * adds freshness (scoring.ts).
 */
export function search(segments: readonly Segment[], request: SearchRequest, design: Design = DEFAULT_DESIGN): Hit[] {
  if (request.limit <= 0) return [];
  const query = readQuery(segments, request, design);
  const texts = segments.reduce((sum, { docs }) => sum + docs.length, 0);
  const meanLength = Math.max(1, segments.reduce((sum, { tokens }) => sum + tokens.length, 0) / Math.max(1, texts));
  const shortlist = segments.flatMap((segment, index) =>
    candidatesOf(segment, segments.slice(index + 1), relevances(segment, query, design, meanLength), request),
  );
  const nextTo = adjacencyIn(segments, query, texts);
  return shortlist
    .map(({ segment, at, doc, relevance }) => {
      const together = design.adjacent * nextTo(segment, at) * traits(segment, at, query, design);
      return { segment, at, doc, relevance: relevance + together, score: (relevance + together) * (doc.weight ?? 1) };
    })
    .sort(
      (a, b) => b.score - a.score || b.doc.at - a.doc.at || (a.doc.id < b.doc.id ? -1 : Number(a.doc.id > b.doc.id)),
    )
    .slice(0, request.limit)
    .map((found) => ({ doc: found.doc, score: found.score, why: why(found, query, design) }));
}

function candidatesOf(
  segment: Segment,
  newer: readonly Segment[],
  scores: Float64Array,
  { tags, limit }: SearchRequest,
): Candidate[] {
  const accepts = (at: number): boolean => {
    const doc = segment.docs[at];
    if (doc === undefined || (tags !== undefined && !tags.has(doc.tag))) return false;
    return !newer.some(({ docIds }) => docIds.has(doc.id));
  };
  return bestPositions(scores, segment.times, Math.max(SHORTLIST, limit), accepts).flatMap((at) => {
    const doc = segment.docs[at];
    return doc === undefined ? [] : [{ segment, at, doc, relevance: scores[at] ?? 0 }];
  });
}

/**
 * Returns Σ of the rarer word's idf over neighbouring query words that are also neighbours in the text, in the same
 * order.
 */
function adjacencyIn(segments: readonly Segment[], { words }: Query, texts: number) {
  const rarities = words.map(({ exact }) =>
    idf(texts, Math.max(...exact.map((term) => documentFrequency(segments, term)), 1)),
  );
  const wordAt = new Map(
    segments.map((segment) => {
      const ids = words.flatMap(({ exact }, index) =>
        exact.flatMap((term) => {
          const id = segment.termIds.get(term);
          return id === undefined ? [] : [[id, index] as const];
        }),
      );
      return [segment, new Map(ids)] as const;
    }),
  );
  return (segment: Segment, at: number): number => {
    const known = wordAt.get(segment);
    const firsts = new Set<number>();
    let before: number | undefined;
    for (const term of termsAt(segment, at)) {
      const word = known?.get(term);
      if (word !== undefined && before === word - 1) firsts.add(before);
      before = word;
    }
    let sum = 0;
    for (const first of firsts) sum += Math.max(rarities[first] ?? 0, rarities[first + 1] ?? 0);
    return sum;
  };
}

function* termsAt({ ends, tokens }: Segment, doc: number): Iterable<number> {
  const end = ends[doc] ?? 0;
  for (let at = ends[doc - 1] ?? 0; at < end; at++) yield (tokens[at] ?? 0) >>> 2;
}

function why({ segment, at, doc, relevance }: Candidate, query: Query, design: Design): Why {
  const held = new Set(termsAt(segment, at));
  const has = (term: string) => held.has(segment.termIds.get(term) ?? -1);
  const said = doc.who !== undefined && query.words.some(({ authors }) => authors.has(doc.who ?? ""));
  return {
    words: query.words.filter(({ variants }) => [...variants.keys()].some(has)).map(({ word }) => word),
    ...(said ? { said: doc.who } : {}),
    ...(windowFactor(doc.at, query.windows, design) > 1 ? { inTime: true } : {}),
    relevance,
  };
}

/** Cormack, Clarke & Büttcher 2009, "Reciprocal Rank Fusion outperforms Condorcet": k = 60. */
export const FUSION_K = DEFAULT_DESIGN.fusionK;

/** A semantic ranking may lower the first lexical hit to this rank at most. */
export const PROTECTED_RANK = 3;

type Fused = { readonly id: string; readonly score: number };

/**
 * Returns the reciprocal rank fusion of rankings of ids, best first: Σ weight / (k + rank), ranks from 1. A ranking
 * that does not contain an id adds nothing to its score. Ids with equal scores keep the order in which they first
 * appear when the rankings are read in turn.
 */
export function fuse(rankings: readonly (readonly string[])[], k = FUSION_K, weights: readonly number[] = []): Fused[] {
  const scores = new Map<string, number>();
  for (const [at, ranking] of rankings.entries())
    for (const [index, id] of ranking.entries())
      scores.set(id, (scores.get(id) ?? 0) + (weights[at] ?? 1) / (k + index + 1));
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}

/**
 * Joins a lexical and a semantic ranking with {@link fuse}. The first lexical hit never falls below rank {@link
 * PROTECTED_RANK}, because exact words count more than a similar meaning. If it is moved back up, it gets the score of
 * the hit that it displaces. Without a semantic ranking the lexical order stays.
 */
export function protectedFusion(lexical: readonly string[], semantic: readonly string[] = [], k = FUSION_K): Fused[] {
  const fused = fuse(semantic.length === 0 ? [lexical] : [lexical, semantic], k);
  const top = lexical[0];
  const from = fused.findIndex(({ id }) => id === top);
  const displaced = fused[PROTECTED_RANK - 1];
  if (top === undefined || displaced === undefined || from < PROTECTED_RANK) return fused;
  fused.splice(from, 1);
  fused.splice(PROTECTED_RANK - 1, 0, { id: top, score: displaced.score });
  return fused;
}
