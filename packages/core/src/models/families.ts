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
