/**
 * Records which schedule of a person is in force and which occurrences were done. Each cadence has its own row, so two
 * wakes do not write the same row.
 */
import {
  DoneRow,
  type EpochMs,
  keys,
  SCHEDULE_NAMES,
  Scheduled,
  ScheduleName,
  type ScheduleRow,
  type SensedWake,
  type UserId,
} from "@waldo/contracts";
import type { Clock, Log, Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, dayOfWeek, isAhead, localDate } from "../time.ts";
import { type Done, type DueJob, dueJobs, type MissedJob } from "./due.ts";

type Needs = { readonly store: Store; readonly clock: Clock; readonly log: Log };

/** Returns undefined for a person who has no schedules. */
export async function loadScheduled(store: Store, userId: UserId): Promise<Scheduled | undefined> {
  const row = await store.get(keys.scheduled(userId));
  return row && Scheduled.parse(row.body);
}

/**
 * Returns the last occurrence of each cadence that was done or given up. A mark that a wrong clock wrote is logged and
 * counts as none, and the next mark replaces it.
 */
export async function loadDone({ store, clock, log }: Needs, userId: UserId): Promise<Done> {
  const done: Done = {};
  for await (const { key, body } of queryAll(store, { ...keys.cadence.all(userId), limit: SCHEDULE_NAMES.length })) {
    const name = ScheduleName.safeParse(keys.cadence.parse(key.sk)?.[0]);
    if (!name.success) continue;
    const mark = DoneRow.parse(body);
    if (!isWrong(mark, clock.now())) done[name.data] = mark;
    else log("warn", "cadence.ahead", { name: name.data, date: mark.date });
  }
  return done;
}

/**
 * Returns whether only a wrong clock can have noted this: it was done at an instant that has not come, or for a date
 * beyond tomorrow. No time zone is more than 14 hours ahead of UTC, so its tomorrow is at most two days after UTC's date.
 */
function isWrong({ date, at }: Pick<DueJob, "date" | "at">, now: EpochMs): boolean {
  return isAhead(at, now) || date > addDays(localDate(now, "UTC"), 2);
}

/**
 * Notes that an occurrence was done, or why it never will be. When a later one is already noted, nothing changes. An
 * occurrence that has not come is not noted, because the wake that asks for it came from a wrong clock.
 */
export async function markDone(
  { store, clock, log }: Needs,
  userId: UserId,
  { name, date, at }: Pick<DueJob, "name" | "date" | "at">,
  missed?: MissedJob["reason"],
): Promise<void> {
  const now = clock.now();
  if (isWrong({ date, at }, now)) return log("warn", "cadence.ahead", { name, date });
  const key = keys.cadence(userId, name);
  const body = { date, at, ...(missed ? { missed } : {}) };
  // Another wake may write a note at the same time, so this reads again whether that one is later.
  await retryConflicts(async () => {
    const known = await store.get(key);
    const mark = known && DoneRow.parse(known.body);
    if (mark && mark.date >= date && !isWrong(mark, now)) return;
    await store.transact([putOver(known, key, body)]);
  });
}

/**
 * Returns which occurrence of the rows a wake is, by the calendar date of its time. A repeated or late firing gives the
 * same occurrence. A job without a row gives undefined.
 */
export function occurrenceOf(
  rows: readonly ScheduleRow[],
  { job, variant, scheduledAt }: Pick<SensedWake, "job" | "variant" | "scheduledAt">,
): Pick<DueJob, "name" | "date" | "at"> | undefined {
  const at = Date.parse(scheduledAt);
  const dateIn = ({ timeZone }: ScheduleRow) => localDate(at, timeZone);
  const row = rows.find(
    (one) => one.job === job && one.variant === variant && (one.weekdays?.includes(dayOfWeek(dateIn(one))) ?? true),
  );
  return row && { name: row.name, date: dateIn(row), at };
}

/**
 * Returns whether an occurrence was done or given up, by its local date. The person may have had that date in another
 * time zone.
 */
export function isDone(done: Done, { name, date }: Pick<DueJob, "name" | "date">): boolean {
  return (done[name]?.date ?? "") >= date;
}

/**
 * Returns what is due and not done. It logs and notes what was missed, once each. It leaves out patrols, because the
 * next patrol sees what a missed one would have seen.
 */
export async function overdue(
  ports: Needs,
  userId: UserId,
  scheduled: Scheduled,
  done: Done,
): Promise<ReturnType<typeof dueJobs>> {
  const rows = scheduled.rows.filter(({ once }) => once === "date");
  const now = ports.clock.now();
  const { due, missed } = dueJobs(rows, done, now, Math.min(scheduled.since, now));
  for (const job of missed) {
    const { name, date, reason, lateMinutes } = job;
    ports.log("warn", "job.missed", { name, date, reason, lateMinutes });
    await markDone(ports, userId, job, reason);
  }
  return { due, missed };
}
