/** Takes back an effect that a tool had in the store: what can be undone, by whom, and for how long. */
import { EffectRecord, isError, keys, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { transactUnlessPaused } from "../store/unless-paused.ts";
import { HOUR_MS } from "../time.ts";

/** An action inside the system can be undone for this many hours. */
export const UNDO_HOURS = 24;

/** Takes an effect back, once, while that is still possible. */
export async function undoEffect(
  store: Store,
  userId: UserId,
  effectId: string,
  now: number,
): Promise<"undone" | "too_late" | "not_undoable" | "paused"> {
  const row = await store.get(keys.effect(userId, effectId));
  const record = row && EffectRecord.parse(row.body);
  if (!row || !record?.undo || record.undone) return "not_undoable";
  if (now > record.at + UNDO_HOURS * HOUR_MS) return "too_late";
  // The undo writes may touch rows of this person only, whatever the record says.
  if (record.undo.some(({ key }) => key.pk !== row.key.pk)) return "not_undoable";
  const writes = [...record.undo, putOver(row, row.key, { ...record, undone: true })];
  try {
    return (await transactUnlessPaused(store, userId, writes)) ? "undone" : "paused";
  } catch (error) {
    // The effect was undone in the meantime, or its rows changed since.
    if (isError(error, "ConditionFailed")) return "not_undoable";
    throw error;
  }
}

/** Lists the effects that were done without a tap and can still be taken back, oldest first. */
export async function automaticEffects(store: Store, userId: UserId, now: number): Promise<EffectRecord[]> {
  const found: EffectRecord[] = [];
  for await (const { body } of queryAll(store, keys.effect.all(userId))) {
    const record = EffectRecord.parse(body);
    if (record.automatic && record.undo && !record.undone && now <= record.at + UNDO_HOURS * HOUR_MS)
      found.push(record);
  }
  return found.sort((a, b) => a.at - b.at);
}
