/**
 * One wake, in two halves, as the patrol machine runs it. `sense` may read raw health and touches nothing of the
 * agent; `decide` has the agent and sees only what was derived (R7). Between them pass ids (R6).
 */
import {
  type BriefVariant,
  CrsResult,
  type EpochMs,
  keys,
  type Live,
  type LocalDate,
  type RunId,
  type SensedWake,
  type UserId,
  type WakeInput,
  type WakeOutcome,
  WaldoError,
} from "@waldo/contracts";
import { prepareCheckpoint } from "../agent/gather.ts";
import { EVENT_DROP, SILENT_DAYS } from "../cadence/patrol.ts";
import { BRIEF_CATCH_UP_MS, morningReady } from "../cadence/schedule.ts";
import { flushDue, hasDue } from "../channels/outbox.ts";
import { sniffNow } from "../health/intraday.ts";
import { refreshScore, scoreNow } from "../health/ledger.ts";
import type { Ports, Store } from "../ports.ts";
import { DAY_MS, localDate, MINUTE_MS } from "../time.ts";
import { dreamIfDue } from "./dream.ts";
import { inCadence } from "./in-cadence.ts";
import { patrolTick } from "./patrol.ts";
import { startRun, sweepRuns } from "./start.ts";
import { fireWatches } from "./watches.ts";

/** Brings the score up to date: a patrol tick only looks, every other wake stores the score of the day. */
export async function sense(ports: Pick<Ports, "store" | "clock">, input: WakeInput): Promise<SensedWake> {
  const { userId } = input;
  const zone = await zoneOf(ports.store, userId);
  const date = localDate(Date.parse(input.scheduledAt), zone);
  if (input.job === "patrol") {
    const { form } = await scoreNow(ports, userId, date, zone, true);
    const stored = (await scoreOf(ports.store, userId, date))?.form;
    // What the person would be told of must be what the Brief will read.
    if (form !== undefined && stored !== undefined && stored - form >= EVENT_DROP)
      await refreshScore(ports, userId, date, zone, false);
    const live: Live = { date, ...(form === undefined ? {} : { form }), ...(await sniffNow(ports, userId, date)) };
    await ports.store.transact([{ op: "put", key: keys.live(userId), body: live }]);
  } else await refreshScore(ports, userId, date, zone, input.settled ?? false);
  return { ...input, date };
}

async function zoneOf(store: Store, userId: UserId): Promise<string> {
  const row = await store.get(keys.zone(userId));
  const zone = row?.body["zone"];
  if (typeof zone !== "string")
    throw new WaldoError("InvalidInput", "this person has no zone yet: nothing has been synced");
  return zone;
}

/** What the day has come to, for the decisions that depend on it. */
type DayState = {
  /** The morning Brief was due then, and waits for the night. */
  readonly heldSince?: EpochMs;
  /** Form when the person was last spoken to; present and empty when there was none to speak of. */
  readonly spoken?: { readonly form?: number };
};

/** Acts on a wake: plain code, no model. Safe to run twice: a Brief is named by its occasion, not by its firing. */
export async function decide(ports: Ports, wake: SensedWake): Promise<WakeOutcome> {
  const { userId, job } = wake;
  // What the person asked to be told comes first, at whatever wake its moment has come.
  const told = await fireWatches(ports, wake);
  if (job !== "upkeep" && job !== "patrol") {
    const outcome = await inCadence(ports, wake, (one) => act(ports, one));
    return told > 0 && (await hasDue(ports, userId)) ? { ...outcome, due: true } : outcome;
  }
  const resumed = await sweepRuns(ports, userId);
  const flushed = await flushDue(ports, userId);
  const outcome = await inCadence(ports, wake, (one) => act(ports, one, resumed, flushed));
  return (await hasDue(ports, userId)) ? { ...outcome, due: true } : outcome;
}

