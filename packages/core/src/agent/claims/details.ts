/**
 * Reads the details of a statement that can be checked: clock times, weekdays, dates, and numbers. The same code reads
 * the words of a sentence and the results of the tools. So "3 pm" and "15:00" are one time.
 */
import type { LocalDate } from "@waldo/contracts";
import { addDays, DAY_MINUTES } from "../../time.ts";

export type Details = {
  /** Minutes after midnight. Each inner list is one time of the text. A time without am or pm gives two values. */
  readonly times: readonly (readonly number[])[];
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  readonly dates: readonly LocalDate[];
  /** Numbers as the text writes them. Numbers that belong to a time or a date are left out. */
  readonly numbers: readonly string[];
  /** How many things of the person's day the text counts in words: "three meetings" gives "3". */
  readonly counts: readonly string[];
};

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
const WEEKDAY = new RegExp(`\\b(${WEEKDAYS.join("|")})s?\\b`, "gi");
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"] as const;
/** The names of months in German, Spanish and French that do not begin as in English, and the number of each. */
const OTHER_MONTHS = [
  "enero",
  "février",
  "märz",
  "abril",
  "avril",
  "mai",
  "juin",
  "juillet",
  "agosto",
  "août",
  "septiembre",
  "oktober",
  "dezember",
  "diciembre",
  "décembre",
] as const;
const OTHER_NUMBERS = [1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 12, 12, 12] as const;
const MONTH = `(${OTHER_MONTHS.join("|")}|(?:${MONTHS.join("|")})[a-z]{0,6})`;

const ISO = /\b(\d{4}-\d{2}-\d{2})(?!\d)/g;
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th|\\.|er)?(?: of| de)? ${MONTH}\\b\\.?(?:,? (\\d{4})\\b)?`,
  "gi",
);
const MONTH_DAY = new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4})\\b)?`, "gi");
const CLOCK = /\b(\d{1,2})[:.h](\d{2})(?: ?([ap])\.?m\b\.?)?/gi;
const HOUR = /\b(\d{1,2}) ?([ap])\.?m\b\.?/gi;
const AT_HOUR =
  /\b(?:at|from|until|till|by|before|after|around|about|to) (\d{1,2})(?: ?o['’]clock)?\b(?![:.,]?\d|\s?%)/gi;
const NUMBER = /\d+(?:[.,:]\d+)*/g;

const HALF_DAY = DAY_MINUTES / 2;
/** The words are listed here in the source, so that `npm run regexes` can check the patterns that are built from them. */
const HOUR_WORDS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
] as const;
const SPOKEN = new RegExp(
  `\\b(?:(half past|quarter past|quarter to) |(?:at|until|till|by|before|after|around|about) )(${HOUR_WORDS.join("|")})\\b(?!(?: and a half)? (?:minutes?|hours?|days?|weeks?|months?|years?|times?))`,
  "gi",
);
const MINUTES_PAST: Readonly<Record<string, number>> = { "half past": 30, "quarter past": 15, "quarter to": -15 };
const NAMED_TIME = /\b(noon|midnight)\b/gi;

const COUNTED = new RegExp(
  `\\b(${HOUR_WORDS.join("|")}) (?:[\\w-]+ ){0,2}(?:things|events|meetings|appointments|tasks|reminders|messages|e-?mails|calls|to-?dos|items)\\b`,
  "gi",
);

/** Reads the details of a text. `today` is the date from which "tomorrow" is counted. */
export function detailsIn(text: string, today: LocalDate): Details {
  const times: number[][] = [];
  const dates: LocalDate[] = [];
  let rest = text;
  const take = (pattern: RegExp, read: (match: RegExpExecArray) => boolean) => {
    for (const match of rest.matchAll(pattern))
      if (read(match))
        rest = `${rest.slice(0, match.index)}${" ".repeat(match[0].length)}${rest.slice(match.index + match[0].length)}`;
  };
  take(ISO, ([, date = ""]) => keep(dates, realDate(date)));
  take(DAY_MONTH, ([, day, month, year]) => keep(dates, dated(day, month, year, today)));
  take(MONTH_DAY, ([, month, day, year]) => keep(dates, dated(day, month, year, today)));
  take(CLOCK, ([, hour, minute, half]) => keep(times, minutesOf(Number(hour), Number(minute), half)));
  take(HOUR, ([, hour, half]) => keep(times, minutesOf(Number(hour), 0, half)));
  take(AT_HOUR, ([, hour]) => keep(times, minutesOf(Number(hour), 0, undefined)));
  for (const [, part, word = ""] of text.matchAll(SPOKEN)) {
    const hour = (HOUR_WORDS as readonly string[]).indexOf(word.toLowerCase()) + 1;
    const minutes = MINUTES_PAST[part?.toLowerCase() ?? ""] ?? 0;
    times.push(
      [HALF_DAY, 2 * HALF_DAY].map((half) => (hour * 60 + minutes + half) % DAY_MINUTES).sort((a, b) => a - b),
    );
  }
  for (const [name] of text.matchAll(NAMED_TIME)) times.push([name.toLowerCase() === "noon" ? HALF_DAY : 0]);
  if (/\byesterday\b/i.test(text)) dates.push(addDays(today, -1));
  if (/\btomorrow\b/i.test(text)) dates.push(addDays(today, 1));
  if (/\bdue (?:today|tonight)\b/i.test(text)) dates.push(today);
  return {
    times,
    dates,
    weekdays: [...text.matchAll(WEEKDAY)].map(
      ([, name = ""]) => (WEEKDAYS as readonly string[]).indexOf(name.toLowerCase()) + 1,
    ),
    counts: [...text.matchAll(COUNTED)].map(([, word = ""]) =>
      String((HOUR_WORDS as readonly string[]).indexOf(word.toLowerCase()) + 1),
    ),
    numbers: [...rest.matchAll(NUMBER)].map(([number]) => number.replace(/[.,:]$/, "")),
  };
}

function keep<T>(list: T[], found: T | undefined): boolean {
  if (found !== undefined) list.push(found);
  return found !== undefined;
}

function minutesOf(hour: number, minute: number, half: string | undefined): number[] | undefined {
  if (hour > 24 || minute > 59) return undefined;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    return [((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + minute];
  }
  const plain = (hour % 24) * 60 + minute;
  return hour >= 1 && hour <= 12 ? [plain % DAY_MINUTES, (plain + HALF_DAY) % DAY_MINUTES] : [plain];
}

/** Returns the date of a day and a month. Without a year it is the date nearest to today. */
function dated(day = "", month = "", year: string | undefined, today: LocalDate): LocalDate | undefined {
  const name = month.toLowerCase();
  const other = OTHER_NUMBERS[(OTHER_MONTHS as readonly string[]).indexOf(name)];
  const at = other ?? MONTHS.findIndex((one) => name.startsWith(one)) + 1;
  const on = (y: number) => realDate(`${y}-${String(at).padStart(2, "0")}-${day.padStart(2, "0")}`);
  if (year !== undefined) return on(Number(year));
  const now = Number(today.slice(0, 4));
  const near = [now - 1, now, now + 1].flatMap((y) => on(y) ?? []);
  const away = (date: LocalDate) => Math.abs(Date.parse(date) - Date.parse(today));
  return near.sort((a, b) => away(a) - away(b))[0];
}

function realDate(text: string): LocalDate | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : text;
}
