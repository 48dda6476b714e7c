/**
 * One tick of the patrol. It gathers the facts, lets plain code decide, writes the log, and starts what was decided. If
 * a tick fails, it throws and may run again.
 */

import {
  type CalendarEvent,
  type FetchEntry,
  isError,
  keys,
  Live,
  PatrolEntry,
  type Profile,
  type RunId,
  type SensedWake,
  type Trigger,
  type UserId,
} from "@waldo/contracts";
import { decidePatrol, INTERVENTION, type Signals } from "../cadence/patrol-rules.ts";
import { inQuietHours } from "../cadence/quiet-hours.ts";
import { PATROL_EVERY_MINUTES } from "../cadence/schedule.ts";
import { eventsBetween, nextBusyEvent } from "../calendar/rows.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { pushBudgetOf } from "../channels/persona.ts";
import type { Lately } from "../coach/tick.ts";
import { digest, runIdFor } from "../digest.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { latestReview } from "../review/rows.ts";
import { isOver } from "../review/state.ts";
import { startRun } from "../run/start.ts";
import { quoted } from "../safety/quote.ts";
import { sanitise } from "../safety/sanitise.ts";
import { commitIf, putNew, putOnce, putOver } from "../store/cas.ts";
import { addDays, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS } from "../time.ts";
import { type Seen, startEventBrief } from "./brief.ts";

/** How many log entries one tick reads: those of four hours. */
const ENTRIES = Math.ceil((4 * 60) / PATROL_EVERY_MINUTES);

/**
 * Decides a tick and acts on the decision. The decision, its log entry and its cooldown commit together. A repeated
 * tick finds its entry and does nothing more. If it had started a run, the journal holds the run and the sweep finds
 * it. Throws `ConditionFailed` when another tick decided on the same rows first. Returns the run that it started.
 */
export async function patrolTick(ports: Ports, wake: SensedWake, brief: Seen): Promise<RunId | undefined> {
  const { userId, date, scheduledAt } = wake;
  const at = Date.parse(scheduledAt);
  const { store } = ports;
  const profile = await findProfile(store, userId);
  if (!profile) return undefined;
  // Only a person with goals has a review, so only for them it is read.
  if (profile.coaching) await keepReview(ports, userId, date);
  const entryKey = keys.patrol(userId, at);
  const entries = await entriesUntil(store, userId, instantAt(date, "00:00", profile.timeZone), at);
  if (entries.some((entry) => entry.at === at)) return undefined;
  const next = await nextBusyEvent(store, userId, ports.clock.now(), AHEAD_MS);
  const { signals, lasts } = await gather(ports, {
    wake,
    profile,
    entries,
    spoken: brief.day.state.spoken?.form,
    next,
  });
  const decision = await heeded(store, userId, { decision: decidePatrol(signals), next });
  const { form } = signals.live;
  const entry: PatrolEntry = { at, ...decision, ...(form === undefined ? {} : { form }) };
  const logged = putNew(entryKey, entry);
  /**
   * Starts a run of which only one may exist in a while. The row of the last one is the condition and gives the new one
   * its name.
   */
  const startOnce = (what: "fetch" | "intervention", trigger: Trigger, also: (runId: RunId) => readonly Write[]) => {
    const last = lasts.get(what);
    const occurredAt = ports.clock.now();
    const event = { userId, trigger, nonce: `${what}-after-${last?.at ?? 0}-${last?.version ?? 0}`, occurredAt };
    const cooldown = putOver(last, keys.last(userId, what), { at });
    return startRun(ports, event, date, [logged, cooldown, ...also(runIdFor(event))]);
  };
  switch (decision.act) {
    case "event_brief":
      return startEventBrief(ports, wake, brief, logged);
    case "fetch_alert": {
      const mode = profile.fetch ?? "shadow";
      const minutes = signals.live.stress?.minutes ?? 0;
      return startOnce("fetch", "fetch_alert", (runId) => {
        const fetch: FetchEntry = { at, runId, mode, minutes };
        return [putNew(keys.fetch(userId, at), fetch)];
      });
    }
    case "intervention":
      return startOnce("intervention", "intervention", () => []);
    case "note":
      if (next && (await commitIf(store, [logged, ...noteOf(profile, wake, next, ports.clock.now())])))
        await flushDue(ports, userId);
      // An earlier tick has written the note for this event.
      else await putOnce(store, entryKey, entry);
      return undefined;
    case "nothing": {
      const step = await coached(ports, wake, profile, latelyOf(lasts, brief.day.state.spoken?.at));
      if (step === undefined) {
        await putOnce(store, entryKey, entry);
        return undefined;
      }
      const { beat, said, event, writes } = step;
      const reason = said ?? (beat ? `${entry.reason}; heartbeat: ${beat.why}` : entry.reason);
      const noted = putNew(entryKey, { ...entry, reason, ...(beat ? { beat } : {}) } satisfies PatrolEntry);
      if (event) return startRun(ports, event, date, [noted, ...writes]);
      await store.transact([noted, ...writes]);
      if (said !== undefined) await flushDue(ports, userId);
      return undefined;
    }
  }
}

