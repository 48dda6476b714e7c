/**
 * Takes the words of a redaction out of the rows of the living loop. What has lost its words is nothing to be concerned with,
 * to say, or to look at.
 */
import { Concern, Intention, type Key, keys, kindOf, LivingState } from "@waldo/contracts";
import type { JsonObject } from "../../ports.ts";
import type { Hunt } from "./plan.ts";
import { GONE, scrubbed } from "./scrub.ts";

const OF_LOOP: readonly string[] = [keys.concern.kind, keys.intention.kind, keys.living.kind];

/** Returns the body of a concern, a promise or the state of the loop, or undefined for every other row. */
export function loopOf(key: Key, body: JsonObject, { runIds, patterns, sought }: Hunt): JsonObject | undefined {
  const kind = kindOf(key);
  if (!OF_LOOP.includes(kind)) return undefined;
  const left = scrubbed(key, body, sought);
  if (kind === keys.concern.kind) {
    const concern = Concern.safeParse(left).data;
    if (!concern) return undefined;
    const { from, summary, mutedAt = concern.touchedAt } = concern;
    const isGone = summary.includes(GONE) || (from.kind === "claim" && patterns.includes(from.id));
    return (isGone ? { ...concern, summary: GONE, mutedAt } : concern) as JsonObject;
  }
  if (kind === keys.intention.kind) {
    const promise = Intention.safeParse(left).data;
    if (!promise || !(promise.text.includes(GONE) || runIds.includes(promise.claim))) return undefined;
    const { outcome: _, ...rest } = promise;
    return { ...rest, text: GONE, state: promise.state === "open" ? "dropped" : promise.state } as JsonObject;
  }
  const state = LivingState.safeParse(left).data;
  if (!state) return undefined;
  const waiting = state.waiting.filter(({ text }) => !text.includes(GONE));
  const concerns = state.concerns?.filter((summary) => !summary.includes(GONE));
  return { ...state, waiting, ...(concerns ? { concerns } : {}) } as JsonObject;
}
