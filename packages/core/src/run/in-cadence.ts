/**
 * A wake among the others of a person's day: what should have happened before and did not is done with it, and what was
 * done for a local date is not done again, whichever zone the date is seen from.
 */
import type { SensedWake, WakeOutcome } from "@waldo/contracts";
import { isDone, loadDone, loadScheduled, markDone, occurrenceOf, overdue } from "../cadence/done.ts";
import { followZone } from "../cadence/zone-change.ts";
import type { Ports } from "../ports.ts";

/** Does the wake's own job by `act`, and whatever is overdue. Returns how the last one of consequence ended. */
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
  const once = own !== undefined && job !== "patrol";
  const done = await loadDone(ports.store, userId);
  const outcomes: WakeOutcome[] = [];
  const actOwn = async () => {
    if (once && isDone(done, own)) return;
    outcomes.push(await act(wake));
    if (once) await markDone(ports.store, userId, own);
  };
  // What a sync brought is read before anything is said of it; otherwise what is late goes first.
  if (job === "sync") await actOwn();
  for (const late of await overdue(ports, userId, scheduled, done)) {
    if (late.name === own?.name) continue;
    const { variant: _, settled: __, ...rest } = wake;
    const scheduledAt = new Date(late.at).toISOString();
    const variant = late.variant === undefined ? {} : { variant: late.variant };
    outcomes.push(await act({ ...rest, job: late.job, date: late.date, scheduledAt, ...variant }));
    await markDone(ports.store, userId, late);
  }
  if (job !== "sync") await actOwn();
  const nothing: WakeOutcome = { userId, outcome: "nothing" };
  return outcomes.findLast(({ outcome }) => outcome === "run" || outcome === "dream") ?? outcomes.at(-1) ?? nothing;
}
