// Compare and set: how a process writes a row when other processes may write it too. A write carries the condition that
// the row is still as it was read. When another writer was faster, the condition fails, nothing is written, and the
// caller reads again.
import { isError, type Key } from "@waldo/contracts";
import type { Condition, Ports, Store, Write } from "../ports.ts";
import { addDays, DAY_MS, instantAt, localDate } from "../time.ts";

type Put = Extract<Write, { op: "put" }>;

/** Returns the condition that a row is still as it was read: that it has the same version, or that there is no row. */
export function asRead(row: { readonly version: number } | undefined): readonly [Condition] {
  return [row === undefined ? { is: "absent" } : { is: "version", version: row.version }];
}

/** Returns the put of a row that must not exist yet. */
export function putNew(key: Key, body: object): Put {
  return { op: "put", key, body, when: asRead(undefined) };
}

/** Returns the put of a row over the one that was read, or of a new row when none was found. */
export function putOver(row: { readonly version: number } | undefined, key: Key, body: object): Put {
  return { op: "put", key, body, when: asRead(row) };
}

/** Commits and returns whether the conditions held. Throws every other error of the store. */
export async function commitIf(store: Pick<Store, "transact">, writes: readonly Write[]): Promise<boolean> {
  try {
    await store.transact(writes);
    return true;
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    return false;
  }
}

/** Writes a row once, and returns whether this was the first time. */
export function putOnce(store: Pick<Store, "transact">, key: Key, body: object): Promise<boolean> {
  return commitIf(store, [putNew(key, body)]);
}

/**
 * How often a writer reads again after another one was faster. Each failed try means that another writer made progress.
 */
export const MOST_TRIES = 10;

/**
 * Runs `attempt`, which reads, decides and commits, until its conditions hold. Throws the last conflict, usually a
 * `ConditionFailed`, after {@link MOST_TRIES} tries, and any other error at once.
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
 * Adds to the count of today. `add` gets the row of the day, if there is one, and returns the count with this, or
 * undefined when the day holds no more. In the last case nothing is counted, and this function returns the seconds
 * until the next day. The row may vanish a day after its own.
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
