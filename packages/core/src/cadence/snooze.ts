/** "30 more minutes": until when the person wants to be asked again, of what Waldo reminded them of. */
import { type EpochMs, keys, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { DAY_MS } from "../time.ts";

/** Returns the write of a delay. `at` is when it was said. */
export function snoozeWrite(userId: UserId, { at, until }: { readonly at: EpochMs; readonly until: EpochMs }): Write {
  return { op: "put", key: keys.last(userId, "snooze"), body: { at, until } };
}

/** Returns until when a nudge waits, or undefined where the person asked for no delay. One of more than a day is none. */
export async function snoozedUntil(store: Pick<Store, "get">, userId: UserId): Promise<EpochMs | undefined> {
  const { at, until } = (await store.get(keys.last(userId, "snooze")))?.body ?? {};
  return typeof at === "number" && typeof until === "number" && until > at && until - at <= DAY_MS ? until : undefined;
}
