/**
 * Takes the words of courtesy off a request: "I should be grateful if you would delete that", "could you kindly …". What
 * is left is the request itself.
 *
 * bounded: it reads at most MOST_CHARS characters.
 */
import { withoutGreeting } from "./wishes.ts";
import { AFTER, oneOf } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

const MOST_CHARS = 300;
const { courtesy: words } = lists;

const OPENS = new RegExp(`^\\W*(?:${oneOf(words.opens)}${AFTER}[\\s,.!-]*)+`, "iu");
const ASKS = new RegExp(`^\\W*(?:${oneOf(words.asks)}${AFTER}[\\s,]*)+`, "iu");
const WONDERS = new RegExp(
  `^\\W*(?:${oneOf(words.wonders)}${AFTER}[\\s,:]*)+(?:(?:whether|if|ob|si)(?!\\p{L}) )?`,
  "iu",
);
const CLOSES = new RegExp(`(?:[\\s,]+${oneOf(words.closes)})+(?=[\\s.!?]*$)`, "iu");

/** Returns the request without the words of courtesy around it. A question ends with its mark. */
export function withoutCourtesy(message: string): string {
  if (message.length > MOST_CHARS) return message;
  const said = message.replaceAll("’", "'").replace(OPENS, "").replace(CLOSES, "");
  const asked = said.replace(WONDERS, "");
  if (asked !== said) return `${asked.replace(/[\s.!?]+$/u, "")}?`;
  const wished = said.replace(ASKS, "");
  // "Could you delete it?" is no question.
  return (wished === said ? said : wished.replace(/\s*\?+$/u, "")).trim();
}

/** So many characters of courtesy hide a request: "I should be obliged if you would". */
const LONG = 18;

/** Returns a message without a greeting before it, and without a long phrase of courtesy. */
export function requestIn(message: string): string {
  const said = withoutGreeting(message);
  const asked = said.length > MOST_CHARS ? said : said.replaceAll("’", "'").replace(ASKS, "");
  return asked.length + LONG > said.length ? said : asked.replace(/\s*\?+$/u, "").trim();
}

const SENTENCES = /(?<=[.!?])\s+/u;
const MOST_SENTENCES = 6;

/** Returns the sentences of a message, or none when it has only one or tells a story. */
export function sentencesOf(message: string): readonly string[] {
  const all = message.length > 2 * MOST_CHARS ? [] : message.split(SENTENCES).filter((one) => /\p{L}{2}/u.test(one));
  return all.length > 1 && all.length <= MOST_SENTENCES ? all : [];
}
