/**
 * Gathers the facts by which the next call is routed: the run so far, the day's spending, and the breaker of the
 * escalation tier. A store that cannot be read throws.
 */
import type { RunHeader } from "@waldo/contracts";
import { loadBreaker, mayCall } from "../models/breaker.ts";
import { type Route, type RouteFacts, routeFor } from "../models/routing.ts";
import { capOf, spentToday } from "../models/spend.ts";
import type { Ports } from "../ports.ts";
import { resultsOf, type Transcript } from "./transcript.ts";

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
