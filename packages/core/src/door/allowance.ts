import { DOOR_PER_DAY, DoorCount, keys, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { countToday } from "../store/day-count.ts";
import { DoorRefusal } from "./handlers.ts";

/**
 * Counts one changing request of a person before its work. A request that is sent again is counted again. Refuses with
 * `TooMany` when the day of UTC holds no more.
 */
export async function countRequest(ports: Pick<Ports, "store" | "clock">, userId: UserId): Promise<void> {
  const seconds = await countToday(
    ports,
    (date) => keys.door(userId, date),
    (row) => {
      const requests = (row ? DoorCount.parse(row).requests : 0) + 1;
      return requests > DOOR_PER_DAY ? undefined : { requests };
    },
  );
  if (seconds !== undefined) throw new DoorRefusal("TooMany", "that is more than a day holds: go on tomorrow", seconds);
}
