/**
 * Standing intents: decides which of them fire now, and returns their state after that. It is plain code and asks no
 * model.
 */
import { keys, type LocalDate, PAUSED_SINCE_UNKNOWN, type UserId, Watch, ZONES, type Zone } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, elapsed, HOUR_MS, instantAt, isAhead, localDate, spokenMoment } from "../time.ts";

/** A daily time that was missed by more than this is not made up for, because the next day has its own. */
const DAILY_GRACE_MS = 3 * HOUR_MS;

export type Moment = {
  readonly now: number;
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly bodyZone?: Zone | undefined;
};

export type WatchRow = { readonly watch: Watch; readonly version: number };

export async function loadWatches(store: Store, userId: UserId): Promise<WatchRow[]> {
  const rows: WatchRow[] = [];
  for await (const row of queryAll(store, keys.watch.all(userId)))
    rows.push({ watch: Watch.parse(row.body), version: row.version });
  return rows;
}

/** Returns whether an intent fires at a moment. A spent or cancelled one never does, an expired one only if it has one instant. */
export function fires(watch: Watch, moment: Moment): boolean {
  const { when, state, firesLeft, expiresAt, lastFiredAt, cooldownMs, createdAt } = watch;
  const { now } = moment;
  if (isOverdue(watch, now)) return true;
  if (state !== "active" || firesLeft === 0 || now >= expiresAt || when.on === "time") return false;
  if (when.on === "daily") {
    const due = instantAt(moment.date, when.time, moment.timeZone);
    const firedToday = lastFiredAt !== undefined && lastFiredAt >= due && !isAhead(lastFiredAt, now);
    return now >= due && now - due < DAILY_GRACE_MS && createdAt <= due && !firedToday;
  }
  if (moment.bodyZone === undefined || ZONES.indexOf(moment.bodyZone) < ZONES.indexOf(when.atMost)) return false;
  return elapsed(lastFiredAt, now) >= cooldownMs;
}

/** Returns whether an intent of one instant was never said. It is said late, and not dropped, however late it is. */
export function isOverdue({ when, state, firesLeft }: Watch, now: number): boolean {
  return when.on === "time" && state === "active" && firesLeft > 0 && now >= when.at;
}

/** A stretch of time in which nothing was said: after `from`, up to `to`. */
export type Stretch = { readonly from: number; readonly to: number; readonly timeZone: string };

/** Returns in words what came due in a stretch of time, or undefined when it did not. A body zone is not looked up. */
export function dueIn(watch: Watch, { from, to, timeZone }: Stretch): string | undefined {
  const { when, text, state, createdAt, expiresAt } = watch;
  if (isOverdue(watch, to) && when.on === "time") return `${spokenMoment(when.at, timeZone)}: ${text}`;
  if (state !== "active" || when.on !== "daily") return undefined;
  const first = Math.max(from, createdAt);
  const last = Math.min(to, expiresAt);
  let times = 0;
  for (let date = localDate(first, timeZone); date <= localDate(last, timeZone); date = addDays(date, 1)) {
    const due = instantAt(date, when.time, timeZone);
    if (due > first && due <= last) times++;
  }
  return times === 0 ? undefined : `Every day at ${when.time}${times > 1 ? `, ${times} times` : ""}: ${text}`;
}

/** Returns the one text that lists what came due while everything was paused. */
export function missedText(due: readonly string[], { from, to, timeZone }: Stretch): string {
  const paused =
    from === PAUSED_SINCE_UNKNOWN
      ? `I was paused until ${spokenMoment(to, timeZone)}.`
      : `I was paused from ${spokenMoment(from, timeZone)} to ${spokenMoment(to, timeZone)}.`;
  return [`${paused} You had asked me to remind you:`, ...due.map((line) => `• ${line}`)].join("\n");
}

/** Returns the intent after it has fired once. */
export function fired(watch: Watch, now: number): Watch {
  const firesLeft = watch.firesLeft - 1;
  return { ...watch, firesLeft, fired: watch.fired + 1, lastFiredAt: now, state: firesLeft === 0 ? "spent" : "active" };
}

/** Returns what is said when an intent fires: the person's own words, and that they asked for it. */
export function sayingOf({ text, when }: Watch): string {
  return when.on === "bodyZone"
    ? `You asked me to tell you when you are ${when.atMost}: ${text}`
    : `You asked me to remind you: ${text}`;
}
