/**
 * Follows a person into another time zone: all their schedules move with them. The order of the writes makes it safe to
 * stop anywhere. The scheduler is told first, and it may be told twice. Then one transaction writes the new time zone
 * into the profile. Until that commits, the next sync sees the same difference and does everything again.
 */

import { keys, Profile, type Scheduled, ScheduleRow, type UserId } from "@waldo/contracts";
import { loadScheduled } from "../cadence/done.ts";
import { jetLagOf } from "../cadence/jet-lag.ts";
import { tryReminderTimes } from "../cadence/reminder-times.ts";
import { scheduleOf, unspreadSchedule } from "../cadence/schedule.ts";
import { findTimeZone } from "../health/ledger.ts";
import type { Ports, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

type Needs = Pick<Ports, "store" | "clock" | "log" | "schedules">;

/**
 * Sets the profile and the schedules to the time zone that the person's devices reported last, and returns the
 * schedules now in force. Does nothing when nothing changed. It also sends rows to the scheduler that it never received
 * or that differ now. Returns undefined where this system keeps no schedules or the person has no profile. Throws
 * `ConditionFailed` if the profile changed in the meantime; the caller does it again.
 */
export async function followZone(ports: Needs, userId: UserId): Promise<Scheduled | undefined> {
  const { store, schedules } = ports;
  const [profileRow, seen, scheduled] = await Promise.all([
    store.get(keys.profile(userId)),
    findTimeZone(store, userId),
    loadScheduled(store, userId),
  ]);
  if (!profileRow) return undefined;
  const before = Profile.parse(profileRow.body);
  const profile: Profile = { ...before, timeZone: seen ?? before.timeZone };
  const moved = profile.timeZone !== before.timeZone;

  const now = ports.clock.now();
  const rows = schedules?.spread ? scheduleOf(profile) : unspreadSchedule(profile);
  const told = scheduled !== undefined && isSame(scheduled.rows, rows);
  if (!moved && (told || !schedules)) return scheduled;
  const writes: Write[] = [];
  let next = scheduled;
  if (schedules) {
    await schedules.apply(userId, rows);
    next = { since: moved || !scheduled ? now : scheduled.since, rows };
    writes.push({ op: "put", key: keys.scheduled(userId), body: next });
  }
  if (moved) {
    writes.push(putOver(profileRow, keys.profile(userId), profile));
    // Few wakes move anybody, so what reads the goals is loaded then.
    const { followProfile } = await import("../goals/plan.ts");
    writes.push(...(await followProfile(store, userId, { before, after: profile, now })));
    const jetLag = jetLagOf(before.timeZone, profile.timeZone, now);
    if (jetLag) writes.push({ op: "put", key: keys.jetLag(userId), body: jetLag });
    // A time zone tells where a person is, so it stays out of the log. The size of the shift is enough to follow what
    // happened.
    ports.log("info", "zone.changed", { shiftMinutes: jetLag?.shiftMinutes ?? 0 });
  }
  await store.transact(writes);
  // A reminder of every day comes at its time in the new zone. What fails here is told by the next wake.
  if (moved) await tryReminderTimes(ports, userId);
  return next;
}

/** Parsing orders the members as the schema does, so equal rows print the same text. */
function isSame(a: readonly ScheduleRow[], b: readonly ScheduleRow[]): boolean {
  const print = (rows: readonly ScheduleRow[]) => JSON.stringify(ScheduleRow.array().parse(rows));
  return print(a) === print(b);
}
