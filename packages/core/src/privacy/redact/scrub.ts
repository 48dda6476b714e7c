/**
 * Removes words from a row. It is pure. The schema of the row tells which texts are words (contracts/words.ts). These
 * become {@link GONE}, and everything else stays. So the row still fits its schema.
 */
import { type Key, keys, kindOf, mapWords, rowKind, STEP_DATA, StepRecord } from "@waldo/contracts";
import type { Json, JsonObject, TakenWords } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { VERSION } from "../../store/readable.ts";

/** The text that replaces removed words. */
export const GONE = "[redacted]";

/** A text to search for, in all forms in which it may occur. */
export type Sought = readonly string[];

/** Shorter texts, such as "yes", occur in many unrelated places. They are removed only from their own run. */
const LEAST_CHARS = 12;

/** Returns the forms of these texts: unchanged, by lines, as JSON writes them, and as the sanitiser changes them. */
export function soughtOf(texts: readonly string[]): Sought {
  const forms = texts.flatMap((text) => {
    const clean = (["memory", "internal", "user"] as const).flatMap((destination) =>
      (["owner", "agent"] as const).map((origin) => sanitise({ text, origin }, destination, { maxChars: 1000 }).text),
    );
    const whole = [text, ...clean].flatMap((one) => [one, one.replaceAll(/\s+/gu, " "), ...one.split("\n")]);
    return whole.flatMap((one) => [one.trim(), JSON.stringify(one.trim()).slice(1, -1)]);
  });
  const long = forms.filter((one) => !isTooShort(one) && !one.includes(GONE));
  // The longest text is removed first, so that removing a part of it leaves nothing behind.
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

/** True for words that are too short to search for. */
export function isTooShort(text: string): boolean {
  return bare(text).length < LEAST_CHARS;
}

/** Returns the words of a text alone, because pages write claims with other punctuation and capitals. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** True when all words of a text occur in this order in the sought words. */
function isPartOf(text: string, sought: Sought): boolean {
  const words = bare(text);
  return words !== "" && sought.some((one) => ` ${bare(one)} `.includes(` ${words} `));
}

/** True when a text holds something sought, even with other punctuation between its words. */
export function holds(text: string, sought: Sought): boolean {
  if (sought.length === 0 || text === "") return false;
  const words = bare(text);
  return sought.some((one) => words.includes(bare(one)));
}

/** True when a text in a value, or the name of a member, holds something sought. */
export function holdsIn(value: Json, sought: Sought): boolean {
  if (typeof value === "string") return holds(value, sought);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, one]) => holds(name, sought) || holdsIn(one, sought));
}

/** Returns a text without the sought words. If they occur in another form, the whole line is removed. */
function without(text: string, sought: Sought): string {
  const left = sought.reduce((rest, one) => rest.replaceAll(one, GONE), text);
  if (!holds(left, sought)) return left;
  const lines = left.split("\n").map((line) => (holds(line, sought) ? GONE : line));
  // The sought text may run over several lines.
  return lines.some((line) => line !== GONE) && !holds(lines.join("\n"), sought) ? lines.join("\n") : GONE;
}

/** Returns a text without the sought words. A text without them is returned unchanged. */
function scrubbedText(text: string, sought: Sought): string {
  return holds(text, sought) ? without(text, sought) : text;
}

/** Returns the words in the form in which an opt-in feature can check its texts. */
export function wordsOf(sought: Sought): TakenWords {
  return {
    isIn: (text) => holds(text, sought),
    hasPart: (name) => isPartOf(name, sought),
    takenFrom: (text) => scrubbedText(text, sought),
  };
}

/** Returns the body of a row, in which all texts that are words lose the sought ones. */
export function scrubbed(key: Key, body: JsonObject, sought: Sought): JsonObject {
  return inWords(key, body, (words) => scrubbedText(words, sought));
}

/** True when the words of a row hold something sought. */
export function holdsWords(key: Key, body: JsonObject, sought: Sought): boolean {
  let found = false;
  inWords(key, body, (words) => {
    found ||= holds(words, sought);
    return words;
  });
  return found;
}

/** Returns the body of a row without all words: nothing that was said, looked up or written in one run remains. */
export function wordless(key: Key, body: JsonObject): JsonObject {
  return inWords(key, body, (words) => (words === "" ? "" : GONE));
}

/**
 * Applies `change` to the words of a row. The payload of a step has its own schema. In a row of an unknown kind every
 * text counts as words.
 */
function inWords(key: Key, body: JsonObject, change: (words: string) => string): JsonObject {
  const { [VERSION]: version, ...rest } = body;
  const step = kindOf(key) === keys.step.kind ? StepRecord.safeParse(rest).data : undefined;
  const payload = step && (mapWords(STEP_DATA[step.to], step.data, change) as JsonObject);
  const out = payload ? { ...rest, data: payload } : (mapWords(rowKind(key)?.schema, rest, change) as JsonObject);
  return version === undefined ? out : { ...out, [VERSION]: version };
}
