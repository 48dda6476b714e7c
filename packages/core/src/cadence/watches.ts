/** Decides which standing intents fire now, and returns their state after that. It is plain code and asks no model. */
import {
  type EpochMs,
  keys,
  type LocalDate,
  PAUSED_SINCE_UNKNOWN,
  type UserId,
  Watch,
  type WatchCondition,
  ZONES,
  type Zone,
} from "@waldo/contracts";
import { pausedSince } from "../person/paused.ts";
import { findProfile } from "../person/profile.ts";
import type { Ports, Store } from "../ports.ts";
import { capital, listed } from "../spoken.ts";
import { queryAll } from "../store/query-all.ts";
import {
  addDays,
  dayOfWeek,
  elapsed,
  HOUR_MS,
  instantAt,
  isAhead,
  localDate,
  MINUTE_MS,
  spokenDate,
  spokenMoment,
  WEEKDAYS,
} from "../time.ts";
import { loadScheduled } from "./done.ts";
import { LOOK_BACK_DAYS } from "./due.ts";

/** A daily reminder that is later than this is not said any more. The person is told that it was missed. */
const DAILY_GRACE_MS = 3 * HOUR_MS;
/** A reminder that is later than this says that it is late. */
const LATE_MS = 30 * MINUTE_MS;

/**
 * The present instant, the person's time zone, and since when they are in it. A time that a journey jumped over was due
 * at the journey.
 */
export type Moment = {
  readonly now: EpochMs;
  readonly timeZone: string;
  readonly since?: EpochMs | undefined;
  readonly bodyZone?: Zone | undefined;
};

export type WatchRow = { readonly watch: Watch; readonly version: number };

export async function loadWatches(store: Store, userId: UserId): Promise<WatchRow[]> {
  const rows: WatchRow[] = [];
  for await (const row of queryAll(store, keys.watch.all(userId)))
    rows.push({ watch: Watch.parse(row.body), version: row.version });
  return rows;
}

/**
 * Returns the intents in force. Intents with one instant come first, ordered by instant; the others follow in the order
 * in which they were set.
 */
export async function activeWatches(store: Store, userId: UserId): Promise<Watch[]> {
  const at = ({ when }: Watch) => (when.on === "time" ? when.at : Number.MAX_SAFE_INTEGER);
  return (await loadWatches(store, userId))
    .map(({ watch }) => watch)
    .filter(({ state }) => state === "active")
    .sort((a, b) => at(a) - at(b) || a.createdAt - b.createdAt);
}

/**
 * True when an intent fires at a moment. A spent or cancelled intent never fires. An expired one fires only if it has
 * one instant.
 */
export function fires(watch: Watch, moment: Moment): boolean {
  const { when, state, firesLeft, expiresAt, lastFiredAt, cooldownMs } = watch;
  const { now } = moment;
  if (isOverdue(watch, now)) return true;
  if (state !== "active" || firesLeft === 0 || now >= expiresAt || when.on === "time") return false;
  if (when.on === "daily") return datesOf(watch, moment).due !== undefined;
  if (moment.bodyZone === undefined || ZONES.indexOf(moment.bodyZone) < ZONES.indexOf(when.atMost)) return false;
  return elapsed(lastFiredAt, now) >= cooldownMs;
}

type Dates = {
  readonly due?: { readonly date: LocalDate; readonly at: EpochMs };
  readonly missed: readonly LocalDate[];
};

/**
 * Returns the dates of a daily intent that are open: the date to say now, and the missed dates. An intent is said once
 * for a local date, in whatever time zone the person has that date. The rule is that of the Briefs (due.ts): of several
 * open dates the last one is said, and a date that a journey jumped over was due at the journey.
 */
