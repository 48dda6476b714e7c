import { setTimeout as sleep } from "node:timers/promises";
import { openAiCompatible } from "@waldo/core/models/openai-compatible";
import type { ModelGateway } from "@waldo/core/ports";
import { offlineComposer } from "./offline-composer.ts";
import type { Settings } from "./settings.ts";

/**
 * Returns the model that the settings name, or the offline composer when they name none. The AWS SDK is loaded only for
 * Bedrock.
 */
export async function chooseModel({ openAi, bedrockModel }: Settings): Promise<ModelGateway> {
  if (openAi) {
    const { url, model, key } = openAi;
    return openAiCompatible({ baseUrl: url, model, fetch, sleep, ...(key === undefined ? {} : { key }) });
  }
  if (bedrockModel === undefined) return offlineComposer();
  const [{ bedrockGateway }, { bedrockClient }] = await Promise.all([
    import("@waldo/aws/bedrock"),
    import("@waldo/aws/bedrock-client"),
  ]);
  const models = { primary: bedrockModel, escalation: bedrockModel, cheap: bedrockModel };
  return bedrockGateway({ client: bedrockClient(), models });
}
