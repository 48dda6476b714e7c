/**
 * Whether the person is there: what they said last, and the signs of their phone. When a phone that told of itself falls
 * silent, one question is asked, once; silence means nothing more than that.
 */
import { type EpochMs, keys, type UserId } from "@waldo/contracts";
import { findHeard } from "../person/heard.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, isAhead } from "../time.ts";

type Activity = {
  /** The latest of what follows. */
  readonly at?: EpochMs;
  readonly heard?: EpochMs;
  readonly ping?: EpochMs;
};

/** Returns when the person was last known to be there. An instant that a wrong clock has set ahead does not count. */
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

/** Returns the minutes in which the phone told of itself, oldest first. */
export async function pingsSince(store: Store, userId: UserId, since: EpochMs): Promise<EpochMs[]> {
  const pings: EpochMs[] = [];
  for await (const { key } of queryAll(store, keys.ping.between(userId, [since])))
    pings.push(keys.ping.parse(key.sk)?.[0] ?? 0);
  return pings;
}

/** From how many signs in a week on a phone counts as one that tells of itself. */
export const LEAST_PINGS = 3;
const WEEK_MS = 7 * DAY_MS;

/**
 * Returns whether it is asked now if the phone still tells of itself: it did so in the week before it fell silent, it has
 * been silent for a day, and the question was not asked since its last sign. Pure.
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
