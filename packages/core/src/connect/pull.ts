/**
 * Reads a connected cloud. Everything is "read the window again": the past, the latest days, and what a hook says has
 * changed. What the vendor has of a window replaces what it had, so hooks that come twice, late or in another order end in
 * the same rows, and a sleep that is deleted there is gone here.
 *
 * One transaction stores a window: its days, what is known of them, how far the connection has come, and the wake that is
 * owed for a night that changed. So a process may die at any await, and the next one goes on.
 */
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
} from "@waldo/contracts";
import { agrees } from "../consents.ts";
import { findTimeZone } from "../health/ledger.ts";
import type { Row } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays, isAhead, localDate, SECOND_MS } from "../time.ts";
import { pauseAfter, sayFarewell } from "./connect.ts";
import { busyUntil, findConnection, take } from "./grip.ts";
import type { PullPorts } from "./ports.ts";
import { keepSubscribed } from "./subscribe.ts";
import { type DateWindow, VendorTrouble } from "./vendor.ts";
import { VENDOR } from "./vendors.ts";
import { readWindow, type WindowWork } from "./window.ts";

/** How many days one request for the past covers. The writes of a window fit into one transaction. */
const FILL_STEP_DAYS = 10;
/** A poll reads today and as many days before it. */
const RECENT_DAYS = 2;
/** Hooks that come within this time of a reading wait for it to be over, so a storm of them is a few readings. */
export const HOOK_PAUSE_MS = 10 * SECOND_MS;
/** More dates than these at once are read as the whole past again. */
const MOST_HOOKED_DATES = 12;
const DELETES_AT_ONCE = 50;

/**
 * What became of a reading. `again`: when there is more to do, which is now where it is in the past. `changed`: how many
 * days were written.
 */
export type Pulled = {
  readonly outcome: "nothing" | "busy" | "waits" | "read" | "failed" | "reconnect" | "ended";
  readonly changed: number;
  readonly again?: EpochMs;
};

/**
 * Does what is due for one connection. It may be called at any time, by several processes, and may die anywhere. Before
 * each window of the past `mayGoOn` is asked; what is left is due at once. Throws what a store throws.
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
    // Nothing is read while the person does not agree. What vendors said is forgotten: the latest days are read anyway.
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
  const work: Work = { ports, userId, vendor, grip, hooks, mayGoOn, changed: 0 };
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
};

/** Returns "go" when something is due, else when it will be. */
function planOf(connection: OpenConnection, hooks: readonly Row[], now: EpochMs, pollMs: number): "go" | EpochMs {
  const { state, readAt, wake } = connection;
  if (state === "ending" || wake !== undefined || readAt === undefined || isAhead(readAt, now)) return "go";
  if (!isFilled(connection) || readAt + pollMs <= now) return "go";
  if (hooks.length === 0) return readAt + pollMs;
  return readAt + HOOK_PAUSE_MS <= now ? "go" : readAt + HOOK_PAUSE_MS;
}

const isFilled = ({ filledFrom, fillTo }: OpenConnection) => filledFrom !== undefined && filledFrom <= fillTo;

