/** How long a body needs to follow its owner into another zone. */
import { EpochMs, keys, type UserId } from "@waldo/contracts";
import { z } from "zod";
import type { Store } from "../ports.ts";
import { DAY_MS, offsetMinutes } from "../time.ts";

/** A body clock follows by about an hour a day eastward, faster westward (Eastman and Burgess, Sleep Med Clin 2009). */
export const JET_LAG_MS_PER_HOUR = DAY_MS;
export const MAX_JET_LAG_MS = 7 * DAY_MS;

const JetLag = z.strictObject({ until: EpochMs, shiftMinutes: z.number().int().positive() });
export type JetLag = z.infer<typeof JetLag>;

/** What a move between zones at `now` asks of the body clock, the shorter way round. Undefined for no shift at all. */
export function jetLagOf(from: string, to: string, now: EpochMs): JetLag | undefined {
  const difference = Math.abs(offsetMinutes(now, to) - offsetMinutes(now, from));
  const shiftMinutes = Math.min(difference, Math.abs(24 * 60 - difference));
  if (shiftMinutes === 0) return undefined;
  const lasts = Math.min(Math.round((shiftMinutes / 60) * JET_LAG_MS_PER_HOUR), MAX_JET_LAG_MS);
  return { until: now + lasts, shiftMinutes };
}

/** Until when the person is jet-lagged, if that is after `now`. The last flight counts. */
export async function jetLagUntil(store: Store, userId: UserId, now: EpochMs): Promise<EpochMs | undefined> {
  const row = await store.get(keys.jetLag(userId));
  const until = row && JetLag.parse(row.body).until;
  return until !== undefined && until > now ? until : undefined;
}
