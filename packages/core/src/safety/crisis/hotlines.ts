/**
 * Crisis lines by country. Number, hours and name were checked against public pages, lines that listen a second time on
 * 2026-11-22 and the others on 2026-11-26 (docs/sources.md, Crisis lines). One number is confirmed by no page, and none
 * has been called. They stand in data/hotlines.jsonl with the pages that say so; `npm run words` makes hotlines.json of
 * it. Hours that are not written there are unsure. For a country without a known number it gives the directory
 * findahelpline.com, which is better than a wrong number.
 */
import rows from "./hotlines.json" with { type: "json" };

/** What is known of a line besides its number. Each language has its words for these (answers/words.ts). */
export type LineNote = "free" | "always" | "callOrText" | "mondayToSaturday" | "untilMidnight";
export type Line = { readonly name: string; readonly number: string; readonly notes?: readonly LineNote[] };

/** The emergency number of a country, and of its police where that is another. */
type Emergency = { readonly number: string; readonly police?: string };
export type Help = {
  /** Lines that listen to a person in crisis. None is known: the directory. */
  readonly listen: readonly Line[];
  readonly emergency: Emergency;
  /** Lines for people who are hurt or threatened by somebody. */
  readonly violence?: readonly Line[];
  /** A number of the country that advises on medicine and symptoms and is no emergency number. */
  readonly advice?: Line;
};

/** The countries of data/hotlines.jsonl, each with its time zones and with how the names of others begin. */
const COUNTRIES = rows as readonly {
  readonly country: string;
  readonly zones: readonly string[];
  readonly prefixes: readonly string[];
  readonly help: Help;
}[];
const HELP: ReadonlyMap<string, Help> = new Map(COUNTRIES.map(({ country, help }) => [country, help]));

/** The answer for a person whose country is not known or not listed. In many countries 112 reaches help. */
const ANYWHERE: Help = { listen: [], emergency: { number: "112" } };

/** Lists free helplines of every country. It stands where no line of the country is known. */
export const DIRECTORY = "findahelpline.com";

export type Region = {
  /** IANA time zone. */
  readonly timeZone?: string;
  /** ISO 3166 alpha-2. It decides over the time zone when both are given. */
  readonly country?: string;
};

/** Words that say a number is one to call. */
const TO_CALL =
  /\b(?:call|text|dial|ring|phone|reach|contact|number|line|hotline|helpline|lifeline|emergency|samaritans|services)\b/i;

/** The numbers as a text has them, the longest first. */
const NUMBERS = [ANYWHERE, ...HELP.values()]
  .flatMap(({ listen, emergency, violence = [], advice }: Help) => [
    ...[...listen, ...violence, ...(advice ? [advice] : [])].map(({ number }) => number),
    ...[emergency.number, ...(emergency.police === undefined ? [] : [emergency.police])],
  ])
  .filter((number, i, all) => all.indexOf(number) === i)
  .sort((a, b) => b.length - a.length);
const DIGIT = /\d/;

/**
 * Returns the text without the numbers of known lines, where the text says that they are numbers to call. Such a number
 * is no claim about the body.
 */
export function withoutHelpNumbers(text: string): string {
  return text
    .split(/(?<=[.!?\n])/)
    .map((sentence) => (TO_CALL.test(sentence) ? NUMBERS.reduce(withoutNumber, sentence) : sentence))
    .join("");
}

function withoutNumber(text: string, number: string): string {
  let left = text;
  for (let at = left.indexOf(number); at >= 0; at = left.indexOf(number, at + 1)) {
    const whole = !DIGIT.test(left[at - 1] ?? "") && !DIGIT.test(left[at + number.length] ?? "");
    if (whole) left = `${left.slice(0, at)}#${left.slice(at + number.length)}`;
  }
  return left;
}

/** Returns the lines for a region, or what holds anywhere when the region is unknown or not listed. */
export function helpFor(region: Region): Help & { readonly isKnown: boolean } {
  const help = HELP.get(region.country?.toUpperCase() ?? countryOfZone(region.timeZone ?? "") ?? "");
  return { ...(help ?? ANYWHERE), isKnown: help !== undefined };
}

/** In the Americas only Canada and the United States are listed whole: most other zones belong to other countries. */
function countryOfZone(timeZone: string): string | undefined {
  const of = (holds: (row: (typeof COUNTRIES)[number]) => boolean) => COUNTRIES.find(holds)?.country;
  return (
    of(({ zones }) => zones.includes(timeZone)) ??
    of(({ prefixes }) => prefixes.some((prefix) => timeZone.startsWith(prefix)))
  );
}
