/**
 * Calls any server that speaks OpenAI's chat completions: OpenAI itself, Ollama, LM Studio, llama.cpp, vLLM,
 * OpenRouter… `model-http.ts` says what each failure becomes.
 */
import type { ModelTier } from "@waldo/contracts";
import type { ModelGateway } from "../ports.ts";
import { shapeFor } from "./families.ts";
import { type HttpOptions, poster } from "./model-http.ts";
import { toBody, toReply } from "./openai-compatible-wire.ts";

export type OpenAiCompatibleOptions = HttpOptions & { readonly model: string | Record<ModelTier, string> };

export function openAiCompatible(options: OpenAiCompatibleOptions): ModelGateway {
  const { model, key } = options;
  const nameOf = (tier: ModelTier) => (typeof model === "string" ? model : model[tier]);
  const post = poster(options, "chat/completions", key ? { authorization: `Bearer ${key}` } : {});
  return {
    shape: (tier) => shapeFor(nameOf(tier)),
    nameOf,
    async converse(request) {
      const name = nameOf(request.tier);
      return toReply(await post(toBody(request, name), name), request, name);
    },
  };
}
