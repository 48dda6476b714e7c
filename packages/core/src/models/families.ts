import type { PromptShape } from "../ports.ts";

/**
 * Returns the prompt form that suits a model, by its name: prose for Haiku, headings for other Claude and GPT models,
 * literal JSON for all others (Gemma, Llama, Qwen, Nova, Mistral…). Small open models follow JSON best.
 */
export function shapeFor(model: string): PromptShape {
  const name = model.toLowerCase();
  if (name.includes("haiku")) return "narrative";
  return /claude|gpt/.test(name) ? "terse" : "literal";
}

/** A family by the names of its models. The first that fits counts. */
const FAMILIES: readonly (readonly [family: string, name: RegExp])[] = [
  ["claude", /claude|anthropic/],
  // These names begin with that of another family, or hold it.
  ["gpt", /gpt|openai|(?:^|[/.:-])o[134](?:-|$)/],
  ["nova", /nova|titan/],
  ["gemini", /gemini|gemma|google/],
  ["llama", /llama|meta/],
  ["qwen", /qwen|qwq/],
  ["mistral", /mistral|mixtral|ministral|magistral|codestral/],
  ["deepseek", /deepseek/],
  ["phi", /(?:^|[/.:-])phi-?\d/],
  ["command", /command|cohere/],
];

/**
 * Returns the family of a model, by its name. A name that is not known is a family of its own, without its size and
 * version, so that two sizes of one unknown model are no two families.
 */
export function familyOf(model: string): string {
  const name = model.toLowerCase();
  return FAMILIES.find(([, pattern]) => pattern.test(name))?.[0] ?? (/[a-z]+/.exec(name)?.[0] || name);
}
