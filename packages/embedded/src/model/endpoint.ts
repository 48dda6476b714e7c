/** The place of a model, and its wire format. */

import { WaldoError } from "@waldo/contracts";
import { isLoopback } from "@waldo/outside/loopback";
import * as z from "zod";

/** The key itself is not part of it. `keyEnv` names the environment variable with the key. */
export const ModelEndpoint = z.discriminatedUnion("api", [
  z.strictObject({
    api: z.enum(["openai", "anthropic"]),
    /** The address up to and including the version, such as http://127.0.0.1:11434/v1. */
    url: z.url(),
    model: z.string().min(1),
    keyEnv: z.string().min(1).optional(),
  }),
  /**
   * A model or inference profile on Amazon Bedrock. Waldo calls such a model with the AWS credentials of this machine.
   */
  z.strictObject({ api: z.literal("bedrock"), model: z.string().min(1) }),
]);
export type ModelEndpoint = z.infer<typeof ModelEndpoint>;

export const ANTHROPIC_URL = "https://api.anthropic.com/v1";

/**
 * Returns the wire format of an address, and the address as the gateways want it. An address on api.anthropic.com, or
 * one that ends in /messages, uses Anthropic's Messages API. Any other is OpenAI-compatible. Throws `InvalidInput`.
 */
export function addressOf(text: string): { api: "openai" | "anthropic"; url: string } {
  const url = URL.parse(text);
  if (!url?.protocol.startsWith("http") || url.username || url.password)
    throw new WaldoError(
      "InvalidInput",
      "the model's address must be a plain http or https URL such as http://127.0.0.1:11434/v1",
    );
  const path = url.pathname.replace(/\/{1,4}$/, "");
  const base = path.replace(/\/(chat\/completions|messages)$/, "");
  const isAnthropic = path.endsWith("/messages") || url.hostname === "api.anthropic.com";
  url.pathname = base === "" ? "/v1" : base;
  return { api: isAnthropic ? "anthropic" : "openai", url: url.href };
}

/** True for a server that is not on this machine. */
export function isOutside(url: string): boolean {
  return !isLoopback(new URL(url));
}

/**
 * Returns the model's name for printed output. An address is shown without its query, because some have a key there.
 */
export function labelOf(endpoint: ModelEndpoint): string {
  if (endpoint.api === "bedrock") return `${endpoint.model} on Bedrock`;
  const { origin, pathname } = new URL(endpoint.url);
  return `${endpoint.model} at ${origin}${pathname}`;
}
