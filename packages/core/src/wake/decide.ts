// The second half of a wake. Plain code reads the result of the first half (health/sense.ts) and starts something or
// does nothing. This half can reach the agent's rows and sees only derived data (R7). Only ids pass between the halves
// (R6). Errors are thrown to the caller, and the wake may run again.
import { type EpochMs, isError, type RunId, type SensedWake, type UserId, type WakeOutcome } from "@waldo/contracts";
import { keepReminderTimes } from "../cadence/reminder-times.ts";
import { BRIEF_CATCH_UP_MS } from "../cadence/schedule.ts";
import { hasDueCalendars, placesOf } from "../calendar/subscriptions.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue, hasDue } from "../channels/outbox.ts";
import { dueOf, pullsOf } from "../connect/window.ts";
import { dreamIfDue } from "../dream/due.ts";
import { usualArrivalAfter } from "../health/arrivals.ts";
import { findHabits, findScore } from "../health/ledger.ts";
import { wakeCounts } from "../meter/machines.ts";
import { meterWork } from "../meter/rows.ts";
import { agreed } from "../person/agreed.ts";
import { findCare, isCareDay } from "../person/care.ts";
import { declines } from "../person/consents.ts";
import { findLease } from "../person/paused.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Store } from "../ports.ts";
import { resumeRedactions } from "../privacy/redact/resume.ts";
import { sweepRuns } from "../run/start.ts";
import { commitIf, retryConflicts } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";
import { type Day, dayWrite, loadDay, morningReady } from "../voices/brief.ts";
import type { Owed } from "../voices/failures.ts";
import { inCadence } from "./in-cadence.ts";
import { prepare, speak } from "./speak.ts";
import { fireWatches } from "./watches.ts";

/** The text that is sent once when the person's phone posts data that no code can read. */
const WORDS =
  "Your phone sends its health data, but some of it I could not read, so it does not count. The answer to its last post names what. The export of Health as a file works meanwhile.";

/**
 * Tells the person that a post could not be read. The name of the announcement comes from the post, so repeated calls
 * tell it once.
 */
async function tellUnreadPost(ports: Ports, { userId, date, unread }: SensedWake): Promise<void> {
  const profile = unread === undefined ? undefined : await findProfile(ports.store, userId);
  if (unread === undefined || !profile) return;
  const said = { kind: "reply", text: WORDS, origin: "agent" } as const;
  const occasion = { by: "unread", name: `post-${unread}`, trigger: "patrol", date, now: ports.clock.now() } as const;
  await commitIf(ports.store, announcement(profile, occasion, said));
}

/**
 * Acts on a wake and writes one meter row for all of it. It is safe to run twice, because the occasion and not the
 * firing gives a Brief its name.
 */
export async function decide(ports: Ports, wake: SensedWake): Promise<WakeOutcome> {
  const { userId, date, job, scheduledAt, spent } = wake;
  const work = { userId, date, kind: "wake", of: `wake-${Date.parse(scheduledAt)}-${job}` } as const;
  return meterWork(ports, work, [{ counts: wakeCounts(wake), models: [] }, spent], async (own) =>
    actOn(await agreed(own, userId), wake),
  );
}

/** Does the work of a wake. It is plain code and calls no model. */
async function actOn(ports: Ports, wake: SensedWake): Promise<WakeOutcome> {
  const { userId, date, job } = wake;
  const lease = await findLease(ports.store, userId);
  if (lease?.pausedAt !== undefined) {
    ports.log("info", "wake.paused", { job, date });
    // An answer to words about danger that could not be sent is tried again here.
    await flushDue(ports, userId);
    return { userId, outcome: "paused", ...((await hasDue(ports, userId)) ? { due: true } : {}) };
  }
  // Reminders that the person asked for come first, in every wake after they are due.
  const told = await fireWatches(ports, wake);
  await keepReminderTimes(ports, userId);
  // Words that the person wants deleted are removed before anything is made from them.
  await resumeRedactions(ports, userId);
  if (job === "remind") {
    // The test of a channel is sent by this wake too. If this process does not have the channel, the message waits for
    // the process that has it.
    await flushDue(ports, userId);
    return { userId, outcome: "nothing", ...((await hasDue(ports, userId)) ? { due: true } : {}) };
  }
  if (job !== "upkeep" && job !== "patrol") {
    const outcome = await inCadence(ports, wake, (one) => retryConflicts(() => doJob(ports, one)));
    return told > 0 && (await hasDue(ports, userId)) ? { ...outcome, due: true } : outcome;
  }
  const resumed = await sweepRuns(ports, userId, lease);
  const { settled, untold: reminders } = await flushDue(ports, userId);
  const [calendars, pulls] = await Promise.all([placesOf(ports.store, userId), pullsOf(ports.store, userId)]);
  const known = { didUpkeep: settled > 0, owed: { reminders, calendars, pulls }, ...(resumed ? { resumed } : {}) };
  const outcome = await inCadence(ports, wake, (one) => retryConflicts(() => doJob(ports, one, known)));
  if (job === "patrol") await aroundIt(ports, wake);
  const now = ports.clock.now();
  return {
    ...outcome,
    ...((await hasDue(ports, userId)) ? { due: true } : {}),
    ...(hasDueCalendars(calendars, now) ? { calendars: true } : {}),
    ...(dueOf(pulls, now).length > 0 ? { wearables: true } : {}),
  };
}

