/**
 * The settings that the environment may hold. `cli.ts` passes the environment in; no other code of this package reads
 * it.
 */
import { WaldoError } from "@waldo/contracts";

export type Settings = {
  /** An OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1, and the model to use there. */
  readonly openAi?: { readonly url: string; readonly model: string; readonly key?: string };
  /** A Bedrock model or inference profile. It is called with the AWS credentials of this machine. */
  readonly bedrockModel?: string;
  /** The person's own bot and the chat it writes to. Unset: messages go to a file. */
  readonly telegram?: { readonly token: string; readonly chat: string; readonly apiRoot?: string };
};

/** Throws `InvalidInput` for a setting that needs another one which is missing. */
export function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const url = env["WALDO_MODEL_URL"];
  const bedrockModel = env["WALDO_BEDROCK_MODEL"];
  if (url && bedrockModel)
    throw new WaldoError("InvalidInput", "set WALDO_MODEL_URL or WALDO_BEDROCK_MODEL, not both: there is one model");
  const model = together(env, "WALDO_MODEL_URL", "WALDO_MODEL", "the model to ask, such as qwen3:8b");
  const telegram = together(env, "WALDO_TELEGRAM_TOKEN", "WALDO_TELEGRAM_CHAT", "the chat the bot writes to");
  const key = env["WALDO_MODEL_KEY"];
  const apiRoot = env["WALDO_TELEGRAM_API"];
  return {
    ...(model ? { openAi: { url: model[0], model: model[1], ...(key ? { key } : {}) } } : {}),
    ...(bedrockModel ? { bedrockModel } : {}),
    ...(telegram ? { telegram: { token: telegram[0], chat: telegram[1], ...(apiRoot ? { apiRoot } : {}) } } : {}),
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

/** The name of the model in printed output. */
export function modelLabel({ openAi, bedrockModel }: Settings): string {
  if (openAi) return `${openAi.model} at ${openAi.url}`;
  return bedrockModel === undefined ? "offline composer (no language model)" : `${bedrockModel} on Bedrock`;
}
