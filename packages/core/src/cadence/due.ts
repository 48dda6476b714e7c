/**
 * Finds what should have happened by now and has not. It decides from the rows and from what is done, never from a
 * firing. A firing can be missing: EventBridge Scheduler skips a time that the clock change of spring leaves out, a
 * machine may be off, or a flight may jump over a time. The next wake finds the occurrence here.
 */
import type { EpochMs, LocalDate, MISS_REASONS, ScheduledBrief, ScheduleName, ScheduleRow } from "@waldo/contracts";
import { addDays, localDate, MINUTE_MS } from "../time.ts";
import { latestOf, occursOn } from "./occurrences.ts";

/** For how many days missed occurrences are listed one by one. Older ones are not listed, because no one reads them. */
export const LOOK_BACK_DAYS = 7;

export type DueJob = {
  readonly name: ScheduleName;
  readonly job: ScheduleRow["job"];
  readonly variant?: ScheduledBrief;
  readonly date: LocalDate;
  /**
   * When the job became due: at its own time, or, when the person moved into another time zone and the move jumped over
   * that time, at the move.
   */
  readonly at: EpochMs;
};

export type MissedJob = DueJob & { readonly reason: (typeof MISS_REASONS)[number]; readonly lateMinutes: number };

/** The last occurrence of each cadence that was done or given up, and why it was given up. */
export type Done = Partial<
  Record<
    ScheduleName,
    { readonly date: LocalDate; readonly at: EpochMs; readonly missed?: MissedJob["reason"] | undefined }
  >
>;

type Candidate = { readonly row: ScheduleRow; readonly job: DueJob; readonly time: EpochMs };

/**
 * Returns the jobs to do now, in order (preparing jobs first, then messages, the night's work last), and the jobs that
 * were missed, each with a reason. `since` is the instant from which these rows are in force. A time before `since`
 * counts only for a cadence that existed before; it is then due at `since`, because an eastward flight can jump over a
 * time. For a new person the morning Brief counts as well, because it is the first message of a day. A local date that
 * was done is not done again in another time zone.
 */
export function dueJobs(
  rows: readonly ScheduleRow[],
  done: Done,
  now: EpochMs,
  since: EpochMs = 0,
): { readonly due: DueJob[]; readonly missed: MissedJob[] } {
  const due: Candidate[] = [];
  const missed: MissedJob[] = [];
  const todays = new Map<string, LocalDate>();
  for (const row of rows) {
    const today = todays.get(row.timeZone) ?? localDate(now, row.timeZone);
    todays.set(row.timeZone, today);
    const open = openOf(row, done[row.name], { now, today, since });
    for (const [i, one] of open.entries()) {
      const followed = i < open.length - 1 || wasFollowed(one, rows, done);
      const reason = refusal(one, now) ?? (followed ? "a later one took its place" : undefined);
      if (reason) missed.push(miss(one.job, reason, now));
      else due.push(one);
    }
  }
  const briefs = due.filter(({ row }) => row.coalesce === "briefs").sort((a, b) => a.time - b.time);
  const said = new Set(briefs.slice(0, -1));
  for (const { job } of said) missed.push(miss(job, "a later one took its place", now));
  const left = due.filter((one) => !said.has(one));
  const jobs = left
    // Another job at the same minute reads what the patrol would read, so the patrol is left out.
    .filter(({ row, time }) => row.job !== "patrol" || left.every((other) => other.row === row || other.time < time))
    .sort((a, b) => ORDER[a.row.job] - ORDER[b.row.job] || a.time - b.time)
    .map(({ job }) => job);
  return { due: jobs, missed };
}

const ORDER: Record<ScheduleRow["job"], number> = { sweep: 0, brief: 1, review: 2, patrol: 3, upkeep: 4 };

/** Returns the occurrences of a row that are due and not done, oldest first. */
function openOf(
  row: ScheduleRow,
  last: Done[ScheduleName],
  { now, today, since }: { readonly now: EpochMs; readonly today: LocalDate; readonly since: EpochMs },
): Candidate[] {
  const candidate = (date: LocalDate, time: EpochMs): Candidate => ({
    row,
    time,
    job: {
      name: row.name,
      job: row.job,
      ...(row.variant === undefined ? {} : { variant: row.variant }),
      date,
      at: Math.max(time, since),
    },
  });
  // Only the latest firing counts, because such a job reads the present state.
  if (row.once === "firing") {
    const latest = latestOf(row, now, today);
    return latest && latest.at > (last?.at ?? since - 1) ? [candidate(latest.date, latest.at)] : [];
  }
  const earliest = addDays(today, last ? -LOOK_BACK_DAYS : -1);
  const open: Candidate[] = [];
  for (let date = later(earliest, last && addDays(last.date, 1)); date <= today; date = addDays(date, 1))
    for (const time of occursOn(row, date))
      if (time <= now && (last || time >= since || isFirstMorning(row, now - time))) open.push(candidate(date, time));
  return open;
}

/** True for the morning Brief of this waking day. */
function isFirstMorning({ variant, maxAgeMs }: ScheduleRow, age: number): boolean {
  return variant === "morning" && age <= maxAgeMs;
}

/** True when a later Brief of the same date was already sent. This happens when a flight brings the morning back. */
function wasFollowed({ row, job, time }: Candidate, rows: readonly ScheduleRow[], done: Done): boolean {
  if (row.coalesce !== "briefs") return false;
  return rows.some(
    (other) =>
      other.coalesce === "briefs" &&
      done[other.name]?.date === job.date &&
      done[other.name]?.missed === undefined &&
      (occursOn(other, job.date)[0] ?? Number.NEGATIVE_INFINITY) > time,
  );
}

function later(a: LocalDate, b: LocalDate | undefined): LocalDate {
  return b !== undefined && b > a ? b : a;
}

function refusal({ row, job, time }: Candidate, now: EpochMs): MissedJob["reason"] | undefined {
  if (now - time > row.maxAgeMs) return "too old";
  return now - job.at > row.catchUpMs ? "too late" : undefined;
}

function miss(job: DueJob, reason: MissedJob["reason"], now: EpochMs): MissedJob {
  return { ...job, reason, lateMinutes: Math.round((now - job.at) / MINUTE_MS) };
}
