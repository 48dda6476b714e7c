/** Fires the standing intents of a moment: each in one transaction with what it says (R2), and so once. */
import { isError, keys, Live, OutboxRow, Profile, type RunHeader, type SensedWake } from "@waldo/contracts";
import { fired, fires, loadWatches, sayingOf, type WatchRow } from "../cadence/watches.ts";
import { dueWrites, enqueueDelivery, flushDue } from "../channels/outbox.ts";
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
  const header = headerOf(userId, `${watch.watchId}-${watch.fired + 1}`, date, now);
  const said = { kind: "reminder", text: sayingOf(watch), threadId: `day-${date}` } as const;
  const rows = enqueueDelivery(header, profile, [said], now);
  const pointers = dueWrites(rows.flatMap((write) => (write.op === "put" ? [OutboxRow.parse(write.body)] : [])));
  const key = keys.watch(userId, watch.watchId);
  try {
    await ports.store.transact([
      { op: "put", key, body: fired(watch, now), when: [{ is: "version", version }] },
      ...rows,
      ...pointers,
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

/** What the outbox names its rows by: the intent and how often it has fired. No run stands behind it. */
function headerOf(userId: string, nonce: string, date: string, now: number): RunHeader {
  return {
    runId: `run-watch-${nonce}`,
    userId,
    trigger: "patrol",
    nonce: `watch-${nonce}`,
    date,
    state: "DONE",
    step: 0,
    iterations: 0,
    attempts: 1,
    fence: 0,
    createdAt: now,
    updatedAt: now,
  };
}
