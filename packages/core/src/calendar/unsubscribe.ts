// Ends a subscription to a calendar and cancels its events.
import { type EpochMs, type UserId, WaldoError } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { type Place, placesOf, rewrite, untilHeld } from "./subscriptions.ts";
import { cancelEvents } from "./take-in.ts";

/**
 * Ends the subscription with this id and returns how many events were cancelled. If the process is killed, a second
 * call or the next refresh completes the work. A call after that cancels nothing. Throws `InvalidInput` for an id that
 * is not known.
 */
export async function unsubscribe(store: Store, userId: UserId, id: string, now: EpochMs): Promise<number> {
  return untilHeld(async () => {
    const known = (await placesOf(store, userId)).filter(({ subscription }) => subscription.id === id);
    const found = known.find(({ subscription }) => subscription.state !== "ended") ?? known[0];
    if (!found)
      throw new WaldoError("InvalidInput", "no subscribed calendar has this id: waldo calendar list shows them");
    if (found.subscription.state === "ended") return 0;
    const ending = await rewrite(store, userId, found, { state: "ending" as const, id });
    return finishEnding(store, userId, ending, now);
  });
}

/** Cancels the events of a subscription that is ending, and frees its place. Throws `LeaseLost` when it has changed. */
export async function finishEnding(
  store: Store,
  userId: UserId,
  { place, row, subscription: { id } }: Place,
  now: EpochMs,
): Promise<number> {
  const cancelled = row ? await cancelEvents(store, userId, { place, row }, now) : 0;
  await rewrite(store, userId, { place, row }, { state: "ended" as const, ...(id ? { id } : {}) });
  return cancelled;
}
