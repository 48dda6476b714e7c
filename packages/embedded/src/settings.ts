/**
 * The settings: from the environment, and from the model that is saved in the home. `cli.ts` passes the environment; no
 * other code of this package reads it.
 */

import type { ModelTier } from "@waldo/contracts";
import { WaldoError } from "@waldo/contracts";

import { type Connected, connect } from "./connections/connect.ts";
import { readConnections } from "./connections/saved.ts";
import { addressOf, labelOf, type ModelEndpoint } from "./model/endpoint.ts";
import type { Chosen } from "./model/saved.ts";

/** An endpoint with its key, if the environment has one. */
export type Keyed = { readonly endpoint: ModelEndpoint; readonly key?: string };

export type Settings = {
  /** The model of each tier. If it is absent, the offline composer writes. */
  readonly models?: {
    readonly from: "environment" | "home";
    readonly tiers: Readonly<Record<ModelTier, Keyed>>;
    /** Set when another model is saved in the home but the environment's model is used. */
    readonly overrides?: true;
  };
  /** The outside servers and services that tools may contact. If it is absent, there are none. */
  readonly connected?: Connected;
  /** The server that transcribes voice messages: an OpenAI-compatible address, and a model there. */
  readonly voice?: { readonly url: string; readonly model: string; readonly key?: string };
  /** The service that gets a request after each wake. If it is absent, there is none. */
  readonly aliveUrl?: string;
  /** The person's own bot, and a chat that counts as linked. If it is absent, messages go to a file. */
  readonly telegram?: { readonly token: string; readonly chat?: string; readonly apiRoot?: string };
};

/** Returns the settings of a command in the home `root`. A model of the environment overrides the saved one. */
export async function settingsOf(env: NodeJS.ProcessEnv, root: string): Promise<Settings> {
  const settings = { ...settingsFrom(env), connected: connect(readConnections(root), env) };
  const { readChosen } = await import("./model/saved.ts");
  if (settings.models) {
    // An unreadable saved choice also counts as a choice, and is not needed here.
    const saved = await readChosen(root).catch(() => true);
    return saved ? { ...settings, models: { ...settings.models, overrides: true } } : settings;
  }
  const chosen = await readChosen(root);
  return chosen ? { ...settings, models: { from: "home", tiers: tiersOf(chosen, env) } } : settings;
}

/** Throws `InvalidInput` when a setting needs another one that is missing. */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const url = env["WALDO_MODEL_URL"];
  const bedrockModel = env["WALDO_BEDROCK_MODEL"];
  if (url && bedrockModel)
    throw new WaldoError("InvalidInput", "set WALDO_MODEL_URL or WALDO_BEDROCK_MODEL, not both: there is one model");
  const model = together(env, "WALDO_MODEL_URL", "WALDO_MODEL", "the model to ask, such as qwen3:8b");
  const voice = together(env, "WALDO_VOICE_URL", "WALDO_VOICE_MODEL", "the model that writes down what was said");
  const voiceKey = env["WALDO_VOICE_KEY"];
  const { WALDO_TELEGRAM_TOKEN: token, WALDO_TELEGRAM_CHAT: chat, WALDO_TELEGRAM_API: apiRoot } = env;
  if (chat && !token)
    throw new WaldoError(
      "InvalidInput",
      "WALDO_TELEGRAM_CHAT is set and WALDO_TELEGRAM_TOKEN is not: a chat needs a bot",
    );
  const keyEnv = env["WALDO_MODEL_KEY"] ? { keyEnv: "WALDO_MODEL_KEY" } : {};
  const primary: ModelEndpoint | undefined = model
    ? { ...addressOf(model[0]), model: model[1], ...keyEnv }
    : bedrockModel
      ? { api: "bedrock", model: bedrockModel }
      : undefined;
  return {
    ...(primary ? { models: { from: "environment", tiers: tiersOf({ primary }, env) } } : {}),
    ...(voice ? { voice: { url: voice[0], model: voice[1], ...(voiceKey ? { key: voiceKey } : {}) } } : {}),
    ...(env["WALDO_ALIVE_URL"] ? { aliveUrl: aliveUrl(env["WALDO_ALIVE_URL"]) } : {}),
    ...(token ? { telegram: { token, ...(chat ? { chat } : {}), ...(apiRoot ? { apiRoot } : {}) } } : {}),
  };
}

function aliveUrl(address: string): string {
  if (/^https?:$/.test(URL.parse(address)?.protocol ?? "")) return address;
  throw new WaldoError(
    "InvalidInput",
    "WALDO_ALIVE_URL must be an http or https address, such as that of a check at a monitoring service",
  );
}

export function keyed(endpoint: ModelEndpoint, env: NodeJS.ProcessEnv): Keyed {
  const key = endpoint.api === "bedrock" || endpoint.keyEnv === undefined ? undefined : env[endpoint.keyEnv]?.trim();
  return { endpoint, ...(key ? { key } : {}) };
}

function tiersOf({ primary, escalation, cheap }: Chosen, env: NodeJS.ProcessEnv): Record<ModelTier, Keyed> {
  const usual = keyed(primary, env);
  return {
    primary: usual,
    escalation: escalation ? keyed(escalation, env) : usual,
    cheap: cheap ? keyed(cheap, env) : usual,
  };
}

/** Reads two settings that work only together. */
function together(env: NodeJS.ProcessEnv, first: string, second: string, what: string): [string, string] | undefined {
  const [a, b] = [env[first], env[second]];
  if (a && b) return [a, b];
  if (a) throw new WaldoError("InvalidInput", `${first} is set and ${second} is not: it names ${what}`);
  if (b)
    throw new WaldoError("InvalidInput", `${second} is set and ${first} is not: one is of no use without the other`);
  return undefined;
}

/** Returns the name of the primary model for printed output. */
export function modelLabel({ models }: Settings): string {
  return models ? labelOf(models.tiers.primary.endpoint) : "offline composer (no language model)";
}
