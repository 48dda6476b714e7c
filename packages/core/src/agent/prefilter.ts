/** Decides, before any model call, whether a run needs a model at all. */

import type { PromptContext } from "@waldo/contracts";

/** A day with Form above this and nothing unusual needs no model (docs/sources.md, The calm day). */
export const CALM_FORM = 60;

/**
 * True when a template with real data is enough for this moment. The morning Brief always gets the model, because it is
 * the message that people read every day.
 */
export function isCalm({ trigger, variant, body }: PromptContext): boolean {
  if (trigger !== "brief" || (variant !== "midday" && variant !== "evening")) return false;
  if ("note" in body) return false;
  const day = body;
  if (day.form === undefined || day.form <= CALM_FORM || day.status !== "final" || day.trend === "falling")
    return false;
  return Object.values(day.pillars ?? {}).every((pillar) => pillar.band !== "well_below");
}
