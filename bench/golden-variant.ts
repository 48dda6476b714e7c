/**
 * Another wording of the prompts for the same model: words that are replaced in what it is asked. The words of a recipe stand in
 * the prompt too, so a recipe is compared in the same way.
 */
import { readFileSync } from "node:fs";
import { WaldoError } from "@waldo/contracts";
import type { ModelGateway } from "@waldo/core/ports";
import * as z from "zod";

const Wording = z
  .record(z.string().min(1), z.string())
  .refine((words) => Object.keys(words).length > 0, "it replaces nothing");
export type Wording = z.infer<typeof Wording>;

/** Reads a file of replaced words: an object of JSON, from the words as they are to the words instead. Throws `InvalidInput`. */
export function wordingIn(file: string): Wording {
  try {
    return Wording.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new WaldoError("InvalidInput", `${file} cannot be read as replaced words, such as {"warm": "plain"}`, {
      cause,
    });
  }
}

/**
 * Returns the model with other words in what it is asked. Calls, results and tools stay as they are. `onUse` hears of each words
 * that were found.
 */
export function reworded(
  model: ModelGateway,
  wording: Wording,
  onUse: (words: string) => void = () => {},
): ModelGateway {
  // In the literal shape a text stands as JSON, so its quotes and line ends are escaped.
  const inside = (text: string) => JSON.stringify(text).slice(1, -1);
  const change = (text: string) =>
    Object.entries(wording).reduce((before, [from, to]) => {
      const after = before.replaceAll(from, () => to).replaceAll(inside(from), () => inside(to));
      if (after !== before) onUse(from);
      return after;
    }, text);
  return {
    ...model,
    converse: (request) =>
      model.converse({
        ...request,
        system: request.system.map((part) => ({ ...part, text: change(part.text) })),
        messages: request.messages.map((message) => ({
          ...message,
          content: message.content.map((part) => (part.type === "text" ? { ...part, text: change(part.text) } : part)),
        })),
      }),
  };
}
