/** The words of the page in the language of the person. English is complete; another catalogue has the same shape. */
import { CATALOGUES, type Words } from "./catalogues.ts";
import { chosenLanguage, languageFor, mendLanguage } from "./language.ts";

export const spoken = languageFor(Object.keys(CATALOGUES), navigator.languages, chosenLanguage());
mendLanguage(navigator, spoken.locale);

const catalogue = CATALOGUES[spoken.language];
if (!catalogue) throw new Error(`there is no catalogue of ${spoken.language}`);
document.documentElement.lang = spoken.locale;
document.documentElement.dir = catalogue.dir;

export const words: Words = await catalogue.load();

const formats = {
  day: new Intl.DateTimeFormat(spoken.locale, { weekday: "long", day: "numeric", month: "long" }),
  shortDay: new Intl.DateTimeFormat(spoken.locale, { day: "numeric", month: "short" }),
  month: new Intl.DateTimeFormat(spoken.locale, { month: "short" }),
  date: new Intl.DateTimeFormat(spoken.locale, { day: "numeric", month: "short", year: "numeric" }),
  time: new Intl.DateTimeFormat(spoken.locale, { hour: "2-digit", minute: "2-digit" }),
  both: new Intl.DateTimeFormat(spoken.locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
} as const;

/** Writes an instant as the person reads it. */
export function shown(at: number | Date, as: keyof typeof formats): string {
  return formats[as].format(at);
}

/** Returns noon of a date on the person's clock, as an instant that belongs to that date. */
export function noonOf(date: string): Date {
  return new Date(`${date}T12:00`);
}

/** Returns the date in an address, if that date exists. */
export function dateIn(text: string | null | undefined): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  return dateOf(noonOf(text)) === text ? text : undefined;
}

/**
 * Returns the date that is `days` days before another date. A number below zero gives a later date. A day of 23 or 25
 * hours is one day.
 */
export function daysBefore(date: string, days: number): string {
  const noon = noonOf(date);
  noon.setDate(noon.getDate() - days);
  return dateOf(noon);
}

/** Returns the date of an instant on the person's clock. */
export function dateOf(at: number | Date): string {
  const day = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
