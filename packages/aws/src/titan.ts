/**
 * Amazon Titan Text Embeddings V2 as an Embedder. Each request embeds one text; a few requests run at the same time.
 */
import { type BedrockRuntimeClient, InvokeModelCommand } from "@aws-sdk/client-bedrock-runtime";
import { WaldoError } from "@waldo/contracts";
import type { Embedder } from "@waldo/core/ports";
import * as z from "zod";
import { bedrockError } from "./bedrock-errors.ts";

/** The smallest vector that Titan V2 offers. By Amazon's figures it keeps 97% of the accuracy of the largest. */
const DIMENSIONS = 256;
/** Titan reads up to 8,192 tokens or 50,000 characters. Texts of memory are far shorter. */
const MOST_CHARS = 8_000;
const AT_ONCE = 5;
const TIMEOUT_MS = 10_000;

const Answer = z.object({ embedding: z.array(z.number()).length(DIMENSIONS) });

/** Returns an embedder. It throws the same errors as a ModelGateway, and the caller then continues without embeddings. */
export function titanEmbedder({
  client,
  model,
}: {
  readonly client: BedrockRuntimeClient;
  readonly model: string;
}): Embedder {
  async function one(text: string): Promise<Float32Array> {
    const body = JSON.stringify({ inputText: text.slice(0, MOST_CHARS), dimensions: DIMENSIONS, normalize: true });
    const command = new InvokeModelCommand({
      modelId: model,
      contentType: "application/json",
      accept: "application/json",
      body,
    });
    const output = await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error) => {
      throw bedrockError(error);
    });
    return Float32Array.from(read(output.body));
  }
  return {
    outside: true,
    model,
    dimensions: DIMENSIONS,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += AT_ONCE)
        vectors.push(...(await Promise.all(texts.slice(at, at + AT_ONCE).map(one))));
      return vectors;
    },
  };
}

function read(body: Uint8Array): readonly number[] {
  try {
    return Answer.parse(JSON.parse(new TextDecoder().decode(body))).embedding;
  } catch (cause) {
    throw new WaldoError("ModelMalformed", `the embedding is not ${DIMENSIONS} numbers: check the model id`, { cause });
  }
}
