// What Waldo says without being asked: thoughts that wait for the next conversation, and interruptions. Thoughts on the
// same topic are merged, and old ones are dropped. Waldo interrupts at most once a day, for something urgent. At first
// interruptions run in shadow: they only store what they would have said. They are sent when the person has labelled
// enough of them right and has turned them on.
import {
  type Anomaly,
  type EpochMs,
  INTERRUPT_BAR,
  Interruption,
  keys,
  type LivingChoice,
  type LocalDate,
  MOST_WAITING,
  type Profile,
  type RunId,
  SURFACE_DAYS,
  type UserId,
  type Waiting,
} from "@waldo/contracts";
import { inQuietHours } from "../cadence/quiet-hours.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { DAY_MS, localDate, MINUTE_MS } from "../time.ts";
import { saidWrites } from "../voices/arbitrate.ts";
import { mayBeSaid } from "../voices/policy.ts";
import { gatherTick } from "../voices/tick.ts";
import { gravityOf } from "./salience.ts";

/** Returns what still waits. */
export function stillWaiting(waiting: readonly Waiting[], now: EpochMs): Waiting[] {
  return waiting.filter(({ at, saidIn }) => saidIn === undefined && now - at < SURFACE_DAYS * DAY_MS && at <= now);
}

/**
 * Adds a thought that Waldo should say next. A thought with other people's words does not wait; it is looked up when
 * the person asks.
 */
export function addWaiting(waiting: readonly Waiting[], anomaly: Anomaly, now: EpochMs): Waiting[] {
  const kept = stillWaiting(waiting, now);
  if (anomaly.outside) return kept;
  const topic = `${anomaly.kind}-${anomaly.saw[0]?.id ?? ""}`;
  const before = kept.find((one) => one.topic === topic);
  const { words: text, severity, saw } = anomaly;
  const next: Waiting = {
    ...{ topic, text, saw, severity, at: now },
    since: before?.since ?? now,
    times: (before?.times ?? 0) + 1,
  };
  const others = kept.filter((one) => one.topic !== topic);
  return [next, ...others].sort((a, b) => gravityOf(b) - gravityOf(a) || b.at - a.at).slice(0, MOST_WAITING);
}

/** Returns the thought to say now, and those that still wait. A thought is said in one run only. */
export function sayNext(
  waiting: readonly Waiting[],
  runId: RunId,
  now: EpochMs,
): { readonly said?: Waiting; readonly waiting: Waiting[] } {
  const mine = waiting.find(({ saidIn }) => saidIn === runId);
  if (mine) return { said: mine, waiting: [...waiting] };
  const [said, ...rest] = stillWaiting(waiting, now);
  return said ? { said, waiting: [{ ...said, saidIn: runId }, ...rest] } : { waiting: [] };
}

/** How many of the latest interruptions are read. */
const MOST = 60;
/** For how long the person can act on an interruption. */
const WORTH_MS = 10 * MINUTE_MS;
/** If this many of the latest labels of a kind are all wrong, the kind stays in shadow. */
const WRONG_IN_A_ROW = 3;

/** Returns the latest interruptions, the newest first. */
export async function interruptionLog(store: Store, userId: UserId): Promise<Interruption[]> {
  const { rows } = await store.query({ ...keys.interruption.all(userId), descending: true, limit: MOST });
  return rows.map(({ body }) => Interruption.parse(body));
}

/** True when the person's labels allow live interruptions. */
export function meetsBar(log: readonly Interruption[]): boolean {
  const labelled = log.filter(({ label }) => label !== undefined);
  const right = labelled.filter(({ label }) => label === "right").length;
  return labelled.length >= INTERRUPT_BAR.labels && right / labelled.length >= INTERRUPT_BAR.right;
}

function isTrusted(log: readonly Interruption[], kind: Anomaly["kind"]): boolean {
  const labels = log.filter((one) => one.kind === kind && one.label !== undefined).slice(0, WRONG_IN_A_ROW);
  return labels.length < WRONG_IN_A_ROW || labels.some(({ label }) => label === "right");
}

type Moment = {
  readonly profile: Profile;
  readonly choice: LivingChoice;
  readonly anomaly: Anomaly;
  readonly date: LocalDate;
};

/** The voice of the loop. It speaks between two ticks of the patrol, so the turn of the loop offers it to the policy. */
const INTERRUPTION = { name: "interruption", kind: "minor" } as const;

/**
 * Returns the writes of an interruption. There are none when one was made today, and none but its row in the log when it
 * may not be said. `said` is true when a message is among them; the caller then flushes the outbox.
 */
export async function interruptionOf(
  ports: Pick<Ports, "store" | "clock">,
  { profile, choice, anomaly, date }: Moment,
): Promise<{ readonly writes: readonly Write[]; readonly said: boolean }> {
  const { userId, timeZone } = profile;
  const { store } = ports;
  const now = ports.clock.now();
  const log = await interruptionLog(store, userId);
  const isOfToday = log.some(({ at }) => localDate(at, timeZone) === date);
  if (choice.interrupt === "off" || isOfToday || inQuietHours(profile, now)) return { writes: [], said: false };
  const isAllowed = choice.interrupt === "live" && meetsBar(log) && isTrusted(log, anomaly.kind);
  const scheduledAt = new Date(now).toISOString();
  const gathered = isAllowed ? await gatherTick(ports, profile, { date, job: "patrol", scheduledAt }) : undefined;
  const { key, kind, words: text } = anomaly;
  const name = `interrupt-${date}`;
  const origin = anomaly.outside ? {} : ({ origin: "agent" } as const);
  const words = {
    by: "living",
    name,
    trigger: "ambient",
    kind: "nudge",
    text,
    until: now + WORTH_MS,
    ...origin,
  } as const;
  const offer = { topic: name, reason: kind, words, writes: [] };
  const said = gathered !== undefined && mayBeSaid(INTERRUPTION, offer, gathered.tick);
  const row: Interruption = { at: now, key, kind, text, mode: said ? "live" : "shadow" };
  const writes = [putNew(keys.interruption(userId, now), row)];
  return { said, writes: said ? [...writes, ...saidWrites(gathered, INTERRUPTION, offer)] : writes };
}

/**
 * Stores what the person thinks of an interruption, or removes that (null). Returns undefined when there was no
 * interruption at `at`.
 */
export function labelInterruption(
  { store }: Pick<Ports, "store">,
  userId: UserId,
  at: EpochMs,
  label: Interruption["label"] | null,
): Promise<Interruption | undefined> {
  return retryConflicts(async () => {
    const row = await store.get(keys.interruption(userId, at));
    if (!row) return undefined;
    const { label: _, ...before } = Interruption.parse(row.body);
    const next: Interruption = label === null || label === undefined ? before : { ...before, label };
    await store.transact([putOver(row, row.key, next)]);
    return next;
  });
}
