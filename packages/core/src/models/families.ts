import type { PromptShape } from "../ports.ts";

/**
 * How a model likes to be spoken to, told from its name: Haiku as prose, other Claude and GPT models by headings,
 * everything else (Gemma, Llama, Qwen, Nova, Mistral…) as literal JSON, which small open models follow best.
 */
export function shapeFor(model: string): PromptShape {
  const name = model.toLowerCase();
  if (name.includes("haiku")) return "narrative";
  return /claude|gpt/.test(name) ? "terse" : "literal";
}
