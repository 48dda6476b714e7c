/**
 * The suggestions of a Brief, in a list for each cause. A sentence is in one list only. It names no plan, no list and
 * no event, because the person may have none. The sentences are in data/suggestions.jsonl; `npm run words` turns them
 * into suggestions.json.
 */
import lists from "./suggestions.json" with { type: "json" };

/** The reason for a suggestion. */
export type Cause =
  | "sleepLow"
  | "sleepFine"
  | "heart"
  | "strain"
  | "strainDays"
  | "strainFar"
  | "after"
  | "timing"
  | "active"
  | "still"
  | "good"
  | "plain"
  | "low"
  | "first";

const { fullDayUp, fullDayDown, ...byCause } = lists;

export const SUGGEST: Readonly<Record<Cause, readonly string[]>> = byCause;

/**
 * Suggestions for a day that is clearly full. `%` is the number of events, `#` the end of the last one. The first list
 * is for a good day, the second for a low one.
 */
export const FULL_DAY: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  up: fullDayUp,
  down: fullDayDown,
};
