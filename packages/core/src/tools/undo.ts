/** Undoes an effect of a tool in the store: which effects, for whom, and for how long. */
import { ActionEntry, type Button, EffectRecord, isError, keys, type UserId } from "@waldo/contracts";
import { transactUnlessPaused } from "../person/paused.ts";
import type { Row, Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS } from "../time.ts";

/** For this many hours an action inside the system can be undone. */
export const UNDO_HOURS = 24;

/** Undoes an effect once, while that is possible. */
export async function undoEffect(
  store: Store,
  userId: UserId,
  effectId: string,
  now: number,
): Promise<"undone" | "too_late" | "not_undoable" | "paused"> {
  const row = await store.get(keys.effect(userId, effectId));
  const record = row && EffectRecord.parse(row.body);
  if (!row || !record?.undo || record.undone) return "not_undoable";
  if (isTooLate(record, now)) return "too_late";
  // The undo may only write rows of this person, whatever the record contains.
  if (record.undo.some(({ key }) => key.pk !== row.key.pk)) return "not_undoable";
  try {
    return (await transactUnlessPaused(store, userId, takingBack({ row, record }))) ? "undone" : "paused";
  } catch (error) {
    // The effect was undone meanwhile, or its rows have changed since.
    if (isError(error, "ConditionFailed")) return "not_undoable";
    throw error;
  }
}

type Undoable = { readonly row: Row; readonly record: EffectRecord };

/** Returns the writes that undo an effect and mark it as undone. They fail if something has changed since. */
export function takingBack({ row, record }: Undoable): Write[] {
  return [...(record.undo ?? []), putOver(row, row.key, { ...record, undone: true })];
}

const isTooLate = ({ at }: Pick<EffectRecord, "at">, now: number) => now > at + UNDO_HOURS * HOUR_MS;

/** True while an effect can be undone. */
const isOpen = (record: EffectRecord, now: number) =>
  record.undo !== undefined && !record.undone && !isTooLate(record, now);

/** Returns the effects of a log entry that can be undone now. For an entry that is too old, nothing is read. */
export async function undoableOf(
  store: Store,
  userId: UserId,
  entry: Pick<ActionEntry, "at" | "undo">,
  now: number,
): Promise<string[]> {
  if (isTooLate(entry, now)) return [];
  const rows = await Promise.all(entry.undo.map((effectId) => store.get(keys.effect(userId, effectId))));
  return entry.undo.filter((_, i) => {
    const row = rows[i];
    return row !== undefined && isOpen(EffectRecord.parse(row.body), now);
  });
}

/** Returns a button for each effect of a log entry that can be undone now. */
export async function undoButtons(store: Store, userId: UserId, entry: ActionEntry, now: number): Promise<Button[]> {
  const open = await undoableOf(store, userId, entry, now);
  return open.map((effectId) => ({ label: "Undo", data: `undo:${effectId}` }));
}

/** How many log entries are searched for something to undo. */
const MOST_ENTRIES = 200;

/** Returns the last effect of this person that can be undone now, or undefined. */
export async function lastUndoable(store: Store, userId: UserId, now: number): Promise<Undoable | undefined> {
  const day = keys.patrol.between(userId, [now - UNDO_HOURS * HOUR_MS], [now + 1]);
  const { rows } = await store.query({ ...day, descending: true, limit: MOST_ENTRIES });
  for (const entry of rows)
    for (const effectId of (ActionEntry.safeParse(entry.body).data?.undo ?? []).toReversed()) {
      const row = await store.get(keys.effect(userId, effectId));
      const record = row && EffectRecord.parse(row.body);
      if (row && record?.undo && !record.undone && record.undo.every(({ key }) => key.pk === row.key.pk))
        return { row, record };
    }
  return undefined;
}

/**
 * Lists the effects that were done without a tap and without a request of the person, and that can still be undone,
 * oldest first.
 */
export async function automaticEffects(store: Store, userId: UserId, now: number): Promise<EffectRecord[]> {
  const found: EffectRecord[] = [];
  for await (const { body } of queryAll(store, keys.effect.all(userId))) {
    const record = EffectRecord.parse(body);
    if (record.automatic && !record.asked && isOpen(record, now)) found.push(record);
  }
  return found.sort((a, b) => a.at - b.at);
}
