/**
 * Finds the past day that a question about the body means: "yesterday", "on Tuesday", "three nights ago".
 *
 * bounded: every pattern reads at most MOST_CHARS characters.
 */
import type { IntentLanguage, LocalDate, WallClock } from "@waldo/contracts";
import { addDays, dayOfWeek } from "../time.ts";
import { timeWords } from "./time-words.ts";

const MOST_CHARS = 200;

type Read = (digit: number, today: LocalDate, spokenOf: LocalDate) => LocalDate;

/** In words of time (time-words.ts). A weekday is the last one before today. */
const RULES: readonly (readonly [RegExp, Read])[] = [
  [/ past([12]) /, (days, today) => addDays(today, -days)],
  [/ [na](\d+) uday ago /, (days, today) => addDays(today, -days)],
  [/ ago [na](\d+) uday /, (days, today) => addDays(today, -days)],
  [/ pastof /, (_, __, spokenOf) => addDays(spokenOf, -1)],
  [/ [wv](\d) /, (weekday, today) => addDays(today, -((dayOfWeek(today) - weekday + 6) % 7) - 1)],
];

/** A number of nights is one of days. */
const NIGHTS =
  /(?<!\p{L})nights?(?= ago)|(?<=(?:vor|hace|il y a) [\p{L}\d]{1,10} )(?:nacht|nächten|noches?|nuits?)(?!\p{L})/giu;
const DAYS: Record<IntentLanguage, string> = { en: "days", de: "tagen", es: "días", fr: "jours" };

/** A day of the past, and the text without the words that name it. */
type PastDay = { readonly date: LocalDate; readonly rest: string };

/** Returns the past day that a text names. `spokenOf` is the day of the question before, for "the night before". */
export function pastDayIn(
  message: string,
  { date: today }: Pick<WallClock, "date">,
  { spoken, spokenOf = today }: { readonly spoken: IntentLanguage; readonly spokenOf?: LocalDate | undefined },
): PastDay | undefined {
  const text = message.slice(0, MOST_CHARS).replaceAll(NIGHTS, DAYS[spoken]);
  const words = timeWords(text, spoken);
  const line = ` ${words.map(({ is }) => is).join(" ")} `;
  for (const [pattern, read] of RULES) {
    const found = pattern.exec(line);
    if (!found) continue;
    const first = line.slice(0, found.index).split(" ").length - 1;
    const last = first + found[0].trim().split(" ").length - 1;
    const [from = 0, to = 0] = [words[first]?.from, words[last]?.to];
    return { date: read(Number(found[1]), today, spokenOf), rest: text.slice(0, from) + text.slice(to) };
  }
  return undefined;
}
