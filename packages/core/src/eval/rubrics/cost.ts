import type { RubricScore } from "@waldo/contracts";
import { modelDollars } from "../../models/spend.ts";
import { notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

/** A run that costs no more has the whole score: a fifth of what an average day may cost (docs/decisions/0007). */
const ENOUGH_DOLLARS = 0.01;

/** What the tokens of a run cost at list price. A model without a price costs nothing. */
export function cost({ header, models }: ReadTrace): RubricScore {
  if (!header.spent || models.length === 0) return notApplicable("no model took part");
  const dollars = modelDollars(header.spent);
  return scored(
    ENOUGH_DOLLARS / Math.max(ENOUGH_DOLLARS, dollars),
    dollars > ENOUGH_DOLLARS && `it cost $${dollars.toFixed(4)}`,
  );
}
