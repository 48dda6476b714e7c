/** Reads the records of a JSON export with the line of each one. Broken JSON is refused with file and line. */
import type { JsonObject } from "../../ports.ts";
import { type ExportFile, readText, textLines } from "./export-file.ts";
import { type Place, refusal } from "./refuse.ts";

/** One object of a JSON export. `list` names the member it was in, "" at the top. */
export type JsonRecord = { readonly place: Place; readonly list: string; readonly value: JsonObject };

/**
 * Yields the records of a JSON file in any of its forms: an array, an object of arrays, one object, or one object per
 * line (JSONL). Numbers stay numbers. `line` is the line on which the record begins.
 */
export async function* jsonRecords(file: ExportFile): AsyncGenerator<JsonRecord> {
  if (await isJsonLines(file)) {
    for await (const { line, text } of textLines(file)) {
      if (text.trim() === "") continue;
      const place = { file: file.name, line };
      const value = parseJson(text, place);
      if (!isObject(value)) throw refusal(place, "expected one JSON object a line; export the file again");
      yield { place, list: "", value };
    }
    return;
  }
  const text = await readText(file);
  yield* recordsOf(parseJson(text, { file: file.name, line: 1 }), elementLines(text), file.name);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isListOfRecords = (value: unknown): boolean => Array.isArray(value) && value.some(isObject);

async function isJsonLines(file: ExportFile): Promise<boolean> {
  for await (const { text } of textLines(file)) {
    if (text.trim() === "") continue;
    if (!text.trimStart().startsWith("{")) return false;
    try {
      const first: unknown = JSON.parse(text);
      // A whole JSON file on one line begins in the same way. It differs in the lists that it contains.
      return isObject(first) && !Object.values(first).some(isListOfRecords);
    } catch {
      return false;
    }
  }
  return false;
}

function* recordsOf(root: unknown, lines: readonly number[], file: string): Generator<JsonRecord> {
  let element = 0;
  const list = (values: readonly unknown[], name: string): JsonRecord[] =>
    values.flatMap((value) => {
      const place = { file, line: lines[element++] ?? 1 };
      return isObject(value) ? [{ place, list: name, value }] : [];
    });
  if (Array.isArray(root)) yield* list(root, "");
  else if (isObject(root)) {
    if (!Object.values(root).some(isListOfRecords)) yield { place: { file, line: 1 }, list: "", value: root };
    else for (const [name, value] of Object.entries(root)) if (Array.isArray(value)) yield* list(value, name);
  } else throw refusal({ file, line: 1 }, "expected a list of records; export the file again");
}

function parseJson(text: string, place: Place): unknown {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const inText = Number(/line (\d+) column/.exec(message)?.[1] ?? 1);
    const cut = /end of JSON input|Unterminated/.test(message);
    const what = cut ? "the JSON ends in the middle" : "not valid JSON";
    const line = cut && !/line \d+/.test(message) ? text.split("\n").length : inText;
    // The cause is left out, because V8 quotes the text around the error, and this text is a person's data.
    throw refusal({ file: place.file, line: place.line - 1 + line }, `${what}; export the file again`);
  }
}

/**
 * Returns the line on which each element of the outer array begins, or each element of the arrays directly inside the
 * outer object, in order. The text must have been parsed before, because this code does not check that brackets match.
 */
function elementLines(text: string): number[] {
  const lines: number[] = [];
  const open: string[] = [];
  let line = 1;
  let quoted = false;
  let fresh = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n") line++;
    if (quoted) {
      if (char === "\\") at++;
      else if (char === '"') quoted = false;
      continue;
    }
    if (char <= " ") continue;
    const atElement = open.at(-1) === "[" && (open.length === 1 || (open.length === 2 && open[0] === "{"));
    if (atElement && fresh && char !== "]") {
      lines.push(line);
      fresh = false;
    }
    if (char === '"') quoted = true;
    else if (char === "[" || char === "{") {
      open.push(char);
      fresh = true;
    } else if (char === "]" || char === "}") {
      open.pop();
      fresh = false;
    } else if (char === ",") fresh = true;
  }
  return lines;
}
