// Reads a connected cloud. It always reads a whole window of days again: in the past, at the present, or around a day
// that a hook names. The new answer replaces the stored days of the window. So hooks that come twice, late or out of
// order lead to the same rows, and a sleep that was deleted in the cloud is deleted here.
//
// One transaction stores a window: its days, their digests, the progress of the connection, and the wake for a changed
// night. So a process may die at any await, and the next one continues.
//
// Some vendors send hooks only during a subscription, which ends after some time. A subscription belongs to the
// deployment and not to a person. Each reading may renew it, and no reading needs it.
import {
  ConsentNeeded,
  type EpochMs,
  Hooked,
  isError,
  keys,
  type LocalDate,
  type OpenConnection,
  PulledDay,
  type PullRequest,
  Replaced,
} from "@waldo/contracts";
import { findTimeZone } from "../health/ledger.ts";
import { agrees } from "../person/consents.ts";
import type { Row } from "../ports.ts";
import { asRead, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, DAY_MS, elapsed, isAhead, localDate, SECOND_MS } from "../time.ts";
import { pauseAfter, sayFarewell } from "./connect.ts";
import { busyUntil, clientOf, findConnection, take } from "./grip.ts";
import type { PullPorts } from "./ports.ts";
import { type DateWindow, type Vendor, VendorTrouble } from "./vendor.ts";
import { VENDOR } from "./vendors.ts";
import { afterWindow, readWindow, type WindowWork } from "./window.ts";

/** The subscription is checked at the vendor this long after the last check. A subscription lasts for weeks. */
const ASK_MS = DAY_MS;

/**
 * Checks the subscription. Returns the instant of the last successful check. If this check fails, the next reading
 * tries again.
 */
async function keepSubscribed(
  { http, clock, secrets, log, hooksAt }: PullPorts,
  vendor: Vendor,
  before: EpochMs | undefined,
): Promise<EpochMs | undefined> {
  const now = clock.now();
  if (hooksAt === undefined || vendor.subscribe === undefined || elapsed(before, now) < ASK_MS) return before;
  try {
    const client = clientOf(await secrets(), vendor);
    await vendor.subscribe({ http, client, now }, `${hooksAt}/${vendor.name}`);
    return now;
  } catch (error) {
    if (!(error instanceof VendorTrouble)) throw error;
    log("warn", "wearable.subscribe", { vendor: vendor.name, trouble: error.trouble });
    return before;
  }
}

/** How many days one request for the past covers. The writes of a window fit into one transaction. */
const FILL_STEP_DAYS = 10;
/** A poll reads today and as many days before it. */
const RECENT_DAYS = 2;
/** Hooks that come within this time after a reading wait until it has passed, so that many hooks cause few readings. */
export const HOOK_PAUSE_MS = 10 * SECOND_MS;
/** If hooks name more dates than this at once, the whole past is read again. */
const MOST_HOOKED_DATES = 12;
/** How often an unreadable part of the past is tried before it is skipped. All tries together take half an hour. */
const MOST_TRIES = 5;
const DELETES_AT_ONCE = 50;

/**
 * The result of a reading. `again` is the time of the next work; it is now while the past is not read completely.
 * `changed` is the number of days that were written.
 */
type Pulled = {
  readonly outcome: "nothing" | "busy" | "waits" | "read" | "failed" | "reconnect" | "ended";
  readonly changed: number;
  readonly again?: EpochMs;
};

/** Another process reads the connection. That mostly takes a few seconds. */
const BUSY_AGAIN_MS = 15 * SECOND_MS;

/**
 * Returns after how many milliseconds a queue must start the next reading. Returns undefined when the next poll is
 * early enough. After a pause, which a vendor asked for or a failure caused, the poll reads too. So a hook that comes
 * during the pause need not wait in the queue.
 */
export function readAgainAfter({ outcome, again }: Pulled, now: EpochMs): number | undefined {
  if (outcome === "busy") return BUSY_AGAIN_MS;
  if (again === undefined) return undefined;
  const ms = Math.max(0, again - now);
  const isSoon = outcome === "waits" ? ms <= HOOK_PAUSE_MS : outcome === "read" && ms === 0;
  return isSoon ? ms : undefined;
}

/**
 * Does the due work for one connection. It may be called at any time, by several processes, and may die anywhere.
 * Before each window of the past it calls `mayGoOn`; the remaining windows stay due. Throws the errors of the store.
 */
