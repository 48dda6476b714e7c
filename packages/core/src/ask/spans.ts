// Finds the ranges of dates that a question names, in its tokens (tokens.ts). Each becomes the token `range0`, `range1`.
// A date without a year is the last one that is not ahead. A week begins on Monday.
//
// bounded: tokens.ts reads no long message.
import type { AskedRange, LocalDate } from "@waldo/contracts";
import { lastDay, monthsOn, valid } from "../language/days.ts";
import { addDays, dayOfWeek } from "../time.ts";
import type { Line } from "./tokens.ts";

type Read = (found: readonly string[], today: LocalDate) => AskedRange | undefined;

const UNIT = "u(day|week|fortnight|month|year)";
const POINT = "(d\\S+|w\\d|past\\d|today)";
const DATE = "d(\\d{4}-\\d{2}-\\d{2})";
const MONTHS_OF_A_YEAR = 12;

const PATTERNS: readonly (readonly [string, Read])[] = [
  [`(?:from |since )?${POINT} (?:to |until |and )?${POINT}`, between],
  [
    `m(\\d+) (?:to |until |and )m(\\d+)`,
    ([from, to], today) => dates(monthOf(from, today)?.from, monthOf(to, today)?.to),
  ],
  [`since ${POINT}`, ([from], today) => dates(pointOf(from, today), today)],
  ["since begin u(week|month|year)", ([unit], today) => calendar(unit, today, 0)],
  [`since (?:this )?m(\\d+)`, ([month], today) => dates(monthOf(month, today)?.from, today)],
  [`(?:this )?(?:past|last) n(\\d+) ${UNIT}`, ([count, unit]) => lastOf(Number(count), unit)],
  [`(?:this )?n(\\d+) (?:past|last) ${UNIT}`, ([count, unit]) => lastOf(Number(count), unit)],
  [`n(\\d+) ${UNIT} (?:past|last)`, ([count, unit]) => lastOf(Number(count), unit)],
  [`past ${UNIT}`, ([unit]) => lastOf(1, unit)],
  [`(?:last u(week|month|year)|u(week|month|year) (?:last|past)(?! u))`, ([a, b], today) => calendar(a || b, today, 1)],
  [`this u(week|month|year)()`, ([a, b], today) => calendar(a || b, today, 0)],
  [`(?:last|past|this) weekend|weekend (?:last|past)`, (_, today) => weekendBefore(today)],
  [`n(\\d+) u(day) ago|ago n(\\d+) uday`, ([count, , other]) => ({ span: "back", days: Number(count || other) })],
  [`past(\\d)`, ([days]) => ({ span: "back", days: Number(days) })],
  ["today", () => ({ span: "back", days: 0 })],
  [`last w(\\d)|w(\\d) (?:last|past)|w(\\d)`, ([a, b, c], today) => onWeekday(a || b || c, today)],
  [DATE, ([date], today) => dates(date, date, today)],
  [`m(\\d+) (?:n|y)(\\d{4})`, ([month, year]) => monthOfYear(Number(year), Number(month))],
  [`(?:last |this )?m(\\d+)`, ([month], today) => monthOf(month, today)],
  [`y(\\d{4})`, ([year]) => dates(`${year}-01-01`, `${year}-12-31`)],
  ["n(20[1-9]\\d)(?! (?:metric|unit))", ([year]) => dates(`${year}-01-01`, `${year}-12-31`)],
  ["every", () => ({ span: "all" })],
  // A person who says "lately" gives no dates, so Waldo takes two weeks and names them in the answer.
  ["lately", () => ({ span: "last", count: 2, unit: "week" })],
];
const RULES = PATTERNS.map(([pattern, read]) => [new RegExp(` (?:${pattern}) `), read] as const);

/** Returns the ranges that the line names, in its order, and the line with a token for each. */
export function rangesIn(
  tokens: Line,
  today: LocalDate,
): { readonly line: Line; readonly ranges: readonly AskedRange[] } {
  let line = datesIn(tokens, today);
  const ranges: AskedRange[] = [];
  for (const [pattern, read] of RULES)
    for (let found = pattern.exec(line); found !== null; found = pattern.exec(line)) {
      const range = read(
        found.slice(1).map((group) => group ?? ""),
        today,
      );
      if (range === undefined) break;
      line = line.replace(found[0], ` range${ranges.length} `);
      ranges.push(range);
    }
  return { line, ranges };
}

