/**
 * Keeps one one-time schedule for each reminder that has a next instant. The rows of the reminders say what should be:
 * this compares it with what the scheduler was told, and tells it the difference. The scheduler goes first and the row
 * second, so a process that dies between them tells it again. A schedule too many wakes the agent for nothing; one too
 * few is made by the next wake.
 */
import { type EpochMs, keys, ReminderTimes, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Row, StartWake, Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { loadWatches, nextInstant } from "./watches.ts";

type Needs = Pick<Ports, "store" | "clock" | "log" | "schedules">;
type Times = ReminderTimes["at"];

/** Tells the scheduler which minutes it should wake the person at. Throws what the scheduler throws. */
export async function keepReminderTimes({ store, clock, schedules }: Needs, userId: UserId): Promise<void> {
  const alarms = schedules?.reminders;
  if (!alarms) return;
  await retryConflicts(async () => {
    const { row, told, wanted } = await compare(store, userId, clock.now());
    for (const [watchId, at] of Object.entries(wanted)) if (told[watchId] !== at) await alarms.set(userId, watchId, at);
    // A schedule whose instant has passed has fired and is gone.
    for (const [watchId, at] of Object.entries(told))
      if (wanted[watchId] === undefined && at > clock.now()) await alarms.drop(userId, watchId);
    if (row && isSame(told, wanted)) return;
    await store.transact([putOver(row, keys.reminderTimes(userId), { at: wanted } satisfies ReminderTimes)]);
  });
}

/**
 * Tells the scheduler the times of the reminders, and only logs when it cannot: a scheduler that is down must not cost
 * the person the answer of a run. The next wake tells the scheduler again.
 */
export async function tryReminderTimes(ports: Needs, userId: UserId): Promise<void> {
  try {
    await keepReminderTimes(ports, userId);
  } catch (error) {
    ports.log("warn", "reminders.untold", { error: error instanceof Error ? error.name : "unknown" });
  }
}

/**
 * Wakes the agent after a tap or a request has changed the reminders, because the function that takes taps and requests
 * may not tell the scheduler. Without `startWake`, or where no scheduler keeps one-time schedules, it does nothing.
 */
export async function wakeForReminders(
  { startWake, ...ports }: Pick<Ports, "store" | "clock"> & { readonly startWake?: StartWake },
  userId: UserId,
): Promise<void> {
  const now = ports.clock.now();
  const { row, told, wanted } = await compare(ports.store, userId, now);
  if (row === undefined || isSame(told, wanted)) return;
  const wake = { userId, job: "remind", scheduledAt: new Date(now).toISOString() } as const;
  await startWake?.(`remind-${digest(userId, now).slice(0, 32)}`, wake);
}

async function compare(
  store: Store,
  userId: UserId,
  now: EpochMs,
): Promise<{ readonly row: Row | undefined; readonly told: Times; readonly wanted: Times }> {
  const row = await store.get(keys.reminderTimes(userId));
  const told = row ? ReminderTimes.parse(row.body).at : {};
  const wanted: Times = {};
  const timeZone = (await findProfile(store, userId))?.timeZone;
  if (timeZone !== undefined)
    for (const { watch } of await loadWatches(store, userId)) {
      const at = nextInstant(watch, now, timeZone);
      if (at !== undefined) wanted[watch.watchId] = at;
    }
  return { row, told, wanted };
}

function isSame(a: Times, b: Times): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => a[id] === b[id]);
}
