/**
 * How much a person's devices may send in a day. The count stands in the person's derived rows, because the function that
 * takes days in reaches no row of the agent.
 */
import { INGEST_PER_DAY, Ingested, keys, type UserId } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { countToday } from "../store/day-count.ts";

const NONE: Ingested = { requests: 0, entries: 0, bytes: 0, posts: 0 };
const KINDS = Object.keys(INGEST_PER_DAY) as (keyof Ingested)[];

/**
 * Counts one request before its work, and returns undefined. When the day's allowance does not hold it, counts nothing
 * and returns the seconds until the next day. A request that is sent again is counted again, because it is worked again.
 */
export function countIngest(
  ports: Pick<Ports, "store" | "clock">,
  userId: UserId,
  more: Partial<Ingested>,
): Promise<number | undefined> {
  return countToday(
    ports,
    (date) => keys.ingested(userId, date),
    (row) => {
      const before = row ? Ingested.parse(row) : NONE;
      const after = { ...before };
      for (const what of KINDS) {
        after[what] += more[what] ?? 0;
        if (after[what] > INGEST_PER_DAY[what]) return undefined;
      }
      return after;
    },
  );
}