/** Runs a turn of the ambient loop. If it fails, the patrol still continues. */
async function aroundIt(ports: Ports, { userId }: SensedWake): Promise<void> {
  const profile = await findProfile(ports.store, userId);
  if (!profile || (await isCareDay(ports.store, userId, ports.clock.now()))) return;
  try {
    await (await import("./ambient.ts")).ambientTurn(ports, profile);
  } catch (error) {
    if (isError(error, "StoreUnavailable")) throw error;
    ports.log("error", "living.failed", { error: error instanceof Error ? error.name : "unknown" });
  }
}

/** What a wake has found before its job. */
type Known = { readonly resumed?: RunId; readonly didUpkeep?: boolean; readonly owed?: Owed };

/**
 * Does one job. Its decision commits together with the rows that it read. Throws `ConditionFailed` when another wake
 * has changed these rows meanwhile; the caller then does the job again.
 */
async function doJob(
  ports: Ports,
  wake: SensedWake,
  { resumed, didUpkeep = false, owed }: Known = {},
): Promise<WakeOutcome> {
  const { userId, date, job } = wake;
  const due = Date.parse(wake.scheduledAt);
  if (job === "upkeep") {
    const dreaming = await dreamIfDue(ports, userId, date);
    const outcome = dreaming ? "dream" : resumed || didUpkeep ? "upkeep" : "nothing";
    return { userId, outcome, ...(resumed ? { runId: resumed } : {}) };
  }
  const care = await findCare(ports.store, userId, ports.clock.now());
  // This module loads the fixed answers in all languages, which most wakes do not need.
  const held = care && (await (await import("./care-day.ts")).onCareDay(ports, wake, care));
  if (held) return held;
  const day = await letGo(ports, wake, await loadDay(ports.store, userId, date));
  const score = await findScore(ports.store, userId, date);
  const now = ports.clock.now();
  const isReady = async (since: EpochMs) => {
    // While the person does not agree to the use of body data, no night will arrive.
    if (score?.status !== "final" && (await declines(ports.store, userId, "body"))) return true;
    const usual = score?.status === "final" ? undefined : await usualArrival(ports.store, userId);
    return morningReady(score, { due: since, now, usual });
  };
  const said = async (otherwise: WakeOutcome["outcome"]): Promise<WakeOutcome> => {
    const spoke = await speak(ports, wake, { day, score, isReady }, owed);
    if (spoke?.runId !== undefined) return { userId, outcome: "run", runId: spoke.runId };
    return { userId, outcome: otherwise };
  };
  switch (job) {
    case "sweep":
      await prepare(ports, userId, date);
      return { userId, outcome: "prepared" };
    case "sync":
      // Nights may arrive before there is a profile. Their score is stored, and no message is sent.
      if (!(await findProfile(ports.store, userId))) return { userId, outcome: "nothing" };
      await tellUnreadPost(ports, wake);
      await prepare(ports, userId, date);
      return said("prepared");
    case "brief": {
      const variant = wake.variant ?? "morning";
      if (now - due > BRIEF_CATCH_UP_MS[variant]) {
        ports.log("warn", "brief.missed", { variant, date, lateMinutes: minutesLate(due, now) });
        return { userId, outcome: "nothing" };
      }
      return said(variant === "morning" && !(await isReady(due)) ? "waiting" : "nothing");
    }
    case "review":
      return { userId, outcome: await (await weekly()).weeklyReview(ports, userId, date) };
    case "remind":
      return { userId, outcome: "nothing" };
    case "patrol":
      return said("nothing");
  }
}

/** Loads the code of the weekly review and, with it, the memory search. Most wakes have no review. */
const weekly = () => import("../review/weekly.ts");

/** Drops a morning Brief that waited for its night until it was too late. Returns the day without that Brief. */
async function letGo({ store, clock, log }: Ports, { userId, date }: SensedWake, day: Day): Promise<Day> {
  const { heldSince, ...state } = day.state;
  if (heldSince === undefined || clock.now() - heldSince <= BRIEF_CATCH_UP_MS.morning) return day;
  log("warn", "brief.missed", { variant: "morning", date, lateMinutes: minutesLate(heldSince, clock.now()) });
  await store.transact([dayWrite(userId, date, day, state)]);
  return loadDay(store, userId, date);
}

const minutesLate = (due: EpochMs, now: EpochMs) => Math.round((now - due) / MINUTE_MS);

/** By how many minutes after the wake time the person's nights usually arrive. */
async function usualArrival(store: Store, userId: UserId): Promise<number | undefined> {
  const [profile, habits] = await Promise.all([findProfile(store, userId), findHabits(store, userId)]);
  return profile && habits && usualArrivalAfter(profile.wakeTime, habits.arrivals);
}
