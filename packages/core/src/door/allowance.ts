import { AGENT_CALLS_PER_DAY, DOOR_PER_DAY, DoorCount, type Key, keys, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { countToday } from "../store/day-count.ts";
import { named } from "../store/row-names.ts";
import { DoorRefusal } from "./handlers.ts";

/**
 * Counts one changing request of a person before its work. A request that is sent again is counted again. Refuses with
 * `TooMany` when the day of UTC holds no more.
 */
export function countRequest(ports: Counted, userId: UserId): Promise<void> {
  return count(ports, (date) => keys.door(userId, date), DOOR_PER_DAY);
}

/** Counts one changing call of an agent before its work, and refuses as above. A call of the person counts elsewhere. */
export function countCall(ports: Counted, userId: UserId, agentId: string): Promise<void> {
  return count(ports, (date) => keys.door(userId, `${date}:${named(userId, agentId)}`), AGENT_CALLS_PER_DAY);
}

type Counted = Pick<Ports, "store" | "clock">;

async function count(ports: Counted, keyOf: (date: string) => Key, most: number): Promise<void> {
  const seconds = await countToday(ports, keyOf, (row) => {
    const requests = (row ? DoorCount.parse(row).requests : 0) + 1;
    return requests > most ? undefined : { requests };
  });
  if (seconds !== undefined) throw new DoorRefusal("TooMany", "that is more than a day holds: go on tomorrow", seconds);
}