/** Writes a day and its month as one date: `o3 m11` becomes `d2026-11-03`. */
function datesIn(tokens: Line, today: LocalDate): Line {
  const dated = (day: string, month: string, year?: string) => dateOf({ day, month, year }, today) ?? "unread";
  return tokens
    .replace(
      / (?:[no](\d{1,2}) m(\d+)(?: [ny](\d{4}))?|(?:y(\d{4}) )?m(\d+) [no](\d{1,2})(?: [ny](\d{4}))?)(?= )/g,
      (_, day, month, year, y, m, d, after) => ` d${dated(day ?? d, month ?? m, year ?? y ?? after)}`,
    )
    .replace(
      / (from |since )?[no](\d{1,2}) (to |until |and )?(d(\d{4})-(\d{2})-\d{2}) /g,
      (_, __, day, ___, to, year, month) => ` d${dated(day, month, year)} until ${to} `,
    );
}

function dateOf(
  { day, month, year }: { readonly day: string; readonly month: string; readonly year: string | undefined },
  today: LocalDate,
): LocalDate | undefined {
  const [d, m] = [Number(day), Number(month)];
  if (year !== undefined) return valid(Number(year), m, d);
  const now = valid(Number(today.slice(0, 4)), m, d);
  return now !== undefined && now <= today ? now : valid(Number(today.slice(0, 4)) - 1, m, d);
}

/** The first date of two without a year is the last one before the second. */
function between([from, to]: readonly string[], today: LocalDate): AskedRange | undefined {
  const [first, last] = [pointOf(from, today), pointOf(to, today)];
  const isLater = first !== undefined && last !== undefined && first > last && from?.startsWith("d") === true;
  return dates(isLater ? monthsOn(first, -MONTHS_OF_A_YEAR) : first, last);
}

function pointOf(token = "", today: LocalDate): LocalDate | undefined {
  if (token === "today") return today;
  if (token.startsWith("past")) return addDays(today, -Number(token.slice(4)));
  if (token.startsWith("w")) return weekdayBefore(Number(token.slice(1)), today);
  return new RegExp(`^${DATE}$`).exec(token)?.[1];
}

function weekdayBefore(weekday: number, today: LocalDate): LocalDate {
  return addDays(today, -((dayOfWeek(today) - weekday + 6) % 7) - 1);
}

function onWeekday(weekday: string | undefined, today: LocalDate): AskedRange | undefined {
  const date = weekdayBefore(Number(weekday), today);
  return dates(date, date);
}

function weekendBefore(today: LocalDate): AskedRange | undefined {
  const sunday = weekdayBefore(7, addDays(today, 1));
  return dates(addDays(sunday, -1), sunday);
}

function lastOf(count: number, unit: string | undefined): AskedRange | undefined {
  if (count < 1 || count > 1000) return undefined;
  switch (unit) {
    case "fortnight":
      return { span: "last", count: count * 2, unit: "week" };
    case "year":
      return { span: "last", count: count * MONTHS_OF_A_YEAR, unit: "month" };
    case "day":
    case "week":
    case "month":
      return { span: "last", count, unit };
    default:
      return undefined;
  }
}

/** Returns the week, month or year of the calendar, `back` of them before the present one. */
function calendar(unit: string | undefined, today: LocalDate, back: 0 | 1): AskedRange | undefined {
  if (unit === "week") {
    const monday = addDays(today, 1 - dayOfWeek(today) - 7 * back);
    return dates(monday, addDays(monday, 6));
  }
  if (unit === "month") {
    const first = monthsOn(`${today.slice(0, 7)}-01`, -back);
    return dates(first, lastDay(first));
  }
  const year = Number(today.slice(0, 4)) - back;
  return dates(`${year}-01-01`, `${year}-12-31`);
}

/** Returns the latest month of this number that has begun. */
function monthOf(month: string | undefined, today: LocalDate): Extract<AskedRange, { span: "dates" }> | undefined {
  const number = Number(month);
  const year = Number(today.slice(0, 4)) - (number > Number(today.slice(5, 7)) ? 1 : 0);
  return monthOfYear(year, number);
}

function monthOfYear(year: number, month: number): Extract<AskedRange, { span: "dates" }> | undefined {
  const first = valid(year, month, 1);
  return first === undefined ? undefined : dates(first, lastDay(first));
}

/** Returns the range, or undefined when it ends before it begins or begins after `today`. */
function dates(
  from: LocalDate | undefined,
  to: LocalDate | undefined,
  today?: LocalDate,
): Extract<AskedRange, { span: "dates" }> | undefined {
  if (from === undefined || to === undefined || from > to || (today !== undefined && from > today)) return undefined;
  return { span: "dates", from, to };
}