/** Continues an open review. If that fails, the patrol still continues. */
async function keepReview(ports: Ports, userId: UserId, date: SensedWake["date"]): Promise<void> {
  try {
    if (await hasOpenReview(ports.store, userId))
      await (await import("../review/weekly.ts")).keepReview(ports, userId, date);
  } catch (error) {
    if (isError(error, "ConditionFailed") || isError(error, "StoreUnavailable")) throw error;
    ports.log("error", "review.stuck", { error: error instanceof Error ? error.name : "unknown" });
  }
}

async function hasOpenReview(store: Store, userId: UserId): Promise<boolean> {
  const last = await latestReview(store, userId);
  return last !== undefined && !isOver(last.review);
}

type Decided = ReturnType<typeof decidePatrol>;

/** The topics of a patrol's message that its words do not name. */
const SPEAKS_OF: Partial<Record<Decided["act"], readonly string[]>> = {
  intervention: ["stress", "strain", "load", "energy"],
  event_brief: ["form", "energy", "the day"],
};

/** Drops a message about topics that the person does not want to hear of, and logs the reason. */
async function heeded(
  store: Store,
  userId: UserId,
  { decision, next }: { readonly decision: Decided; readonly next: CalendarEvent | undefined },
): Promise<Decided> {
  const tags = SPEAKS_OF[decision.act];
  if (tags === undefined && decision.act !== "note") return decision;
  const title = decision.act === "note" ? (next?.title ?? "") : "";
  // This module loads the small words of several languages. Most ticks end before they need them.
  const { isMuted, mutedTopics } = await import("../memory/claims/muted.ts");
  if (!isMuted(await mutedTopics(store, userId), title, tags)) return decision;
  return { ...decision, act: "nothing", reason: "you asked not to hear of that" };
}

/** How far ahead the patrol looks for the next event. */
const AHEAD_MS = HOUR_MS;

/**
 * Returns the rows of one line in the thread. Another person may have written the title, so it is quoted, or left out
 * when a message may not hold it.
 */
function noteOf(
  profile: Profile,
  { date }: SensedWake,
  { eventId, start, title }: CalendarEvent,
  now: number,
): readonly Write[] {
  const safe = sanitise({ text: title, origin: "untrusted" }, "user").text;
  const text = `Next is ${quoted(safe) ?? "an event"} at ${localTime(start, profile.timeZone)}.`;
  const name = digest(eventId, start).slice(0, 16);
  return announcement(profile, { by: "note", name, trigger: "patrol", date, now }, { kind: "patrol", text });
}

type Gathering = {
  readonly wake: SensedWake;
  readonly profile: Profile;
  readonly entries: readonly PatrolEntry[];
  readonly spoken: number | undefined;
  readonly next: CalendarEvent | undefined;
};

