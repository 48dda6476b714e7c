/** `waldo model` and `waldo model none`: which model is in use, and what this machine offers. */
import type { ModelTier } from "@waldo/core/ports";
import { type Settings, settingsOf } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { labelOf } from "./endpoint.ts";
import { findLocalServers } from "./local-servers.ts";
import { chosenPath, removeChosen } from "./saved.ts";

export type ModelOptions = {
  readonly home: string;
  readonly json: boolean;
  /** The person named the home, so the commands that are printed name it too. */
  readonly isHomeNamed: boolean;
};

/** What each tier answers (docs/sources.md, Model tiers and cost). */
export const TIERS: Readonly<Record<ModelTier, string>> = {
  primary: "Briefs and most answers",
  escalation: "plans and hard chats",
  cheap: "the diary, and a day that has cost its cap",
};

const NO_MODEL = "offline composer (no language model)";

export async function showModel(options: ModelOptions, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const [settings, servers] = await Promise.all([settingsOf(env, options.home), findLocalServers(env)]);
  const { models } = settings;
  const { print, c } = terminal;
  if (options.json)
    return print(
      JSON.stringify(
        {
          from: models?.from ?? "none",
          tiers: models ? tierLabels(models.tiers) : null,
          savedIsUnused: models?.overrides ?? false,
          local: servers.map(({ word, url, models: names }) => ({ server: word, url, models: names ?? null })),
        },
        null,
        2,
      ),
    );
  if (!models) print(`${NO_MODEL}: nothing is chosen`);
  else {
    print(models.from === "home" ? `saved in ${chosenPath(options.home)}` : "from the environment (WALDO_…)");
    for (const line of tierLines(models.tiers)) print(line);
    if (models.overrides) print(`not in use while the environment names a model: ${chosenPath(options.home)}`);
  }
  print("");
  const at = options.isHomeNamed ? ` --home ${quoted(options.home)}` : "";
  for (const { word, name, url, models: names } of servers) {
    if (names === undefined) print(c.dim(`${name}: nothing answers at ${new URL(url).origin}`));
    else if (names.length === 0) print(`${name} at ${new URL(url).origin} has no language model yet`);
    else print(`${name} at ${new URL(url).origin}:`);
    for (const model of names ?? []) print(`  ./waldo model use ${word} --model ${quoted(model)}${at}`);
  }
  print(c.dim("./waldo model use --help: other addresses, Anthropic, Bedrock"));
}

export async function noModel(options: ModelOptions, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  await removeChosen(options.home);
  const { models } = await settingsOf(env, options.home);
  if (options.json) return terminal.print(JSON.stringify({ from: models?.from ?? "none" }));
  terminal.print(
    models
      ? `No model is saved now. The environment still names one: ${labelOf(models.tiers.primary.endpoint)}. Unset WALDO_MODEL_URL or WALDO_BEDROCK_MODEL.`
      : `No model is saved now: ${NO_MODEL}.`,
  );
}

type Tiers = NonNullable<Settings["models"]>["tiers"];

export function tierLabels({ primary, escalation, cheap }: Tiers): Record<ModelTier, string> {
  return {
    primary: labelOf(primary.endpoint),
    escalation: labelOf(escalation.endpoint),
    cheap: labelOf(cheap.endpoint),
  };
}

/** One line for each tier: what it answers, and by which model. */
export function tierLines(tiers: Tiers): string[] {
  const labels = tierLabels(tiers);
  const line = (tier: ModelTier) => `  ${tier.padEnd(11)} ${labels[tier]}  (${TIERS[tier]})`;
  return [line("primary"), line("escalation"), line("cheap")];
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w.:/@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
