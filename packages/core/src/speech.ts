/**
 * Says numbers, days, times and the sentences that code puts together in one of the languages of a chat. The texts are
 * data (data/words/spoken); the names of days, the lists and the plurals are those of CLDR, by `Intl`. In English it
 * says the same as spoken.ts. It has every text in every language, so no sentence is half in another one.
 */
import type { IntentLanguage, LocalDate, LocalTime, Zone } from "@waldo/contracts";
import texts from "./speech.json" with { type: "json" };
import { capital, clockWords, counted, daysWords, hoursWords, listed, lowerFirst } from "./spoken.ts";
import { addDays, spokenDate, weekdayOf } from "./time.ts";

/**
 * A text with places such as `{day}`; `{Day}` is the same with a capital letter. With forms it depends on the number `n`.
 */
type Text = string | { readonly one: string; readonly other: string };

/** When something comes: at a date and time, at a time of every day or of some weekdays, or in a body zone. */
export type Comes = {
  readonly date?: LocalDate | undefined;
  readonly time?: LocalTime | undefined;
  readonly weekdays?: readonly number[] | undefined;
  readonly bodyZone?: Zone | undefined;
};

export type Name = keyof (typeof texts)["en"];

export type Speech = {
  readonly language: IntentLanguage;
  /** Returns a text of the catalogue with its places filled in. `n` chooses the form of a number. */
  say(name: Name, words?: Readonly<Record<string, string | number>>): string;
  /** "a, b and c". */
  listed(items: readonly string[], word?: "or"): string;
  /** A number of things up to ten as people write it, and "more than ten" above. */
  counted(n: number): string;
  /** "today", "on Friday", or with its date when it is more than a week away. */
  day(date: LocalDate, today: LocalDate): string;
  /** A past day. One of the last week is called by its name. */
  pastDay(date: LocalDate, today: LocalDate): string;
  /** A past day as a name, "today" or "Friday", for "the night of" and "a score for". */
  named(date: LocalDate, today: LocalDate): string;
  /** "Friday 30 October". */
  date(date: LocalDate): string;
  weekday(date: LocalDate): string;
  /** "on Mondays and Fridays". */
  weekdays(days: readonly number[]): string;
  /** Half hours as people say them. */
  hours(halfHours: number): string;
  /** "three days", and "more than ten days" above. */
  days(n: number): string;
  /** A time to the half hour. */
  clock(time: LocalTime): string;
  /** When a reminder comes, seen from today. `known` are the words of its tool, which are English. */
  comes(when: Comes, known: string, today: LocalDate): string;
};

/** The most days and things that are told as a number. */
export const MOST_COUNTED = 10;
const WORK_DAYS = "1,2,3,4,5";
const DAYS = 7;
const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** Returns how a language is spoken. */
export function speechIn(language: IntentLanguage): Speech {
  return SPEECHES[language];
}

function speechOf(language: IntentLanguage): Speech {
  const plural = new Intl.PluralRules(language);
  const catalogue: Readonly<Record<Name, Text>> = texts[language];
  const say: Speech["say"] = (name, words = {}) => {
    const text = catalogue[name];
    const form = typeof text === "string" ? text : text[plural.select(Number(words["n"])) === "one" ? "one" : "other"];
    return form.replaceAll(/\{(\w+)\}/g, (_, place: string) => {
      const word = words[place] ?? words[lowerFirst(place)] ?? "";
      return words[place] === undefined ? capital(String(word)) : String(word);
    });
  };
  return language === "en" ? english(say) : foreign(language, say);
}

function foreign(language: IntentLanguage, say: Speech["say"]): Speech {
  const and = new Intl.ListFormat(language, { type: "conjunction" });
  const or = new Intl.ListFormat(language, { type: "disjunction" });
  const near = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const utc = { timeZone: "UTC" } as const;
  const long = new Intl.DateTimeFormat(language, { ...utc, weekday: "long", day: "numeric", month: "long" });
  const name = new Intl.DateTimeFormat(language, { ...utc, weekday: "long" });
  const number = new Intl.NumberFormat(language);
  const at = (date: LocalDate) => new Date(`${date}T00:00:00Z`);
  const weekday = (date: LocalDate) => name.format(at(date));
  const dated = (date: LocalDate) =>
    language === "es" ? long.format(at(date)).replace(",", "") : long.format(at(date));
  const listed: Speech["listed"] = (items, word) => (word === "or" ? or : and).format(items);
  const placed = (date: LocalDate, today: LocalDate, from: number, to: number, word: "on" | "named") => {
    const away = [-1, 0, 1].find((days) => date === addDays(today, days));
    if (away !== undefined) return near.format(away, "day");
    const isNear = date > addDays(today, from) && date < addDays(today, to);
    return say(`${word}${isNear ? "Weekday" : "Date"}`, { day: isNear ? weekday(date) : dated(date) });
  };
  const weekdays: Speech["weekdays"] = (days) =>
    `${days}` === WORK_DAYS ? say("workdays") : listed(days.map((one) => say(`on${one}` as Name)));
  return {
    language,
    say,
    listed,
    counted: (n) => (n > MOST_COUNTED ? say("many") : number.format(n)),
    day: (date, today) => placed(date, today, 0, DAYS, "on"),
    pastDay: (date, today) => placed(date, today, -DAYS, 0, "on"),
    named: (date, today) => placed(date, today, -DAYS, 0, "named"),
    date: dated,
    weekday,
    weekdays,
    hours: (halfHours) => {
      const half = Math.abs(halfHours);
      if (half < 4)
        return say((["lessThanHalf", "halfHour", "oneHour", "hourAndHalf"] as const)[half] ?? "lessThanHalf");
      return say("hours", { hours: number.format(half / 2) });
    },
    days: (n) => (n > MOST_COUNTED ? say("daysMany") : say("days", { n: number.format(n) })),
    clock: (time) => time,
    comes: ({ date, time = "", weekdays: days, bodyZone }, known, today) => {
      if (bodyZone !== undefined) return say("inZone", { zone: say(`zone.${bodyZone}`) });
      if (time === "") return known;
      if (date !== undefined) return say("at", { day: placed(date, today, 0, DAYS, "on"), time });
      return say("at", { day: days === undefined || `${days}` === `${WEEK}` ? say("everyDay") : weekdays(days), time });
    },
  };
}

function english(say: Speech["say"]): Speech {
  const day: Speech["day"] = (date, today) => {
    if (date === today) return "today";
    if (date === addDays(today, 1)) return "tomorrow";
    if (date === addDays(today, -1)) return "yesterday";
    return date > today && date < addDays(today, DAYS) ? `on ${weekdayOf(date)}` : `on ${spokenDate(date)}`;
  };
  const pastDay: Speech["day"] = (date, today) =>
    date < addDays(today, -1) && date > addDays(today, -DAYS) ? `on ${weekdayOf(date)}` : day(date, today);
  const names = (days: readonly number[]) => listed(days.map((one) => say(`on${one}` as Name)));
  return {
    language: "en",
    say,
    listed: (items, word) => listed(items, word),
    counted,
    day,
    pastDay,
    named: (date, today) => pastDay(date, today).replace(/^on /, ""),
    date: spokenDate,
    weekday: weekdayOf,
    weekdays: (days) => `on ${names(days)}`,
    hours: hoursWords,
    days: daysWords,
    clock: clockWords,
    comes: (_, known) => known,
  };
}

const SPEECHES: Readonly<Record<IntentLanguage, Speech>> = {
  en: speechOf("en"),
  de: speechOf("de"),
  es: speechOf("es"),
  fr: speechOf("fr"),
};
