/**
 * The one gate that every word of a person passes before anything else is done with it (docs/sources.md, The safety
 * gates). It is linear in the text and never throws.
 *
 *   physical   a body in danger now: the emergency number, and no model
 *   certain    a wish or a plan to die, or violence: the written answer, and no model
 *   possible   despair, harm to oneself, another person in crisis: the reply goes on, kinder, and says where help is
 *   medicine   a question of medicine or of a symptom: the written answer, and no model
 *
 * A false `possible` costs one friendly line, so that tier may be wide. Rules that people wrote (ruled.ts) find what they
 * name; the scale (../gravity/scale.ts), which learned from examples, weighs the rest, and takes back what rules find in a
 * text that it knows to be harmless.
 */
import { ruledDanger } from "./ruled.ts";

export const DANGER_TIERS = ["medicine", "possible", "certain", "physical"] as const;
export type DangerTier = (typeof DANGER_TIERS)[number];
/** What it is about. `self`: by the writer's own hand. `other`: another person may harm themselves. */
export type DangerKind = "self" | "body" | "violence" | "other" | "medicine";

export type Danger = {
  readonly tier: DangerTier;
  readonly kind: DangerKind;
  /** What found it, for the log. It never contains the person's words. */
  readonly signal: string;
};

/** Returns the gravest danger in a text, or the question of medicine that it asks, or undefined. */
export function detectDanger(text: string): Danger | undefined {
  return ruledDanger(text);
}

/** True where a written answer takes the place of a model's words. */
export function isAnsweredByHand(danger: Danger | undefined): danger is Danger {
  return danger !== undefined && danger.tier !== "possible";
}
