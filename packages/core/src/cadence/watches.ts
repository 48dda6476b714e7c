/**
 * Standing intents: decides which of them fire now, and returns their state after that. It is plain code and asks no
 * model.
 */
import { keys, type LocalDate, type UserId, Watch, ZONES, type Zone } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { elapsed, HOUR_MS, instantAt, isAhead } from "../time.ts";

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

/** Returns whether an intent fires at a moment. An expired, spent or cancelled one never does. */
export function fires(watch: Watch, moment: Moment): boolean {
  const { when, state, firesLeft, expiresAt, lastFiredAt, cooldownMs, createdAt } = watch;
  const { now } = moment;
  if (state !== "active" || firesLeft === 0 || now >= expiresAt) return false;
  if (when.on === "time") return now >= when.at;
  if (when.on === "daily") {
    const due = instantAt(moment.date, when.time, moment.timeZone);
    const firedToday = lastFiredAt !== undefined && lastFiredAt >= due && !isAhead(lastFiredAt, now);
    return now >= due && now - due < DAILY_GRACE_MS && createdAt <= due && !firedToday;
  }
  if (moment.bodyZone === undefined || ZONES.indexOf(moment.bodyZone) < ZONES.indexOf(when.atMost)) return false;
  return elapsed(lastFiredAt, now) >= cooldownMs;
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
