/** Computes how long a person's body needs to adjust to another time zone. */
import { type EpochMs, JetLag, keys, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { DAY_MS, isAhead, offsetMinutes } from "../time.ts";

/**
 * A body clock adjusts by about an hour a day eastward, and faster westward (Eastman and Burgess, Sleep Med Clin 2009).
 */
export const JET_LAG_MS_PER_HOUR = DAY_MS;
export const MAX_JET_LAG_MS = 7 * DAY_MS;

/**
 * Returns by how many minutes a move between time zones at `now` shifts the body clock, and until when. It counts the
 * shorter way round the clock. Returns undefined when there is no shift.
 */
export function jetLagOf(from: string, to: string, now: EpochMs): JetLag | undefined {
  const difference = Math.abs(offsetMinutes(now, to) - offsetMinutes(now, from));
  const shiftMinutes = Math.min(difference, Math.abs(24 * 60 - difference));
  if (shiftMinutes === 0) return undefined;
  return { until: now + lasts(shiftMinutes), shiftMinutes };
}

function lasts(shiftMinutes: number): number {
  return Math.min(Math.round((shiftMinutes / 60) * JET_LAG_MS_PER_HOUR), MAX_JET_LAG_MS);
}

/** Returns when the person moved into the other time zone. */
export function movedAt({ until, shiftMinutes }: JetLag): EpochMs {
  return until - lasts(shiftMinutes);
}

/** Returns until when the person is jet-lagged, if that is after `now`. The last flight counts. */
export async function jetLagUntil(store: Store, userId: UserId, now: EpochMs): Promise<EpochMs | undefined> {
  const row = await store.get(keys.jetLag(userId));
  const until = row && JetLag.parse(row.body).until;
  return until !== undefined && until > now && !isAhead(until - MAX_JET_LAG_MS, now) ? until : undefined;
}
