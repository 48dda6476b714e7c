/** `waldo model use`: tests a model, and saves it for a tier. */
import { type ModelTested, type ModelTier, ModelWanted, plainText, WaldoError } from "@waldo/contracts";
import type { ModelGateway } from "@waldo/core/ports";
import type { Terminal } from "../terminal.ts";
import { modelChoice } from "./choice.ts";
import { chosenPath } from "./saved.ts";
import { environmentWins, type ModelOptions, tierLines } from "./show-model.ts";

export type UseOptions = ModelOptions & {
  readonly model?: string;
  readonly keyEnv?: string;
  readonly tier: ModelTier;
  readonly anyway: boolean;
  readonly verbose: boolean;
};

export async function useModel(
  what: string,
  { home, json, verbose, model, keyEnv, tier, anyway }: UseOptions,
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<void> {
  const { note, print } = terminal;
  const wanted = ModelWanted.safeParse({ what, model, keyEnv, tier, anyway });
  if (!wanted.success) throw new WaldoError("InvalidInput", "name a model in at most 200 characters");
  const { change } = modelChoice(home, env, {
    onTest: (label) => note(`testing ${label} …`),
    ...(verbose ? { fetch: telling(note) } : {}),
    around: (gateway, { api }) => (verbose && api === "bedrock" ? tellingRequests(gateway, note) : gateway),
  });
  const tested = await change.use(wanted.data);
  if (json) print(JSON.stringify(tested, null, 2));
  else for (const line of table(tested, terminal.width)) print(line);
  if (!tested.saved)
    throw new WaldoError(
      "InvalidInput",
      "the model did not call the tool as asked, and Waldo reads your data through tools. Nothing is saved: choose another model, or add --anyway",
    );
  const { savedIsUnused, tiers } = tested;
  if (savedIsUnused) note(environmentWins("another model"));
  if (json || !tiers) return;
  print(`saved in ${chosenPath(home)}${savedIsUnused ? ", not in use yet" : ""}`);
  if (!savedIsUnused) for (const line of tierLines(tiers)) print(line);
}

/** Prints each request and its answer. Headers are not printed, because one of them is the key. */
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

/** The AWS SDK sends Bedrock's requests itself, so they are printed before they are given to it. */
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

const TITLES = { answer: "answer", tool: "tool call", json: "JSON" } as const;

function table({ checks, dollars }: ModelTested, width: number): string[] {
  const rows = checks.map(({ name, ok, ms, usage: used, found }) => {
    const row = `${ok ? "✓" : "✗"} ${TITLES[name].padEnd(9)} ${`${(ms / 1000).toFixed(1)} s`.padStart(7)}  ${`${used.outputTokens} out`.padStart(9)}  ${found.replaceAll("\n", " ")}`;
    return row.length > width && ok ? `${row.slice(0, width - 1)}…` : row;
  });
  let read = 0;
  let written = 0;
  for (const { usage } of checks) {
    read += usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    written += usage.outputTokens;
  }
  const price = dollars === null ? "price not known" : `$${dollars.toFixed(5)} for this test, at list price`;
  return [...rows, `${read} tokens in, ${written} out · ${price}`];
}
