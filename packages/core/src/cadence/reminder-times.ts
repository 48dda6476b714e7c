/**
 * Keeps one one-time schedule for each reminder that has a next instant. It compares the rows of the reminders with the
 * schedules that exist, and changes the schedules that differ. It calls the scheduler first and writes the row second,
 * so after a crash the scheduler is called again. A schedule too many only wakes the agent in vain. The next wake
 * creates a missing one.
 */
import { type EpochMs, keys, ReminderTimes, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Row, StartWake, Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { loadWatches, nextInstant } from "./watches.ts";

type Needs = Pick<Ports, "store" | "clock" | "log" | "schedules">;
type Times = ReminderTimes["at"];

/** Tells the scheduler the minutes at which it should wake the person's agent. Throws the scheduler's errors. */
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
 * Tells the scheduler the times of the reminders. If the scheduler fails, this only logs the error, so that the person
 * still gets the answer of the run. The next wake tries again.
 */
export async function tryReminderTimes(ports: Needs, userId: UserId): Promise<void> {
  try {
    await keepReminderTimes(ports, userId);
  } catch (error) {
    ports.log("warn", "reminders.untold", { error: error instanceof Error ? error.name : "unknown" });
  }
}

/**
 * Wakes the agent after a tap or a request has changed the reminders. The function that handles taps and requests may
 * not call the scheduler itself. Does nothing without `startWake`, or when the scheduler keeps no one-time schedules.
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