async function gather(
  { store, clock }: Ports,
  { wake, profile, entries, spoken, next }: Gathering,
): Promise<{ readonly signals: Signals; readonly lasts: Lasts }> {
  const { userId, date } = wake;
  const now = clock.now();
  const dayBegins = instantAt(date, "00:00", profile.timeZone);
  const [liveRow, lasts] = await Promise.all([store.get(keys.live(userId)), lastTimes(store, userId)]);
  const seen = liveRow && Live.safeParse(liveRow.body);
  const live: Signals["live"] = seen?.success && seen.data.date === date ? seen.data : {};
  // The calendar and the push budget are read only if they can change the decision. Most ticks end before.
  const loaded = (live.form ?? 100) < INTERVENTION.formFloor;
  const stressed = (live.stress?.minutes ?? 0) > 0;
  const load = loaded
    ? await loadOf(store, userId, { from: dayBegins, to: instantAt(addDays(date, 1), "00:00", profile.timeZone), now })
    : IDLE;
  const signals: Signals = {
    now,
    live,
    spoken,
    entries,
    ...(next === undefined ? {} : { nextEventMinutes: (next.start - now) / MINUTE_MS }),
    ...load,
    lastHeardAt: lasts.get("heard")?.at,
    lastFetchAt: lasts.get("fetch")?.at,
    lastInterventionAt: lasts.get("intervention")?.at,
    quiet: inQuietHours(profile, now),
    pushesLeft: stressed ? await pushesLeft(store, profile, now) : pushBudgetOf(profile),
  };
  return { signals, lasts };
}

/** Runs the coach's part of a tick. Most people have no coach, so its code is loaded only for those who have one. */
async function coached(ports: Ports, wake: SensedWake, profile: Profile, lately: Lately) {
  if (profile.coaching === undefined) return undefined;
  const { coachTick } = await import("../coach/tick.ts");
  return coachTick(ports, wake, profile, lately);
}

/** Returns what the coach must know about the last hours. The Briefs of the day count as unasked messages. */
function latelyOf(lasts: Lasts, briefAt: number | undefined): Lately {
  const said = [briefAt, ...(["nudge", "fetch", "intervention"] as const).map((what) => lasts.get(what)?.at)];
  const heardAt = lasts.get("heard")?.at;
  const spokeAt = Math.max(...said.map((at) => at ?? Number.NEGATIVE_INFINITY));
  return { heardAt, spokeAt, restUntil: lasts.get("rest")?.at };
}

const IDLE = { busyHours: 0, longestAheadMinutes: 0 };

async function loadOf(
  store: Store,
  userId: UserId,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
) {
  const busy = (await eventsBetween(store, userId, from, to)).filter((event) => event.busy && !event.allDay);
  const hours = busy.reduce((sum, { start, end }) => sum + (Math.min(end, to) - Math.max(start, from)) / HOUR_MS, 0);
  const ahead = busy.filter(({ start }) => start >= now).map(({ start, end }) => (end - start) / MINUTE_MS);
  return { busyHours: hours, longestAheadMinutes: Math.max(0, ...ahead) };
}

/**
 * Returns the patrol entries of the day up to a tick, oldest first. They include the entry of the tick itself if it
 * exists. Rows of actions in this range are left out.
 */
async function entriesUntil(store: Store, userId: UserId, from: number, at: number): Promise<PatrolEntry[]> {
  const ticks = keys.patrol.between(userId, [Math.min(from, at)], [at + 1]);
  const { rows } = await store.query({ ...ticks, descending: true, limit: ENTRIES });
  return rows.flatMap(({ body }) => PatrolEntry.safeParse(body).data ?? []).reverse();
}

/** When the person last wrote, and when they last got each message that must not come often. */
type Lasts = ReadonlyMap<string, { readonly at: number; readonly version: number }>;

async function lastTimes(store: Store, userId: UserId): Promise<Lasts> {
  const { rows } = await store.query(keys.last.all(userId));
  return new Map(
    rows.flatMap(({ key, body, version }) =>
      (keys.last.parse(key.sk) ?? []).map((what) => [what, { at: Number(body["at"]), version }] as const),
    ),
  );
}

async function pushesLeft(store: Store, profile: Profile, now: number): Promise<number> {
  const spent = await store.get(keys.pushBudget(profile.userId, localDate(now, profile.timeZone)));
  return pushBudgetOf(profile) - Number(spent?.body["sent"] ?? 0);
}
