/** `waldo model use`: tests a model, and saves it for a tier. */
import { plainText, WaldoError } from "@waldo/contracts";
import type { ModelGateway, ModelTier } from "@waldo/core/ports";
import { gatewayOf } from "../models.ts";
import { keyed, settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { ANTHROPIC_URL, addressOf, labelOf, type ModelEndpoint } from "./endpoint.ts";
import { findLocalServers, isLocalWord, modelsAt } from "./local-servers.ts";
import { probe, type Tested } from "./probe.ts";
import { type Chosen, chosenPath, readChosen, saveChosen } from "./saved.ts";
import { type ModelOptions, tierLabels, tierLines } from "./show-model.ts";

export type UseOptions = ModelOptions & {
  readonly model?: string;
  readonly keyEnv?: string;
  readonly tier: ModelTier;
  readonly anyway: boolean;
  readonly verbose: boolean;
};

const MOST_NAMES = 20;

export async function useModel(
  what: string,
  options: UseOptions,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const { tier, home } = options;
  const before = await readChosen(home);
  if (tier !== "primary" && !before)
    throw new WaldoError("InvalidInput", `choose the primary model first, without --tier; it serves every tier`);
  const endpoint = await endpointOf(what, options, env);
  terminal.note(`testing ${labelOf(endpoint)} …`);
  const tested = await testOf(endpoint, options, env, terminal);
  const refused = !options.anyway && !tested.checks.every(({ name, ok }) => ok || name !== "tool");
  const chosen = withTier(before, tier, endpoint);
  if (!refused) await saveChosen(home, chosen);
  const { models } = await settingsOf(env, home);

  if (options.json)
    terminal.print(
      JSON.stringify(
        {
          model: labelOf(endpoint),
          saved: !refused,
          tier,
          ...tested,
          dollars: tested.dollars ?? null,
          from: models?.from ?? "none",
          tiers: models ? tierLabels(models.tiers) : null,
        },
        null,
        2,
      ),
    );
  else for (const line of table(tested, terminal.width)) terminal.print(line);
  if (refused)
    throw new WaldoError(
      "InvalidInput",
      "the model did not call the tool as asked, and Waldo reads your data through tools. Nothing is saved: choose another model, or add --anyway",
    );
  if (models?.overrides)
    terminal.note("The environment names another model and wins: unset WALDO_MODEL_URL or WALDO_BEDROCK_MODEL.");
  if (options.json || !models) return;
  terminal.print(`saved in ${chosenPath(home)}${models.overrides ? ", not in use yet" : ""}`);
  if (!models.overrides) for (const line of tierLines(models.tiers)) terminal.print(line);
}

function withTier(before: Chosen | undefined, tier: ModelTier, endpoint: ModelEndpoint): Chosen {
  return { ...(before ?? { primary: endpoint }), [tier]: endpoint };
}

async function testOf(
  endpoint: ModelEndpoint,
  { verbose }: UseOptions,
  env: NodeJS.ProcessEnv,
  { note }: Terminal,
): Promise<Tested> {
  try {
    const gateway = await gatewayOf(keyed(endpoint, env), verbose ? telling(note) : fetch);
    return await probe(
      verbose && endpoint.api === "bedrock" ? tellingRequests(gateway, note) : gateway,
      endpoint.model,
    );
  } catch (error) {
    if (!(error instanceof WaldoError)) throw error;
    throw new WaldoError(error.name, `${error.message}. Nothing is saved`, { cause: error });
  }
}

/** Shows each request and its answer as they travel. Headers are not shown, because the key is one. */
function telling(note: Terminal["note"]): typeof globalThis.fetch {
  return async (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
    note(`> ${init?.method ?? "GET"} ${origin}${pathname}`);
    note(`> ${String(init?.body ?? "")}`);
    const response = await fetch(input, init);
    note(`< ${response.status} ${plainText(await response.clone().text())}`);
    return response;
  };
}

/** The AWS SDK sends Bedrock's requests itself, so they are shown as it gets them. */
function tellingRequests(gateway: ModelGateway, note: Terminal["note"]): ModelGateway {
  return {
    ...gateway,
    async converse(request) {
      note(`> ${JSON.stringify(request)}`);
      const reply = await gateway.converse(request);
      note(`< ${JSON.stringify(reply)}`);
      return reply;
    },
  };
}

/** Reads what the person typed: a service, an address, or the name of a model on this machine. */
async function endpointOf(what: string, options: UseOptions, env: NodeJS.ProcessEnv): Promise<ModelEndpoint> {
  const { model } = options;
  const key = keyNamed(options.keyEnv, env);
  if (what === "bedrock") {
    if (key.keyEnv)
      throw new WaldoError("InvalidInput", "Bedrock takes the AWS credentials of this machine, no --key-env");
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
      "an address with a query is not saved, because it may hold a key: put the key into an environment variable and name it with --key-env",
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

/** The name of a variable that holds a key now. */
function keyNamed(name: string | undefined, env: NodeJS.ProcessEnv): { keyEnv?: string } {
  if (name === undefined) return {};
  if (!/^[A-Z_][A-Z0-9_]*$/i.test(name))
    throw new WaldoError("InvalidInput", "--key-env takes the name of an environment variable, never the key itself");
  if (!env[name]?.trim())
    throw new WaldoError("InvalidInput", `${name} is not set: export it with the key, or name another with --key-env`);
  return { keyEnv: name };
}

const TITLES = { answer: "answer", tool: "tool call", json: "JSON" } as const;

function table({ checks, usage, dollars }: Tested, width: number): string[] {
  const rows = checks.map(({ name, ok, ms, usage: used, found }) => {
    const row = `${ok ? "✓" : "✗"} ${TITLES[name].padEnd(9)} ${`${(ms / 1000).toFixed(1)} s`.padStart(7)}  ${`${used.outputTokens} out`.padStart(9)}  ${found.replaceAll("\n", " ")}`;
    return row.length > width && ok ? `${row.slice(0, width - 1)}…` : row;
  });
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const price = dollars === undefined ? "price not known" : `$${dollars.toFixed(5)} for this test, at list price`;
  return [...rows, `${read} tokens in, ${usage.outputTokens} out · ${price}`];
}
