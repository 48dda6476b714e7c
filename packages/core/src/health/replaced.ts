/**
 * Days that an export or a device brings of a source whose vendor has a cloud. What reads the cloud may not read raw rows
 * (R7), so whoever writes such days says which, in the same transaction. The reading then writes its own over them.
 */
import { keys, PULLED_SOURCES, Replaced, type SourceDay, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

/** Returns the writes that belong to the writes of these days, at most one a source. Each fails when its row has changed. */
export async function replacedWrites(
  store: Pick<Store, "get">,
  userId: UserId,
  days: readonly SourceDay[],
): Promise<Write[]> {
  const writes: Write[] = [];
  for (const source of PULLED_SOURCES) {
    const dates = days.filter((day) => day.source === source).map(({ date }) => date);
    if (dates.length === 0) continue;
    const key = keys.replaced(userId, source);
    const row = await store.get(key);
    const known = row && Replaced.parse(row.body);
    const all = [...dates, ...(known ? [known.from, known.to] : [])].sort();
    writes.push(putOver(row, key, { from: all[0], to: all.at(-1) }));
  }
  return writes;
}