export async function pull(
  ports: PullPorts,
  { userId, vendor: name }: PullRequest,
  mayGoOn = () => true,
): Promise<Pulled> {
  const vendor = VENDOR[name];
  const now = ports.clock.now();
  const found = await findConnection(ports, userId, name);
  const { connection } = found;
  const hooks = await hooksOf(ports, { userId, vendor: name });
  if (connection.state === "ended" || connection.state === "reconnect") {
    await forget(ports, hooks);
    return { outcome: "nothing", changed: 0 };
  }
  if (connection.state === "active" && !(await agrees(ports.store, userId, "body"))) {
    // Without the person's consent nothing is read. The stored hooks are deleted; after a new consent the latest days
    // are read anyway.
    await forget(ports, hooks);
    const again = now + ports.pollMs;
    await ports.store.transact([{ op: "put", key: keys.pullDue(userId, name), body: { at: again } }]);
    return { outcome: "nothing", changed: 0, again };
  }
  const busy = busyUntil(connection, now);
  if (busy !== undefined) return { outcome: "busy", changed: 0, again: busy };
  const { notBefore = 0 } = connection;
  if (notBefore > now) return { outcome: "waits", changed: 0, again: notBefore };
  const plan = planOf(connection, hooks, now, ports.pollMs);
  if (plan !== "go") return { outcome: hooks.length > 0 ? "waits" : "nothing", changed: 0, again: plan };
  const grip = await take(ports, { userId, vendor, found }, connection);
  if (!grip) return { outcome: "busy", changed: 0, again: now };
  const work: Work = { ports, userId, vendor, grip, hooks, mayGoOn, changed: 0, hasLatest: false };
  try {
    if (connection.state === "ending") {
      const { state } = await sayFarewell(ports, { userId, name, grip });
      return { outcome: state === "ended" ? "ended" : "failed", changed: 0 };
    }
    return await read(work);
  } catch (error) {
    if (isError(error, "ConditionFailed")) return { outcome: "busy", changed: work.changed, again: now };
    throw error;
  }
}

type Work = WindowWork & {
  readonly ports: PullPorts;
  readonly hooks: readonly Row[];
  readonly mayGoOn: () => boolean;
  changed: number;
  /** True when the latest days have been read. */
  hasLatest: boolean;
};

/** Returns "go" when something is due, or else the instant at which it will be due. */
function planOf(connection: OpenConnection, hooks: readonly Row[], now: EpochMs, pollMs: number): "go" | EpochMs {
  const { state, readAt, wake } = connection;
  if (state === "ending" || wake !== undefined || readAt === undefined || isAhead(readAt, now)) return "go";
  const next = nextReading(connection, readAt, pollMs);
  if (next <= now) return "go";
  if (hooks.length === 0) return next;
  return readAt + HOOK_PAUSE_MS <= now ? "go" : readAt + HOOK_PAUSE_MS;
}

/** Returns the instant of the next reading. It is earlier when a part of the past is still unread. */
function nextReading(connection: OpenConnection, readAt: EpochMs, pollMs: number): EpochMs {
  const isLeft = !isFilled(connection) || connection.replaced !== undefined;
  return isLeft ? Math.min(readAt + pollMs, connection.past?.notBefore ?? readAt) : readAt + pollMs;
}

const isFilled = ({ filledFrom, fillTo }: OpenConnection) => filledFrom !== undefined && filledFrom <= fillTo;

/** Reads what is due, and stores the connection as it is after that. */
async function read(work: Work): Promise<Pulled> {
  const { ports, userId, vendor, grip } = work;
  const due = keys.pullDue(userId, vendor.name);
  let trouble: VendorTrouble | undefined;
  let mayStore = true;
  try {
    await readAll(work);
  } catch (error) {
    if (error instanceof ConsentNeeded) mayStore = false;
    else if (error instanceof VendorTrouble) trouble = error;
    else throw error;
  }
  const { changed, hasLatest } = work;
  const now = ports.clock.now();
  if (trouble && hasLatest && (trouble.trouble === "unreadable" || trouble.trouble === "failing")) {
    await keepPast(work, trouble);
    trouble = undefined;
  }
  const { wake, trouble: _, notBefore: __, ...after } = grip.now();
  if (!mayStore) {
    const again = now + ports.pollMs;
    await grip.release(grip.now(), [{ op: "put", key: due, body: { at: again } }]);
    return { outcome: "nothing", changed, again };
  }
  if (wake) await startOwed(work, wake);
  if (trouble === undefined) {
    const again = nextReading(after, after.readAt ?? now, ports.pollMs);
    const subscribedAt = await keepSubscribed(ports, vendor, after.subscribedAt);
    const left = { ...after, failures: 0, ...(subscribedAt === undefined ? {} : { subscribedAt }) };
    await grip.release(left, [{ op: "put", key: due, body: { at: again } }]);
    return { outcome: "read", changed, again };
  }
  const failures = after.failures + 1;
  ports.log("warn", "wearable.trouble", { vendor: vendor.name, trouble: trouble.trouble, failures });
  if (trouble.trouble === "denied") {
    await grip.release({ ...after, state: "reconnect", failures, trouble: "denied" }, [
      { op: "put", key: due, body: { at: now, broke: now } },
    ]);
    return { outcome: "reconnect", changed };
  }
  const notBefore = now + pauseAfter(failures, trouble.afterMs);
  const left = { ...after, failures, trouble: trouble.trouble, notBefore };
  await grip.release(left, [{ op: "put", key: due, body: { at: notBefore } }]);
  return { outcome: "failed", changed, again: notBefore };
}

