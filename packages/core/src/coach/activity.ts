/**
 * Tells whether the person is active, from their last message and the signs of their phone. When a phone that used to
 * send signs falls silent, Waldo asks one question, once. The silence has no other effect.
 */
import { type EpochMs, keys, type UserId } from "@waldo/contracts";
import { findHeard } from "../person/heard.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, isAhead } from "../time.ts";

type Activity = {
  /** The latest of the instants below. */
  readonly at?: EpochMs;
  readonly heard?: EpochMs;
  readonly ping?: EpochMs;
};

/**
 * Returns the last instant at which the person was active. An instant in the future was written by a wrong clock and is
 * ignored.
 */
export async function lastActivity(store: Store, userId: UserId, now: EpochMs): Promise<Activity> {
  const said = await findHeard(store, userId);
  const heard = said !== undefined && !isAhead(said, now) ? said : undefined;
  const ping = (await pingsSince(store, userId, 0)).filter((at) => !isAhead(at, now)).at(-1);
  const at = Math.max(heard ?? 0, ping ?? 0);
  return {
    ...(at === 0 ? {} : { at }),
    ...(heard === undefined ? {} : { heard }),
    ...(ping === undefined ? {} : { ping }),
  };
}

/** Returns the minutes in which the phone sent a sign, oldest first. */
export async function pingsSince(store: Store, userId: UserId, since: EpochMs): Promise<EpochMs[]> {
  const pings: EpochMs[] = [];
  for await (const { key } of queryAll(store, keys.ping.between(userId, [since])))
    pings.push(keys.ping.parse(key.sk)?.[0] ?? 0);
  return pings;
}

/** With at least this many signs in a week, a phone counts as one that sends signs. */
export const LEAST_PINGS = 3;
const WEEK_MS = 7 * DAY_MS;

/**
 * True when Waldo should ask now whether the phone still sends signs. It sent signs in the week before the silence, it
 * has been silent for a day, and Waldo has not asked since its last sign. Pure.
 */
export function asksOfSilence(
  { pings, askedAt }: { readonly pings: readonly EpochMs[]; readonly askedAt?: EpochMs | undefined },
  now: EpochMs,
): boolean {
  const known = pings.filter((at) => !isAhead(at, now));
  const last = known.at(-1);
  if (last === undefined || now - last < DAY_MS) return false;
  if (known.filter((at) => at > last - WEEK_MS).length < LEAST_PINGS) return false;
  return askedAt === undefined || askedAt < last;
}
