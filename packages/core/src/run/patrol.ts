/** One tick of the patrol: gathers what plain code decides on, decides, writes the log, and starts what is worth starting. */
import {
  FetchEntry,
  isError,
  keys,
  Live,
  PatrolEntry,
  Profile,
  PUSH_BUDGET_PER_DAY,
  type RunId,
  type SensedWake,
  type UserId,
} from "@waldo/contracts";
import { quoted } from "../agent/writers/phrase.ts";
import { decidePatrol, INTERVENTION, type PatrolDecision, type Signals } from "../cadence/patrol.ts";
import { inQuietHours } from "../cadence/waking.ts";
import { type CalendarEvent, eventsBetween, nextBusyEvent } from "../calendar/rows.ts";
import { announcement } from "../channels/announce.ts";
import { flushDue } from "../channels/outbox.ts";
import { digest } from "../digest.ts";
import type { Ports, Store } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { addDays, HOUR_MS, instantAt, localDate, localTime, MINUTE_MS } from "../time.ts";
import { startRun } from "./start.ts";

/** Entries of the log one tick looks back on: an afternoon of quarters. */
const ENTRIES = 16;

export type Tick = PatrolDecision & { readonly runId?: RunId };

/**
 * Decides a tick and does what it decided, but for an event Brief, which is the caller's to start. A tick that comes
 * again does what it decided the first time.
 */
export async function patrolTick(ports: Ports, wake: SensedWake, spoken: number | undefined): Promise<Tick> {
  const { userId, date, scheduledAt } = wake;
  const at = Date.parse(scheduledAt);
  const { store } = ports;
  const profileRow = await store.get(keys.profile(userId));
  if (!profileRow) return { act: "nothing", reason: "this person has no profile" };
  const profile = Profile.parse(profileRow.body);
  const next = await nextBusyEvent(store, userId, ports.clock.now(), AHEAD_MS);
  const signals = await gather(ports, wake, profile, spoken, next);
  const decision = await log(store, userId, at, decidePatrol(signals), signals.live.form);
  const occurredAt = ports.clock.now();
  if (decision.act === "fetch_alert") {
    const runId = await startRun(ports, { userId, trigger: "fetch_alert", nonce: `fetch-${at}`, occurredAt }, date);
    const mode = profile.fetch ?? "shadow";
    const entry: FetchEntry = { at, runId, mode, minutes: signals.live.stress?.minutes ?? 0 };
    await putOnce(store, keys.fetch(userId, at), entry);
    await store.transact([{ op: "put", key: keys.last(userId, "fetch"), body: { at } }]);
    return { ...decision, runId };
  }
  if (decision.act === "intervention") {
    const nonce = `intervention-${date}`;
    const runId = await startRun(ports, { userId, trigger: "intervention", nonce, occurredAt }, date);
    await store.transact([{ op: "put", key: keys.last(userId, "intervention"), body: { at } }]);
    return { ...decision, runId };
  }
  if (decision.act === "note" && next) await noteNext(ports, profile, wake, next);
  return decision;
}

/** How far ahead the next event is looked for. */
const AHEAD_MS = HOUR_MS;

/** One line in the thread. The title is somebody's words: quoted, and left out where a message may not say it. */
async function noteNext(
  ports: Ports,
  profile: Profile,
  { date }: SensedWake,
  { eventId, start, title }: CalendarEvent,
): Promise<void> {
  const safe = sanitise({ text: title, origin: "untrusted" }, "user").text;
  const text = `Next is ${quoted(safe) ?? "an event"} at ${localTime(start, profile.zone)}.`;
  const name = `note-${digest(eventId, start).slice(0, 16)}`;
  const about = { name, trigger: "patrol", date, now: ports.clock.now() } as const;
  try {
    await ports.store.transact(announcement(profile, about, { kind: "patrol", text }));
    await flushDue(ports, profile.userId);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error; // it has been noted
  }
}