/**
 * Stores that the past days could not be read. The latest days were read, and their next reading does not wait for the
 * past.
 */
async function keepPast({ ports, vendor, grip }: Work, { trouble, afterMs }: VendorTrouble): Promise<void> {
  const failures = (grip.now().past?.failures ?? 0) + 1;
  ports.log("warn", "wearable.trouble", { vendor: vendor.name, trouble, failures, past: true });
  const notBefore = ports.clock.now() + pauseAfter(failures, afterMs);
  await grip.store((before) => ({ ...before, past: { failures, trouble, notBefore } }));
}

/** Wakes the person's agent for the changed night. The same night in the same state gives the same wake. */
async function startOwed(
  { ports, userId }: Work,
  { name, settled, from }: NonNullable<OpenConnection["wake"]>,
): Promise<void> {
  const scheduledAt = new Date(ports.clock.now()).toISOString();
  const oldest = from === undefined ? {} : { from };
  await ports.startWake(name, { userId, job: "sync", scheduledAt, settled, ...oldest });
}

/**
 * Reads the latest days first, and then the past, unless the past waits after a failure. Of the past it reads the days
 * that hooks name, the days that another source overwrote, and the unread days, newest first. A hook is deleted when
 * its days are read.
 */
async function readAll(work: Work): Promise<void> {
  const { ports, userId, grip, mayGoOn } = work;
  const today = localDate(ports.clock.now(), (await findTimeZone(ports.store, userId)) ?? "UTC");
  const newest = addDays(today, 1);
  const recentFrom = addDays(today, -RECENT_DAYS);
  await takeReplaced(work, newest);
  const read = async (window: DateWindow, fills = false) => {
    const changed = await readWindow(work, window, { today, fills });
    work.changed += changed;
    return changed;
  };
  const readPast = async (window: DateWindow, fills = false) => {
    const changed = await orPass(work, () => read(window, fills));
    if (changed === undefined) await grip.store((before) => afterWindow(before, window, { today, fills }));
  };
  const isNew = grip.now().filledFrom === undefined;
  if (isNew) await read(nextOfPast(grip.now(), newest), true);
  else await read({ from: recentFrom, to: newest });
  work.hasLatest = true;
  if ((grip.now().past?.notBefore ?? 0) > ports.clock.now()) return;
  if (!isNew) {
    const windows = windowsAround(await datesOf(work, recentFrom));
    if (windows === undefined) await grip.store(({ filledFrom: _, ...before }) => before);
    for (const window of windows ?? []) await readPast(window);
  }
  await forget(ports, work.hooks);
  while (mayGoOn()) {
    const { replaced } = grip.now();
    if (replaced !== undefined) await readPast(stepDown(replaced.to, replaced.from));
    else if (!isFilled(grip.now())) await readPast(nextOfPast(grip.now(), newest), true);
    else if (grip.now().past !== undefined) await grip.store(({ past: _, ...before }) => before);
    else return;
  }
}

/** Returns the newest window of the past that was never read. */
function nextOfPast({ filledFrom, fillTo }: OpenConnection, newest: LocalDate): DateWindow {
  return stepDown(filledFrom === undefined ? newest : addDays(filledFrom, -1), fillTo);
}

/** Returns the window that ends on a date. It begins no earlier than `earliest`. */
function stepDown(to: LocalDate, earliest: LocalDate): DateWindow {
  const from = addDays(to, 1 - FILL_STEP_DAYS);
  return { from: from < earliest ? earliest : from, to };
}

