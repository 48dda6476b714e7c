/** The starts of a run, and the budget of model calls for each. */

import * as z from "zod";
import { EpochMs, UserId } from "./ids.ts";

/**
 * What starts a run (docs/sources.md, Triggers and their tools). The trigger decides the tools, halls, budget and
 * recipes of the run.
 */
export const TRIGGERS = [
  "brief",
  "fetch_alert",
  "patrol",
  "handoff_explore",
  "handoff_plan",
  "handoff_act",
  "handoff_replan",
  "intervention",
  "user_message",
  "dreaming_mode",
  "pre_activity_spot",
  "heartbeat",
  "ambient",
] as const;
export const Trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof Trigger>;

export const BRIEF_VARIANTS = ["morning", "midday", "evening", "event"] as const;
export const BriefVariant = z.enum(BRIEF_VARIANTS);
export type BriefVariant = z.infer<typeof BriefVariant>;

/** The Briefs of a schedule. An event Brief comes from an event during the day. */
export const ScheduledBrief = BriefVariant.exclude(["event"]);
export type ScheduledBrief = z.infer<typeof ScheduledBrief>;

/** True for a run that comes many times a day and for which nobody waits. It uses the cheap tier and a small prompt. */
export function isBackground(trigger: Trigger): boolean {
  return trigger === "heartbeat" || trigger === "ambient";
}

/** Model calls that a run of each trigger may make (docs/sources.md, Model calls a run may make). */
export const ITERATION_BUDGET: Record<Trigger, number> = {
  brief: 3,
  fetch_alert: 3,
  patrol: 3,
  handoff_explore: 7,
  handoff_plan: 7,
  handoff_act: 7,
  handoff_replan: 7,
  intervention: 3,
  user_message: 7,
  dreaming_mode: 3,
  pre_activity_spot: 3,
  // In the first turn plain code calls a tool. The last turn may repair an answer.
  heartbeat: 3,
  // As in a heartbeat: plain code calls a tool first, and the model may call one more.
  ambient: 3,
};

/**
 * The most tool calls of one turn and of one run. Further calls are refused, and the model gets the reason. Each call
 * may read the store or leave the system, so an attacker who writes to the model must not decide their number.
 */
export const CALLS_PER_TURN = 20;
export const CALLS_PER_RUN = 40;

/**
 * An event that may need a run. `nonce` distinguishes two triggers of one kind. If the same event is delivered twice (a
 * schedule retry, a webhook repeat), it has the same nonce. So the run id is the same, and the second start changes
 * nothing (R5).
 */
export const TriggerEvent = z
  .strictObject({
    userId: UserId,
    trigger: Trigger,
    variant: BriefVariant.optional(),
    nonce: z.string().min(1).max(80),
    occurredAt: EpochMs,
  })
  .refine((e) => (e.trigger === "brief") === (e.variant !== undefined), {
    message: "a brief, and only a brief, names its variant",
  });
export type TriggerEvent = z.infer<typeof TriggerEvent>;
