// Routes for a person's calendars: files that they send, and calendars to which they subscribe.
import { isError, type SubscriptionView } from "@waldo/contracts";
import { FAULT_WORDS } from "../calendar/faults.ts";
import type { IcsImport } from "../calendar/ics.ts";
import { leftOutOf } from "../calendar/left-out.ts";
import { listSubscriptions, type ShownSubscription } from "../calendar/subscriptions.ts";
import type { TakenIn } from "../calendar/take-in.ts";
import { unsubscribe } from "../calendar/unsubscribe.ts";
import type { Clock, Fetcher, Store } from "../ports.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";

/** All ports that the reading of calendars needs. */
export type CalendarPorts = { readonly store: Store; readonly clock: Clock; readonly fetcher?: Fetcher };

/** Routes for calendars: a file is imported once, a subscribed address is read regularly. */
export const calendarHandlers: Handlers<
  "uploadCalendar" | "subscriptions" | "subscribe" | "unsubscribe",
  CalendarPorts
> = {
  async uploadCalendar(call) {
    const { ports, userId, body } = call;
    await profileOf(call);
    // This module loads the calendar reader, and most requests do not need it.
    const { takeInFiles } = await import("../calendar/files.ts");
    const bytes = "text" in body ? new TextEncoder().encode(body.text) : Buffer.from(body.base64, "base64");
    const file = { name: body.name, bytes };
    const [taken] = await takeInFiles(ports.store, userId, [file], ports.clock.now());
    if (!taken) throw new DoorRefusal("InvalidInput", "body: no calendar was read");
    return { calendar: taken.calendar, ...brought(taken) };
  },

  subscriptions: async ({ ports, userId }) => ({ items: (await listSubscriptions(ports.store, userId)).map(view) }),

  async subscribe(call) {
    const { ports, userId, body } = call;
    await profileOf(call);
    const { store, fetcher } = ports;
    if (!fetcher) throw new DoorRefusal("InvalidInput", "no address can be read here");
    const { address, name } = body;
    const wanted = { address, ...(name === undefined ? {} : { name }) };
    const { subscribe } = await import("../calendar/subscribe.ts");
    const done = await subscribe({ store, fetcher }, userId, wanted, ports.clock.now());
    return {
      subscription: view(done.subscription),
      brought: brought({ ...done.taken, skipped: done.skipped }),
      isKnown: done.isKnown,
    };
  },

  async unsubscribe({ ports, userId, params: { id } }) {
    try {
      return { cancelled: await unsubscribe(ports.store, userId, id, ports.clock.now()) };
    } catch (error) {
      if (isError(error, "InvalidInput")) throw new DoorRefusal("NotFound", "there is no such subscription");
      throw error;
    }
  },
};

function brought({ skipped, ...taken }: TakenIn & Pick<IcsImport, "skipped">) {
  const { added, changed, cancelled, unchanged } = taken;
  return { added, changed, cancelled, unchanged, skipped: leftOutOf({ skipped }) };
}

function view({ last, ...subscription }: ShownSubscription): SubscriptionView {
  const fault = last?.fault;
  return { ...subscription, ...(fault === undefined ? {} : { fault, faultWords: FAULT_WORDS[fault] }) };
}
