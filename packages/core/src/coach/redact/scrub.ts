/**
 * Takes words out of a value. It is pure, and the value keeps its shape, so a row is still read by its schema: a text
 * becomes {@link GONE}, and names, states, ids and instants stay.
 */
import type { Json, JsonObject } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";

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

/** A text as words alone: pages write claims with other signs and capitals. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns whether a text is a part of what is sought: words of it, one after the other. */
export function isPartOf(text: string, sought: Sought): boolean {
  const words = bare(text);
  return words !== "" && sought.some((one) => ` ${bare(one)} `.includes(` ${words} `));
}

/** Returns whether a text holds something that is sought, also with other signs between its words. */
export function holds(text: string, sought: Sought): boolean {
  if (sought.length === 0 || text === "") return false;
  const words = bare(text);
  return sought.some((one) => words.includes(bare(one)));
}

/** The same of any text of a value. */
export function holdsIn(value: Json, sought: Sought): boolean {
  if (typeof value === "string") return holds(value, sought);
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some((one) => holdsIn(one, sought));
}

/** Returns a text without what is sought. Where it stands there in another form, nothing of its line is left. */
function without(text: string, sought: Sought): string {
  const left = sought.reduce((rest, one) => rest.replaceAll(one, GONE), text);
  if (!holds(left, sought)) return left;
  const lines = left.split("\n").map((line) => (holds(line, sought) ? GONE : line));
  // It may run over several lines.
  return lines.some((line) => line !== GONE) && !holds(lines.join("\n"), sought) ? lines.join("\n") : GONE;
}

/** Returns a value without what is sought, in any text of it. */
export function scrubbed(value: Json, sought: Sought): Json {
  return each(value, (text) => (holds(text, sought) ? without(text, sought) : text));
}

/** Members that say what a part is. Their values are words of the system. */
const SYSTEM: ReadonlySet<string> = new Set(
  (
    "kind state from to channel trigger variant outcome rung hall name tool origin type role tier model area is on says error " +
    "userId runId threadId callId id key nonce date time at act status via by source digest watchId taskId patternId effectId " +
    "proposalId draftId handoffId stop reason model answeredBy zone bodyZone schemaVersion pk sk op table timeZone"
  ).split(" "),
);

/** Returns a value without any free text: nothing that was said, looked up or written in one run is left. */
export function wordless(value: Json): Json {
  return each(value, (text, name) => (isFree(text, name) ? GONE : text));
}

/** Ids, instants and names of the system are one word, and they stand under names of the system. */
function isFree(text: string, name: string): boolean {
  if (text === "" || SYSTEM.has(name)) return false;
  return /\s/u.test(text.trim()) || /\p{L}/u.test(text);
}

/** What a tool was asked and what it gave. Nothing of the system stands in there. */
const PAYLOADS: ReadonlySet<string> = new Set(["args", "value"]);

function each(value: Json, change: (text: string, name: string) => string, name = ""): Json {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((one) => each(one, change, name));
  if (value === null || typeof value !== "object") return value;
  const out: JsonObject = {};
  for (const [member, inner] of Object.entries(value))
    out[member] = each(inner, change, PAYLOADS.has(name) ? name : member);
  return out;
}