async function act(ports: Ports, wake: SensedWake, resumed?: RunId, flushed = 0): Promise<WakeOutcome> {
  const { userId, date, job } = wake;
  const due = Date.parse(wake.scheduledAt);
  if (job === "upkeep") {
    const dreaming = await dreamIfDue(ports, userId, date);
    const outcome = dreaming ? "dream" : resumed || flushed > 0 ? "upkeep" : "nothing";
    return { userId, outcome, ...(resumed ? { runId: resumed } : {}) };
  }
  const day = await loadDay(ports.store, userId, date);
  const score = await scoreOf(ports.store, userId, date);
  const now = ports.clock.now();
  switch (job) {
    case "sweep":
      await prepareCheckpoint(ports, userId, date);
      return { userId, outcome: "prepared" };
    case "sync": {
      await prepareCheckpoint(ports, userId, date);
      if (day.heldSince !== undefined) return brief(ports, wake, "morning", score);
      // The morning Brief had nothing to read; now there is something.
      const late = day.spoken !== undefined && day.spoken.form === undefined && score?.form !== undefined;
      return late ? brief(ports, wake, "event", score) : { userId, outcome: "prepared" };
    }
    case "brief": {
      const variant = wake.variant ?? "morning";
      if (now - due > BRIEF_CATCH_UP_MS[variant]) {
        ports.log("warn", "brief.missed", { variant, date, lateMinutes: Math.round((now - due) / MINUTE_MS) });
        return { userId, outcome: "nothing" };
      }
      // That nothing arrived has been said once today; it need not be said again.
      const nothingNew =
        variant !== "morning" && score?.form === undefined && day.spoken !== undefined && day.spoken.form === undefined;
      if (nothingNew) return { userId, outcome: "nothing" };
      // Nobody has answered for a week: the morning is still said, the rest of the day waits for a word.
      if (variant !== "morning" && (await silentFor(ports.store, userId, now)) >= SILENT_DAYS * DAY_MS) {
        ports.log("info", "brief.backed-off", { variant, date });
        return { userId, outcome: "nothing" };
      }
      if (variant !== "morning" || morningReady(score, due, now)) return brief(ports, wake, variant, score);
      await saveDay(ports.store, userId, date, { ...day, heldSince: due });
      return { userId, outcome: "waiting" };
    }
    case "patrol": {
      if (day.heldSince !== undefined && morningReady(score, day.heldSince, now))
        return brief(ports, wake, "morning", score);
      const { act, runId } = await patrolTick(ports, wake, day.spoken?.form);
      if (act === "event_brief") return brief(ports, wake, "event", score);
      return runId === undefined ? { userId, outcome: "nothing" } : { userId, outcome: "run", runId };
    }
  }
}

/** Starts the Brief of an occasion: once a day for each variant, and once a firing for what just happened. */
async function brief(
  ports: Ports,
  { userId, date, scheduledAt }: SensedWake,
  variant: BriefVariant,
  score: CrsResult | undefined,
): Promise<WakeOutcome> {
  // The morning's page was prepared before wake; later Briefs read one of their own hour.
  if (variant !== "morning") await prepareCheckpoint(ports, userId, date);
  const nonce = variant === "event" ? `event-${Date.parse(scheduledAt)}` : `${variant}-${date}`;
  const event = { userId, trigger: "brief", variant, nonce, occurredAt: ports.clock.now() } as const;
  const runId = await startRun(ports, event, date);
  await saveDay(ports.store, userId, date, { spoken: score?.form === undefined ? {} : { form: score.form } });
  return { userId, outcome: "run", runId };
}

/** How long the person has said nothing; 0 for somebody who never has: there is nothing to fall silent from. */
async function silentFor(store: Store, userId: UserId, now: EpochMs): Promise<number> {
  const heard = (await store.get(keys.last(userId, "heard")))?.body["at"];
  return typeof heard === "number" ? now - heard : 0;
}

async function loadDay(store: Store, userId: UserId, date: LocalDate): Promise<DayState> {
  return ((await store.get(keys.dayState(userId, date)))?.body ?? {}) as DayState;
}

async function saveDay(store: Store, userId: UserId, date: LocalDate, state: DayState): Promise<void> {
  await store.transact([{ op: "put", key: keys.dayState(userId, date), body: state }]);
}

async function scoreOf(store: Store, userId: UserId, date: LocalDate): Promise<CrsResult | undefined> {
  const row = await store.get(keys.crs(userId, date));
  return row && CrsResult.parse(row.body);
}
