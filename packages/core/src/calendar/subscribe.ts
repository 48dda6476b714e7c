/** Subscribes to a calendar by its address. The calendar is read at once, so the person sees what it holds. */
import { type ActiveSubscription, type EpochMs, SUBSCRIPTION_PLACES, type UserId, WaldoError } from "@waldo/contracts";
import { loadProfile } from "../person/profile.ts";
import type { Fetcher, Store } from "../ports.ts";
import { FAULT_WORDS } from "./faults.ts";
import { cleanName } from "./files.ts";
import type { SkipReason } from "./ics-event.ts";
import { readCalendar, takeIn } from "./refresh.ts";
import { calendarAddress, placesOf, rewrite, type ShownSubscription, shown, untilHeld } from "./subscriptions.ts";
import { checkedName, type TakenIn } from "./take-in.ts";
import { windowAround } from "./window.ts";

type Wanted = {
  /** An https or webcal address. It is a secret, because it alone gives access to the calendar. */
  readonly address: string;
  /**
   * The name of the calendar. Without it, a known subscription keeps its name, and a new one gets the host of its
   * address as its name.
   */
  readonly name?: string;
};

type Subscribed = {
  readonly subscription: ShownSubscription;
  readonly taken: TakenIn;
  /** The events that could not be read, counted by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  /** True when the person was already subscribed to this address. Then it was only read again. */
  readonly isKnown: boolean;
};

/**
 * Reads the address, and subscribes to it when it is a calendar. For a known address it only reads again. If the
 * process is killed, the next refresh completes the work. Throws `InvalidInput` for an invalid address or name, or for
 * too many subscriptions, and `ImportRefused` when the calendar cannot be read. The error texts do not hold the
 * address.
 */
export async function subscribe(
  { store, fetcher }: { readonly store: Store; readonly fetcher: Fetcher },
  userId: UserId,
  wanted: Wanted,
  now: EpochMs,
): Promise<Subscribed> {
  const { timeZone } = await loadProfile(store, userId);
  const { address, id, host } = calendarAddress(wanted.address);
  const name = wanted.name === undefined ? undefined : checkedName(wanted.name);
  await placeFor(store, userId, id);
  const reading = { ...windowAround(now, timeZone), now };
  const answer = await readCalendar(fetcher, address, {}, reading);
  if (answer.outcome !== "calendar")
    throw new WaldoError(
      "ImportRefused",
      `nothing was added: ${FAULT_WORDS[answer.outcome === "failed" ? answer.fault : "failing"]}`,
    );
  return untilHeld(async () => {
    const place = await placeFor(store, userId, id);
    const before = place.subscription.state === "active" ? place.subscription : undefined;
    const begun: ActiveSubscription = before
      ? { ...before, name: name ?? before.name }
      : { state: "active", id, address, name: name ?? cleanName(host), failures: 0, dueAt: now, addedAt: now };
    const found = await rewrite(store, userId, place, begun);
    const { taken, subscription } = await takeIn(store, userId, found, { answer, reading });
    return { subscription: shown(subscription), taken, skipped: answer.skipped, isKnown: before !== undefined };
  });
}

/** Returns the place of this subscription, or else a free place. Throws `InvalidInput` when all places are taken. */
async function placeFor(store: Store, userId: UserId, id: string) {
  const places = await placesOf(store, userId);
  const place =
    places.find(({ subscription }) => subscription.state === "active" && subscription.id === id) ??
    places.find(({ subscription }) => subscription.state === "ended");
  if (!place) throw new WaldoError("InvalidInput", `at most ${SUBSCRIPTION_PLACES} calendars: take one back first`);
  return place;
}
