/** Bedrock's Converse API as a ModelGateway: one request a turn, told apart by model family where families differ. */
import { type BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import type { ModelGateway, ModelTier } from "@waldo/core";
import { shapeFor } from "@waldo/core/models/families";
import { bedrockError } from "./bedrock-errors.ts";
import { toReply } from "./bedrock-reply.ts";
import { toRequest } from "./bedrock-request.ts";

/** A reply of 700 tokens takes seconds; both rungs of the ladder with this limit fit in a task of 300 s. */
const DEFAULT_TIMEOUT_MS = 60_000;

export type BedrockOptions = {
  /** Whoever makes it keeps `maxAttempts` small: the ladder is the retry (see `bedrockClient`). */
  readonly client: BedrockRuntimeClient;
  /** Model or inference profile id per tier. The id names the family: an opaque profile ARN gets the plainest treatment. */
  readonly models: Record<ModelTier, string>;
  /** For one call with all attempts of the client. */
  readonly timeoutMs?: number;
};

/** Throws ModelThrottled, ModelTimeout, ModelUnavailable, ModelMalformed or ModelRefused: see `bedrockError`. */
export function bedrockGateway({ client, models, timeoutMs = DEFAULT_TIMEOUT_MS }: BedrockOptions): ModelGateway {
  return {
    shape: (tier) => shapeFor(models[tier]),
    async converse(request) {
      const model = models[request.tier];
      const command = new ConverseCommand(toRequest(request, model));
      const output = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
        throw bedrockError(error);
      });
      return toReply(output, request, model);
    },
  };
}
