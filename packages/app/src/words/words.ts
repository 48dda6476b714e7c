/** The words of the page in the language of the person. English is complete; another catalogue has the same shape. */
import { en } from "./en.ts";

export type Words = typeof en;

export const words: Words = en;

/** Undefined: dates are written as the browser does. */
const LOCALE = undefined;

const formats = {
  day: new Intl.DateTimeFormat(LOCALE, { weekday: "long", day: "numeric", month: "long" }),
  shortDay: new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short" }),
  month: new Intl.DateTimeFormat(LOCALE, { month: "short" }),
  date: new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", year: "numeric" }),
  time: new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" }),
  both: new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
} as const;

/** Writes an instant as the person reads it. */
export function shown(at: number | Date, as: keyof typeof formats): string {
  return formats[as].format(at);
}

/** The noon of a date on the person's clock: an instant that shows that date. */
export function noonOf(date: string): Date {
  return new Date(`${date}T12:00`);
}

/** The date of an instant on the person's clock. */
export function dateOf(at: number | Date): string {
  const day = new Date(at);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