/** Reads what is due, and leaves the connection as it is then. */
async function read(work: Work): Promise<Pulled> {
  const { ports, userId, vendor, grip } = work;
  const due = keys.pullDue(userId, vendor.name);
  let trouble: VendorTrouble | undefined;
  let mayStore = true;
  try {
    await readAll(work);
    await forget(ports, work.hooks);
  } catch (error) {
    if (error instanceof ConsentNeeded) mayStore = false;
    else if (error instanceof VendorTrouble) trouble = error;
    else throw error;
  }
  const { changed } = work;
  const now = ports.clock.now();
  const { wake, trouble: _, notBefore: __, ...after } = grip.now();
  if (!mayStore) {
    const again = now + ports.pollMs;
    await grip.release(grip.now(), [{ op: "put", key: due, body: { at: again } }]);
    return { outcome: "nothing", changed, again };
  }
  if (wake) await startOwed(work, wake);
  if (trouble === undefined) {
    const again = isFilled(after) ? (after.readAt ?? now) + ports.pollMs : now;
    const subscribedAt = await keepSubscribed(ports, vendor, after.subscribedAt);
    const left = { ...after, failures: 0, ...(subscribedAt === undefined ? {} : { subscribedAt }) };
    await grip.release(left, [{ op: "put", key: due, body: { at: again } }]);
    return { outcome: "read", changed, again };
  }
  const failures = after.failures + 1;
  ports.log("warn", "wearable.trouble", { vendor: vendor.name, trouble: trouble.trouble, failures });
  if (trouble.trouble === "denied") {
    await grip.release({ ...after, state: "reconnect", failures, trouble: "denied" }, [{ op: "delete", key: due }]);
    return { outcome: "reconnect", changed };
  }
  const notBefore = now + pauseAfter(failures, trouble.afterMs);
  const left = { ...after, failures, trouble: trouble.trouble, notBefore };
  await grip.release(left, [{ op: "put", key: due, body: { at: notBefore } }]);
  return { outcome: "failed", changed, again: notBefore };
}

/** Wakes the person for the night that changed. The same night in the same state is the same wake. */
async function startOwed(
  { ports, userId }: Work,
  { name, settled, from }: NonNullable<OpenConnection["wake"]>,
): Promise<void> {
  const scheduledAt = new Date(ports.clock.now()).toISOString();
  const oldest = from === undefined ? {} : { from };
  await ports.startWake(name, { userId, job: "sync", scheduledAt, settled, ...oldest });
}

/** The latest days first, then what hooks name, then the past from its newest day on. */
async function readAll(work: Work): Promise<void> {
  const { ports, userId, grip, mayGoOn } = work;
  const today = localDate(ports.clock.now(), (await findTimeZone(ports.store, userId)) ?? "UTC");
  const newest = addDays(today, 1);
  const recentFrom = addDays(today, -RECENT_DAYS);
  const read = async (window: DateWindow, fills = false) => {
    work.changed += await readWindow(work, window, { today, fills });
  };
  const isNew = grip.now().filledFrom === undefined;
  if (!isNew) {
    await read({ from: recentFrom, to: newest });
    const windows = windowsAround(await datesOf(work, recentFrom));
    if (windows === undefined) await grip.store(({ filledFrom: _, ...before }) => before);
    for (const window of windows ?? []) await read(window);
  }
  for (let isFirst = isNew; !isFilled(grip.now()); isFirst = false) {
    if (!isFirst && !mayGoOn()) return;
    const { filledFrom, fillTo } = grip.now();
    const to = filledFrom === undefined ? newest : addDays(filledFrom, -1);
    const from = addDays(to, 1 - FILL_STEP_DAYS);
    await read({ from: from < fillTo ? fillTo : from, to }, true);
  }
}

/** Each date with the day before and after it; what overlaps is one window. Undefined: there are too many dates. */
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

/** Returns the dates that hooks name and that are older than what every reading reads. */
async function datesOf({ ports, userId, vendor, grip, hooks }: Work, recentFrom: LocalDate): Promise<LocalDate[]> {
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
    // A record that moved to another date is on two dates. One that is new is mostly of today, which is read anyway.
    const now = hook.isGone ? undefined : await vendor.dateOf?.(grip.api, hook.object);
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
export async function hooksOf({ store }: Pick<PullPorts, "store">, { userId, vendor }: PullRequest): Promise<Row[]> {
  const hooks: Row[] = [];
  for await (const row of queryAll(store, keys.hooked.all(userId, vendor))) hooks.push(row);
  return hooks;
}

async function forget({ store }: Pick<PullPorts, "store">, hooks: readonly Row[]): Promise<void> {
  for (let at = 0; at < hooks.length; at += DELETES_AT_ONCE)
    await store.transact(hooks.slice(at, at + DELETES_AT_ONCE).map(({ key }) => ({ op: "delete", key })));
}
