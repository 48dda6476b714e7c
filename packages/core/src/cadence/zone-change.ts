/**
 * A person moves, and everything that is on a clock moves along. The order makes it safe to be killed anywhere: the
 * scheduler is told first, which may be done twice, and only then is the person said to live elsewhere, in one
 * transaction; until that is committed, the next sync sees the same difference and does it all again.
 */
import { keys, Profile, ScheduleRow, type UserId } from "@waldo/contracts";
import type { Ports, Write } from "../ports.ts";
import { loadScheduled, type Scheduled } from "./done.ts";
import { jetLagOf } from "./jet-lag.ts";
import { scheduleOf, unspreadSchedule } from "./schedule.ts";

type Needs = Pick<Ports, "store" | "clock" | "log" | "schedules">;

/**
 * Brings profile and schedules to where the person's devices last said they are, and returns what is in force then.
 * Does nothing where nothing changed; also tells the scheduler rows it was never told, or that read otherwise now.
 * Undefined where this system keeps no schedules, or nobody is known. Throws `ConditionFailed` if the profile changed
 * meanwhile: do it again.
 */
export async function followZone(ports: Needs, userId: UserId): Promise<Scheduled | undefined> {
  const { store, schedules } = ports;
  const [profileRow, zoneRow, scheduled] = await Promise.all([
    store.get(keys.profile(userId)),
    store.get(keys.zone(userId)),
    loadScheduled(store, userId),
  ]);
  if (!profileRow) return undefined;
  const before = Profile.parse(profileRow.body);
  const seen = zoneRow?.body["zone"];
  const profile: Profile = { ...before, zone: typeof seen === "string" ? seen : before.zone };
  const moved = profile.zone !== before.zone;

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
    const when = [{ is: "version", version: profileRow.version }] as const;
    writes.push({ op: "put", key: keys.profile(userId), body: profile, when });
    const jetLag = jetLagOf(before.zone, profile.zone, now);
    if (jetLag) writes.push({ op: "put", key: keys.jetLag(userId), body: jetLag });
    // A zone is where somebody is: it stays out of the log. How far they went is enough to follow what happened.
    ports.log("info", "zone.changed", { shiftMinutes: jetLag?.shiftMinutes ?? 0 });
  }
  await store.transact(writes);
  return next;
}

/** Parsing puts members in the order of the schema, so equal rows print alike. */
function isSame(a: readonly ScheduleRow[], b: readonly ScheduleRow[]): boolean {
  const print = (rows: readonly ScheduleRow[]) => JSON.stringify(ScheduleRow.array().parse(rows));
  return print(a) === print(b);
}
