/**
 * Finds the past day that a question about the body means: "yesterday", "on Tuesday", "three nights ago".
 *
 * bounded: every pattern reads at most MOST_CHARS characters.
 */
import type { IntentLanguage, LocalDate, WallClock } from "@waldo/contracts";
import { addDays, dayOfWeek } from "../time.ts";

type Back = readonly [pattern: RegExp, daysBack: number];

/** The days that have a name of their own. The longer name stands first. */
const NAMED: Record<IntentLanguage, readonly Back[]> = {
  en: [
    [/\b(?:the )?(?:day|night) before yesterday\b|\b(?:the )?night before last\b/iu, 2],
    [/\byesterday\b/iu, 1],
  ],
  de: [
    [/(?<!\p{L})vorgestern(?!\p{L})|(?<!\p{L})vorletzten? nacht(?!\p{L})/iu, 2],
    [/(?<!\p{L})gestern(?!\p{L})/iu, 1],
  ],
  es: [
    [/(?<!\p{L})(?:anteayer|antes de ayer|antier)(?!\p{L})/iu, 2],
    [/(?<!\p{L})ayer(?!\p{L})/iu, 1],
  ],
  fr: [
    [/(?<!\p{L})avant[- ]hier(?!\p{L})/iu, 2],
    [/(?<!\p{L})hier(?!\p{L})/iu, 1],
  ],
};

const SMALL = {
  en: "one two three four five six seven eight nine ten",
  de: "einem zwei drei vier fünf sechs sieben acht neun zehn",
  es: "un dos tres cuatro cinco seis siete ocho nueve diez",
  fr: "un deux trois quatre cinq six sept huit neuf dix",
} satisfies Record<IntentLanguage, string>;

/** A number of days back. The number is a digit or a small word. */
const AGO: Record<IntentLanguage, RegExp> = {
  en: /\b(\d{1,2}|\p{L}{2,6}) (?:days?|nights?) ago\b/iu,
  de: /(?<!\p{L})vor (\d{1,2}|\p{L}{3,7}) (?:tag|tagen|nacht|nächten)(?!\p{L})/iu,
  es: /(?<!\p{L})hace (\d{1,2}|\p{L}{2,6}) (?:días?|dias?|noches?)(?!\p{L})/iu,
  fr: /(?<!\p{L})il y a (\d{1,2}|\p{L}{2,6}) (?:jours?|nuits?)(?!\p{L})/iu,
};

/** Monday first. */
const WEEKDAYS: Record<IntentLanguage, readonly string[]> = {
  en: [
    "mon(?:day)?",
    "tue(?:s(?:day)?)?",
    "wed(?:nesday)?",
    "thu(?:rs(?:day)?)?",
    "fri(?:day)?",
    "sat(?:urday)?",
    "sun(?:day)?",
  ],
  de: ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"],
  es: ["lunes", "martes", "mi[eé]rcoles", "jueves", "viernes", "s[aá]bado", "domingo"],
  fr: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
};

const weekdays = (spoken: IntentLanguage) =>
  WEEKDAYS[spoken].map((name) => new RegExp(`(?<!\\p{L})(?:${name})(?!\\p{L})`, "iu"));
const BY_WEEKDAY = { en: weekdays("en"), de: weekdays("de"), es: weekdays("es"), fr: weekdays("fr") };

/** The day before the one that was spoken of. */
const DAY_BEFORE =
  /\b(?:the )?(?:day|night) before(?: that)?\b|(?<!\p{L})(?:tag|nacht) davor(?!\p{L})|(?<!\p{L})(?:noche|día|dia) (?:anterior|antes)(?!\p{L})|(?<!\p{L})(?:nuit|veille|jour) (?:d['’]avant|précédente?)(?!\p{L})/iu;

const MOST_CHARS = 200;

/** A day of the past, and the words that name it. */
type PastDay = { readonly date: LocalDate; readonly words: string };

/**
 * Returns the past day that a text names. A weekday means the last one before today. `spokenOf` is the day of the
 * question before, for "the night before".
 */
export function pastDayIn(
  message: string,
  { date: today }: Pick<WallClock, "date">,
  { spoken, spokenOf = today }: { readonly spoken: IntentLanguage; readonly spokenOf?: LocalDate | undefined },
): PastDay | undefined {
  const text = message.slice(0, MOST_CHARS);
  for (const [pattern, back] of NAMED[spoken]) {
    const found = pattern.exec(text);
    if (found) return { date: addDays(today, -back), words: found[0] };
  }
  const [ago, count = ""] = AGO[spoken].exec(text) ?? [];
  const days = /^\d/.test(count) ? Number(count) : SMALL[spoken].split(" ").indexOf(count.toLowerCase()) + 1;
  if (ago !== undefined && days > 0) return { date: addDays(today, -days), words: ago };
  const before = DAY_BEFORE.exec(text);
  if (before) return { date: addDays(spokenOf, -1), words: before[0] };
  for (const [i, pattern] of BY_WEEKDAY[spoken].entries()) {
    const found = pattern.exec(text);
    if (!found) continue;
    for (let back = 1; back <= 7; back++)
      if (dayOfWeek(addDays(today, -back)) === i + 1) return { date: addDays(today, -back), words: found[0] };
  }
  return undefined;
}
