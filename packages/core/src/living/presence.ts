// What is known of a person's presence: when they were last there, for how long, what part of their day it is, and by
// rules what they are doing. A model may know better; without one, the rules answer.
import {
  type AwayReason,
  type CalendarEvent,
  type EpochMs,
  keys,
  type MachineSense,
  PresenceSample,
  type Profile,
  type ProgramKind,
  type UserId,
  type UserState,
} from "@waldo/contracts";
import type * as z from "zod";
import { isWaking } from "../cadence/quiet-hours.ts";
import { eventsBetween } from "../calendar/rows.ts";
import { findHeard } from "../person/heard.ts";
import type { Store } from "../ports.ts";
import { dayOfWeek, elapsed, HOUR_MS, isAhead, localDate, localTime, MINUTE_MS, minuteOf, SECOND_MS } from "../time.ts";

/** A sample older than this says nothing of now. */
const FRESH_MS = 6 * MINUTE_MS;
/** A session ends with a break of this length. */
const BREAK_MS = 15 * MINUTE_MS;
/** How far ahead the calendar is looked at. */
const AHEAD_MS = HOUR_MS;
const WEEKEND = [6, 7];

/** The parts of a day. Late and deep night are the source's: 23:00 to 06:00, and 02:00 to 05:00. */
type Hour = "day" | "evening" | "late_night" | "deep_night";

export type Presence = {
  readonly now: EpochMs;
  /** The last sign of the person: words, a sign of the phone, the page, or their machine. */
  readonly activeAt?: EpochMs;
  readonly heardAt?: EpochMs;
  /** Since when they have been there without a long break. Absent while they are not. */
  readonly sessionFrom?: EpochMs;
  readonly app: "visible" | "hidden" | "unknown";
  /** What the person's machine said last. It is absent when no machine has said anything lately. */
  readonly machine?: MachineSense;
  /** What takes place now, and what begins within the hour. */
  readonly during?: CalendarEvent;
  readonly next?: CalendarEvent;
  readonly hour: Hour;
  readonly weekend: boolean;
  /** It is the time in which they usually sleep. */
  readonly asleep: boolean;
};

/** What the loop knew at the last turn that wrote something. */
type Before = { readonly sessionFrom?: EpochMs | undefined; readonly activeAt?: EpochMs | undefined };

/** Reads the presence of a person. It is five small reads at any amount of samples. */
export async function loadPresence(
  store: Store,
  profile: Profile,
  now: EpochMs,
  before: Before = {},
): Promise<Presence> {
  const { userId } = profile;
  const [samples, heardAt, ping, events] = await Promise.all([
    latestSamples(store, userId),
    findHeard(store, userId),
    lastPing(store, userId),
    eventsBetween(store, userId, now, now + AHEAD_MS),
  ]);
  return presenceOf({ now, profile, samples, heardAt, ping, events, before });
}

type Seen = {
  readonly now: EpochMs;
  readonly profile: Pick<Profile, "timeZone" | "wakeTime" | "sleepTime">;
  /** The latest samples, the newest first. */
  readonly samples: readonly PresenceSample[];
  readonly heardAt?: EpochMs | undefined;
  readonly ping?: EpochMs | undefined;
  readonly events: readonly CalendarEvent[];
  readonly before?: Before;
};

/** Makes one picture of what was sensed. Instants that a wrong clock has set ahead do not count. Pure. */
function presenceOf({ now, profile, samples, heardAt, ping, events, before = {} }: Seen): Presence {
  const known = samples.filter(({ at }) => !isAhead(at, now));
  const signs = [heardAt, ping, ...known.flatMap(signOf)]
    .filter((at) => at !== undefined && !isAhead(at, now))
    .map(Number);
  const activeAt = signs.length === 0 ? undefined : Math.min(now, Math.max(...signs));
  const fresh = known.filter(({ at }) => now - at <= FRESH_MS);
  const machine = fresh.find((one) => one.machine)?.machine;
  const busy = events.filter((one) => one.busy && !one.allDay && one.end > now);
  const [during, next] = [busy.find(({ start }) => start <= now), busy.find(({ start }) => start > now)];
  const time = localTime(now, profile.timeZone);
  const isThere = elapsed(activeAt, now) < BREAK_MS;
  const heard = heardAt !== undefined && !isAhead(heardAt, now) ? heardAt : undefined;
  return {
    now,
    ...(activeAt === undefined ? {} : { activeAt }),
    ...(heard === undefined ? {} : { heardAt: heard }),
    ...(isThere ? { sessionFrom: sessionOf(signs, known.length === LATEST, before) } : {}),
    app: fresh.find((one) => one.app)?.app ?? "unknown",
    ...(machine ? { machine } : {}),
    ...(during ? { during } : {}),
    ...(next ? { next } : {}),
    hour: hourOf(minuteOf(time)),
    weekend: WEEKEND.includes(dayOfWeek(localDate(now, profile.timeZone))),
    asleep: !isWaking(profile, time),
  };
}

