import { DOOR_PER_DAY, DoorCount, keys, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { putOver, retryConflicts } from "../store/cas.ts";
import { addDays, DAY_MS, instantAt, localDate } from "../time.ts";
import { DoorRefusal } from "./handlers.ts";

/**
 * Counts one changing request of a person before its work. A request that is sent again is counted again. Refuses with
 * `TooMany` when the day of UTC holds no more.
 */
export async function countRequest({ store, clock }: Pick<Ports, "store" | "clock">, userId: UserId): Promise<void> {
  const now = clock.now();
  const date = localDate(now, "UTC");
  const tomorrow = instantAt(addDays(date, 1), "00:00", "UTC");
  const key = keys.door(userId, date);
  await retryConflicts(async () => {
    const row = await store.get(key);
    const requests = (row ? DoorCount.parse(row.body).requests : 0) + 1;
    if (requests > DOOR_PER_DAY)
      throw new DoorRefusal(
        "TooMany",
        "that is more than a day holds: go on tomorrow",
        Math.ceil((tomorrow - now) / 1000),
      );
    await store.transact([{ ...putOver(row, key, { requests }), expiresAt: tomorrow + DAY_MS }]);
  });
}
