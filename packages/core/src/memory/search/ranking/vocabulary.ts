/** Finds terms of a segment by spelling: similar terms, terms with the same beginning, and how many texts have a term. */
import { letterSet, type Segment } from "./inverted.ts";

/**
 * A word of four letters may have one wrong letter, a word of eight may have two. Lucene's and Elasticsearch's AUTO use
 * nearly the same limits.
 */
const ONE_EDIT_FROM = 4;
const TWO_EDITS_FROM = 8;

/** Returns how many edits a similar spelling of `word` may have. */
export function editsAllowed(word: string): number {
  if (word.length >= TWO_EDITS_FROM) return 2;
  return word.length >= ONE_EDIT_FROM ? 1 : 0;
}

/** Returns how many texts of all segments together contain a term. */
export function documentFrequency(segments: readonly Segment[], term: string): number {
  let texts = 0;
  for (const segment of segments) {
    const id = segment.termIds.get(term);
    if (id !== undefined) texts += (segment.postingEnds[id] ?? 0) - (segment.postingEnds[id - 1] ?? 0);
  }
  return texts;
}

/**
 * Returns the terms within `edits` of `word`, without the word itself, each with its distance. They are ordered by
 * length and spelling.
 */
export function nearTerms(segment: Segment, word: string, edits: number): [term: string, distance: number][] {
  const found: [string, number][] = [];
  const letters = letterSet(word);
  for (let length = word.length - edits; length <= word.length + edits; length++)
    for (const id of segment.byLength.get(length) ?? []) {
      // Each edit changes at most two bits between the two letter sets.
      if (bitCount((segment.letters[id] ?? 0) ^ letters) > 2 * edits) continue;
      const term = segment.terms[id];
      if (term === undefined || term === word) continue;
      const distance = editDistance(word, term, edits);
      if (distance <= edits) found.push([term, distance]);
    }
  return found;
}

/** Returns the terms that begin with `prefix`, in order. */
export function termsBeginning(segment: Segment, prefix: string): string[] {
  const { terms } = segment;
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] ?? "") < prefix) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; terms[at]?.startsWith(prefix); at++) found.push(terms[at] ?? "");
  return found;
}

/**
 * Returns the optimal string alignment distance (Damerau 1964): inserting, deleting or replacing a letter, or swapping
 * two neighbours, is one edit. A distance above `most` is returned as `most + 1`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, most + 1);
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
