// Puts a wake in order with the other jobs of a person's day, does missed earlier jobs, and follows the person into
// another time zone. A job that was done for a local date is not done again, whichever time zone the date is read in.
// An error of a job is thrown to the caller; the jobs before it stay marked as done. The process may die anywhere,
// because of the order of the writes. The scheduler is called first, and may be called twice. Then one transaction
// writes the new time zone into the profile. Until that commits, the next sync sees the same difference and does
// everything again.
import {
  keys,
  type LocalDate,
  Profile,
  type Scheduled,
  ScheduleRow,
  type SensedWake,
  type UserId,
  type WakeOutcome,
} from "@waldo/contracts";
import { isDone, loadDone, loadScheduled, markDone, occurrenceOf, overdue } from "../cadence/done.ts";
import type { DueJob } from "../cadence/due.ts";
import { jetLagOf } from "../cadence/jet-lag.ts";
import { tryReminderTimes } from "../cadence/reminder-times.ts";
import { scheduleOf, unspreadSchedule } from "../cadence/schedule.ts";
import { dayOfClock } from "../health/day-turn.ts";
import { findHabits, findTimeZone } from "../health/ledger.ts";
import type { Ports, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

type Needs = Pick<Ports, "store" | "clock" | "log" | "schedules">;

/**
 * Sets the profile and the schedules to the time zone that the person's devices reported last, and returns the
 * schedules now in force. Does nothing when nothing changed. It also sends rows to the scheduler that are new or have
 * changed. Returns undefined when this system keeps no schedules, or when the person has no profile. Throws
 * `ConditionFailed` if the profile has changed meanwhile; the caller tries again.
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
    // Few wakes change the zone, so the code that reads the goals is loaded only then.
    const { followProfile } = await import("../goals/plan.ts");
    writes.push(...(await followProfile(store, userId, { before, after: profile, now })));
    const jetLag = jetLagOf(before.timeZone, profile.timeZone, now);
    if (jetLag) writes.push({ op: "put", key: keys.jetLag(userId), body: jetLag });
    // A time zone tells where a person is, so it is not logged. The size of the shift is enough.
    ports.log("info", "zone.changed", { shiftMinutes: jetLag?.shiftMinutes ?? 0 });
  }
  await store.transact(writes);
  // A daily reminder comes at its time in the new zone. If the scheduler cannot be reached now, the next wake calls it.
  if (moved) await tryReminderTimes(ports, userId);
  return next;
}

/**
 * True when two lists of rows are equal. Parsing puts the members in the order of the schema, so equal rows give the
 * same JSON.
 */
function isSame(a: readonly ScheduleRow[], b: readonly ScheduleRow[]): boolean {
  const print = (rows: readonly ScheduleRow[]) => JSON.stringify(ScheduleRow.array().parse(rows));
  return print(a) === print(b);
}

/**
 * Does the wake's own job with `act`, and every overdue job. Returns the outcome of the last job that started a run or
 * a dream, or else of the last job.
 */
export async function inCadence(
  ports: Ports,
  wake: SensedWake,
  act: (wake: SensedWake) => Promise<WakeOutcome>,
): Promise<WakeOutcome> {
  const { userId, job } = wake;
  // A sync tells where the person is. The nightly upkeep sends the rows of this release to the scheduler.
  const moves = job === "sync" || job === "upkeep";
  const scheduled = moves ? await followZone(ports, userId) : await loadScheduled(ports.store, userId);
  if (!scheduled) return act(wake);

  const own = occurrenceOf(scheduled.rows, wake);
  const done = await loadDone(ports, userId);
  const { due, missed } = await overdue(ports, userId, scheduled, done);
  const isOwn = (late: DueJob) => own?.name === late.name && own.date === late.date;
  type Step = { readonly noted: Pick<DueJob, "name" | "date" | "at"> | undefined; readonly wake: SensedWake };
  const turn = due.every(isOwn) ? 0 : ((await findHabits(ports.store, userId))?.turn ?? 0);
  const plan: Step[] = due.map((late) => ({
    noted: late,
    wake: isOwn(late) ? wake : wakeOf(wake, late, dayOf(scheduled.rows, late, turn)),
  }));
  // A job without a date, or without a row that asks for it now, is done as the wake says.
  const settled = own !== undefined && job !== "patrol" && (isDone(done, own) || missed.some(isOwn));
  if (!settled && !due.some(isOwn)) {
    const asked = { noted: job === "patrol" ? undefined : own, wake };
    // The data of a sync is read before any Brief uses it. For every other job, overdue jobs come first.
    if (job === "sync") plan.unshift(asked);
    else plan.push(asked);
  }

  let outcome: WakeOutcome = { userId, outcome: "nothing" };
  for (const { noted, wake } of plan) {
    const ended = await act(wake);
    // A review that waits for a better moment is due again at the next wake.
    const waits = wake.job === "review" && ended.outcome === "waiting";
    if (noted && !waits) await markDone(ports, userId, noted);
    if (ended.outcome === "run" || ended.outcome === "dream" || outcome.outcome !== "run") outcome = ended;
  }
  return outcome;
}

/** Returns the wake that the scheduler would have sent for an overdue job. */
function wakeOf({ userId }: SensedWake, { job, variant, at }: DueJob, date: LocalDate): SensedWake {
  const scheduledAt = new Date(at).toISOString();
  return { userId, job, date, scheduledAt, ...(variant === undefined ? {} : { variant }) };
}

/**
 * Returns the day of the person's life at the time of an overdue job. The upkeep uses the calendar date, as in
 * sense.ts.
 */
function dayOf(rows: readonly ScheduleRow[], { name, job, date }: DueJob, turn: number): LocalDate {
  const row = rows.find((one) => one.name === name);
  if (job === "upkeep" || row === undefined) return date;
  return dayOfClock(date, (row.hours[0] ?? 0) * 60 + (row.minutes[0] ?? 0), turn);
}
