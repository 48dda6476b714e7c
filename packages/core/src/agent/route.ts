// Decides before each model call whether the run needs a model, and which tier.
import type { PromptContext, RunHeader } from "@waldo/contracts";
import { loadBreaker, mayCall } from "../models/breaker.ts";
import { type Route, type RouteFacts, routeFor } from "../models/routing.ts";
import { capOf, spentToday } from "../models/spend.ts";
import type { Ports } from "../ports.ts";
import { resultsOf, type Transcript } from "./transcript.ts";

/** A day with Form above this value and no unusual reading needs no model (docs/sources.md, The calm day). */
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

/**
 * Returns the tier of the run's next call and the reason. It costs one query and one read, and one more read when
 * the escalation tier is wanted.
 */
export async function routeOf(ports: Ports, header: RunHeader, transcript: Transcript): Promise<Route> {
  const { userId, date, trigger } = header;
  const [spent, cap] = await Promise.all([
    spentToday(ports.store, userId, date, header.spent),
    capOf(ports.store, userId),
  ]);
  const facts: RouteFacts = {
    trigger,
    toolTurns: transcript.turns.filter(({ model }) => model.outcome === "replied" && model.calls.length > 0).length,
    troubled: resultsOf(transcript).some(({ ok }) => !ok),
    asked: transcript.context?.userText,
    capped: spent >= cap,
    escalationOpen: false,
  };
  const route = routeFor(facts);
  if (route.tier !== "escalation") return route;
  const { breaker } = await loadBreaker(ports, userId, "escalation");
  return mayCall(breaker, ports.clock.now()) ? route : routeFor({ ...facts, escalationOpen: true });
}
