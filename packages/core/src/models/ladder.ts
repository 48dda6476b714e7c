/**
 * The failure ladder (ADR-0051): L1 the full prompt, L2 a reduced one, then no model at all. L3 (a template with
 * real data) and L4 (silence) are the run machine's business; this says only that the model is not to be had.
 */
import { ERRORS, WaldoError } from "@waldo/contracts";
import type { ModelGateway, ModelReply, ModelRequest } from "../ports.ts";
import { BreakerOpen } from "./breaker.ts";

/** What the journal calls a call that was not made because its breaker is open. */
export const BREAKER_OPEN = "breaker_open";

export type Climb =
  | { readonly outcome: "replied"; readonly rung: "L1" | "L2"; readonly reply: ModelReply }
  | { readonly outcome: "unavailable"; readonly errors: string[] };

/** Tries the full request, then the reduced one, which may be of another tier. Throws only what is not about the model. */
export async function climb(model: ModelGateway, full: ModelRequest, reduced: () => ModelRequest): Promise<Climb> {
  const errors: string[] = [];
  let request = full;
  for (const rung of ["L1", "L2"] as const) {
    try {
      const reply = await model.converse(request);
      if (reply.stop !== "refused") return { outcome: "replied", rung, reply };
      errors.push("ModelRefused");
    } catch (error) {
      if (!(error instanceof WaldoError) || !error.name.startsWith("Model")) throw error;
      const open = error instanceof BreakerOpen;
      errors.push(open ? BREAKER_OPEN : error.name);
      if (rung === "L2") break;
      request = reduced();
      // What never will succeed is not asked twice: a refused key stays refused, an open breaker stays open.
      if ((open || ERRORS[error.name] === "stop") && request.tier === full.tier) break;
      continue;
    }
    if (rung === "L1") request = reduced();
  }
  return { outcome: "unavailable", errors };
}
