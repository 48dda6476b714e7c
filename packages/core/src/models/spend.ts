/**
 * The spend cap of a person's local day. It makes answers cheaper and never removes them: above the cap the cheap tier
 * answers. The cap is not a judgement of the person and has no later effect.
 */
import type { LocalDate, Metered, UserId } from "@waldo/contracts";
import { tokenDollars } from "../meter/bill.ts";
import { meteredRuns } from "../meter/rows.ts";
import type { Store } from "../ports.ts";

/** Dollars of tokens a day before the cheap tier answers. It is the cost of eight average days (bench:cost). */
export const DAY_CAP_USD = 0.2;

/**
 * Returns what the tokens of some work cost. A model without a list price, such as one of this machine, costs nothing.
 */
export function modelDollars({ models }: Metered): number {
  return models.reduce((dollars, count) => dollars + tokenDollars(count), 0);
}

/**
 * Returns what the models have cost on a date: the runs that ended, and the run that asks. It is one query of the
 * date's runs.
 */
export async function spentToday(
  store: Store,
  userId: UserId,
  date: LocalDate,
  running: Metered | undefined,
): Promise<number> {
  let dollars = running ? modelDollars(running) : 0;
  for await (const row of meteredRuns(store, userId, date)) dollars += modelDollars(row);
  return dollars;
}
