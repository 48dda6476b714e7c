/** Searches segments for the texts that answer a query. index-files.ts and the benches call it. */
import { DEFAULT_DESIGN, type Design, type EpochMs } from "@waldo/contracts";
import { bestPositions } from "./best.ts";
import { idf } from "./bm25.ts";
import type { Segment } from "./inverted.ts";
import type { MemoryDoc } from "./memory-doc.ts";
import { type Query, readQuery } from "./query.ts";
import { relevances, traits, windowFactor } from "./relevance.ts";
import { documentFrequency } from "./vocabulary.ts";

export type SearchRequest = {
  readonly text: string;
  readonly now: EpochMs;
  /** IANA time zone in which the days of the query are counted. Default UTC. */
  readonly timeZone?: string;
  /** Only texts with these tags are searched. */
  readonly tags?: ReadonlySet<string>;
  readonly limit: number;
};

/** Why a text was found, for people to read. */
export type Why = {
  /** The query words that the text has in some form, spelled as in the query. */
  readonly words: readonly string[];
  /** The person whom the query names and who said this text. */
  readonly said?: string;
  /** Whether it was said in the time the query names, or shortly after. */
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
 * segments count as one corpus. When an id is in several segments, the text of the last one counts. The result is empty
 * when no word, person or time of the query is known. Scores are sums of idf (a matching word of medium rarity is worth
 * about 5), so they are comparable only within one search. Freshness is not included. The caller adds it (boosts.ts).
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
