/**
 * Places a wake among the others of a person's day. It also does the earlier jobs that were missed. A job that was done
 * for a local date is not done again, whichever time zone the date is read in. An error of a job goes to the caller;
 * the jobs before it stay marked as done.
 */
import type { LocalDate, ScheduleRow, SensedWake, WakeOutcome } from "@waldo/contracts";
import { isDone, loadDone, loadScheduled, markDone, occurrenceOf, overdue } from "../cadence/done.ts";
import type { DueJob } from "../cadence/due.ts";
import { dayOfClock } from "../health/day-turn.ts";
import { findHabits } from "../health/ledger.ts";
import type { Ports } from "../ports.ts";
import { followZone } from "./zone-change.ts";

/**
 * Does the wake's own job with `act`, and every overdue job. Returns the outcome of the last job that started a run or
 * a dream, or of the last job when none did.
 */
export async function inCadence(
  ports: Ports,
  wake: SensedWake,
  act: (wake: SensedWake) => Promise<WakeOutcome>,
): Promise<WakeOutcome> {
  const { userId, job } = wake;
  // A sync tells where the person is. The nightly upkeep makes sure that the scheduler knows the rows of this release.
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
  // A job that has no date, or that fired although no row asks for it now, is done as the wake asks.
  const settled = own !== undefined && job !== "patrol" && (isDone(done, own) || missed.some(isOwn));
  if (!settled && !due.some(isOwn)) {
    const asked = { noted: job === "patrol" ? undefined : own, wake };
    // What a sync brought is read before any Brief speaks of it. For every other job the overdue jobs go first.
    if (job === "sync") plan.unshift(asked);
    else plan.push(asked);
  }

  let outcome: WakeOutcome = { userId, outcome: "nothing" };
  for (const { noted, wake } of plan) {
    const ended = await act(wake);
    // A review that waits for its moment is due again at the next wake.
    const waits = wake.job === "review" && ended.outcome === "waiting";
    if (noted && !waits) await markDone(ports, userId, noted);
    if (ended.outcome === "run" || ended.outcome === "dream" || outcome.outcome !== "run") outcome = ended;
  }
  return outcome;
}

/** The wake that the scheduler would have sent for an overdue job. */
function wakeOf({ userId }: SensedWake, { job, variant, at }: DueJob, date: LocalDate): SensedWake {
  const scheduledAt = new Date(at).toISOString();
  return { userId, job, date, scheduledAt, ...(variant === undefined ? {} : { variant }) };
}

/** The day that the person lived at the time of an overdue job. The upkeep has the calendar date, as in sense.ts. */
function dayOf(rows: readonly ScheduleRow[], { name, job, date }: DueJob, turn: number): LocalDate {
  const row = rows.find((one) => one.name === name);
  if (job === "upkeep" || row === undefined) return date;
  return dayOfClock(date, (row.hours[0] ?? 0) * 60 + (row.minutes[0] ?? 0), turn);
}
