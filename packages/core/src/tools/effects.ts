/**
 * Makes effects happen once. The writes of a tool commit together with a marker. The cause (a call of a run, or an
 * action of a proposal) gives the marker its name. So a second try finds the marker and changes nothing. The marker
 * also holds the writes that undo the effect.
 *
 * An effect outside the store cannot be in that transaction, so it happens at most once instead:
 *
 * claim (marker absent → open, with the plan's writes) → call → settle (open → done, or failed: it did not happen)
 *
 * An open marker belongs to a process that is making the call, or that died during it. For {@link CALL_MS} the code
 * assumes the first, and the caller must look again. After that the outcome is unknown, the result says so, and the
 * call is never repeated.
 */
import { type ActionEntry, EffectRecord, isError, keys, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { transactUnlessPaused } from "../person/paused.ts";
import type { Json, Row, Store, Write } from "../ports.ts";
import { putNew, putOver } from "../store/cas.ts";
import { elapsed, MINUTE_MS } from "../time.ts";
import { type Effect, InProgress, type ToolContext, ToolFailure, type WriteTool } from "./tool.ts";

/** The longest time that a call outside the system takes. */
export const CALL_MS = MINUTE_MS;

/** Returns the id of an effect. The same cause, tried again, gives the same id (R5). */
export function effectIdOf(cause: string, ordinal: string | number): string {
  return digest(cause, ordinal).slice(0, 24);
}

type About = Pick<
  EffectRecord,
  "effectId" | "runId" | "tool" | "args" | "title" | "tainted" | "at" | "automatic" | "asked"
>;

/**
 * Carries out the plan of a write tool, in the store and outside. Returns the value of the effect, even if it was done
 * before.
 */
export async function carryOutEffect<Args>(
  context: ToolContext,
  tool: Pick<WriteTool<Args>, "plan" | "perform">,
  args: Args,
  about: About,
): Promise<{ readonly value: Json; readonly proposed?: Effect["proposed"] }> {
  const { store, userId } = context;
  const effect = await tool.plan(args, context).catch(async (error: unknown): Promise<Effect> => {
    // A step that runs a second time plans with rows that its first run has changed. If the effect exists, its stored
    // value is returned.
    const before = error instanceof ToolFailure && (await loadEffect(store, userId, about.effectId));
    if (!before) throw error;
    return { value: { before: before.value }, writes: [] };
  });
  const value = tool.perform
    ? await performOnce(context, about, effect, () => Promise.resolve(tool.perform?.(args, context)))
    : await commitEffect(store, userId, about, effect);
  return { value, ...(effect.proposed ? { proposed: effect.proposed } : {}) };
}

/** Commits an effect, or finds that it was committed before. Returns the value of the effect in both cases. */
async function commitEffect(store: Store, userId: UserId, about: About, effect: Effect): Promise<Json> {
  const key = keys.effect(userId, about.effectId);
  const value: Json = JSON.parse(JSON.stringify(effect.value));
  // The record is parsed in the way in which it will be read. An undo that is not a put under a version is a fault of
  // the tool and throws here.
  const record = EffectRecord.parse(
    JSON.parse(JSON.stringify({ ...about, value, ...(effect.undo ? { undo: effect.undo } : {}) })),
  );
  try {
    await act(store, userId, [...effect.writes, putNew(key, record), ...logEntry(userId, record)]);
    return value;
  } catch (error) {
    if (!isError(error, "ConditionFailed") && !(error instanceof ToolFailure)) throw error;
    const before = await loadEffect(store, userId, about.effectId);
    if (!before) throw error; // one of the effect's own conditions failed, or everything is paused
    return before.value;
  }
}

/**
 * Returns the log entry of an effect that was done without a tap and can be undone. The person reads this log. The
 * entry holds the name for the undo.
 */
function logEntry(userId: UserId, { effectId, title, at, automatic, undo }: EffectRecord): Write[] {
  if (!automatic || !undo) return [];
  const entry: ActionEntry = { at, act: "action", reason: title, undo: [effectId] };
  return [putNew(keys.patrolAction(userId, at, effectId), entry)];
}

/**
 * Claims the effect, makes the call, and settles the marker. Throws `ToolFailure` when the call fails, has failed
 * before, or may have happened. Throws `InProgress` while another process makes it.
 */
async function performOnce(
  { store, userId }: Pick<ToolContext, "store" | "userId">,
  about: About,
  effect: Effect,
  call: () => Promise<unknown>,
): Promise<Json> {
  const key = keys.effect(userId, about.effectId);
  const claim: EffectRecord = { ...about, value: null, call: "open" };
  try {
    await act(store, userId, [...effect.writes, putNew(key, claim)]);
  } catch (error) {
    if (!isError(error, "ConditionFailed") && !(error instanceof ToolFailure)) throw error;
    const before = await loadEffect(store, userId, about.effectId);
    if (!before) throw error; // one of the plan's own conditions failed, or everything is paused
    if (before.call === "done") return before.value;
    if (before.call === "failed") throw new ToolFailure("failed", "this was tried, and did not work");
    throw elapsed(before.at, about.at) < CALL_MS ? new InProgress() : unknownOutcome();
  }
  const settle = (value: Json, outcome: "done" | "failed") =>
    store.transact([putOver({ version: 1 }, key, { ...claim, value, call: outcome })]);
  let value: Json;
  try {
    value = JSON.parse(JSON.stringify((await call()) ?? null));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw unknownOutcome(error);
    await settle(null, "failed");
    throw error;
  }
  await settle(value, "done");
  return value;
}

/** Commits the writes of an effect. If the person has paused everything, it throws `ToolFailure` and writes nothing. */
async function act(store: Store, userId: UserId, writes: readonly Write[]): Promise<void> {
  if (!(await transactUnlessPaused(store, userId, writes)))
    throw new ToolFailure("unavailable", "everything is paused for now, and nothing was done");
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
  return recordIn(await store.get(keys.effect(userId, effectId)));
}

function recordIn(row: Row | undefined): EffectRecord | undefined {
  return row && EffectRecord.parse(row.body);
}
