/** The choice of a model on one machine: the model in use, the models on this machine, and a tested change. */
import { type ModelTested, type ModelTier, type ModelView, type ModelWanted, WaldoError } from "@waldo/contracts";
import type { ModelChoice } from "@waldo/core/door/handlers";
import type { ModelGateway } from "@waldo/core/ports";
import { gatewayOf } from "../models.ts";
import { keyed, type Settings, settingsOf } from "../settings.ts";
import { ANTHROPIC_URL, addressOf, labelOf, type ModelEndpoint } from "./endpoint.ts";
import { findLocalServers, isLocalWord, modelsAt } from "./local-servers.ts";
import { probe } from "./probe.ts";
import { readChosen, removeChosen, saveChosen } from "./saved.ts";

/** Functions with which a caller follows a change. */
type Watching = {
  /** Called with the name of the model that is about to be tested. */
  readonly onTest?: (label: string) => void;
  /** Replaces `fetch` between Waldo and the tested model. */
  readonly fetch?: typeof globalThis.fetch;
  readonly around?: (gateway: ModelGateway, endpoint: ModelEndpoint) => ModelGateway;
  /** Called when the saved choice has changed. */
  readonly onSaved?: () => Promise<void>;
};

/** Returns the choice that is stored in the home `root`. A model of the environment overrides it. */
export function modelChoice(
  root: string,
  env: NodeJS.ProcessEnv,
  { onTest, fetch, around = (gateway) => gateway, onSaved }: Watching = {},
): Required<ModelChoice> {
  async function test(endpoint: ModelEndpoint) {
    try {
      return await probe(around(await gatewayOf(keyed(endpoint, env), fetch), endpoint), endpoint.model);
    } catch (error) {
      if (!(error instanceof WaldoError)) throw error;
      throw new WaldoError("InvalidInput", `${error.message}. Nothing is saved`, { cause: error });
    }
  }
  return {
    async show() {
      const [now, servers] = await Promise.all([inUse(env, root), findLocalServers(env)]);
      const local = servers.map(({ word, url, models }) => ({
        server: word,
        url,
        models: models ? [...models] : null,
      }));
      return { ...now, changeable: true, local };
    },
    change: {
      async use(wanted) {
        const { tier, anyway } = wanted;
        const before = await readChosen(root);
        if (tier !== "primary" && !before)
          throw new WaldoError("InvalidInput", "choose the primary model first, without a tier; it serves every tier");
        const endpoint = await endpointOf(wanted, env);
        onTest?.(labelOf(endpoint));
        const { checks, dollars } = await test(endpoint);
        const saved = anyway || checks.every(({ name, ok }) => ok || name !== "tool");
        if (saved) {
          await saveChosen(root, { ...(before ?? { primary: endpoint }), [tier]: endpoint });
          await onSaved?.();
        }
        const tested = { model: labelOf(endpoint), tier, saved, checks, dollars };
        return { ...tested, ...(await inUse(env, root)) } satisfies ModelTested;
      },
      async none() {
        await removeChosen(root);
        await onSaved?.();
      },
    },
  };
}

/** Returns the models in use, and who chose them. */
export async function inUse(
  env: NodeJS.ProcessEnv,
  root: string,
): Promise<Pick<ModelView, "from" | "tiers" | "savedIsUnused">> {
  const { models } = await settingsOf(env, root);
  return {
    from: models?.from ?? "none",
    tiers: models ? labelsOf(models.tiers) : null,
    savedIsUnused: models?.overrides ?? false,
  };
}

function labelsOf({ primary, escalation, cheap }: NonNullable<Settings["models"]>["tiers"]): Record<ModelTier, string> {
  return {
    primary: labelOf(primary.endpoint),
    escalation: labelOf(escalation.endpoint),
    cheap: labelOf(cheap.endpoint),
  };
}

const MOST_NAMES = 20;

/** Reads what the person typed: a service, an address, or the name of a model on this machine. */
async function endpointOf({ what, model, keyEnv }: ModelWanted, env: NodeJS.ProcessEnv): Promise<ModelEndpoint> {
  const key = keyNamed(keyEnv, env);
  if (what === "bedrock") {
    if (key.keyEnv)
      throw new WaldoError("InvalidInput", "Bedrock takes the AWS credentials of this machine, and no key of its own");
    return { api: "bedrock", model: named(model, "amazon.nova-lite-v1:0") };
  }
  if (what === "anthropic") {
    const own = key.keyEnv ? key : keyNamed("ANTHROPIC_API_KEY", env);
    return { api: "anthropic", url: ANTHROPIC_URL, model: named(model, "claude-haiku-4-5"), ...own };
  }
  if (!what.includes("://")) return localEndpoint(what, model, env);
  const address = addressOf(what);
  if (new URL(address.url).search !== "")
    throw new WaldoError(
      "InvalidInput",
      "an address with a query is not saved, because it may hold a key: put the key into an environment variable and name that variable (--key-env)",
    );
  if (address.api === "anthropic") return { ...address, model: named(model, "claude-haiku-4-5"), ...key };
  if (model) return { ...address, model, ...key };
  const names = await modelsAt(address.url, key.keyEnv && env[key.keyEnv]);
  return { ...address, model: onlyOne(names, address.url), ...key };
}

async function localEndpoint(what: string, model: string | undefined, env: NodeJS.ProcessEnv): Promise<ModelEndpoint> {
  const servers = await findLocalServers(env);
  if (isLocalWord(what)) {
    const server = servers.find(({ word }) => word === what);
    if (!server?.models)
      throw new WaldoError(
        "InvalidInput",
        `nothing answers at ${server?.url}: start ${server?.name} and its server first`,
      );
    return { api: "openai", url: server.url, model: model ?? onlyOne(server.models, server.url) };
  }
  const holder = servers.find(({ models }) => models?.some((name) => name === what || name === `${what}:latest`));
  if (!holder)
    throw new WaldoError(
      "InvalidInput",
      `${what} is no address (http://…), no service (ollama, lmstudio, anthropic, bedrock) and no model on this machine: waldo model lists those`,
    );
  return { api: "openai", url: holder.url, model: what };
}

function named(model: string | undefined, example: string): string {
  if (model) return model;
  throw new WaldoError("InvalidInput", `name the model with --model, such as ${example}`);
}

function onlyOne(names: readonly string[] | undefined, url: string): string {
  const [only, ...others] = names ?? [];
  if (only !== undefined && others.length === 0) return only;
  const offered = names?.length
    ? `: ${names.slice(0, MOST_NAMES).join(", ")}${names.length > MOST_NAMES ? " …" : ""}`
    : "";
  throw new WaldoError("InvalidInput", `name the model at ${url} with --model${offered}`);
}

/** Returns the name of a variable if it holds a key now. */
function keyNamed(name: string | undefined, env: NodeJS.ProcessEnv): { keyEnv?: string } {
  if (name === undefined) return {};
  if (!/^[A-Z_][A-Z0-9_]*$/i.test(name))
    throw new WaldoError("InvalidInput", "--key-env takes the name of an environment variable, never the key itself");
  if (!env[name]?.trim())
    throw new WaldoError("InvalidInput", `${name} is not set: export it with the key, or name another with --key-env`);
  return { keyEnv: name };
}
