// What is known about a person's presence: when they were last active, for how long, which part of their day it is, and
// what they are doing by plain rules. A model may correct it.
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

/** An older sample tells nothing about now. */
const FRESH_MS = 6 * MINUTE_MS;
/** A session ends with a break of this length. */
const BREAK_MS = 15 * MINUTE_MS;
/** How far ahead the calendar is read. */
const AHEAD_MS = HOUR_MS;
const WEEKEND = [6, 7];

/** The parts of a day. The source defines late night as 23:00 to 06:00 and deep night as 02:00 to 05:00. */
type Hour = "day" | "evening" | "late_night" | "deep_night";

export type Presence = {
  readonly now: EpochMs;
  /** The last sign of the person: a message, a sign of the phone, the open page, or their machine. */
  readonly activeAt?: EpochMs;
  readonly heardAt?: EpochMs;
  /** The start of the present session without a long break. Absent while the person is away. */
  readonly sessionFrom?: EpochMs;
  readonly app: "visible" | "hidden" | "unknown";
  /** The last state that the person's machine reported. Absent when no machine has reported recently. */
  readonly machine?: MachineSense;
  /** The events of now, and those that begin within an hour. */
  readonly during?: CalendarEvent;
  readonly next?: CalendarEvent;
  readonly hour: Hour;
  readonly weekend: boolean;
  /** True during the hours in which the person usually sleeps. */
  readonly asleep: boolean;
};

/** The loop's state at the last turn that wrote something. */
type Before = { readonly sessionFrom?: EpochMs | undefined; readonly activeAt?: EpochMs | undefined };

/** Reads the presence of a person with five small reads, however many samples exist. */
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

/** Combines everything that was sensed. An instant in the future was written by a wrong clock and is ignored. Pure. */
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

/** Goes back from sign to sign until a long break. If there is none among these signs, the known session continues. */
function sessionOf(signs: readonly EpochMs[], isFull: boolean, { sessionFrom, activeAt }: Before): EpochMs {
  const [newest = 0, ...older] = signs.toSorted((a, b) => b - a);
  let from = newest;
  for (const sign of older) {
    if (from - sign > BREAK_MS) return from;
    from = sign;
  }
  // Older samples were used when they came.
  const goesOn = isFull || (activeAt !== undefined && from - activeAt <= BREAK_MS);
  return goesOn && sessionFrom !== undefined ? Math.min(sessionFrom, from) : from;
}

/** Returns the instants at which a sample shows that the person was active. */
function signOf({ at, app, machine }: PresenceSample): EpochMs[] {
  return [...(app === "visible" ? [at] : []), ...(machine ? [at - machine.idleSeconds * SECOND_MS] : [])];
}

function hourOf(minute: number): Hour {
  const hour = minute / 60;
  if (hour >= 2 && hour < 5) return "deep_night";
  if (hour >= 23 || hour < 6) return "late_night";
  return hour >= 18 ? "evening" : "day";
}

/** How many samples are read. Samples of the page and of the machine alternate. */
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
/** How long a person must work before it counts as deep work. Talking to Waldo interrupts it. */
const DEEP_AFTER_MS = 25 * MINUTE_MS;
const TALK_MS = 10 * MINUTE_MS;

const WORK: readonly ProgramKind[] = ["development", "creative", "writing", "research"];

export type Standing = {
  readonly state: UserState;
  readonly activity?: ProgramKind | "event" | "app";
  readonly away?: z.infer<typeof AwayReason>;
};

/** Returns what the person is doing. During an event they are busy, whatever their devices show. */
export function standingOf(presence: Presence): Standing {
  const { now, activeAt, heardAt, sessionFrom, machine, during, asleep, app } = presence;
  const isTalking = elapsed(heardAt, now) < TALK_MS || app === "visible";
  const unseen = machine ? machine.idleSeconds * SECOND_MS : elapsed(activeAt, now);
  // A person who writes from the phone is active even while their machine is idle.
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
