/**
 * Effects happen once. What a write tool plans is committed together with a marker named by its cause (a call of a
 * run, or an action of a proposal); a second try finds the marker and changes nothing. The marker holds the way back.
 *
 * An effect outside the store cannot be in that transaction, so it is at most once instead:
 *
 *   claim (marker absent → open, with the plan's writes) → call → settle (open → done, or failed: it did not happen)
 *
 * A marker found open was claimed by somebody who has not come back: the call may have gone out. It stays unknown, is
 * said to be, and is never made again.
 */
import { isError, keys, type ToolName, UNDO_HOURS, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import type { Json, Store, Write } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { HOUR_MS } from "../time.ts";
import { type Effect, type ToolContext, ToolFailure, type WriteTool } from "./tool.ts";

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
  /** Of an effect outside the store. Absent: there is nothing outside. */
  readonly call?: "open" | "done" | "failed";
};

/** The name of an effect: the same cause, retried, is the same effect (R5). */
export function effectIdOf(cause: string, ordinal: string | number): string {
  return digest(cause, ordinal).slice(0, 24);
}

type About = Pick<EffectRecord, "effectId" | "tool" | "args" | "title" | "at" | "automatic">;

/** Does what a write tool planned, in the store and beyond it. Returns what it came to, also when asked again. */
export async function carryOutEffect<Args>(
  context: ToolContext,
  tool: Pick<WriteTool<Args>, "plan" | "perform">,
  args: Args,
  about: About,
): Promise<{ readonly value: Json; readonly proposed?: Effect["proposed"] }> {
  const { store, userId } = context;
  const effect = await tool.plan(args, context).catch(async (error: unknown): Promise<Effect> => {
    // A step that runs twice plans again, in a world its first run has already changed: what is done is done.
    const before = error instanceof ToolFailure && (await loadEffect(store, userId, about.effectId));
    if (!before) throw error;
    return { value: { before: before.value }, writes: [] };
  });
  const value = tool.perform
    ? await performOnce(store, userId, about, effect, () => Promise.resolve(tool.perform?.(args, context)))
    : await commitEffect(store, userId, about, effect);
  return { value, ...(effect.proposed ? { proposed: effect.proposed } : {}) };
}

/** Commits an effect, or finds that it was committed before. Either way returns what it came to. */
export async function commitEffect(store: Store, userId: UserId, about: About, effect: Effect): Promise<Json> {
  const key = keys.effect(userId, about.effectId);
  const value = JSON.parse(JSON.stringify(effect.value)) as Json;
  const record: EffectRecord = { ...about, value, ...(effect.undo ? { undo: effect.undo } : {}) };
  try {
    await store.transact([
      ...effect.writes,
      { op: "put", key, body: record, when: [{ is: "absent" }] },
      ...logEntry(userId, record),
    ]);
    return value;
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    const before = await loadEffect(store, userId, about.effectId);
    if (!before) throw error; // one of the effect's own conditions failed
    return before.value;
  }
}

/** What was done without a tap and can be taken back stands in the log a person reads, with the way to do so. */
function logEntry(userId: UserId, { effectId, title, at, automatic, undo }: EffectRecord): Write[] {
  if (!automatic || !undo) return [];
  const body = { at, act: "action", reason: `done for you: ${title}`, effectId, undoable: true };
  return [{ op: "put", key: keys.patrolAction(userId, at, effectId), body, when: [{ is: "absent" }] }];
}

/** Claims, calls, settles. Throws `ToolFailure` when the call failed, or failed before, or may have happened. */
export async function performOnce(
  store: Store,
  userId: UserId,
  about: About,
  effect: Effect,
  call: () => Promise<unknown>,
): Promise<Json> {
  const key = keys.effect(userId, about.effectId);
  const claim: EffectRecord = { ...about, value: null, call: "open" };
  try {
    await store.transact([...effect.writes, { op: "put", key, body: claim, when: [{ is: "absent" }] }]);
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
    const before = await loadEffect(store, userId, about.effectId);
    if (!before) throw error; // one of the plan's own conditions failed
    if (before.call === "done") return before.value;
    throw before.call === "failed" ? new ToolFailure("failed", "this was tried, and did not work") : unknownOutcome();
  }
  const settle = (value: Json, outcome: "done" | "failed") =>
    store.transact([
      { op: "put", key, body: { ...claim, value, call: outcome }, when: [{ is: "version", version: 1 }] },
    ]);
  let value: Json;
  try {
    value = JSON.parse(JSON.stringify((await call()) ?? null)) as Json;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw unknownOutcome(error);
    await settle(null, "failed");
    throw error;
  }
  await settle(value, "done");
  return value;
}

function unknownOutcome(cause?: unknown): ToolFailure {
  return new ToolFailure(
    "failed",
    "this may or may not have happened, and is not tried again: look before you repeat it",
    {
      cause,
    },
  );
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
