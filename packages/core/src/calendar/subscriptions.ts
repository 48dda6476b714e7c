/** Stores the calendars that a person subscribed to, and shortens their addresses for display. */
import {
  type ActiveSubscription,
  CalendarSubscription,
  type EpochMs,
  isError,
  keys,
  MAX_ADDRESS_CHARS,
  SUBSCRIPTION_PLACES,
  type UserId,
  WaldoError,
} from "@waldo/contracts";
import { jitterOf } from "../cadence/schedule.ts";
import { digest } from "../digest.ts";
import type { Row, Store } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS, MINUTE_MS } from "../time.ts";

/** A place for one subscription, with its row as it was read. A place that was never used has no row. */
export type Place = {
  readonly place: number;
  readonly row: Pick<Row, "key" | "version"> | undefined;
  readonly subscription: CalendarSubscription;
};

/** A place that holds a subscription in force. */
export type Held = {
  readonly place: number;
  readonly row: Pick<Row, "key" | "version">;
  readonly subscription: ActiveSubscription;
};

/** Returns every place of the person, free or not, in order. */
export async function placesOf(store: Store, userId: UserId): Promise<Place[]> {
  const rows = new Map<number | undefined, Row>();
  for await (const row of queryAll(store, keys.subscription.all(userId)))
    rows.set(keys.subscription.parse(row.key.sk)?.[0], row);
  return Array.from({ length: SUBSCRIPTION_PLACES }, (_, place) => {
    const row = rows.get(place);
    return { place, row, subscription: row ? CalendarSubscription.parse(row.body) : { state: "ended" } };
  });
}

/** True when a subscription must be read, or when a subscription is not fully ended. */
export function hasDueCalendars(places: readonly Place[], now: EpochMs): boolean {
  return places.some(
    ({ subscription }) =>
      subscription.state === "ending" || (subscription.state === "active" && subscription.dueAt <= now),
  );
}

/** Returns the place in a list when it holds a subscription in force, or else an empty list. */
export function held({ place, row, subscription }: Place): Held[] {
  return row && subscription.state === "active" ? [{ place, row, subscription }] : [];
}

/** Writes a place again and returns it. Throws `ConditionFailed` when the place has changed since it was read. */
export async function rewrite<S extends CalendarSubscription>(
  store: Pick<Store, "transact">,
  userId: UserId,
  { place, row }: Pick<Place, "place" | "row">,
  subscription: S,
) {
  const key = keys.subscription(userId, place);
  await store.transact([putOver(row, key, subscription)]);
  return { place, row: { key, version: (row?.version ?? 0) + 1 }, subscription };
}

/** True when another process changed the subscription meanwhile. */
export function isLost(error: unknown): boolean {
  return isError(error, "ConditionFailed") || isError(error, "LeaseLost");
}

/**
 * Runs `attempt`, which reads, decides and writes. It repeats this until no other process changes the subscription
 * meanwhile.
 */
export function untilHeld<T>(attempt: () => Promise<T>): Promise<T> {
  return retryConflicts(attempt, isLost);
}

/** A subscription as a person may see it, without the address. */
export type ShownSubscription = Pick<ActiveSubscription, "id" | "name" | "last" | "failures" | "dueAt" | "addedAt"> & {
  /** The host, and the last four characters of a long address. */
  readonly shownAddress: string;
  /** When its events were last read in full. */
  readonly readAt?: EpochMs;
  /** How many events were left out in that reading. */
  readonly leftOut?: number;
};

/** Returns the subscriptions in force, in the order of their places. */
export async function listSubscriptions(store: Store, userId: UserId): Promise<ShownSubscription[]> {
  return (await placesOf(store, userId)).flatMap(held).map(({ subscription }) => shown(subscription));
}

export function shown({ id, name, address, last, read, leftOut, failures, dueAt, addedAt }: ActiveSubscription) {
  const shownSubscription: ShownSubscription = {
    id,
    name,
    shownAddress: shownAddress(address),
    failures,
    dueAt,
    addedAt,
    ...(last ? { last } : {}),
    ...(read ? { readAt: read.at } : {}),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
  return shownSubscription;
}

/** Of a shorter address the last four characters would tell too much. */
const LONG_PATH_CHARS = 20;

/**
 * Returns an address in the form that may be shown: its host and, when the address is long enough, its last four
 * characters.
 */
function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return "(an address that cannot be read)";
  const rest = `${url.pathname}${url.search}`;
  return rest.length < LONG_PATH_CHARS ? url.host : `${url.host} …${rest.slice(-4)}`;
}

/**
 * Returns the https address that a person means. Throws `InvalidInput` for anything else. The error does not hold the
 * text.
 */
export function calendarAddress(given: string): {
  readonly address: string;
  readonly id: string;
  readonly host: string;
} {
  const url = URL.parse(given.trim().replace(/^webcals?:/i, "https:"));
  if (url === null || !/^https?:$/.test(url.protocol) || given.length > MAX_ADDRESS_CHARS)
    throw new WaldoError("InvalidInput", "a calendar's address begins with https:// or webcal://");
  url.hash = "";
  return { address: url.href, id: digest("calendar", url.href).slice(0, 12), host: url.hostname };
}

const MOST_HOURS_BETWEEN = 24;

/**
 * Returns the next instant for a refresh of this person. It comes once an hour, at a minute that depends on the person.
 */
export function nextRefresh(userId: UserId, after: EpochMs): EpochMs {
  const minute = jitterOf(userId, "calendars", 60) * MINUTE_MS;
  return (Math.floor((after - minute) / HOUR_MS) + 1) * HOUR_MS + minute;
}

/**
 * Returns when to read again: at the next instant, or after failures one, three, seven … hours later, at most 24 hours.
 */
export function dueAfter(userId: UserId, now: EpochMs, failures: number): EpochMs {
  const hours = Math.min(2 ** failures, MOST_HOURS_BETWEEN);
  return nextRefresh(userId, now + (hours - 1) * HOUR_MS);
}
