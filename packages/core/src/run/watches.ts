/** Fires the standing intents of a moment: each in one transaction with what it says (R2), and so once. */
import { isError, keys, Live, Profile, type SensedWake } from "@waldo/contracts";
import { fired, fires, loadWatches, sayingOf, type WatchRow } from "../cadence/watches.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { zoneOf } from "../health/crs.ts";
import type { Ports } from "../ports.ts";

/** Returns how many fired. What the person asked for themselves passes quiet hours and the budget (pitfalls: nanobot#2369). */
export async function fireWatches(ports: Ports, { userId, date }: SensedWake): Promise<number> {
  const active = (await loadWatches(ports.store, userId)).filter(({ watch }) => watch.state === "active");
  if (active.length === 0) return 0;
  const profileRow = await ports.store.get(keys.profile(userId));
  if (!profileRow) return 0;
  const profile = Profile.parse(profileRow.body);
  const live = Live.safeParse((await ports.store.get(keys.live(userId)))?.body).data;
  const form = live?.date === date ? live.form : undefined;
  const moment = {
    now: ports.clock.now(),
    date,
    timeZone: profile.zone,
    zone: form === undefined ? undefined : zoneOf(form),
  };
  let count = 0;
  for (const row of active) {
    if (moment.now >= row.watch.expiresAt) await expire(ports, userId, row);
    else if (fires(row.watch, moment) && (await fire(ports, profile, row, date, moment.now))) count++;
  }
  if (count > 0) await flushDue(ports, userId);
  return count;
}

async function fire(
  ports: Ports,
  profile: Profile,
  { watch, version }: WatchRow,
  date: string,
  now: number,
): Promise<boolean> {
  const { userId } = profile;
  const name = `watch-${watch.watchId}-${watch.fired + 1}`;
  const rows = announcement(
    profile,
    { name, trigger: "patrol", date, now },
    { kind: "reminder", text: sayingOf(watch) },
  );
  const key = keys.watch(userId, watch.watchId);
  try {
    await ports.store.transact([
      { op: "put", key, body: fired(watch, now), when: [{ is: "version", version }] },
      ...rows,
    ]);
    ports.log("info", "watch.fired", { on: watch.when.on });
    return true;
  } catch (error) {
    // Fired or cancelled meanwhile.
    if (!isError(error, "ConditionFailed")) throw error;
    return false;
  }
}

async function expire(ports: Ports, userId: string, { watch, version }: WatchRow): Promise<void> {
  const key = keys.watch(userId, watch.watchId);
  try {
    await ports.store.transact([
      { op: "put", key, body: { ...watch, state: "expired" }, when: [{ is: "version", version }] },
    ]);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
  }
}
