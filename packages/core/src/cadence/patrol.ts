import type { CrsResult } from "@waldo/contracts";

/** A fall of Form by this much since the last Brief is worth an event Brief (seed 000 §3e, event-brief). */
export const EVENT_DROP = 15;

export type PatrolDecision = { readonly act: "nothing" | "event_brief"; readonly reason: string };

/** KAIROS for one tick: plain code, no model. `spoken` is Form as of the last Brief of the day. */
export function decidePatrol(now: Pick<CrsResult, "form">, spoken: number | undefined): PatrolDecision {
  if (now.form === undefined) return { act: "nothing", reason: "no score yet" };
  if (spoken === undefined) return { act: "nothing", reason: "the day has not been read to the person yet" };
  const drop = spoken - now.form;
  if (drop >= EVENT_DROP)
    return { act: "event_brief", reason: `Form fell by ${Math.round(drop)} since the last Brief` };
  return { act: "nothing", reason: "nothing moved" };
}
