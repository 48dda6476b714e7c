/** Reads the files of `data/`: one line an example. `data/README.md` says what each file holds. */
import { readFileSync } from "node:fs";
import * as z from "zod";

const FOLDER = new URL("../../../data/", import.meta.url);

/** Returns the lines of a file below `data/`, each read by its schema. Throws at a line that does not fit. */
export function dataLines<T>(path: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(new URL(path, FOLDER), "utf8").split("\n");
  return lines.flatMap((line, i) => {
    if (line === "") return [];
    try {
      return schema.parse(JSON.parse(line));
    } catch (cause) {
      throw new Error(`data/${path}:${i + 1} cannot be read`, { cause });
    }
  });
}

/** A message of a chat and what plain code must understand of it (`messages/`). */
export const ChatMessage = z.strictObject({
  text: z.string().min(1),
  lang: z.string().length(2),
  intent: z.string().min(1),
  /** Other intents that are also right. */
  also: z.array(z.string()).optional(),
  slots: z.record(z.string(), z.json()).optional(),
});

/** An odd reply of a model and the result of reading it (`reply-shapes.jsonl`). */
export const ReplyShape = z.strictObject({
  kind: z.string().min(1),
  text: z.string(),
  asked: z.string().optional(),
  cut: z.boolean().optional(),
  becomes: z.enum(["answer", "calls", "nothing"]),
  /** The words, the calls as `name {args}`, or the reason. */
  reads: z.string(),
});

/** A case of a test: `of` names the statement that the test makes about it (`cases/`). */
export const Case = z.strictObject({ of: z.string().min(1), case: z.union([z.string(), z.array(z.json())]) });

/** Returns the cases of one statement of a file below `data/cases/`. Throws if there are no cases. */
export function casesOf<T extends string | readonly unknown[]>(file: string, of: string): T[] {
  const found = dataLines(`cases/${file}.jsonl`, Case).filter((line) => line.of === of);
  if (found.length === 0) throw new Error(`data/cases/${file}.jsonl has no case of “${of}”`);
  return found.map((line) => line.case as T);
}
