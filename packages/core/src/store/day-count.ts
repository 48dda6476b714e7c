/** Counts what a person does on a day of UTC, in one row of that day. */
import type { Key } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { addDays, DAY_MS, instantAt, localDate } from "../time.ts";
import { putOver, retryConflicts } from "./cas.ts";

/**
 * Adds to the count of today. `add` gets the row of the day, if there is one, and returns the count with this, or
 * undefined when the day holds no more. Then nothing is counted, and the seconds until the next day are returned. The row
 * may vanish a day after its own.
 */
export async function countToday(
  { store, clock }: Pick<Ports, "store" | "clock">,
  keyOf: (date: string) => Key,
  add: (before: object | undefined) => object | undefined,
): Promise<number | undefined> {
  const now = clock.now();
  const date = localDate(now, "UTC");
  const tomorrow = instantAt(addDays(date, 1), "00:00", "UTC");
  const key = keyOf(date);
  return retryConflicts(async () => {
    const row = await store.get(key);
    const after = add(row?.body);
    if (after === undefined) return Math.ceil((tomorrow - now) / 1000);
    await store.transact([{ ...putOver(row, key, after), expiresAt: tomorrow + DAY_MS }]);
    return undefined;
  });
}
