/** What the `waldo calendar` commands do and print. They never print a complete address. */
import { type EpochMs, UserId } from "@waldo/contracts";
import { FAULT_WORDS } from "@waldo/core/calendar/faults";
import { subscribe } from "@waldo/core/calendar/subscribe";
import { listSubscriptions, type ShownSubscription } from "@waldo/core/calendar/subscriptions";
import { unsubscribe } from "@waldo/core/calendar/unsubscribe";
import { findProfile } from "@waldo/core/person/profile";
import type { Fetcher, Store } from "@waldo/core/ports";
import { localDate, localTime } from "@waldo/core/time";
import { openOwn } from "../home.ts";
import { machineClock } from "../home-clock.ts";
import { count } from "../plural.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { changes, skippedLine } from "./changes.ts";
import { importCalendar } from "./import-calendar.ts";

export type CalendarOptions = { readonly user: string; readonly home: string; readonly json: boolean };
export type AddOptions = CalendarOptions & { readonly name?: string };

/** Subscribes to an address and prints what the calendar holds. Throws the errors of core's `subscribe`. */
export function addCalendar(address: string, options: AddOptions, fetcher: Fetcher, { print }: Terminal) {
  const { name, json } = options;
  return withOwn(options, async (store, userId, now) => {
    const wanted = { address, ...(name === undefined ? {} : { name }) };
    const { subscription, taken, skipped, isKnown } = await subscribe({ store, fetcher }, userId, wanted, now);
    if (json) return print(JSON.stringify({ subscription, taken, skipped, isKnown }));
    const { id, name: called, shownAddress } = subscription;
    const events = count(taken.added + taken.changed + taken.unchanged, "event");
    print(`${isKnown ? "Read again" : "Added"}: ${called} (${shownAddress}), id ${id}.`);
    print(`It has ${events} in the past month and the year ahead: ${changes(taken)}${skippedLine(skipped)}.`);
    print("waldo live reads it again each hour; waldo calendar remove takes it back.");
  });
}

export function importCalendars(path: string, options: CalendarOptions, { print }: Terminal) {
  return withOwn(options, async (store, userId, now) => {
    const imported = await importCalendar(store, userId, path, now);
    if (options.json) return print(JSON.stringify(imported));
    for (const { calendar, skipped, ...taken } of imported) {
      const events = count(taken.added + taken.changed + taken.unchanged, "event");
      print(`${calendar}: ${events}, ${changes(taken)}${skippedLine(skipped)}.`);
    }
  });
}

export function listCalendars(options: CalendarOptions, terminal: Terminal) {
  const { print } = terminal;
  return withOwn(options, async (store, userId) => {
    const subscriptions = await listSubscriptions(store, userId);
    if (options.json) return print(JSON.stringify(subscriptions));
    if (subscriptions.length === 0) return print("No subscribed calendar. waldo calendar add <address> adds one.");
    const timeZone = (await findProfile(store, userId))?.timeZone ?? terminal.timeZone;
    for (const subscription of subscriptions) for (const line of linesOf(subscription, timeZone)) print(line);
  });
}

function* linesOf(subscription: ShownSubscription, timeZone: string): Generator<string> {
  const { id, name, shownAddress, last, leftOut, failures, dueAt } = subscription;
  const when = (at: EpochMs) => `${localDate(at, timeZone)} ${localTime(at, timeZone)}`;
  yield `${id}  ${name}  ${shownAddress}`;
  if (leftOut !== undefined) yield `  ${count(leftOut, "event")} of it could not be read in full`;
  const next = `next: ${when(dueAt)}, while waldo live runs`;
  if (last === undefined) yield `  not read to its end yet; ${next}`;
  else if (last.fault === undefined) yield `  read ${when(last.at)}; ${next}`;
  else {
    yield `  not read ${when(last.at)}, ${count(failures, "time")} in a row: ${FAULT_WORDS[last.fault]}`;
    yield `  ${next}`;
  }
}

export function removeCalendar(id: string, options: CalendarOptions, { print }: Terminal) {
  return withOwn(options, async (store, userId, now) => {
    const cancelled = await unsubscribe(store, userId, id, now);
    if (options.json) return print(JSON.stringify({ id, cancelled }));
    print(`Removed. Its address is forgotten, and ${count(cancelled, "event")} of it no longer stand.`);
  });
}

async function withOwn(
  options: CalendarOptions,
  act: (store: Store, userId: UserId, now: EpochMs) => Promise<void>,
): Promise<void> {
  const userId = typed(UserId, options.user, "--user");
  const home = openOwn(options.home);
  try {
    await act(home.store, userId, machineClock.now());
  } finally {
    home.store.close();
  }
}
