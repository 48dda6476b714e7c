/**
 * Stores which schedule of a person is in force, and which occurrences are done. Each cadence has its own row, so two
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
 * ignored. The next mark replaces it.
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
 * True when only a wrong clock can have written this mark: its instant is in the future, or its date is after tomorrow.
 * No time zone is more than 14 hours ahead of UTC, so its tomorrow is at most two days after the date in UTC.
 */
function isWrong({ date, at }: Pick<DueJob, "date" | "at">, now: EpochMs): boolean {
  return isAhead(at, now) || date > addDays(localDate(now, "UTC"), 2);
}

/**
 * Stores that an occurrence was done, or why it never will be. Nothing changes when a later occurrence is stored
 * already. An occurrence of the future is not stored, because a wrong clock asked for it.
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
  // Another wake may write at the same time. So this reads again and compares the two occurrences.
  await retryConflicts(async () => {
    const known = await store.get(key);
    const mark = known && DoneRow.parse(known.body);
    if (mark && mark.date >= date && !isWrong(mark, now)) return;
    await store.transact([putOver(known, key, body)]);
  });
}

/**
 * Returns the occurrence that a wake belongs to, by the calendar date of its time. A repeated or late firing gives the
 * same occurrence. Returns undefined for a job that has no row.
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
 * True when the occurrence of this local date was done or given up. The person may have had that date in another time
 * zone.
 */
export function isDone(done: Done, { name, date }: Pick<DueJob, "name" | "date">): boolean {
  return (done[name]?.date ?? "") >= date;
}

/**
 * Returns what is due and not done. It logs and stores each missed occurrence once. It leaves out missed patrols,
 * because the next patrol sees the same things.
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
