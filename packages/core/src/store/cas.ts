// Compare and set: how a process writes a row that other processes may also write. A write has the condition that the
// row has not changed since it was read. If another writer was faster, the condition fails, nothing is written, and the
// caller reads again.
import { isError, type Key } from "@waldo/contracts";
import type { Condition, Ports, Store, Write } from "../ports.ts";
import { addDays, DAY_MS, instantAt, localDate } from "../time.ts";

type Put = Extract<Write, { op: "put" }>;

/**
 * Returns the condition that a row has not changed since it was read: it has the same version, or it still does not
 * exist.
 */
export function asRead(row: { readonly version: number } | undefined): readonly [Condition] {
  return [row === undefined ? { is: "absent" } : { is: "version", version: row.version }];
}

/** Returns the write of a row that must not exist yet. */
export function putNew(key: Key, body: object): Put {
  return { op: "put", key, body, when: asRead(undefined) };
}

/** Returns the write that replaces the row that was read, or creates the row when none was found. */
export function putOver(row: { readonly version: number } | undefined, key: Key, body: object): Put {
  return { op: "put", key, body, when: asRead(row) };
}

/**
 * Commits the writes. Returns true when the conditions were met, and false otherwise. Throws every other error of the
 * store.
 */
export async function commitIf(store: Pick<Store, "transact">, writes: readonly Write[]): Promise<boolean> {
  try {
    await store.transact(writes);
    return true;
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    return false;
  }
}

/** Writes a row once. Returns true when this was the first time. */
export function putOnce(store: Pick<Store, "transact">, key: Key, body: object): Promise<boolean> {
  return commitIf(store, [putNew(key, body)]);
}

/** How often a writer reads again after another one was faster. After each failed try another writer has succeeded. */
export const MOST_TRIES = 10;

/**
 * Runs `attempt`, which reads, decides and commits, until its conditions are met. After {@link MOST_TRIES} tries it
 * throws the last conflict, usually a `ConditionFailed`. Any other error is thrown at once.
 */
export async function retryConflicts<T>(
  attempt: () => Promise<T>,
  isConflict = (error: unknown): boolean => isError(error, "ConditionFailed"),
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || tries === MOST_TRIES) throw error;
    }
  }
}

/**
 * Adds to today's count. `add` gets the row of the day, if there is one, and returns the new count, or undefined when
 * the limit of the day is reached. Then nothing is counted, and this function returns the seconds until the next day.
 * The row may be deleted a day later.
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
