/** Reads the dates of a CSV column. A date with two meanings is refused with file and line. */
import { midnightOf, parseClock, wallDate } from "./local-time.ts";
import { type Place, refusal, shown } from "./refuse.ts";

/**
 * The order in which a file writes dates with slashes, dots or dashes and the year last. The importer never guesses it.
 */
export const DATE_ORDERS = ["DMY", "MDY"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_LAST = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:\s.*)?$/;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Returns true for text that may be a calendar date with the year last, such as `12/04/2016 12:00 AM`. */
export function isYearLast(text: string): boolean {
  return YEAR_LAST.test(text.trim());
}

/**
 * Reads the dates of one column. `2024-03-01` and `2024/03/01` (with or without a time) have one meaning. `12/04/2016`
 * has two, so it is refused unless the order is given. If only some dates of a column have a leading zero, a
 * spreadsheet has swapped day and month in some rows. Such a column is refused even with an order, because the other
 * rows do not show which rows were swapped.
 */
export function dateReader(order: DateOrder | undefined): (text: string, place: Place) => string {
  let padded: Place | undefined;
  let bare: Place | undefined;

  return (text, place) => {
    const clock = parseClock(text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, "$1-$2-$3"));
    if (clock !== undefined) return wallDate(clock.wall);
    const match = YEAR_LAST.exec(text.trim());
    if (match === null) {
      throw refusal(place, `${shown(text)} is not a date; write dates as YYYY-MM-DD`);
    }
    const [, first = "", , second = "", year = ""] = match;
    if (first.startsWith("0") || second.startsWith("0")) padded ??= place;
    if (/^\d$/.test(first) || /^\d$/.test(second)) bare ??= place;
    if (padded !== undefined && bare !== undefined) {
      const other = place.line === padded.line ? bare.line : padded.line;
      throw refusal(
        place,
        `${shown(text)} is written in another way than the date on line ${other}: a spreadsheet has changed some dates ` +
          "of this file and may have swapped day and month; export it again and do not open it before importing",
      );
    }
    if (order === undefined) throw refusal(place, yearLastDoubt(text, Number(first), Number(second)));
    const [day, month] = order === "DMY" ? [Number(first), Number(second)] : [Number(second), Number(first)];
    const wall = midnightOf(Number(year), month, day);
    if (wall === undefined) {
      throw refusal(place, `${shown(text)} is no date when read as ${order}; write dates as YYYY-MM-DD`);
    }
    return wallDate(wall);
  };
}

function yearLastDoubt(text: string, first: number, second: number): string {
  const as = (day: number, month: number) => `${day} ${MONTHS[month - 1] ?? "?"}`;
  const doubt =
    first <= 12 && second <= 12 && first !== second
      ? `may be ${as(first, second)} or ${as(second, first)}`
      : "does not say whether the rows around it put the day or the month first";
  return `${shown(text)} ${doubt}; write dates as YYYY-MM-DD, or say DMY or MDY in the column map if you are certain`;
}
