/**
 * Crisis lines by country. Number, hours and name were checked against public pages: crisis lines for a second time on
 * 2026-11-22, the others on 2026-11-26 (docs/sources.md, Crisis lines). One number is not confirmed by any page. Nobody
 * has called the numbers. They are in data/hotlines.jsonl with the pages that confirm them; `npm run words` turns it
 * into hotlines.json. Hours that are not written there are unknown. For a country without a known number the answer
 * names the directory findahelpline.com, which is better than a wrong number.
 */
import rows from "./hotlines.json" with { type: "json" };

/** Facts about a line besides its number. Each language has its words for them (answers/words.ts). */
export type LineNote = "free" | "always" | "callOrText" | "mondayToSaturday" | "untilMidnight";
export type Line = { readonly name: string; readonly number: string; readonly notes?: readonly LineNote[] };

/** The emergency number of a country, and the number of its police if it is another one. */
type Emergency = { readonly number: string; readonly police?: string };
export type Help = {
  /** Lines for people in crisis. If the list is empty, the directory is named. */
  readonly listen: readonly Line[];
  readonly emergency: Emergency;
  /** Lines for people who are hurt or threatened by somebody. */
  readonly violence?: readonly Line[];
  /** A number for advice on medicine and symptoms that is not an emergency number. */
  readonly advice?: Line;
};

/** The countries of data/hotlines.jsonl. Each has its time zones, and the beginnings of its other time zones. */
const COUNTRIES = rows as readonly {
  readonly country: string;
  readonly zones: readonly string[];
  readonly prefixes: readonly string[];
  readonly help: Help;
}[];
const HELP: ReadonlyMap<string, Help> = new Map(COUNTRIES.map(({ country, help }) => [country, help]));

/** The answer for a person whose country is not known or not listed. In many countries 112 reaches help. */
const ANYWHERE: Help = { listen: [], emergency: { number: "112" } };

/** A directory of free helplines in every country. It is named when no line of the country is known. */
export const DIRECTORY = "findahelpline.com";

export type Region = {
  /** IANA time zone. */
  readonly timeZone?: string;
  /** ISO 3166 alpha-2. If both are given, the country decides and not the time zone. */
  readonly country?: string;
};

/** Words that show that a number is a phone number to call. */
const TO_CALL =
  /\b(?:call|text|dial|ring|phone|reach|contact|number|line|hotline|helpline|lifeline|emergency|samaritans|services)\b/i;

/** The known numbers in the form in which a text has them, the longest first. */
const NUMBERS = [ANYWHERE, ...HELP.values()]
  .flatMap(({ listen, emergency, violence = [], advice }: Help) => [
    ...[...listen, ...violence, ...(advice ? [advice] : [])].map(({ number }) => number),
    ...[emergency.number, ...(emergency.police === undefined ? [] : [emergency.police])],
  ])
  .filter((number, i, all) => all.indexOf(number) === i)
  .sort((a, b) => b.length - a.length);
const DIGIT = /\d/;

/**
 * Returns the text without known phone numbers that the text tells the person to call. Such a number is not a claim
 * about the body.
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

/** Returns the lines for a region. If the region is unknown or not listed, it returns the answer for any country. */
export function helpFor(region: Region): Help & { readonly isKnown: boolean } {
  const help = HELP.get(region.country?.toUpperCase() ?? countryOfZone(region.timeZone ?? "") ?? "");
  return { ...(help ?? ANYWHERE), isKnown: help !== undefined };
}

/**
 * Of the Americas only Canada and the United States are listed with all their zones; most other zones belong to other
 * countries.
 */
function countryOfZone(timeZone: string): string | undefined {
  const of = (holds: (row: (typeof COUNTRIES)[number]) => boolean) => COUNTRIES.find(holds)?.country;
  return (
    of(({ zones }) => zones.includes(timeZone)) ??
    of(({ prefixes }) => prefixes.some((prefix) => timeZone.startsWith(prefix)))
  );
}
