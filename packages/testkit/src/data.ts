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

export type FileText = string | { readonly zip: Readonly<Record<string, FileText>> };
const FileText: z.ZodType<FileText> = z.lazy(() =>
  z.union([z.string(), z.strictObject({ zip: z.record(z.string(), FileText) })]),
);

/**
 * An import of a made-up export (`imports/`): `of` says what it shows, `files` are texts, or zips of them, by name. It
 * gives days, notes and counts, with times of sleep as text, or it is refused in one line.
 */
export const ImportCase = z.strictObject({
  of: z.string().min(1),
  options: z.strictObject({ timeZone: z.string(), columnMap: z.json() }).partial().default({}),
  files: z.record(z.string(), FileText),
  gives: z.strictObject({ format: z.string(), days: z.json(), notes: z.json(), counts: z.json() }).optional(),
  refused: z.string().optional(),
});

/**
 * A calendar file (`calendars/`): `of` says what it shows, then come the window that is read and the file's `lines`. It
 * gives events, or it is refused in one line.
 */
export const CalendarCase = z.strictObject({
  of: z.string().min(1),
  window: z.strictObject({ timeZone: z.string(), from: z.iso.datetime(), to: z.iso.datetime() }),
  lines: z.array(z.string()),
  gives: z.strictObject({ events: z.json(), series: z.array(z.string()), skipped: z.json() }).optional(),
  refused: z.string().optional(),
});

/** A case of a test: `of` says what the test states of it, `why` what a reader should know of it (`cases/`). */
export const Case = z.strictObject({
  of: z.string().min(1),
  case: z.union([z.string(), z.array(z.json())]),
  why: z.string().min(1).optional(),
});

type Makers = Readonly<Record<string, unknown>>;

/** Returns what `makers` holds under a name such as `words.OWING`. Throws when there is no such name. */
function named(name: string, makers: Makers): unknown {
  return name.split(".").reduce<unknown>((holder, part) => {
    if (typeof holder !== "object" || holder === null || !(part in holder)) throw new Error(`nothing is named ${name}`);
    return (holder as Makers)[part];
  }, makers);
}

/**
 * Returns a value with each `{"=": "name"}` and `{"=name": [values]}` in it replaced by what `makers` has and makes. The
 * objects in a list under `...` become part of the object around them.
 */
function filledIn(value: unknown, makers: Makers): unknown {
  if (Array.isArray(value)) return value.map((part) => filledIn(part, makers));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, filledIn(part, makers)] as const);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === "=") return named(String(first[1]), makers);
  if (entries.length === 1 && first?.[0].startsWith("="))
    return (named(first[0].slice(1), makers) as (...values: unknown[]) => unknown)(...(first[1] as unknown[]));
  const whole: Record<string, unknown> = {};
  for (const [key, part] of entries) Object.assign(whole, ...(key === "..." ? (part as object[]) : [{ [key]: part }]));
  return whole;
}

/** What every case may name: a text of several parts, and a pattern. */
const ALWAYS: Makers = { undefined, RegExp, text: (...parts: unknown[]) => parts.join("") };

/**
 * Returns the cases of one statement of a file below `data/cases/`. `makers` are the constants and functions of the
 * test that its cases name. Throws where there are none.
 */
export function casesOf<T extends string | readonly unknown[]>(file: string, of: string, makers: Makers = {}): T[] {
  const found = dataLines(`cases/${file}.jsonl`, Case).filter((line) => line.of === of);
  if (found.length === 0) throw new Error(`data/cases/${file}.jsonl has no case of “${of}”`);
  return found.map((line) => filledIn(line.case, { ...ALWAYS, ...makers }) as T);
}
