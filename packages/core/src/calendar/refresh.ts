// Reads subscribed calendars, imports their events, and ends subscriptions. A reading first writes a mark into its
// subscription. Each of its later writes is valid only while that mark stands. When two readings run at once, only the
// one that marked last continues:
//     one:    read the row, fetch ── mark ── events ──────────── events: the mark is another's, stop
//     other:        read the row, fetch ────────────── mark ─────────────────────────── events ── done
//
// The mark deletes the stored ETag of the document, so after a broken reading the next one reads everything.

import { type ActiveSubscription, type CalendarFault, type EpochMs, isError, type UserId } from "@waldo/contracts";
import { pausedSince } from "../person/paused.ts";
import { findProfile } from "../person/profile.ts";
import type { Fetcher, Log, Store, Validators } from "../ports.ts";
import { DAY_MS } from "../time.ts";
import { type IcsImport, type IcsWindow, importIcs } from "./ics.ts";
import { leftOutOf } from "./left-out.ts";
import { dueAfter, type Held, held, isLost, placesOf, rewrite } from "./subscriptions.ts";
import { type TakenIn, takeInCalendar } from "./take-in.ts";
import { finishEnding } from "./unsubscribe.ts";
import { windowAround } from "./window.ts";

/**
 * A calendar that never changes is still read in full this often, because recurring events are stored only for one year
 * after the reading.
 */
const FULL_READING_EVERY_MS = 7 * DAY_MS;

export type RefreshPorts = { readonly store: Store; readonly fetcher?: Fetcher; readonly log: Log };

/** The result for one subscription that was due. */
export type Refreshed = Pick<ActiveSubscription, "id" | "name"> &
  (
    | { readonly outcome: "unchanged" }
    /** `leftOut` is the number of events that could not be read. `leftOutBefore` is that number at the reading before. */
    | ({ readonly outcome: "taken_in"; readonly leftOut: number; readonly leftOutBefore: number } & TakenIn)
    | { readonly outcome: "failed"; readonly fault: CalendarFault; readonly failures: number; readonly dueAt: EpochMs }
  );

/**
 * Reads every subscription that is due, one after the other, and completes subscriptions that were being ended. A
 * subscription with an error is marked `unread` and does not stop the others. The process may be killed at any call,
 * and the function may run twice, also at the same time. For a person who is paused or has no profile, nothing happens.
 * It calls `mayGoOn` before each subscription; the remaining ones stay due. Throws the errors of the store after all
 * places were tried.
 */
