/**
 * A wake among the others of a person's day: what should have happened before and did not is done with it, and what was
 * done for a local date is not done again, whichever zone the date is seen from.
 */
import type { SensedWake, WakeOutcome } from "@waldo/contracts";
import { isDone, loadDone, loadScheduled, markDone, occurrenceOf, overdue } from "../cadence/done.ts";
import type { DueJob } from "../cadence/due.ts";
import { followZone } from "../cadence/zone-change.ts";
import type { Ports } from "../ports.ts";

/** Does the wake's own job by `act`, and whatever is overdue. Returns how the last one that came to something ended. */
export async function inCadence(
  ports: Ports,
  wake: SensedWake,
  act: (wake: SensedWake) => Promise<WakeOutcome>,
): Promise<WakeOutcome> {
  const { userId, job } = wake;
  // A sync says where the person is. By night it is made sure that the scheduler knows the rows of this release.
  const moves = job === "sync" || job === "upkeep";
  const scheduled = moves ? await followZone(ports, userId) : await loadScheduled(ports.store, userId);
  if (!scheduled) return act(wake);

  const own = occurrenceOf(scheduled.rows, wake);
  const done = await loadDone(ports.store, userId);
  const { due, missed } = await overdue(ports, userId, scheduled, done);
  const isOwn = (late: DueJob) => own?.name === late.name && own.date === late.date;
  type Step = { readonly noted: Pick<DueJob, "name" | "date" | "at"> | undefined; readonly wake: SensedWake };
  const plan: Step[] = due.map((late) => ({ noted: late, wake: isOwn(late) ? wake : wakeOf(wake, late) }));
  // A job that is not by date, or that fired though no row asks for it now, is done as it was asked for.
  const settled = own !== undefined && job !== "patrol" && (isDone(done, own) || missed.some(isOwn));
  if (!settled && !due.some(isOwn)) {
    const asked = { noted: job === "patrol" ? undefined : own, wake };
    // What a sync brought is read before anything is said of it; otherwise what is late goes first.
    if (job === "sync") plan.unshift(asked);
    else plan.push(asked);
  }

  let outcome: WakeOutcome = { userId, outcome: "nothing" };
  for (const { noted, wake } of plan) {
    const ended = await act(wake);
    if (noted) await markDone(ports.store, userId, noted);
    if (ended.outcome === "run" || ended.outcome === "dream" || outcome.outcome !== "run") outcome = ended;
  }
  return outcome;
}

/** The wake that a job would have had. */
function wakeOf({ userId }: SensedWake, { job, variant, date, at }: DueJob): SensedWake {
  const scheduledAt = new Date(at).toISOString();
  return { userId, job, date, scheduledAt, ...(variant === undefined ? {} : { variant }) };
}
