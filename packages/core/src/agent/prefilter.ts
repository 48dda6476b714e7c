import type { DayDescription } from "../health/narrative.ts";
import type { PromptContext } from "../prompt/layers.ts";

/** Form above this, and nothing out of the ordinary, needs no model (seed 000 §3a, figure 03). */
export const CALM_FORM = 60;

/**
 * Whether a template with real data is all this moment deserves. The morning Brief always gets the model: it is the
 * one message a day that is read.
 */
export function isCalm({ trigger, variant, body }: PromptContext): boolean {
  if (trigger !== "brief" || (variant !== "midday" && variant !== "evening")) return false;
  const day = body as Partial<DayDescription>;
  if (day.form === undefined || day.form <= CALM_FORM || day.status !== "final" || day.trend === "falling")
    return false;
  return Object.values(day.pillars ?? {}).every((pillar) => pillar.band !== "well_below");
}