export async function refreshDue(
  ports: RefreshPorts,
  userId: UserId,
  now: EpochMs,
  mayGoOn = () => true,
): Promise<Refreshed[]> {
  const { store, fetcher, log } = ports;
  const timeZone = (await findProfile(store, userId))?.timeZone;
  if (!fetcher || timeZone === undefined || (await pausedSince(store, userId)) !== undefined) return [];
  const window = windowAround(now, timeZone);
  const done: Refreshed[] = [];
  const errors: unknown[] = [];
  for (const place of await placesOf(store, userId))
    try {
      if (place.subscription.state === "ending") await finishEnding(store, userId, place, now);
      for (const found of held(place)) {
        if (found.subscription.dueAt > now || !mayGoOn()) continue;
        const refreshed = await refresh(ports, userId, found, { ...window, now }, fetcher);
        const leftOut = refreshed.outcome === "taken_in" ? refreshed.leftOut : 0;
        log("info", "calendar.refreshed", { place: place.place, outcome: refreshed.outcome, leftOut });
        done.push(refreshed);
      }
    } catch (error) {
      if (isLost(error)) log("info", "calendar.elsewhere", { place: place.place });
      else errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
  return done;
}

/** The faults that only a new address mends. A server may say so once by mistake, so the second in a row counts. */
const REFUSALS: readonly CalendarFault[] = ["denied", "gone"];

/** The stretch of time that is read, and the instant of the reading. */
type Reading = IcsWindow & { readonly now: EpochMs };

async function refresh(
  { store, log }: Pick<RefreshPorts, "store" | "log">,
  userId: UserId,
  found: Held,
  reading: Reading,
  fetcher: Fetcher,
): Promise<Refreshed> {
  const { subscription } = found;
  const { id, name, address, read } = subscription;
  const { now } = reading;
  const isCurrent = read?.timeZone === reading.timeZone && now - read.at < FULL_READING_EVERY_MS;
  const answer = await readCalendar(fetcher, address, isCurrent ? subscription : {}, reading).catch(
    (error: unknown) => {
      log("error", "calendar.unread", { place: found.place, name: error instanceof Error ? error.name : "unknown" });
      return { outcome: "failed", fault: "unread" } as const;
    },
  );
  if (answer.outcome === "calendar") {
    const { taken } = await takeIn(store, userId, found, { answer, reading });
    const leftOutBefore = subscription.leftOut ?? 0;
    return { id, name, outcome: "taken_in", ...taken, leftOut: leftOutOf(answer), leftOutBefore };
  }
  if (answer.outcome === "unchanged") {
    const { refusedAt: _, ...accepted } = subscription;
    await rewrite(store, userId, found, { ...accepted, ...settled(userId, now) });
    return { id, name, outcome: "unchanged" };
  }
  const { fault } = answer;
  const failures = subscription.failures + 1;
  const dueAt = dueAfter(userId, now, failures);
  const refused = REFUSALS.includes(fault) && failures >= 2 ? { refusedAt: subscription.refusedAt ?? now } : {};
  await rewrite(store, userId, found, { ...subscription, last: { at: now, fault }, failures, dueAt, ...refused });
  return { id, name, outcome: "failed", fault, failures, dueAt };
}

const settled = (userId: UserId, now: EpochMs) => ({ last: { at: now }, failures: 0, dueAt: dueAfter(userId, now, 0) });

type CalendarAnswer = { readonly outcome: "calendar" } & IcsImport & Validators;

/** Fetches a calendar and reads it. It writes nothing. */
export async function readCalendar(
  fetcher: Fetcher,
  address: string,
  { etag, lastModified }: Pick<ActiveSubscription, "etag" | "lastModified">,
  window: IcsWindow,
): Promise<
  CalendarAnswer | { readonly outcome: "unchanged" } | { readonly outcome: "failed"; readonly fault: CalendarFault }
> {
  const known = { ...(etag ? { etag } : {}), ...(lastModified ? { lastModified } : {}) };
  const fetched = await fetcher.fetch(address, known);
  if (fetched.outcome === "refused") return { outcome: "failed", fault: fetched.why };
  if (fetched.status === 304 && (etag || lastModified)) return { outcome: "unchanged" };
  if (fetched.status !== 200) return { outcome: "failed", fault: faultOf(fetched.status) };
  try {
    return {
      outcome: "calendar",
      ...importIcs(fetched.bytes, window),
      ...storable("etag", fetched.etag),
      ...storable("lastModified", fetched.lastModified),
    };
  } catch (error) {
    if (!isError(error, "ImportRefused")) throw error;
    return { outcome: "failed", fault: "no_calendar" };
  }
}

/** Returns the validator if it is short enough to store. Without a validator the next reading reads everything. */
const storable = (name: keyof Validators, value: string | undefined): Validators =>
  value && value.length <= 500 ? { [name]: value } : {};

function faultOf(status: number): CalendarFault {
  if (status === 401 || status === 403) return "denied";
  return status === 404 || status === 410 ? "gone" : "failing";
}

/**
 * Marks the subscription, imports the events and stores the result. Throws `ConditionFailed` or `LeaseLost` when the
 * subscription has changed meanwhile.
 */
export async function takeIn(
  store: Store,
  userId: UserId,
  found: Held,
  { answer, reading }: { readonly answer: CalendarAnswer; readonly reading: Reading },
): Promise<{ readonly taken: TakenIn; readonly subscription: ActiveSubscription }> {
  const { now, from, to, timeZone } = reading;
  const {
    etag: _etag,
    lastModified: _lastModified,
    read: _read,
    leftOut: _leftOut,
    refusedAt: _,
    ...rest
  } = found.subscription;
  const marked = await rewrite(store, userId, found, rest);
  const { place, row } = marked;
  const contents = { calendar: rest.name, subscription: { place, row }, from, to, events: answer.events };
  const taken = await takeInCalendar(store, userId, contents, now);
  const { etag, lastModified } = answer;
  const noted = await rewrite(store, userId, marked, {
    ...rest,
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
    read: { at: now, timeZone },
    ...(leftOutOf(answer) > 0 ? { leftOut: leftOutOf(answer) } : {}),
    ...settled(userId, now),
  });
  return { taken, subscription: noted.subscription };
}