async function gather(
  { store, clock }: Ports,
  { userId, date, scheduledAt }: SensedWake,
  profile: Profile,
  spoken: number | undefined,
  next: CalendarEvent | undefined,
): Promise<Signals> {
  const now = clock.now();
  const at = Date.parse(scheduledAt);
  const dayBegins = instantAt(date, "00:00", profile.zone);
  const [liveRow, entries, lasts] = await Promise.all([
    store.get(keys.live(userId)),
    entriesBefore(store, userId, dayBegins, at),
    lastTimes(store, userId),
  ]);
  const seen = liveRow && Live.safeParse(liveRow.body);
  const live: Signals["live"] = seen?.success && seen.data.date === date ? seen.data : {};
  // The calendar and the budget are looked at only where they could matter: most ticks end before.
  const loaded = (live.form ?? 100) < INTERVENTION.formFloor;
  const stressed = (live.stress?.minutes ?? 0) > 0;
  const load = loaded
    ? await loadOf(store, userId, dayBegins, instantAt(addDays(date, 1), "00:00", profile.zone), now)
    : IDLE;
  return {
    now,
    live,
    spoken,
    entries,
    ...(next === undefined ? {} : { nextEventMinutes: (next.start - now) / MINUTE_MS }),
    ...load,
    lastHeardAt: lasts.get("heard"),
    lastFetchAt: lasts.get("fetch"),
    lastInterventionAt: lasts.get("intervention"),
    quiet: inQuietHours(profile, now),
    pushesLeft: stressed ? await pushesLeft(store, userId, localDate(now, profile.zone)) : PUSH_BUDGET_PER_DAY,
  };
}

const IDLE = { busyHours: 0, longestAheadMinutes: 0 };

async function loadOf(store: Store, userId: UserId, from: number, to: number, now: number) {
  const busy = (await eventsBetween(store, userId, from, to)).filter((event) => event.busy && !event.allDay);
  const hours = busy.reduce((sum, { start, end }) => sum + (Math.min(end, to) - Math.max(start, from)) / HOUR_MS, 0);
  const ahead = busy.filter(({ start }) => start >= now).map(({ start, end }) => (end - start) / MINUTE_MS);
  return { busyHours: hours, longestAheadMinutes: Math.max(0, ...ahead) };
}

/** The day's entries before a tick, oldest first; what was done by its own name is no tick. */
async function entriesBefore(store: Store, userId: UserId, from: number, before: number): Promise<PatrolEntry[]> {
  const { table, pk, sk } = keys.patrol(userId, from);
  const to = keys.patrol(userId, before).sk;
  const { rows } = await store.query({ table, pk, from: sk, to, descending: true, limit: ENTRIES });
  return rows.flatMap(({ body }) => PatrolEntry.safeParse(body).data ?? []).reverse();
}

async function lastTimes(store: Store, userId: UserId): Promise<Map<string, number>> {
  const { table, pk } = keys.last(userId, "heard");
  const { rows } = await store.query({ table, pk, prefix: "LAST#" });
  return new Map(rows.map(({ key, body }) => [key.sk.slice("LAST#".length), Number(body["at"])]));
}

async function pushesLeft(store: Store, userId: UserId, date: string): Promise<number> {
  return PUSH_BUDGET_PER_DAY - Number((await store.get(keys.pushBudget(userId, date)))?.body["sent"] ?? 0);
}

async function log(
  store: Store,
  userId: UserId,
  at: number,
  decision: PatrolDecision,
  form: number | undefined,
): Promise<PatrolDecision> {
  const key = keys.patrol(userId, at);
  const entry: PatrolEntry = { at, ...decision, ...(form === undefined ? {} : { form }) };
  if (await putOnce(store, key, entry)) return decision;
  const { act, reason } = PatrolEntry.parse((await store.get(key))?.body);
  return { act, reason };
}

/** Whether this was the first time. */
async function putOnce(store: Store, key: ReturnType<typeof keys.patrol>, body: object): Promise<boolean> {
  try {
    await store.transact([{ op: "put", key, body, when: [{ is: "absent" }] }]);
    return true;
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    return false;
  }
}

/** Every Fetch so far, latest first: what the bar for going live is measured on. */
export async function fetchLog(store: Store, userId: UserId): Promise<FetchEntry[]> {
  const { table, pk } = keys.fetch(userId, 0);
  const { rows } = await store.query({ table, pk, prefix: "FETCH#", descending: true, limit: 200 });
  return rows.map(({ body }) => FetchEntry.parse(body));
}
