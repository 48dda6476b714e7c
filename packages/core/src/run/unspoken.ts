/** A Brief that was not said in the end: the next one must not count on it. */
import { DayState, keys, type RunHeader } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

/**
 * Returns the rows by which the day forgets that this Brief was said. The caller commits them with the transition of its
 * run. Empty for a run that is no Brief.
 */
export async function unspoken(store: Store, { userId, date, variant }: RunHeader): Promise<Write[]> {
  const key = keys.dayState(userId, date);
  const row = variant === undefined ? undefined : await store.get(key);
  if (!row) return [];
  const { spoken: _, ...state } = DayState.parse(row.body);
  return [putOver(row, key, state)];
}
