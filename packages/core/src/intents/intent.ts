/**
 * An intent: one meaning that a message of the person may have, such as "how did I sleep" or "set a reminder". Each is
 * one markdown file in the folder `intents/` of the repository: a header in YAML, then examples by language. A slot in an
 * example is written as in Rasa's training files: "remind me to [call mum](text) [at 9](when)".
 */
import { ToolName, WaldoError } from "@waldo/contracts";
import { parse as parseYaml } from "yaml";
import * as z from "zod";

export const SLOTS = ["text", "about", "when", "date", "zone"] as const;
export type SlotName = (typeof SLOTS)[number];

/** The languages that examples are written in, by the code that heads their section. */
export const SPOKEN = { en: "english", de: "german", es: "spanish", fr: "french" } as const;
export type Spoken = keyof typeof SPOKEN;

const Header = z.strictObject({
  name: z.string().regex(/^[a-z][a-z-]{1,30}$/),
  /** Completes "Did you mean …?", for a message that may have two meanings. */
  means: z.string().min(2).max(60),
  slots: z.array(z.enum(SLOTS)).default([]),
  /** The tools that answer it. The writer of the intent calls no others. */
  tools: z.array(ToolName).default([]),
  /** True when it changes something. A message must be clearer before it is acted upon. */
  acts: z.boolean().default(false),
  /** What is said, by outcome. A word in braces is filled in by the writer. One of several phrasings is chosen. */
  says: z.record(z.string().regex(/^[a-z][a-zA-Z]*$/), z.array(z.string().min(1).max(400)).min(1)),
});

/** An example with its slots. `parts` are the pieces of its text in order. */
export type Example = {
  readonly text: string;
  readonly language: Spoken;
  readonly parts: readonly { readonly text: string; readonly slot?: SlotName }[];
};

export type Intent = z.infer<typeof Header> & { readonly examples: readonly Example[] };

const FENCE = "---\n";

/** Returns the intent of one file. `file` is used only in errors. Throws `InvalidInput` that names file and line. */
export function parseIntent(text: string, file: string): Intent {
  const refuse = (line: number, message: string): never => {
    throw new WaldoError("InvalidInput", `${file}:${line}: ${message}`);
  };
  const end = text.indexOf(`\n${FENCE}`, FENCE.length);
  if (!text.startsWith(FENCE) || end < 0) return refuse(1, "an intent begins with a header between two lines of ---");
  const header = Header.safeParse(parseYaml(text.slice(FENCE.length, end + 1)));
  if (!header.success) {
    const issue = header.error.issues[0];
    return refuse(1, `${issue?.path.join(".") ?? "header"}: ${issue?.message ?? "not understood"}`);
  }
  if (`${header.data.name}.md` !== file.split("/").at(-1)) refuse(1, `the file must bear the name ${header.data.name}`);
  const before = text.slice(0, end + 1 + FENCE.length).split("\n").length;
  const examples: Example[] = [];
  let language: Spoken | undefined;
  for (const [i, line] of text
    .slice(end + 1 + FENCE.length)
    .split("\n")
    .entries()) {
    const at = before + i;
    const heading = /^## ([a-z]{2})$/.exec(line)?.[1];
    if (heading !== undefined) {
      if (!isSpoken(heading)) return refuse(at, `${heading} is not a language of the intents`);
      language = heading;
    } else if (line.startsWith("- ")) {
      if (language === undefined) return refuse(at, "an example stands below the heading of its language");
      const parts = partsOf(line.slice(2).trim());
      for (const { slot } of parts)
        if (slot !== undefined && !header.data.slots.includes(slot)) refuse(at, `${slot} is no slot of this intent`);
      examples.push({ text: parts.map((part) => part.text).join(""), language, parts });
    } else if (line.trim() !== "") refuse(at, "only headings and examples stand below the header");
  }
  if (examples.length === 0) refuse(before, "an intent needs examples");
  return { ...header.data, examples };
}

function isSpoken(code: string): code is Spoken {
  return code in SPOKEN;
}

/** Cuts "remind me to [call mum](text)" into its pieces. */
function partsOf(example: string): Example["parts"] {
  const parts: { text: string; slot?: SlotName }[] = [];
  let from = 0;
  for (const found of example.matchAll(/\[([^\]]{1,200})\]\(([a-z]{1,10})\)/g)) {
    const slot = SLOTS.find((name) => name === found[2]);
    if (found.index > from) parts.push({ text: example.slice(from, found.index) });
    parts.push({ text: found[1] ?? "", ...(slot === undefined ? {} : { slot }) });
    from = found.index + found[0].length;
  }
  if (from < example.length) parts.push({ text: example.slice(from) });
  return parts;
}