export function datesOf(watch: Watch, { now, timeZone, since = 0 }: Moment): Dates {
  const { when, state, firesLeft, expiresAt, createdAt } = watch;
  if (when.on !== "daily" || state !== "active" || firesLeft === 0 || now >= expiresAt) return { missed: [] };
  const today = localDate(now, timeZone);
  const last = lastDateOf(watch, { now, timeZone });
  const open: { readonly date: LocalDate; readonly at: EpochMs }[] = [];
  const earliest = addDays(today, -LOOK_BACK_DAYS);
  const first = last === undefined ? localDate(createdAt, timeZone) : addDays(last, 1);
  for (let date = first > earliest ? first : earliest; date <= today; date = addDays(date, 1)) {
    const at = instantAt(date, when.time, timeZone);
    if (isOnDay(when, date) && !watch.skips?.includes(date) && at >= createdAt && at <= now) open.push({ date, at });
  }
  const latest = open.at(-1);
  const isInTime = latest !== undefined && now - Math.max(latest.at, Math.min(since, now)) < DAILY_GRACE_MS;
  const missed = (isInTime ? open.slice(0, -1) : open).map(({ date }) => date);
  return isInTime ? { due: latest, missed } : { missed };
}

/** Returns the last date that was said or told as missed. A date that only a wrong clock can have written is ignored. */
function lastDateOf({ when, lastDate, lastFiredAt }: Watch, { now, timeZone }: Moment): LocalDate | undefined {
  if (when.on !== "daily" || lastFiredAt === undefined || isAhead(lastFiredAt, now)) return undefined;
  if (lastDate !== undefined) return lastDate;
  // Older rows hold only the instant.
  const date = localDate(lastFiredAt, timeZone);
  return instantAt(date, when.time, timeZone) <= lastFiredAt ? date : addDays(date, -1);
}

/** Returns the intent after its owner was told what came due up to now. The reminders themselves were not sent. */
export function told(watch: Watch, now: EpochMs, timeZone: string): Watch {
  if (isOverdue(watch, now)) return fired(watch, now);
  const { due, missed } = datesOf(watch, { now, timeZone });
  const lastDate = due?.date ?? missed.at(-1) ?? watch.lastDate;
  return { ...watch, lastFiredAt: now, ...(lastDate === undefined ? {} : { lastDate }) };
}

/** True when an intent with one instant was never said. It is said however late it is. */
function isOverdue({ when, state, firesLeft }: Watch, now: number): boolean {
  return when.on === "time" && state === "active" && firesLeft > 0 && now >= when.at;
}

/** True when a reminder of an instant or a time of day fires now. A paused person gets no reminder. */
export async function isReminderDue(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
): Promise<boolean> {
  const watches = await activeWatches(store, userId);
  const isDaily = watches.some(({ when }) => when.on === "daily");
  const isTimed = isDaily || watches.some(({ when }) => when.on === "time");
  if (!isTimed || (await pausedSince(store, userId)) !== undefined) return false;
  const timeZone = (await findProfile(store, userId))?.timeZone;
  if (timeZone === undefined) return false;
  const since = isDaily ? (await loadScheduled(store, userId))?.since : undefined;
  const moment = { now: clock.now(), timeZone, since };
  return watches.some((watch) => fires(watch, moment) || datesOf(watch, moment).missed.length > 0);
}

/** Returns the next instant after `now` at which an intent is due, or undefined when it does not depend on an instant. */
export function nextInstant({ when, state, firesLeft, expiresAt }: Watch, now: number, timeZone: string) {
  if (state !== "active" || firesLeft === 0) return undefined;
  if (when.on === "time") return when.at > now ? when.at : undefined;
  if (when.on === "bodyZone") return undefined;
  const today = localDate(now, timeZone);
  for (let ahead = 0; ahead <= WEEKDAYS.length; ahead++) {
    const date = addDays(today, ahead);
    const at = instantAt(date, when.time, timeZone);
    if (isOnDay(when, date) && at > now) return at < expiresAt ? at : undefined;
  }
  return undefined;
}

/** A stretch of time in which nothing was said: after `from`, up to `to`. */
type Stretch = { readonly from: number; readonly to: number; readonly timeZone: string };

