import { z } from "zod";
import { EpochMs, UserId } from "./ids.ts";

/** The trigger taxonomy (ADR-0015). The trigger decides tools, halls, budget and definition of done. */
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
] as const;
export const Trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof Trigger>;

export const BRIEF_VARIANTS = ["morning", "midday", "evening", "event"] as const;
export const BriefVariant = z.enum(BRIEF_VARIANTS);
export type BriefVariant = z.infer<typeof BriefVariant>;

/** Model calls a run may make. Automated triggers 3; chat and Handoff 7 (ADR-0008). */
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
};

/**
 * Something happened that may deserve a run. `nonce` makes two triggers of one kind distinct;
 * the same occurrence delivered twice (a schedule retry, a webhook repeat) carries the same nonce,
 * so the run id derived from it is the same and the second start is a no-op (R5).
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
