/** `waldo model` and `waldo model none`: show the model in use and the models on this machine, or use no model. */
import type { ModelTier, ModelView } from "@waldo/contracts";
import type { Terminal } from "../terminal.ts";
import { inUse, modelChoice } from "./choice.ts";
import { LOCAL_NAMES } from "./local-servers.ts";
import { chosenPath } from "./saved.ts";

export type ModelOptions = {
  readonly home: string;
  readonly json: boolean;
  /** True when the person named the home. Printed commands then name it too. */
  readonly isHomeNamed: boolean;
};

/** The answers that each tier gives (docs/sources.md, Model tiers and cost). */
const TIERS: Readonly<Record<ModelTier, string>> = {
  primary: "Briefs and most answers",
  escalation: "plans and hard chats",
  cheap: "the diary, and a day that has cost its cap",
};

const NO_MODEL = "offline composer (no language model)";

export async function showModel(options: ModelOptions, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const view = await modelChoice(options.home, env).show();
  const { from, tiers, savedIsUnused, local } = view;
  const { print, c } = terminal;
  if (options.json) return print(JSON.stringify(view, null, 2));
  if (!tiers) print(`${NO_MODEL}: nothing is chosen`);
  else {
    print(from === "home" ? `saved in ${chosenPath(options.home)}` : "from the environment (WALDO_…)");
    for (const line of tierLines(tiers)) print(line);
    if (savedIsUnused) print(`not in use while the environment names a model: ${chosenPath(options.home)}`);
  }
  print("");
  const at = options.isHomeNamed ? ` --home ${quoted(options.home)}` : "";
  for (const { server, url, models } of local) {
    const name = LOCAL_NAMES.get(server) ?? server;
    if (models === null) print(c.dim(`${name}: nothing answers at ${new URL(url).origin}`));
    else if (models.length === 0) print(`${name} at ${new URL(url).origin} has no language model yet`);
    else print(`${name} at ${new URL(url).origin}:`);
    for (const model of models ?? []) print(`  ./waldo model use ${server} --model ${quoted(model)}${at}`);
  }
  print(c.dim("./waldo model use --help: other addresses, Anthropic, Bedrock"));
}

export async function noModel(options: ModelOptions, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  await modelChoice(options.home, env).change.none();
  const { from, tiers } = await inUse(env, options.home);
  if (options.json) return terminal.print(JSON.stringify({ from }));
  terminal.print(
    tiers
      ? `No model is saved now. ${environmentWins(`one: ${tiers.primary}`)}`
      : `No model is saved now: ${NO_MODEL}.`,
  );
}

export function environmentWins(what: string): string {
  return `The environment still names ${what}. Unset WALDO_MODEL_URL or WALDO_BEDROCK_MODEL.`;
}

/** Returns one line for each tier: its use and its model. */
export function tierLines(tiers: NonNullable<ModelView["tiers"]>): string[] {
  const line = (tier: ModelTier) => `  ${tier.padEnd(11)} ${tiers[tier]}  (${TIERS[tier]})`;
  return [line("primary"), line("escalation"), line("cheap")];
}

/** Returns a word in the form that a shell accepts. */
function quoted(word: string): string {
  return /^[\w.:/@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
