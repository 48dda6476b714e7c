/**
 * Reads the file of an intent: a header in YAML, then examples by language. The files stand in the folder `intents/` of
 * the repository. A slot in an example is written as in Rasa's training files: "remind me to [call mum](text) [at
 * 9](when)".
 */
import {
  INTENT_LANGUAGES,
  INTENT_SLOTS,
  type Intent,
  type IntentExample,
  IntentHeader,
  type IntentLanguage,
  type IntentSlot,
  WaldoError,
} from "@waldo/contracts";
import { parse as parseYaml } from "yaml";

const FENCE = "---\n";

/** Returns the intent of one file. `file` is used only in errors. Throws `InvalidInput` that names file and line. */
export function parseIntent(text: string, file: string): Intent {
  const refuse = (line: number, message: string): never => {
    throw new WaldoError("InvalidInput", `${file}:${line}: ${message}`);
  };
  const end = text.indexOf(`\n${FENCE}`, FENCE.length);
  if (!text.startsWith(FENCE) || end < 0) return refuse(1, "an intent begins with a header between two lines of ---");
  const header = IntentHeader.safeParse(parseYaml(text.slice(FENCE.length, end + 1)));
  if (!header.success) {
    const issue = header.error.issues[0];
    return refuse(1, `${issue?.path.join(".") ?? "header"}: ${issue?.message ?? "not understood"}`);
  }
  if (`${header.data.name}.md` !== file.split("/").at(-1)) refuse(1, `the file must bear the name ${header.data.name}`);
  const before = text.slice(0, end + 1 + FENCE.length).split("\n").length;
  const examples: IntentExample[] = [];
  let language: IntentLanguage | undefined;
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

function isSpoken(code: string): code is IntentLanguage {
  return INTENT_LANGUAGES.some((known) => known === code);
}

/** Cuts "remind me to [call mum](text)" into its pieces. */
function partsOf(example: string): IntentExample["parts"] {
  const parts: { text: string; slot?: IntentSlot }[] = [];
  let from = 0;
  // bounded: one line of a file that is shipped with the code
  for (const found of example.matchAll(/\[([^\]]{1,200})\]\(([a-z]{1,10})\)/g)) {
    const slot = INTENT_SLOTS.find((name) => name === found[2]);
    if (found.index > from) parts.push({ text: example.slice(from, found.index) });
    parts.push({ text: found[1] ?? "", ...(slot === undefined ? {} : { slot }) });
    from = found.index + found[0].length;
  }
  if (from < example.length) parts.push({ text: example.slice(from) });
  return parts;
}
