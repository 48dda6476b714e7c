/**
 * The spend cap of a person's local day. It makes answers cheaper and never removes them: above the cap the cheap tier
 * answers. The cap is not a judgement of the person and has no later effect.
 */
import { type LocalDate, type Metered, MODEL_CENTS_A_DAY, type UserId } from "@waldo/contracts";
import { tokenDollars } from "../meter/bill.ts";
import { meteredOf } from "../meter/rows.ts";
import { findProfile } from "../person/profile.ts";
import type { Store } from "../ports.ts";

/** Dollars of tokens a day before the cheap tier answers, for a person who has not chosen less. */
export const DAY_CAP_USD = MODEL_CENTS_A_DAY / 100;

/** Returns the cap of a person, in dollars: what they chose, and never more than there is. */
export async function capOf(store: Pick<Store, "get">, userId: UserId): Promise<number> {
  const { modelCentsADay = MODEL_CENTS_A_DAY } = (await findProfile(store, userId)) ?? {};
  return Math.min(DAY_CAP_USD, modelCentsADay / 100);
}

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
  for await (const row of meteredOf(store, userId, date, "run-")) dollars += modelDollars(row);
  return dollars;
}

/** Returns whether a date holds another summary for an agent. Agents have what the person's own runs leave of the cap. */
export async function agentsMaySpend(store: Store, userId: UserId, date: LocalDate): Promise<boolean> {
  const [cap, runs] = await Promise.all([capOf(store, userId), spentToday(store, userId, date, undefined)]);
  let dollars = runs;
  for await (const row of meteredOf(store, userId, date, "agent-")) dollars += modelDollars(row);
  return dollars < cap;
}
