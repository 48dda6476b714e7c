/**
 * Bedrock's Converse API as a ModelGateway. It sends one request per turn and treats model families differently where
 * they differ.
 */
import { type BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import type { ModelTier } from "@waldo/contracts";
import { shapeFor } from "@waldo/core/models/routing";
import type { ModelGateway } from "@waldo/core/ports";
import { bedrockError } from "./bedrock-errors.ts";
import { toReply } from "./bedrock-reply.ts";
import { toRequest } from "./bedrock-request.ts";

/** A reply of 700 tokens takes seconds. With this limit both rungs of the ladder fit into a task of 300 s. */
const DEFAULT_TIMEOUT_MS = 60_000;

type BedrockOptions = {
  /**
   * The caller that makes the client keeps `maxAttempts` small, because the ladder is the retry (see `bedrockClient`).
   */
  readonly client: BedrockRuntimeClient;
  /**
   * The id of a model or an inference profile per tier. The id shows the family. An opaque profile ARN is treated as
   * the plainest family.
   */
  readonly models: Record<ModelTier, string>;
  /** The limit in milliseconds for one call, with all attempts of the client together. */
  readonly timeoutMs?: number;
};

/** Throws ModelThrottled, ModelTimeout, ModelUnavailable, ModelMalformed or ModelRefused (see `bedrockError`). */
export function bedrockGateway({ client, models, timeoutMs = DEFAULT_TIMEOUT_MS }: BedrockOptions): ModelGateway {
  return {
    shape: (tier) => shapeFor(models[tier]),
    nameOf: (tier) => models[tier],
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
