/**
 * Takes words out of a row. It is pure. The schema of the row says which texts are words (contracts/words.ts): they become
 * {@link GONE}, and everything else stays. So what is left of a row still fits its schema.
 */
import { type Key, keys, kindOf, mapWords, rowKind, STEP_DATA, StepRecord } from "@waldo/contracts";
import type { Json, JsonObject, TakenWords } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { VERSION } from "../../store/readable.ts";

/** What stands in place of the words. */
export const GONE = "[redacted]";

/** A text that is looked for, in the forms in which it may stand somewhere. */
export type Sought = readonly string[];

/** Shorter texts, such as "yes", stand in many places that have nothing to do with them. They go with their run alone. */
const LEAST_CHARS = 12;

/** Returns the forms of these texts: as they are, by lines, as JSON writes them, and as the sanitiser leaves them. */
export function soughtOf(texts: readonly string[]): Sought {
  const forms = texts.flatMap((text) => {
    const clean = (["memory", "internal", "user"] as const).flatMap((destination) =>
      (["owner", "agent"] as const).map((origin) => sanitise({ text, origin }, destination, { maxChars: 1000 }).text),
    );
    const whole = [text, ...clean].flatMap((one) => [one, one.replaceAll(/\s+/gu, " "), ...one.split("\n")]);
    return whole.flatMap((one) => [one.trim(), JSON.stringify(one.trim()).slice(1, -1)]);
  });
  const long = forms.filter((one) => !isTooShort(one) && !one.includes(GONE));
  // The longest goes first, so that nothing of it is left over by a part.
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}

/** True for words that are not searched for. */
export function isTooShort(text: string): boolean {
  return bare(text).length < LEAST_CHARS;
}

/** Returns a text as words alone: pages write claims with other signs and capitals. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns whether a text is a part of the words that are looked for, one word after the other. */
function isPartOf(text: string, sought: Sought): boolean {
  const words = bare(text);
  return words !== "" && sought.some((one) => ` ${bare(one)} `.includes(` ${words} `));
}

/** Returns whether a text holds something that is sought, also with other signs between its words. */
export function holds(text: string, sought: Sought): boolean {
  if (sought.length === 0 || text === "") return false;
  const words = bare(text);
  return sought.some((one) => words.includes(bare(one)));
}

/** True when any text in a value, or the name of any of its members, holds what is sought. */
export function holdsIn(value: Json, sought: Sought): boolean {
  if (typeof value === "string") return holds(value, sought);
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, one]) => holds(name, sought) || holdsIn(one, sought));
}

/** Returns a text without what is sought. Where it stands there in another form, nothing of its line is left. */
function without(text: string, sought: Sought): string {
  const left = sought.reduce((rest, one) => rest.replaceAll(one, GONE), text);
  if (!holds(left, sought)) return left;
  const lines = left.split("\n").map((line) => (holds(line, sought) ? GONE : line));
  // It may run over several lines.
  return lines.some((line) => line !== GONE) && !holds(lines.join("\n"), sought) ? lines.join("\n") : GONE;
}

/** Returns a text without what is sought, and the same text where it holds nothing of it. */
function scrubbedText(text: string, sought: Sought): string {
  return holds(text, sought) ? without(text, sought) : text;
}

/** Returns the words in the form in which an opt-in feature asks about them. */
export function wordsOf(sought: Sought): TakenWords {
  return {
    isIn: (text) => holds(text, sought),
    hasPart: (name) => isPartOf(name, sought),
    takenFrom: (text) => scrubbedText(text, sought),
  };
}

/** Returns the body of a row without what is sought, in any of its words. */
export function scrubbed(key: Key, body: JsonObject, sought: Sought): JsonObject {
  return inWords(key, body, (words) => scrubbedText(words, sought));
}

/** Returns whether the words of a row hold something that is sought. */
export function holdsWords(key: Key, body: JsonObject, sought: Sought): boolean {
  let found = false;
  inWords(key, body, (words) => {
    found ||= holds(words, sought);
    return words;
  });
  return found;
}

/** Returns the body of a row without any words: nothing that was said, looked up or written in one run is left. */
export function wordless(key: Key, body: JsonObject): JsonObject {
  return inWords(key, body, (words) => (words === "" ? "" : GONE));
}

/**
 * Does `change` to the words of a row. The payload of a step has a schema of its own. In a row of an unknown kind each
 * text counts as words.
 */
function inWords(key: Key, body: JsonObject, change: (words: string) => string): JsonObject {
  const { [VERSION]: version, ...rest } = body;
  const step = kindOf(key) === keys.step.kind ? StepRecord.safeParse(rest).data : undefined;
  const payload = step && (mapWords(STEP_DATA[step.to], step.data, change) as JsonObject);
  const out = payload ? { ...rest, data: payload } : (mapWords(rowKind(key)?.schema, rest, change) as JsonObject);
  return version === undefined ? out : { ...out, [VERSION]: version };
}
