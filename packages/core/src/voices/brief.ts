/**
 * The voices of the Briefs: morning, midday and evening. The morning Brief waits for its night. The first message about
 * a night is a morning Brief at any hour. The occasion gives a Brief its name, never the firing, and the run commits
 * with the mark of the day that it was said.
 */
import {
  type BriefVariant,
  type CrsResult,
  DayState,
  type EpochMs,
  keys,
  type LocalDate,
  type ScheduledBrief,
  type UserId,
} from "@waldo/contracts";
import { BRIEF_CATCH_UP_MS, comesOn } from "../cadence/schedule.ts";
import type { Offer, Store, Tick, Voice, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { newsAtMidday, newsOfEvening } from "./news.ts";

/** How long the morning Brief waits for a night whose usual arrival is unknown. */
export const MORNING_HOLD_MS = 90 * MINUTE_MS;
/** The longest time that it waits for any night. After that it is sent without the night. */
const LONGEST_HOLD_MS = 6 * HOUR_MS;
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
 * minutes after the usual arrival of the night, so that nobody hears "not arrived yet" before that hour, and at most
 * {@link LONGEST_HOLD_MS}. If that time is unknown, it waits 90 minutes.
 */
export function morningReady(
  score: { readonly status: "provisional" | "final" } | undefined,
  { due, now, usual }: Waiting,
): boolean {
  const wait = usual === undefined ? MORNING_HOLD_MS : (Math.max(0, usual) + GRACE_MINUTES) * MINUTE_MS;
  return score?.status === "final" || now >= due + Math.min(wait, LONGEST_HOLD_MS);
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

/** The day and the score that decide a Brief. `isReady` tells whether a morning that is due since then is ready. */
export type Brief = {
  readonly day: Day;
  readonly score: CrsResult | undefined;
  readonly isReady: (since: EpochMs) => Promise<boolean>;
};

type Occasion = { readonly variant: BriefVariant; readonly name: string };

/** Returns the run of a Brief. Its writes store that the day no longer waits, and which Form was told. */
export function offerOfBrief(
  { day, score }: Pick<Brief, "day" | "score">,
  { profile: { userId }, wake: { date }, now }: Tick,
  { variant, name }: Occasion,
): Offer {
  const { heldSince: _, ...state } = day.state;
  const told: DayState = { ...state, spoken: { at: now, ...(score?.form === undefined ? {} : { form: score.form }) } };
  const event = { userId, trigger: "brief", variant, nonce: name, occurredAt: now } as const;
  return { topic: name, reason: `the ${variant} Brief`, event, writes: [dayWrite(userId, date, day, told)] };
}

/** Returns the voices of the three Briefs of a day. */
export function briefs(brief: Brief): readonly Voice[] {
  return [
    { name: "morning", rank: 0, kind: "timed", promised: true, look: (_, tick) => morning(brief, tick) },
    // The first word about a night at a later hour. A person who has been silent for a week does not get it.
    { name: "morning", rank: 0, kind: "timed", look: async (_, tick) => lateMorning(brief, tick) },
    { name: "midday", rank: 1, kind: "timed", look: ({ store }, tick) => later(store, brief, tick, "midday") },
    { name: "evening", rank: 1, kind: "timed", look: ({ store }, tick) => later(store, brief, tick, "evening") },
  ];
}

async function morning(brief: Brief, tick: Tick): Promise<Offer | undefined> {
  const { day, score, isReady } = brief;
  const { heldSince, spoken } = day.state;
  if (isOff(tick, "morning")) return undefined;
  const { job, date, variant = "morning" } = tick.wake;
  const due = Date.parse(tick.wake.scheduledAt);
  const said = { variant: "morning", name: `morning-${date}` } as const;
  if (job === "brief") {
    if (variant !== "morning" || tick.now - due > BRIEF_CATCH_UP_MS.morning) return undefined;
    if (await isReady(due)) return offerOfBrief(brief, tick, said);
    const waits = dayWrite(tick.profile.userId, date, day, { ...day.state, heldSince: due });
    return { topic: said.name, reason: "the night has not arrived yet", writes: [waits] };
  }
  if (job !== "patrol" && job !== "sync") return undefined;
  const hasForm = job === "sync" && score?.form !== undefined;
  if (heldSince !== undefined) {
    if (hasForm || (await isReady(heldSince))) return offerOfBrief(brief, tick, said);
    return undefined;
  }
  // The morning Brief had no score, and now there is one.
  const isLate = hasForm && spoken !== undefined && spoken.form === undefined;
  return isLate ? offerOfBrief(brief, tick, { variant: "morning", name: `late_night-${date}` }) : undefined;
}

function lateMorning(brief: Brief, tick: Tick): Offer | undefined {
  const { job, variant = "morning", date, scheduledAt } = tick.wake;
  if (job !== "brief" || variant === "morning" || isOff(tick, variant) || !isFirst(brief)) return undefined;
  if (tick.now - Date.parse(scheduledAt) > BRIEF_CATCH_UP_MS[variant]) return undefined;
  return offerOfBrief(brief, tick, { variant: "morning", name: `${variant}-${date}` });
}

async function later(
  store: Store,
  brief: Brief,
  tick: Tick,
  own: Exclude<ScheduledBrief, "morning">,
): Promise<Offer | undefined> {
  const { job, variant, date, scheduledAt } = tick.wake;
  if (job !== "brief" || variant !== own || isOff(tick, own)) return undefined;
  if (tick.now - Date.parse(scheduledAt) > BRIEF_CATCH_UP_MS[own]) return undefined;
  if (isFirst(brief)) return undefined;
  const { spoken } = brief.day.state;
  // Today the person was already told that no data arrived.
  if (spoken !== undefined && spoken.form === undefined)
    return { topic: own, reason: "you were told today that no night has arrived", isHeld: true, writes: [] };
  const offer = offerOfBrief(brief, tick, { variant: own, name: `${own}-${date}` });
  const today = { date, score: brief.score, spoken };
  if (own === "midday") {
    if (tick.profile.alwaysNoon) return { ...offer, reason: "the midday Brief, which you asked for", arranged: true };
    const news = newsAtMidday(today);
    return news === undefined
      ? { topic: offer.topic, reason: "nothing is new since the morning", isHeld: true, writes: [] }
      : { ...offer, reason: `the midday Brief, because ${news}` };
  }
  const news = await newsOfEvening(store, tick.profile, today, tick);
  if (news.length === 0)
    return { topic: offer.topic, reason: "no event, no debt and no week to tell", isHeld: true, writes: [] };
  return {
    ...offer,
    topic: [offer.topic, ...news.map(({ topic }) => topic)].join("+"),
    reason: `the evening Brief, because ${news.map(({ why }) => why).join(", and ")}`,
  };
}

/** True when a night is known of which nothing was said today. The voice of the morning then speaks at any hour. */
function isFirst({ day, score }: Brief): boolean {
  return score?.form !== undefined && day.state.spoken?.form === undefined;
}

/** True when the person does not want this Brief, or not on this day. */
function isOff({ profile, wake: { date } }: Tick, variant: ScheduledBrief): boolean {
  return !comesOn(profile, variant, date);
}
