/** Calls Anthropic's Messages API. `model-http.ts` says what each failure becomes; 529 (overloaded) is one of the 5xx. */
import type { ModelGateway } from "../ports.ts";
import { toBody, toReply } from "./anthropic-wire.ts";
import { shapeFor } from "./families.ts";
import { type HttpOptions, poster } from "./model-http.ts";

/** The version of the wire format. The API demands it in each request. */
const VERSION = "2023-06-01";

export type AnthropicOptions = HttpOptions & { readonly model: string };

export function anthropic(options: AnthropicOptions): ModelGateway {
  const { model, key } = options;
  const post = poster(options, "messages", { "anthropic-version": VERSION, ...(key ? { "x-api-key": key } : {}) });
  return {
    shape: () => shapeFor(model),
    nameOf: () => model,
    converse: async (request) => toReply(await post(toBody(request, model), model), request, model),
  };
}
