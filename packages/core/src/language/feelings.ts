/**
 * Reads what a person says of their own day: one of five feelings, and how long they were awake in the night. Only a
 * message about the day as a whole has a feeling: "I feel awful about what I said" has none.
 *
 * bounded: a message is cut at 200 characters, see MOST_CHARS
 */
import { FEELINGS, type Feeling, MOST_AWAKE } from "@waldo/contracts";
import { foldAccents, folded } from "../folding.ts";
import { COUNTS } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

/** The feelings in the order in which they are looked for. A negated word, such as "not bad", comes before its word. */
const ORDER: readonly Feeling[] = ["awful", "okay", "low", "great", "good"];

const PATTERNS = new Map<Feeling, RegExp>(FEELINGS.map((feeling) => [feeling, patternOf(lists.feelings[feeling])]));

const MOST_CHARS = 200;
const MOST_BARE_WORDS = 3;

function patternOf(lines: readonly string[]): RegExp {
  const words = lines.join(" ").split(" ");
  const written = words.map((word) => word.replaceAll("_", " ").replace("*", "\\p{L}*"));
  return new RegExp(`(?<![\\p{L}'])(?:${written.join("|")})(?![\\p{L}'])`, "u");
}

/** Words with which a person speaks of themselves and of how they are or slept. */
const OF_SELF =
  /(?<!\p{L})(?:feel|feeling|felt|slept|woke up|fuhle|fuhl|geht es mir|mir geht|geschlafen|me siento|me encuentro|dormi|dormido|me sens|sens)(?!\p{L})|(?<!\p{L})i(?:'m| am) (?:so |very |really |just |a bit |quite |feeling )?(?:tired|exhausted|drained|groggy|knackered|okay|ok|fine|rested|miserable)(?!\p{L})/u;
/** Matches a question, a cause, and words about somebody or something else. */
const OTHER =
  /\?\s*$|(?<!\p{L})(?:about|of|for|because|since|when|if|would|will|could|should|he|she|they|him|her|them|wegen|weil|wenn|porque|cuando|parce que|quand)(?!\p{L})/u;

function plain(message: string): string {
  return foldAccents(folded(message.slice(0, MOST_CHARS)).toLowerCase().replaceAll("’", "'").replaceAll("ß", "ss"));
}

const ILL = patternOf(lists.feelings.ill);

const WELL = patternOf(lists.feelings.well);

/** True when the person tells that an illness is over. */
export function tellsOfRecovery(message: string): boolean {
  const text = plain(message);
  return WELL.test(text) && !text.includes("?");
}

/** True when the person tells of an illness. A question, such as whether they are ill, tells of none. */
export function tellsOfIllness(message: string): boolean {
  return plain(message)
    .split(/(?<=[.!?])/u)
    .some((sentence) => ILL.test(sentence) && !sentence.includes("?"));
}

/** Returns how the person says that they feel, or undefined when the message does not say it. */
export function feelingIn(message: string): Feeling | undefined {
  const text = plain(message);
  const isBare = text.split(/\s+/).length <= MOST_BARE_WORDS;
  if (OTHER.test(text) || !(isBare || OF_SELF.test(text))) return undefined;
  // "You say I'm fine, but I feel awful": what they say of themselves last counts.
  const own = text.slice(Math.max(0, text.search(/(?<!\p{L})(?:but|aber|pero|mais)(?!\p{L})/u)));
  const isNegated = (feeling: Feeling) => PATTERNS.get(feeling)?.test(own) === true;
  return NEGATED.test(own) ? (ORDER.slice(0, 3).find(isNegated) ?? undefined) : ORDER.find(isNegated);
}

const NEGATED = /(?<!\p{L})(?:not|n't|don't|didn't|nicht|no|pas)(?!\p{L})/u;

const COUNT = `\\d{1,3}(?:[.,]5)?|${Object.keys(COUNTS).join("|")}`;
const HOURS = new RegExp(
  `(?<!\\p{L})(?:a )?(${COUNT})(?: of)?(?: or (?:so|${COUNT}))? ?(?:(?:whole|full|good|solid|long) )?(hours?|hrs?|h|stunden?|horas?|heures?)(?!\\p{L})( and a half| y media| et demie)?`,
  "u",
);
const HALF_AFTER = /(?<!\p{L})(?:an hour and a half|one and a half hours|hora y media|heure et demie)(?!\p{L})/u;
const HALF = /(?<!\p{L})(?:half an hour|half hour|halbe stunde|media hora|demi-heure|demi heure)(?!\p{L})/u;
const MINUTES = /(?<!\p{L})(\d{1,3}) ?(?:minutes?|mins?|min|minuten|minutos)(?!\p{L})/u;
const HALF_NIGHT = /(?<!\p{L})(?:half the night|halbe nacht|media noche|moitie de la nuit)(?!\p{L})/u;
const SPAN = new RegExp(
  `(?<!\\p{L})(?:from|between|von|de|entre) (${COUNT})(?: heures)? (?:to|till|til|until|and|bis|a|y|et) (${COUNT})(?!\\p{L})`,
  "u",
);
/** Half of an eight hour night. */
const HALF_NIGHT_HALVES = 8;

const countOf = (word = "") => COUNTS[word] ?? Number(word.replace(",", "."));

/** Returns for how many half hours the person says they were awake, or undefined when they name no length. */
export function halfHoursAwakeIn(message: string): number | undefined {
  const halves = lengthIn(plain(message));
  return halves === undefined || !(halves >= 0.5) ? undefined : Math.min(MOST_AWAKE, Math.max(1, Math.round(halves)));
}

function lengthIn(text: string): number | undefined {
  if (HALF_NIGHT.test(text)) return HALF_NIGHT_HALVES;
  if (HALF_AFTER.test(text)) return 3;
  if (HALF.test(text)) return 1;
  const [, from, to] = SPAN.exec(text) ?? [];
  if (from !== undefined) return 2 * ((countOf(to) - countOf(from) + 12) % 12);
  const [, hours, , andHalf] = HOURS.exec(text) ?? [];
  if (hours !== undefined) return 2 * countOf(hours) + (andHalf === undefined ? 0 : 1);
  const [, minutes] = MINUTES.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(minutes) / 30;
}
