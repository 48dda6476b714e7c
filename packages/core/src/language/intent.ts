/**
 * Reads the intents from `data/intents/`: `intents.jsonl` has one intent a line, `examples.jsonl` one example a line, and
 * `says.de.jsonl` and its like the sentences of an intent in another language. A slot in an example is written as in
 * Rasa's training files: "remind me to [call mum](text) [at 9](when)".
 */
import {
  INTENT_SLOTS,
  type Intent,
  type IntentExample,
  IntentExampleLine,
  IntentHeader,
  type IntentLanguage,
  type IntentSlot,
  IntentWords,
  WaldoError,
} from "@waldo/contracts";
import type * as z from "zod";

/** The texts of the files. `says` has one for each language besides English. */
type IntentFiles = {
  readonly intents: string;
  readonly examples: string;
  readonly says?: Readonly<Partial<Record<IntentLanguage, string>>>;
};

/** Returns the intents in the order of their file. Throws `InvalidInput` that names file and line. */
export function readIntents(files: IntentFiles): Intent[] {
  const found = new Map<string, Intent & { readonly examples: IntentExample[] }>();
  for (const { one, refuse } of linesOf(files.intents, "intents.jsonl", IntentHeader)) {
    if (found.has(one.name)) refuse(`${one.name} stands there twice`);
    found.set(one.name, { ...one, examples: [] });
  }
  for (const { one, refuse } of linesOf(files.examples, "examples.jsonl", IntentExampleLine)) {
    const intent = found.get(one.intent) ?? refuse(`there is no intent ${one.intent}`);
    const parts = partsOf(one.text);
    for (const { slot } of parts)
      if (slot !== undefined && !intent.slots.includes(slot)) refuse(`${slot} is no slot of this intent`);
    intent.examples.push({ text: parts.map((part) => part.text).join(""), language: one.language, parts });
  }
  for (const [language, text] of Object.entries(files.says ?? {}))
    for (const { one, refuse } of linesOf(text, `says.${language}.jsonl`, IntentWords)) {
      const intent = found.get(one.name) ?? refuse(`there is no intent ${one.name}`);
      found.set(one.name, { ...intent, words: { ...intent.words, [language]: one } });
    }
  for (const { name, examples } of found.values())
    if (examples.length === 0) throw new WaldoError("InvalidInput", `examples.jsonl: ${name} needs examples`);
  return [...found.values()];
}

function* linesOf<T>(text: string, file: string, schema: z.ZodType<T>) {
  for (const [i, line] of text.split("\n").entries()) {
    if (line === "") continue;
    const refuse = (message: string): never => {
      throw new WaldoError("InvalidInput", `${file}:${i + 1}: ${message}`);
    };
    const read = schema.safeParse(jsonOf(line));
    const issue = read.error?.issues[0];
    yield { one: read.data ?? refuse(`${issue?.path.join(".")}: ${issue?.message}`), refuse };
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Splits an example such as "remind me to [call mum](text)" into its pieces. */
function partsOf(example: string): IntentExample["parts"] {
  const parts: { text: string; slot?: IntentSlot }[] = [];
  let from = 0;
  // bounded: it reads one line of a file that comes with the code
  for (const found of example.matchAll(/\[([^\]]{1,200})\]\(([a-z]{1,10})\)/g)) {
    const slot = INTENT_SLOTS.find((name) => name === found[2]);
    if (found.index > from) parts.push({ text: example.slice(from, found.index) });
    parts.push({ text: found[1] ?? "", ...(slot === undefined ? {} : { slot }) });
    from = found.index + found[0].length;
  }
  if (from < example.length) parts.push({ text: example.slice(from) });
  return parts;
}
