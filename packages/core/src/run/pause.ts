/**
 * Pauses everything for one person: no wake, run, night or tap does work until the pause ends. The lease holds it,
 * because every step of a run asks the lease. A run that is at work loses the lease and goes back into the queue. A
 * message that comes in meanwhile waits. The answer to words about danger is sent anyway.
 */
import { type EpochMs, keys, Lease, RunHeader, type UserId, WaldoError, type Watch } from "@waldo/contracts";
import { dueIn, loadWatches, missedText, told } from "../cadence/watches.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Write } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { localDate } from "../time.ts";
import { waitingKey } from "./lease.ts";
import { startWaiting } from "./start.ts";

const FREE: Lease = { fence: 0, expiresAt: 0 };

/**
 * Pauses a person, and returns since when they are paused. A second call changes nothing. Throws `InvalidInput` for an
 * id without a person, so that nobody believes that a mistyped id was paused.
 */
export async function pause({ store, clock }: Pick<Ports, "store" | "clock">, userId: UserId): Promise<EpochMs> {
  const key = keys.lease(userId);
  return retryConflicts(async () => {
    const row = await store.get(key);
    if (!row && !(await store.get(keys.profile(userId))))
      throw new WaldoError("InvalidInput", `no person has the id ${userId}: nothing was paused`);
    const lease = row ? Lease.parse(row.body) : FREE;
    if (lease.pausedAt !== undefined) return lease.pausedAt;
    const pausedAt = clock.now();
    const held = lease.owner === undefined ? undefined : await store.get(keys.run(userId, lease.owner));
    const header = held && RunHeader.parse(held.body);
    const parked: Write[] = header ? [{ op: "put", key: waitingKey(header), body: { runId: header.runId } }] : [];
    const stopped: Lease = { fence: lease.fence + 1, expiresAt: 0, pausedAt };
    await store.transact([putOver(row, key, stopped), ...parked]);
    return pausedAt;
  });
}

/**
 * Ends the pause and starts the run that has waited longest. One text lists the reminders that came due meanwhile; it
 * commits together with the end of the pause. Returns false for a person who was not paused.
 */
export async function resume(ports: Ports, userId: UserId): Promise<boolean> {
  const key = keys.lease(userId);
  const wasPaused = await retryConflicts(async () => {
    const row = await ports.store.get(key);
    const lease = row && Lease.parse(row.body);
    if (lease?.pausedAt === undefined) return false;
    const free: Lease = { fence: lease.fence + 1, expiresAt: 0 };
    await ports.store.transact([putOver(row, key, free), ...(await reminders(ports, userId, lease.pausedAt))]);
    return true;
  });
  // This is done even when the person is no longer paused, because the process that ended the pause may have died
  // before it.
  await flushDue(ports, userId);
  await startWaiting(ports, userId);
  return wasPaused;
}

/** Returns the rows of the text about the time of the pause, and of the reminders in it. */
async function reminders({ store, clock }: Ports, userId: UserId, from: EpochMs): Promise<Write[]> {
  const profile = await findProfile(store, userId);
  if (!profile) return [];
  const now = clock.now();
  const stretch = { from, to: now, timeZone: profile.timeZone };
  const due = (await loadWatches(store, userId))
    .flatMap(({ watch, version }) => {
      const words = dueIn(watch, stretch);
      return words === undefined ? [] : [{ watch, version, words }];
    })
    .sort((a, b) => instantOf(a.watch) - instantOf(b.watch));
  if (due.length === 0) return [];
  const text = missedText(
    due.map(({ words }) => words),
    stretch,
  );
  const date = localDate(now, profile.timeZone);
  const occasion = { by: "pause", name: String(now), trigger: "patrol", date, now } as const;
  return [
    ...announcement(profile, occasion, { kind: "reminder", text }),
    // A daily reminder continues, but it is not said again for a time in the list.
    ...due.map(({ watch, version }) =>
      putOver({ version }, keys.watch(userId, watch.watchId), told(watch, now, profile.timeZone)),
    ),
  ];
}

/** Returns the instant that orders the list. A reminder without a single instant comes last. */
function instantOf({ when }: Watch): number {
  return when.on === "time" ? when.at : Number.MAX_SAFE_INTEGER;
}
