/** Standing intents: which of them fire now, and what becomes of them. Plain code; no model is asked. */
import { keys, type LocalDate, type UserId, Watch, ZONES, type Zone } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS, instantAt } from "../time.ts";

/** A time of day that was missed by more than this is not made up for: the next day has one of its own. */
const DAILY_GRACE_MS = 3 * HOUR_MS;

export type Moment = {
  readonly now: number;
  readonly date: LocalDate;
  readonly timeZone: string;
  readonly zone?: Zone | undefined;
};

export type WatchRow = { readonly watch: Watch; readonly version: number };

export async function loadWatches(store: Store, userId: UserId): Promise<WatchRow[]> {
  const { table, pk } = keys.watch(userId, "");
  const rows: WatchRow[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "WATCH#" }))
    rows.push({ watch: Watch.parse(row.body), version: row.version });
  return rows;
}

/** Whether an intent fires at a moment. One that has run out, is spent or cancelled never does. */
export function fires(watch: Watch, moment: Moment): boolean {
  const { when, state, firesLeft, expiresAt, lastFiredAt, cooldownMs, createdAt } = watch;
  const { now } = moment;
  if (state !== "active" || firesLeft === 0 || now >= expiresAt) return false;
  if (when.on === "time") return now >= when.at;
  if (when.on === "daily") {
    const due = instantAt(moment.date, when.time, moment.timeZone);
    const firedToday = lastFiredAt !== undefined && lastFiredAt >= due;
    return now >= due && now - due < DAILY_GRACE_MS && createdAt <= due && !firedToday;
  }
  if (moment.zone === undefined || ZONES.indexOf(moment.zone) < ZONES.indexOf(when.atMost)) return false;
  return lastFiredAt === undefined || now - lastFiredAt >= cooldownMs;
}

/** The intent after it has fired once. */
export function fired(watch: Watch, now: number): Watch {
  const firesLeft = watch.firesLeft - 1;
  return { ...watch, firesLeft, fired: watch.fired + 1, lastFiredAt: now, state: firesLeft === 0 ? "spent" : "active" };
}

/** What is said when one fires: the person's own words, and whose wish it was. */
export function sayingOf({ text, when }: Watch): string {
  return when.on === "zone"
    ? `You asked me to tell you when you are ${when.atMost}: ${text}`
    : `You asked me to remind you: ${text}`;
}
