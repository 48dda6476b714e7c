/**
 * The spend cap of a person's local day. Above the cap the cheap tier answers, so every message still gets an answer.
 * The cap has no later effect.
 */
import { type LocalDate, type Metered, MODEL_CENTS_A_DAY, type UserId } from "@waldo/contracts";
import { tokenDollars } from "../meter/bill.ts";
import { meteredOf } from "../meter/rows.ts";
import { findProfile } from "../person/profile.ts";
import type { Store } from "../ports.ts";

/** The cost of a day's tokens in dollars from which the cheap tier answers. A person may choose less. */
export const DAY_CAP_USD = MODEL_CENTS_A_DAY / 100;

/** Returns the cap of a person in dollars: the amount that they chose, at most `DAY_CAP_USD`. */
export async function capOf(store: Pick<Store, "get">, userId: UserId): Promise<number> {
  const { modelCentsADay = MODEL_CENTS_A_DAY } = (await findProfile(store, userId)) ?? {};
  return Math.min(DAY_CAP_USD, modelCentsADay / 100);
}

/** Returns the cost of the tokens of some work. A model without a list price, such as a local one, costs nothing. */
export function modelDollars({ models }: Metered): number {
  return models.reduce((dollars, count) => dollars + tokenDollars(count), 0);
}

/**
 * Returns the cost of the models on a date: of the ended runs and of the calling run. It takes one query of the date's
 * runs.
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

/**
 * True when another summary for an agent is within the cap of the date. Agents may use what the person's own runs leave
 * of it.
 */
export async function agentsMaySpend(store: Store, userId: UserId, date: LocalDate): Promise<boolean> {
  const [cap, runs] = await Promise.all([capOf(store, userId), spentToday(store, userId, date, undefined)]);
  let dollars = runs;
  for await (const row of meteredOf(store, userId, date, "agent-")) dollars += modelDollars(row);
  return dollars < cap;
}