/**
 * Returns in words what came due in a stretch of time, or undefined when nothing did. Reminders that wait for a body
 * zone are not looked at.
 */
export function dueIn(watch: Watch, { from, to, timeZone }: Stretch): string | undefined {
  const { when, text, state, createdAt, expiresAt } = watch;
  if (isOverdue(watch, to) && when.on === "time") return `${spokenMoment(when.at, timeZone)}: ${text}`;
  if (state !== "active" || when.on !== "daily") return undefined;
  const first = Math.max(from, createdAt);
  const last = Math.min(to, expiresAt);
  let times = 0;
  for (let date = localDate(first, timeZone); date <= localDate(last, timeZone); date = addDays(date, 1)) {
    const due = instantAt(date, when.time, timeZone);
    if (isOnDay(when, date) && due > first && due <= last) times++;
  }
  return times === 0
    ? undefined
    : `${capital(whenWords(when, timeZone))}${times > 1 ? `, ${times} times` : ""}: ${text}`;
}

function isOnDay({ weekdays }: WatchCondition & { on: "daily" }, date: LocalDate): boolean {
  return weekdays === undefined || weekdays.includes(dayOfWeek(date));
}

const WORK_DAYS = "1,2,3,4,5";

/**
 * Returns in words when an intent fires: "on Thursday 5 March at 09:00", "every weekday at 08:00", "when you are
 * flagging".
 */
export function whenWords(when: WatchCondition, timeZone: string): string {
  if (when.on === "bodyZone") return `when you are ${when.atMost}`;
  if (when.on === "time") return `on ${spokenMoment(when.at, timeZone)}`;
  if (when.weekdays === undefined) return `every day at ${when.time}`;
  const days = [...new Set(when.weekdays)].sort();
  if (days.join(",") === WORK_DAYS) return `every weekday at ${when.time}`;
  const names = days.flatMap((day) => WEEKDAYS[day - 1] ?? []);
  return `every ${listed(names)} at ${when.time}`;
}

/** Returns one text that lists what came due while everything was paused. */
export function missedText(due: readonly string[], { from, to, timeZone }: Stretch): string {
  const paused =
    from === PAUSED_SINCE_UNKNOWN
      ? `I was paused until ${spokenMoment(to, timeZone)}.`
      : `I was paused from ${spokenMoment(from, timeZone)} to ${spokenMoment(to, timeZone)}.`;
  return [`${paused} You had asked me to remind you:`, ...due.map((line) => `• ${line}`)].join("\n");
}

/** Returns one text that lists the daily reminders that were not said in time, with their dates. */
export function lateText(missed: readonly { readonly watch: Watch; readonly dates: readonly LocalDate[] }[]): string {
  const lines = missed.flatMap(({ watch: { text, when }, dates }) => {
    if (when.on !== "daily") return [];
    const days = dates.map((date) => spokenDate(date));
    return [`• ${days.join(", ")} at ${when.time}: ${text}`];
  });
  return ["I did not remind you in time. You had asked me to remind you:", ...lines].join("\n");
}

/** Returns the intent after it has fired once. For a daily intent, `date` is the local date that was said. */
export function fired(watch: Watch, now: EpochMs, date?: LocalDate): Watch {
  const firesLeft = watch.firesLeft - 1;
  const lastDate = date === undefined ? {} : { lastDate: date };
  const state = firesLeft === 0 ? "spent" : "active";
  return { ...watch, firesLeft, fired: watch.fired + 1, lastFiredAt: now, ...lastDate, state };
}

/** Returns the text of an intent that fires: the person's own words, that they asked for it, and whether it is late. */
export function sayingOf({ text, when }: Watch, lateMs = 0): string {
  if (when.on === "bodyZone") return `You asked me to tell you when you are ${when.atMost}: ${text}`;
  const late = when.on === "daily" && lateMs > LATE_MS ? ` This is late: it was due at ${when.time}.` : "";
  return `You asked me to remind you: ${text}${late && !/[.!?…]$/.test(text) ? "." : ""}${late}`;
}
