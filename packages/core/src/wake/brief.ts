// Starts the Briefs of a day, and decides whether the morning Brief still waits for the night's sync. The mark that the
// Brief was said, the log entry of the tick and the run commit together, so a wake that dies leaves all or none of
// them. The occasion gives a Brief its name, never the firing.
import {
  type BriefVariant,
  type CrsResult,
  DayState,
  type EpochMs,
  keys,
  type LocalDate,
  type RunId,
  type ScheduledBrief,
  type SensedWake,
  type UserId,
} from "@waldo/contracts";
import type { Ports, Store, Write } from "../ports.ts";
import { startRun } from "../run/start.ts";
import { putOver } from "../store/cas.ts";
import { MINUTE_MS } from "../time.ts";

/** The longest time that the morning Brief waits for the night's sync. After that it is sent without the night. */
export const MORNING_HOLD_MS = 90 * MINUTE_MS;
/** How much later than usual a night may be. */
const GRACE_MINUTES = 15;

/** The facts when a morning Brief is due or waits. */
type Waiting = {
  readonly due: EpochMs;
  readonly now: EpochMs;
  /** By how many minutes after the wake time the person's nights usually arrive (health/arrivals.ts). */
  readonly usual?: number | undefined;
};

/**
 * True when the morning Brief should go out now, and false when it waits for the night's sync. It waits until 15
 * minutes after the usual arrival of the night. If that time is unknown or more than 90 minutes away, it waits 90
 * minutes.
 */
export function morningReady(
  score: { readonly status: "provisional" | "final" } | undefined,
  { due, now, usual }: Waiting,
): boolean {
  const wait = usual === undefined ? MORNING_HOLD_MS : (Math.max(0, usual) + GRACE_MINUTES) * MINUTE_MS;
  return score?.status === "final" || now >= due + Math.min(wait, MORNING_HOLD_MS);
}

/** The state of a day, with the version that was read. */
export type Day = { readonly state: DayState; readonly row: { readonly version: number } | undefined };

export async function loadDay(store: Store, userId: UserId, date: LocalDate): Promise<Day> {
  const row = await store.get(keys.dayState(userId, date));
  return { state: row ? DayState.parse(row.body) : {}, row };
}

/** Returns the write that replaces the state of a day that was read. */
export function dayWrite(userId: UserId, date: LocalDate, { row }: Day, state: DayState): Write {
  return putOver(row, keys.dayState(userId, date), state);
}

/** The morning, midday or evening Brief, or a night that arrived after a morning Brief without it. */
type Occasion = ScheduledBrief | "late_night";

/** The day and the score that decide a Brief. */
export type Seen = { readonly day: Day; readonly score: CrsResult | undefined };

/**
 * Starts the Brief of an occasion that a date has once. The first message about a night is a morning Brief at any hour:
 * when the night arrives late, or at midday or in the evening if nothing was said about the night before.
 */
export function startBrief(ports: Ports, wake: SensedWake, occasion: Occasion, seen: Seen): Promise<RunId> {
  const isFirst = seen.day.state.spoken?.form === undefined && seen.score?.form !== undefined;
  const variant = occasion === "late_night" || isFirst ? "morning" : occasion;
  return start(ports, wake, { variant, nonce: `${occasion}-${wake.date}`, seen, cause: [] });
}

/**
 * Starts the Brief of an event during the day. A day may have several, so its state counts them. If two ticks see the
 * same event, they find the same count, and only one of them commits. `logged` is the log entry of the tick.
 */
export function startEventBrief(ports: Ports, wake: SensedWake, { day, score }: Seen, logged: Write): Promise<RunId> {
  const events = (day.state.events ?? 0) + 1;
  const seen = { score, day: { ...day, state: { ...day.state, events } } };
  return start(ports, wake, { variant: "event", nonce: `event-${wake.date}-${events}`, seen, cause: [logged] });
}

type Start = {
  readonly variant: BriefVariant;
  readonly nonce: string;
  readonly seen: Seen;
  readonly cause: readonly Write[];
};

/** Starts the run of a Brief. The same commit stores that the day no longer waits, and which Form was told. */
async function start(
  ports: Ports,
  { userId, date }: SensedWake,
  { variant, nonce, seen: { day, score }, cause }: Start,
): Promise<RunId> {
  // The morning's page was prepared before the wake. Each later Brief needs a page of its own hour.
  if (variant !== "morning") await prepare(ports, userId, date);
  const { heldSince: _, ...state } = day.state;
  const at = ports.clock.now();
  const told: DayState = { ...state, spoken: { at, ...(score?.form === undefined ? {} : { form: score.form }) } };
  const event = { userId, trigger: "brief", variant, nonce, occurredAt: at } as const;
  return startRun(ports, event, date, [dayWrite(userId, date, day, told), ...cause]);
}

/** Writes the page of the day. Few wakes write one, so the code is loaded only then. */
export async function prepare(ports: Ports, userId: UserId, date: LocalDate): Promise<void> {
  const { prepareCheckpoint } = await import("../agent/checkpoint.ts");
  await prepareCheckpoint(ports, userId, date);
}
