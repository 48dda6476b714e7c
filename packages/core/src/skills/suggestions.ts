/**
 * What a Brief may suggest: a list for each cause. A sentence stands in one list only, and it names no plan, no list
 * and no event, because the person may have none. The sentences stand in data/suggestions.jsonl; `npm run words` makes
 * suggestions.json of them.
 */
import lists from "./suggestions.json" with { type: "json" };

/** Why the suggestion is made. */
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
 * Suggestions for a day that is plainly full. `%` is how many events it has, `#` when the last one ends. The first list is
 * for a good day, the second for a low one.
 */
export const FULL_DAY: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  up: fullDayUp,
  down: fullDayDown,
};