/** Stores which dates another source has overwritten. Dates outside the range of the connection are ignored. */
function takeReplaced({ ports, userId, vendor, grip }: Work, newest: LocalDate): Promise<void> {
  const key = keys.replaced(userId, vendor.source);
  return retryConflicts(async () => {
    const row = await ports.store.get(key);
    if (row === undefined) return;
    const { from, to } = Replaced.parse(row.body);
    const { fillTo, replaced: before } = grip.now();
    const span = [from, to, ...(before ? [before.from, before.to] : [])].sort();
    const [first = from, last = to] = [span[0], span.at(-1)];
    const inside = { from: first < fillTo ? fillTo : first, to: last > newest ? newest : last };
    const replaced = inside.from > inside.to ? {} : { replaced: { ...inside, at: ports.clock.now() } };
    await grip.store((now) => ({ ...now, ...replaced }), [{ op: "delete", key, when: asRead(row) }]);
  });
}

/** Reads a part of the past. Returns undefined when the part failed too often and is skipped. */
async function orPass<T>({ ports, vendor, grip }: Work, part: () => Promise<T>): Promise<T | undefined> {
  try {
    return await part();
  } catch (error) {
    const isUnreadable = error instanceof VendorTrouble && error.trouble === "unreadable";
    const tries = (grip.now().past?.failures ?? 0) + 1;
    if (!isUnreadable || tries < MOST_TRIES) throw error;
    ports.log("warn", "wearable.passed_over", { vendor: vendor.name });
    return undefined;
  }
}

/**
 * Returns a window for each date, with the day before and after. Windows that overlap become one. Returns undefined
 * when there are too many dates.
 */
function windowsAround(dates: readonly LocalDate[]): DateWindow[] | undefined {
  if (dates.length > MOST_HOOKED_DATES) return undefined;
  const windows: DateWindow[] = [];
  for (const date of dates) {
    const [from, to] = [addDays(date, -1), addDays(date, 1)];
    const last = windows.at(-1);
    if (last && from <= last.to) windows[windows.length - 1] = { from: last.from, to };
    else windows.push({ from, to });
  }
  return windows;
}

/** Returns the dates that hooks name. Dates that every reading covers are left out. */
async function datesOf(work: Work, recentFrom: LocalDate): Promise<LocalDate[]> {
  const { ports, userId, vendor, grip, hooks } = work;
  const { vendorUser, fillTo } = grip.now();
  const dates = new Set<LocalDate>();
  const asked = new Set<string>();
  let known: Map<string, LocalDate> | undefined;
  for (const { body } of hooks) {
    const hook = Hooked.parse(body);
    for (const date of hook.dates ?? []) dates.add(date);
    if (hook.object === undefined || asked.has(hook.object)) continue;
    asked.add(hook.object);
    known ??= await knownIds(ports, keys.pulled.all(userId, vendor.name, vendorUser));
    const before = known.get(hook.object);
    if (before !== undefined) dates.add(before);
    // A record that moved to another date concerns both dates. A new record mostly belongs to today, and today is read
    // anyway.
    const { object } = hook;
    const now = hook.isGone ? undefined : await orPass(work, async () => vendor.dateOf?.(grip.api, object));
    if (now !== undefined) dates.add(now);
  }
  return [...dates].filter((date) => date >= fillTo && date < recentFrom).sort();
}

async function knownIds(
  { store }: Pick<PullPorts, "store">,
  range: ReturnType<typeof keys.pulled.all>,
): Promise<Map<string, LocalDate>> {
  const found = new Map<string, LocalDate>();
  for await (const row of queryAll(store, range)) {
    const [, , date = ""] = keys.pulled.parse(row.key.sk) ?? [];
    for (const id of PulledDay.parse(row.body).ids) found.set(id, date);
  }
  return found;
}

/** Returns the hooks that wait for a connection. */
async function hooksOf({ store }: Pick<PullPorts, "store">, { userId, vendor }: PullRequest): Promise<Row[]> {
  const hooks: Row[] = [];
  for await (const row of queryAll(store, keys.hooked.all(userId, vendor))) hooks.push(row);
  return hooks;
}

async function forget({ store }: Pick<PullPorts, "store">, hooks: readonly Row[]): Promise<void> {
  for (let at = 0; at < hooks.length; at += DELETES_AT_ONCE)
    await store.transact(hooks.slice(at, at + DELETES_AT_ONCE).map(({ key }) => ({ op: "delete", key })));
}
