/**
 * Effects happen once. What a write tool plans is committed together with a marker named by its cause (a call of a
 * run, or an action of a proposal); a second try finds the marker and changes nothing. The marker holds the way back.
 */
import { isError, keys, type ToolName, UNDO_HOURS, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Json, Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS } from "../time.ts";
import type { Effect } from "./tool.ts";

export type EffectRecord = {
  readonly effectId: string;
  readonly tool: ToolName;
  readonly args: Json;
  readonly title: string;
  readonly value: Json;
  readonly at: number;
  /** Done without a tap, at L3. A downgrade takes it back. */
  readonly automatic: boolean;
  readonly undo?: readonly Write[];
  readonly undone?: boolean;
};

/** The name of an effect: the same cause, retried, is the same effect (R5). */
export function effectIdOf(cause: string, ordinal: string | number): string {
  return digest(cause, ordinal).slice(0, 24);
}

/** Commits an effect, or finds that it was committed before. Either way returns what it came to. */
export async function commitEffect(
  store: Store,
  userId: UserId,
  about: Pick<EffectRecord, "effectId" | "tool" | "args" | "title" | "at" | "automatic">,
  effect: Effect,
): Promise<Json> {
  const key = keys.effect(userId, about.effectId);
  const value = JSON.parse(JSON.stringify(effect.value)) as Json;
  const record: EffectRecord = { ...about, value, ...(effect.undo ? { undo: effect.undo } : {}) };
  try {
    await store.transact([...effect.writes, { op: "put", key, body: record, when: [{ is: "absent" }] }]);
    return value;
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    const before = await loadEffect(store, userId, about.effectId);
    if (!before) throw error; // one of the effect's own conditions failed
    return before.value;
  }
}

export async function loadEffect(store: Store, userId: UserId, effectId: string): Promise<EffectRecord | undefined> {
  return (await store.get(keys.effect(userId, effectId)))?.body as EffectRecord | undefined;
}

/** Takes an effect back, once, while that is still possible. */
export async function undoEffect(
  store: Store,
  userId: UserId,
  effectId: string,
  now: number,
): Promise<"undone" | "too_late" | "not_undoable"> {
  const row = await store.get(keys.effect(userId, effectId));
  const record = row?.body as EffectRecord | undefined;
  if (!row || !record?.undo || record.undone) return "not_undoable";
  if (now > record.at + UNDO_HOURS * HOUR_MS) return "too_late";
  try {
    await store.transact([
      ...record.undo,
      { op: "put", key: row.key, body: { ...record, undone: true }, when: [{ is: "version", version: row.version }] },
    ]);
    return "undone";
  } catch (error) {
    if (isError(error, "ConditionFailed")) return "not_undoable"; // undone meanwhile, or changed since
    throw error;
  }
}

/** Effects done without a tap that can still be taken back, oldest first. */
export async function automaticEffects(store: Store, userId: UserId, now: number): Promise<EffectRecord[]> {
  const { table, pk } = keys.effect(userId, "");
  const found: EffectRecord[] = [];
  for await (const { body } of queryAll(store, { table, pk, prefix: "EFFECT#" })) {
    const record = body as unknown as EffectRecord;
    if (record.automatic && record.undo && !record.undone && now <= record.at + UNDO_HOURS * HOUR_MS)
      found.push(record);
  }
  return found.sort((a, b) => a.at - b.at);
}
