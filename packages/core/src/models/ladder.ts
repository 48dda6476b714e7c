/**
 * The failure ladder (ADR-0051): L1 the full prompt, L2 a reduced one, then no model at all. L3 (a template with
 * real data) and L4 (silence) are the run machine's business; this says only that the model is not to be had.
 */
import { ERRORS, type ErrorName, WaldoError } from "@waldo/contracts";
import type { ModelGateway, ModelReply, ModelRequest } from "../ports.ts";

export type Climb =
  | { readonly outcome: "replied"; readonly rung: "L1" | "L2"; readonly reply: ModelReply }
  | { readonly outcome: "unavailable"; readonly errors: ErrorName[] };

/** Tries the full request, then the reduced one. Throws only what is not about the model. */
export async function climb(model: ModelGateway, full: ModelRequest, reduced: () => ModelRequest): Promise<Climb> {
  const errors: ErrorName[] = [];
  for (const rung of ["L1", "L2"] as const) {
    try {
      const reply = await model.converse(rung === "L1" ? full : reduced());
      if (reply.stop !== "refused") return { outcome: "replied", rung, reply };
      errors.push("ModelRefused");
    } catch (error) {
      if (!(error instanceof WaldoError) || !error.name.startsWith("Model")) throw error;
      errors.push(error.name);
      // What never will succeed is not asked twice: a refused key stays refused.
      if (ERRORS[error.name] === "stop") break;
    }
  }
  return { outcome: "unavailable", errors };
}
