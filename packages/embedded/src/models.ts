import { setTimeout as sleep } from "node:timers/promises";
import { WaldoError } from "@waldo/contracts";
import { openAiCompatible } from "@waldo/core/models/openai-compatible";
import type { ModelGateway } from "@waldo/core/ports";
import { offlineComposer } from "./offline-composer.ts";
import type { Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Returns the model that the settings name, or the offline composer when they name none. A model that does not answer is
 * told with its reason, once until it answers. The AWS SDK is loaded only for Bedrock.
 */
export async function chooseModel(settings: Settings, { note }: Pick<Terminal, "note">): Promise<ModelGateway> {
  return telling(await modelOf(settings), note);
}

function telling(model: ModelGateway, note: Terminal["note"]): ModelGateway {
  let told = "";
  return {
    ...model,
    async converse(request) {
      try {
        const reply = await model.converse(request);
        told = "";
        return reply;
      } catch (error) {
        if (error instanceof WaldoError && error.message !== told) {
          told = error.message;
          note(`The language model did not answer: ${told}`);
          note("Until it does, Waldo writes without it.");
        }
        throw error;
      }
    },
  };
}

async function modelOf({ openAi, bedrockModel }: Settings): Promise<ModelGateway> {
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
