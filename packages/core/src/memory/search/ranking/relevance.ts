/** Computes the worth of each text for a query, from the query's words, people and times and from the inverted lists. */
import type { Design, EpochMs } from "@waldo/contracts";
import { DAY_MS } from "../../../time.ts";
import { saturation } from "./bm25.ts";
import type { Window } from "./dates.ts";
import type { Segment } from "./inverted.ts";
import type { Query } from "./query.ts";

/** A window of up to this length counts as a certain day or week. */
const NARROW_MS = 8 * DAY_MS;
/** A window of up to this length (a month) is searched by time alone when nothing better is found. */
const BROAD_MS = 32 * DAY_MS;

/** Returns the worth of every text of a segment. It is 0 for a text that does not fit the query. */
export function relevances(segment: Segment, query: Query, design: Design, meanLength: number): Float64Array {
  const sums = sumOfWords(segment, query, design, meanLength);
  addOccasion(sums, segment, query, design);
  for (let doc = 0; doc < sums.length; doc++)
    if (sums[doc] !== 0) sums[doc] = (sums[doc] ?? 0) * traits(segment, doc, query, design);
  return sums;
}

/**
 * Returns a factor for the kind of text: whether it asks or tells, whether it mentions a time, and whether it was said
 * in the time of the query.
 */
export function traits(segment: Segment, doc: number, { asksWhen, windows }: Query, design: Design): number {
  const telling = 1 - (design.asking * (segment.asks[doc] ?? 0)) / 100;
  const timing = asksWhen && segment.tellsTime[doc] === 1 ? design.when : 1;
  return telling * timing * windowFactor(segment.times[doc] ?? 0, windows, design);
}

/** Returns a factor above 1 for a text from the time that the query names, or shortly after. Otherwise it returns 1. */
export function windowFactor(at: EpochMs, windows: readonly Window[], design: Design): number {
  let factor = 1;
  for (const { from, to } of windows) {
    if (within(at, from, to)) factor = Math.max(factor, design.inWindow);
    else if (within(at, to, to + design.toldWithinDays * DAY_MS)) factor = Math.max(factor, design.afterWindow);
  }
  return factor;
}

/** Adds, for each word of the query, the best value that a text gets for that word. */
function sumOfWords(segment: Segment, { words }: Query, design: Design, meanLength: number): Float64Array {
  const floor = design.lengthFloor * meanLength;
  const sums = new Float64Array(segment.docs.length);
  const { ends, postingEnds, postingDocs, postingCounts } = segment;
  const earned = new Float64Array(sums.length);
  for (const { variants } of words) {
    const touched: number[] = [];
    for (const [term, worth] of variants) {
      const id = segment.termIds.get(term);
      if (id === undefined) continue;
      const end = postingEnds[id] ?? 0;
      for (let at = postingEnds[id - 1] ?? 0; at < end; at++) {
        const doc = postingDocs[at] ?? 0;
        const length = Math.max(floor, (ends[doc] ?? 0) - (ends[doc - 1] ?? 0));
        const value = worth * (design.k1 + 1) * saturation(postingCounts[at] ?? 0, length, meanLength, design);
        const before = earned[doc] ?? 0;
        if (before === 0) touched.push(doc);
        if (value > before) earned[doc] = value;
      }
    }
    for (const doc of touched) {
      sums[doc] = (sums[doc] ?? 0) + (earned[doc] ?? 0);
      earned[doc] = 0;
    }
  }
  return sums;
}

/**
 * Adds worth for the author and the time of a text. If the query names nothing else, author and time also find texts
 * without a matching word. The time alone does so only for a day, a week or a month.
 */
function addOccasion(sums: Float64Array, segment: Segment, { words, windows }: Query, design: Design): void {
  const aboutSomething = words.some(({ asks, variants, authors }) => !asks && variants.size > 0 && authors.size === 0);
  for (const { from, to } of windows)
    for (let doc = 0; doc < sums.length; doc++) {
      if (!within(segment.times[doc] ?? 0, from, to)) continue;
      if (!aboutSomething || to - from <= NARROW_MS) sums[doc] = (sums[doc] ?? 0) + design.saidThen;
      // This text has no word of the query, so it comes after every text that has one.
      else if (sums[doc] === 0 && to - from <= BROAD_MS) sums[doc] = design.saidThen / 8;
    }
  const said = new Map<string, number>();
  for (const { authors } of words) for (const [who, worth] of authors) said.set(who, (said.get(who) ?? 0) + worth);
  for (const [who, worth] of said)
    for (const doc of segment.authors.get(who) ?? [])
      if (sums[doc] !== 0 || !aboutSomething) sums[doc] = (sums[doc] ?? 0) + worth;
}

function within(at: EpochMs, from: EpochMs, to: EpochMs): boolean {
  return at >= from && at < to;
}
