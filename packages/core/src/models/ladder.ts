/**
 * The failure ladder (docs/sources.md, The failure ladder): L1 the full prompt, L2 a reduced one, then no model. This
 * module only reports that the model is not available. The run machine then does L3 (a template with real data) and L4
 * (silence).
 */
import { ERRORS, isError, WaldoError } from "@waldo/contracts";
import type { ModelGateway, ModelReply, ModelRequest } from "../ports.ts";
import { BreakerOpen } from "./breaker.ts";

/** In the journal: a call was not made because its breaker is open. */
export const BREAKER_OPEN = "breaker_open";

/** In the journal: a call was not made because the person does not agree to a model outside. */
export const NO_CONSENT = "ConsentNeeded";

/** In the journal: the model itself declined to answer. A refused key is a `ModelRefused`. */
export const DECLINED = "ModelDeclined";

type Climb =
  | { readonly outcome: "replied"; readonly rung: "L1" | "L2"; readonly reply: ModelReply }
  | { readonly outcome: "unavailable"; readonly errors: string[] };

/**
 * Tries the full request, and then the reduced one, which may use another tier. It does not call a tier twice when the
 * second call cannot succeed, as with a refused key or an open breaker. Throws only errors that are not about the
 * model.
 */
export async function climb(model: ModelGateway, full: ModelRequest, reduced: () => ModelRequest): Promise<Climb> {
  const first = await ask(model, full);
  if ("reply" in first) return { outcome: "replied", rung: "L1", reply: first.reply };
  const request = reduced();
  if (first.final && request.tier === full.tier) return { outcome: "unavailable", errors: [first.error] };
  const second = await ask(model, request);
  if ("reply" in second) return { outcome: "replied", rung: "L2", reply: second.reply };
  return { outcome: "unavailable", errors: [first.error, second.error] };
}

type Asked = { readonly reply: ModelReply } | { readonly error: string; readonly final: boolean };

async function ask(model: ModelGateway, request: ModelRequest): Promise<Asked> {
  try {
    const reply = await model.converse(request);
    // A model may refuse in words because the prompt is too long. So the reduced request is tried.
    return reply.stop === "refused" ? { error: DECLINED, final: false } : { reply };
  } catch (error) {
    if (error instanceof BreakerOpen) return { error: BREAKER_OPEN, final: true };
    if (isError(error, NO_CONSENT)) return { error: NO_CONSENT, final: true };
    if (!(error instanceof WaldoError) || !error.name.startsWith("Model")) throw error;
    return { error: error.name, final: ERRORS[error.name] === "stop" };
  }
}