/** Goes back from sign to sign until a long break. Without a long break, the session that was known goes on. */
function sessionOf(signs: readonly EpochMs[], isFull: boolean, { sessionFrom, activeAt }: Before): EpochMs {
  const [newest = 0, ...older] = signs.toSorted((a, b) => b - a);
  let from = newest;
  for (const sign of older) {
    if (from - sign > BREAK_MS) return from;
    from = sign;
  }
  // Older samples than these were looked at when they came.
  const goesOn = isFull || (activeAt !== undefined && from - activeAt <= BREAK_MS);
  return goesOn && sessionFrom !== undefined ? Math.min(sessionFrom, from) : from;
}

/** Returns the instants at which a sample shows that the person was there. */
function signOf({ at, app, machine }: PresenceSample): EpochMs[] {
  return [...(app === "visible" ? [at] : []), ...(machine ? [at - machine.idleSeconds * SECOND_MS] : [])];
}

function hourOf(minute: number): Hour {
  const hour = minute / 60;
  if (hour >= 2 && hour < 5) return "deep_night";
  if (hour >= 23 || hour < 6) return "late_night";
  return hour >= 18 ? "evening" : "day";
}

/** How many samples are read: those of the page and of the machine come in turn. */
const LATEST = 6;

async function latestSamples(store: Store, userId: UserId): Promise<PresenceSample[]> {
  const { rows } = await store.query({ ...keys.presence.all(userId), descending: true, limit: LATEST });
  return rows.map(({ body }) => PresenceSample.parse(body));
}

async function lastPing(store: Store, userId: UserId): Promise<EpochMs | undefined> {
  const { rows } = await store.query({ ...keys.ping.all(userId), descending: true, limit: 1 });
  return rows[0] && keys.ping.parse(rows[0].key.sk)?.[0];
}

/**
 * How long without a sign of the person until they count as idle, and until they count as away. The source lets the
 * night begin after 30 minutes away.
 */
export const [IDLE_MS, AWAY_MS] = [5 * MINUTE_MS, 30 * MINUTE_MS];
/** How long a person must work until the work counts as deep, while they do not talk to Waldo. */
const DEEP_AFTER_MS = 25 * MINUTE_MS;
const TALK_MS = 10 * MINUTE_MS;

const WORK: readonly ProgramKind[] = ["development", "creative", "writing", "research"];

export type Standing = {
  readonly state: UserState;
  readonly activity?: ProgramKind | "event" | "app";
  readonly away?: z.infer<typeof AwayReason>;
};

/** Returns what the person is at. An event that takes place keeps them busy, whatever their devices say. */
export function standingOf(presence: Presence): Standing {
  const { now, activeAt, heardAt, sessionFrom, machine, during, asleep, app } = presence;
  const isTalking = elapsed(heardAt, now) < TALK_MS || app === "visible";
  const unseen = machine ? machine.idleSeconds * SECOND_MS : elapsed(activeAt, now);
  // A person who writes from the phone is there, also while their machine idles.
  const still = isTalking ? 0 : unseen;
  if (still >= AWAY_MS) return { state: "away", away: during ? "event" : asleep ? "sleep" : "unknown" };
  const work = machine?.programs.find((kind) => WORK.includes(kind));
  const meets = machine?.programs.includes("meeting") === true;
  if (during && !isTalking) return { state: "deep_work", activity: meets ? "meeting" : "event" };
  if (still >= IDLE_MS) return { state: "idle" };
  const atIt = sessionFrom === undefined ? 0 : now - sessionFrom;
  if (work && !isTalking && atIt >= DEEP_AFTER_MS) return { state: "deep_work", activity: work };
  const activity = isTalking ? "app" : machine?.programs[0];
  return { state: "light_work", ...(activity ? { activity } : {}) };
}
