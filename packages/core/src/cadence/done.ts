/** What of a person's cadence is in force and what of it was done: one row a cadence, so that two wakes do not meet in one. */
import {
  EpochMs,
  isError,
  keys,
  LocalDate,
  SCHEDULE_NAMES,
  ScheduleName,
  ScheduleRow,
  type SensedWake,
  type UserId,
} from "@waldo/contracts";
import { z } from "zod";
import type { Clock, Log, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { dayOfWeek } from "../time.ts";
import { type Done, type DueJob, dueJobs, type MissedJob } from "./due.ts";

const DoneRow = z.object({ date: LocalDate, at: EpochMs });

/** The rows a scheduler was last told, and since when their zone is the person's. */
const Scheduled = z.strictObject({ since: EpochMs, rows: z.array(ScheduleRow) });
export type Scheduled = z.infer<typeof Scheduled>;

/** Undefined for a person nobody keeps schedules for. */
export async function loadScheduled(store: Store, userId: UserId): Promise<Scheduled | undefined> {
  const row = await store.get(keys.scheduled(userId));
  return row && Scheduled.parse(row.body);
}

/** The last occurrence of each cadence that was done, or given up. */
export async function loadDone(store: Store, userId: UserId): Promise<Done> {
  const { table, pk, sk: prefix } = keys.cadence(userId, "");
  const done: Done = {};
  for await (const { key, body } of queryAll(store, { table, pk, prefix, limit: SCHEDULE_NAMES.length })) {
    const name = ScheduleName.safeParse(key.sk.slice(prefix.length));
    if (name.success) done[name.data] = DoneRow.parse(body);
  }
  return done;
}

/** Notes that an occurrence was done, or why it never will be. A later one that is noted already stays. */
export async function markDone(
  store: Store,
  userId: UserId,
  { name, date, at }: Pick<DueJob, "name" | "date" | "at">,
  missed?: MissedJob["reason"],
): Promise<void> {
  const key = keys.cadence(userId, name);
  const body = { date, at, ...(missed ? { missed } : {}) };
  for (;;) {
    const known = await store.get(key);
    if (known && String(known.body["date"]) >= date) return;
    const when = known ? ({ is: "version", version: known.version } as const) : ({ is: "absent" } as const);
    try {
      return await store.transact([{ op: "put", key, body, when: [when] }]);
    } catch (error) {
      // Another wake noted something meanwhile: whether it was later is read again.
      if (!isError(error, "ConditionFailed")) throw error;
    }
  }
}

/**
 * Which occurrence of the rows a wake is. A firing that was repeated, or came late, names the same one; a job that no
 * row has names none.
 */
export function occurrenceOf(
  rows: readonly ScheduleRow[],
  { job, variant, date, scheduledAt }: SensedWake,
): Pick<DueJob, "name" | "date" | "at"> | undefined {
  const row = rows.find(
    (one) => one.job === job && one.variant === variant && (one.weekdays?.includes(dayOfWeek(date)) ?? true),
  );
  return row && { name: row.name, date, at: Date.parse(scheduledAt) };
}

/** Whether an occurrence was done, or given up, by its local date: the person may have seen that date in another zone. */
export function isDone(done: Done, { name, date }: Pick<DueJob, "name" | "date">): boolean {
  return (done[name]?.date ?? "") >= date;
}

/**
 * What is due and undone, and what was missed, which is logged and noted here, once. Not the patrols: what a tick would
 * have looked at, the next one sees.
 */
export async function overdue(
  ports: { readonly store: Store; readonly clock: Clock; readonly log: Log },
  userId: UserId,
  scheduled: Scheduled,
  done: Done,
): Promise<ReturnType<typeof dueJobs>> {
  const rows = scheduled.rows.filter(({ once }) => once === "date");
  const { due, missed } = dueJobs(rows, done, ports.clock.now(), scheduled.since);
  for (const job of missed) {
    const { name, date, reason, lateMinutes } = job;
    ports.log("warn", "job.missed", { name, date, reason, lateMinutes });
    await markDone(ports.store, userId, job, reason);
  }
  return { due, missed };
}
