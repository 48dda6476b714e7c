import { setTimeout as sleep } from "node:timers/promises";
import { WaldoError } from "@waldo/contracts";
import type { ModelGateway } from "@waldo/core/ports";
import { anthropic } from "@waldo/outside/models/anthropic";
import { openAiCompatible } from "@waldo/outside/models/openai-compatible";
import { patient } from "@waldo/outside/models/patient";
import { repositoryUnderstanding } from "./bundled-intents.ts";
import { isOutside } from "./model/endpoint.ts";
import { need } from "./need.ts";
import { offlineComposer } from "./offline-composer.ts";
import { type Keyed, modelLabel, type Settings } from "./settings.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Returns the model of the settings, or the offline composer when there is none. When a model does not answer, a note
 * gives the reason once, until it answers again.
 */
export async function chooseModel(settings: Settings, { note }: Pick<Terminal, "note">): Promise<ModelGateway> {
  const { models } = settings;
  if (models?.overrides)
    note(`The environment names the model (${modelLabel(settings)}), so the one of waldo model is not used.`);
  const unset = Object.values(models?.tiers ?? {}).flatMap(({ endpoint, key }) =>
    endpoint.api === "bedrock" || endpoint.keyEnv === undefined || key ? [] : [endpoint.keyEnv],
  );
  for (const name of new Set(unset)) note(`${name} is not set. It should hold the model's key.`);
  return telling(patient(await modelOfSettings(settings), sleep), note);
}

type FollowedModel = ModelGateway & {
  /** Reads the choice again. An unreadable choice changes nothing, and a note says so. */
  reread(): Promise<void>;
};

/** Returns a model that follows the person's choice while the process runs. */
export async function followModel(
  settings: Settings,
  settingsNow: () => Promise<Settings>,
  terminal: Pick<Terminal, "note">,
): Promise<FollowedModel> {
  let model = await chooseModel(settings, terminal);
  let label = modelLabel(settings);
  return {
    shape: (tier) => model.shape(tier),
    converse: (request) => model.converse(request),
    get outside() {
      return model.outside;
    },
    get nameOf() {
      return model.nameOf;
    },
    get plain() {
      return model.plain;
    },
    async reread() {
      try {
        const now = await settingsNow();
        model = await chooseModel(now, terminal);
        if (modelLabel(now) !== label) terminal.note(`From now on: ${modelLabel(now)}.`);
        label = modelLabel(now);
      } catch (error) {
        if (!(error instanceof WaldoError)) throw error;
        terminal.note(`${error.message}. ${label} goes on.`);
      }
    },
  };
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

/** Returns a gateway to the chosen models. It does not remember failures. */
export async function modelOfSettings({ models }: Settings): Promise<ModelGateway> {
  if (!models) return offlineComposer(repositoryUnderstanding);
  const { tiers } = models;
  const primary = await gatewayOf(tiers.primary);
  const own = (keyed: Keyed) => (keyed === tiers.primary ? primary : gatewayOf(keyed));
  const gateways = { primary, escalation: await own(tiers.escalation), cheap: await own(tiers.cheap) };
  return {
    shape: (tier) => gateways[tier].shape(tier),
    nameOf: (tier) => gateways[tier].nameOf?.(tier) ?? "",
    converse: (request) => gateways[request.tier].converse(request),
    ...(asksOutside(models) ? { outside: { instead: offlineComposer(repositoryUnderstanding) } } : {}),
  };
}

/** True when one of the models is not on this machine. */
export function asksOutside(models: Settings["models"]): boolean {
  return Object.values(models?.tiers ?? {}).some(
    ({ endpoint }) => endpoint.api === "bedrock" || isOutside(endpoint.url),
  );
}

/** Returns a gateway that asks one model. The AWS SDK is installed and loaded only for Bedrock. */
export async function gatewayOf({ endpoint, key }: Keyed, fetch = globalThis.fetch): Promise<ModelGateway> {
  const { model } = endpoint;
  if (endpoint.api === "bedrock") {
    await need("aws");
    const [{ bedrockGateway }, { bedrockClient }] = await Promise.all([
      import("@waldo/aws/bedrock"),
      import("@waldo/aws/bedrock-client"),
    ]);
    return bedrockGateway({ client: bedrockClient(), models: { primary: model, escalation: model, cheap: model } });
  }
  const options = { baseUrl: endpoint.url, model, fetch, sleep, ...(key === undefined ? {} : { key }) };
  return endpoint.api === "anthropic" ? anthropic(options) : openAiCompatible(options);
}
