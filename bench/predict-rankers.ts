/**
 * Ways to say which files will be touched next. Each is a value of a file, the greatest first; equal values are ordered by
 * an id that says nothing, as the ids of contexts do.
 */
import type { ContextSignals, EpochMs, Weights } from "@waldo/contracts";
import { partsOf, scoreOf } from "@waldo/core/contexts/prediction";
import { activation, agesInDays } from "@waldo/core/memory/search/ranking/scoring";

export type KnownFile = {
  readonly id: string;
  /** All times when it was touched, the saving first. */
  readonly touched: EpochMs[];
  /** From the files saved shortly before it. */
  readonly causal: number;
};

/** Returns what the product knows of a file: the first touch saved it, each later one is a read. */
export function signalsOfFile({ touched, causal }: KnownFile): ContextSignals {
  const reads = touched.length - 1;
  const last = touched.at(-1) ?? 0;
  return { at: touched[0] ?? 0, accessCount: reads, causal, ...(reads === 0 ? {} : { lastAccess: last }) };
}

const lastOf = ({ touched }: KnownFile): number => touched.at(-1) ?? 0;
/** K of LRU-K: a file is ordered by its last use but one. */
const K = 2;
/** Sets files with fewer than K uses behind all others. */
const BEHIND = 1e15;

type Ranker = {
  readonly name: string;
  /** A peer that needs no formula. */
  readonly isSimple: boolean;
  readonly value: (file: KnownFile, now: EpochMs) => number;
};

/** The peers. LRU-K is that of O'Neil, O'Neil and Weikum (1993), without a time in which uses count as one. */
export const PEERS: readonly Ranker[] = [
  { name: "most recent", isSimple: true, value: lastOf },
  { name: "most frequent", isSimple: true, value: ({ touched }) => touched.length },
  { name: `LRU-${K}`, isSimple: true, value: (file) => file.touched.at(-K) ?? lastOf(file) - BEHIND },
  { name: "activation", isSimple: false, value: ({ touched }, now) => activation(agesInDays(touched, now)) },
];

/** Returns the first files by a value, the greatest first. */
export function firstBy(files: Iterable<KnownFile>, most: number, value: (file: KnownFile) => number): KnownFile[] {
  const best: { file: KnownFile; value: number }[] = [];
  for (const file of files) {
    const one = { file, value: value(file) };
    const last = best.at(-1);
    if (best.length === most && last && !goesBefore(one, last)) continue;
    if (best.length === most) best.pop();
    let place = best.length;
    while (place > 0 && goesBefore(one, best[place - 1] ?? one)) place--;
    best.splice(place, 0, one);
  }
  return best.map(({ file }) => file);
}

type Valued = { readonly file: KnownFile; readonly value: number };
function goesBefore(a: Valued, b: Valued): boolean {
  return a.value > b.value || (a.value === b.value && a.file.id < b.file.id);
}

/** How many of each order the product scores (core/contexts/ahead.ts). */
const SCORED = 100;

/** Returns what the product scores: the most recent files, and the most often read ones. */
export function scoredFiles(files: readonly KnownFile[]): KnownFile[] {
  const read = files.filter(({ touched }) => touched.length > 1);
  return [...new Set([...firstBy(read, SCORED, ({ touched }) => touched.length), ...firstBy(files, SCORED, lastOf)])];
}

/** Returns the value that the product gives a file. */
export function productValue(weights: Weights, now: EpochMs): (file: KnownFile) => number {
  return (file) => scoreOf(partsOf(signalsOfFile(file), now), weights);
}
