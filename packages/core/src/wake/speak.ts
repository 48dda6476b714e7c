/**
 * What a wake says unasked. It gathers the facts once, hands all voices to the arbiter (voices/arbitrate.ts), and sends
 * what the arbiter let through. If a wake fails, it throws and may run again.
 */
import { isError, keys, type PatrolAct, type PatrolEntry, type SensedWake, type UserId } from "@waldo/contracts";
import { flushRun } from "../channels/outbox.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Voice, Write } from "../ports.ts";
import { latestReview } from "../review/rows.ts";
import { isOver } from "../review/state.ts";
import { startRun } from "../run/start.ts";
import { putNew } from "../store/cas.ts";
import { type Arbitrated, arbitrate, type Verdict } from "../voices/arbitrate.ts";
import { type Brief, briefs } from "../voices/brief.ts";
import { failures, type Owed } from "../voices/failures.ts";
import { calm, gatherSignals, liveOn } from "../voices/patrol-signals.ts";
import { FETCH, fall, nextEvent, overload, stress } from "../voices/patrol-voices.ts";
import { whyBadTime } from "../voices/policy.ts";
import { gatherTick } from "../voices/tick.ts";

/** Returns the writes of the log entry of a verdict. */
type Log = (verdict: Verdict) => readonly Write[];

/**
 * Decides a wake. A repeated tick finds its entry and does nothing more: what it started is in the journal, and the sweep
 * finds it. Throws `ConditionFailed` when another wake decided on the same rows first.
 */
export async function speak(
  ports: Ports,
  wake: SensedWake,
  brief: Brief,
  owed?: Owed,
): Promise<Arbitrated | undefined> {
  const { userId, date, job, scheduledAt } = wake;
  const profile = await findProfile(ports.store, userId);
  if (!profile) return undefined;
  const at = Date.parse(scheduledAt);
  const voices: Voice[] = [...briefs(brief)];
  let log: Log = () => [];
  if (job === "brief") log = await briefLog(ports, userId, at);
  if (job === "sync") {
    voices.push(stress(profile, at, { live: await liveOn(ports.store, userId, date) }));
    log = await readingsLog(ports, userId, at);
  }
  let bad: string | undefined;
  if (job === "patrol") {
    // Only a person with goals has a review, so only for them it is read.
    if (profile.coaching) await keepReview(ports, userId, date);
    const spoken = brief.day.state.spoken?.form;
    const { signals, next, known } = await gatherSignals(ports, profile, { date, at, spoken });
    if (known) return undefined;
    voices.push(overload(userId, at, signals), fall(brief, signals), stress(profile, at, signals));
    if (owed) voices.push(failures(owed));
    voices.push(nextEvent(profile, next, signals), ...ports.features.flatMap(({ voices: own = [] }) => own));
    const { form } = signals.live;
    log = (verdict) => {
      const { voice, heldFor, beat, held } = verdict;
      const nothing = beat ? `${calm(signals)}; heartbeat: ${beat.why}` : calm(signals);
      const entry: PatrolEntry = {
        ...{ at, act: actOf(verdict), reason: verdict.offer?.reason ?? heldFor ?? bad ?? nothing },
        ...(form === undefined ? {} : { form }),
        ...(beat ? { beat } : {}),
        ...(voice ? { voice: voice.name } : {}),
        ...(held.length === 0 ? {} : { held }),
      };
      return [putNew(keys.patrol(userId, at), entry)];
    };
  }
  const gathered = await gatherTick(ports, profile, wake);
  bad = whyBadTime(gathered.tick);
  const arbitrated = await arbitrate(ports, gathered, voices, {
    log,
    async start(event, day, cause) {
      // The morning's page was prepared before the wake. Each later Brief needs a page of its own hour.
      if (event.trigger === "brief" && event.variant !== "morning") await prepare(ports, userId, day);
      return startRun(ports, event, day, cause);
    },
  });
  if (arbitrated.told !== undefined) await flushRun(ports, userId, arbitrated.told);
  return arbitrated;
}

/**
 * A Brief that was held back at its own hour has an entry, once. One that was started has its run, and the row of what
 * was said.
 */
async function briefLog({ store }: Ports, userId: UserId, at: number): Promise<Log> {
  const key = keys.patrolAction(userId, at, "brief");
  const isKnown = (await store.get(key)) !== undefined;
  return ({ held, heldFor }) => {
    if (heldFor === undefined || isKnown) return [];
    return [putNew(key, { at, act: "nothing", reason: heldFor, held: [...held], of: "brief" } satisfies PatrolEntry)];
  };
}

/** Readings that arrived have an entry, once, if they showed stress that lasts: of the Fetch, or why it was held back. */
async function readingsLog({ store }: Ports, userId: UserId, at: number): Promise<Log> {
  const key = keys.patrolAction(userId, at, "readings");
  const isKnown = (await store.get(key)) !== undefined;
  return (verdict) => {
    const isFetch = verdict.voice?.name === FETCH;
    const held = verdict.held.filter(({ voice }) => voice === FETCH);
    if (isKnown || (!isFetch && held.length === 0)) return [];
    const reason = (isFetch ? verdict.offer?.reason : held[0]?.why) ?? "";
    const act = isFetch ? actOf(verdict) : "nothing";
    return [putNew(key, { at, act, reason, ...(isFetch ? {} : { held }), of: "readings" } satisfies PatrolEntry)];
  };
}

const ACTS: Readonly<Record<string, PatrolAct>> = {
  event: "event_brief",
  fetch: "fetch_alert",
  intervention: "intervention",
};

function actOf({ voice, offer }: Verdict): PatrolAct {
  if (!voice || !offer) return "nothing";
  return ACTS[voice.name] ?? (offer.words ? "note" : "nothing");
}

/** Continues an open review. If that fails, the patrol still continues. */
async function keepReview(ports: Ports, userId: UserId, date: SensedWake["date"]): Promise<void> {
  try {
    const last = await latestReview(ports.store, userId);
    if (last && !isOver(last.review)) await (await import("../review/weekly.ts")).keepReview(ports, userId, date);
  } catch (error) {
    if (isError(error, "ConditionFailed") || isError(error, "StoreUnavailable")) throw error;
    ports.log("error", "review.stuck", { error: error instanceof Error ? error.name : "unknown" });
  }
}

/** Writes the page of the day. Few wakes write one, so the code is loaded only then. */
export async function prepare(ports: Ports, userId: UserId, date: SensedWake["date"]): Promise<void> {
  const { prepareCheckpoint } = await import("../agent/checkpoint.ts");
  await prepareCheckpoint(ports, userId, date);
}
