/**
 * Reads the day that a text names: "a week from friday", "am 22.04.", "el martes de la próxima semana", "the last day of
 * the month". One grammar reads the words of time of all languages, see time-words.ts.
 *
 * bounded: times.ts gives it at most 400 characters.
 */
import type { IntentLanguage, LocalDate } from "@waldo/contracts";
import { addDays, dayOfWeek } from "../time.ts";
import { holidayIn, nthWeekday } from "./holidays.ts";
import type { Word } from "./time-words.ts";

/** `behind`: the day lies in the past. `unclear`: the words contradict each other, or name no one day. */
type Named = LocalDate | "behind" | "unclear";
export type Day = { readonly date: Named; readonly from: number; readonly to: number };

type Groups = Readonly<Record<string, string | undefined>>;
type Context = { readonly today: LocalDate; readonly spoken: IntentLanguage; readonly read: readonly Named[] };
type Rule = readonly [pattern: RegExp, date: (found: Groups, context: Context) => Named | undefined];

const SEP = "(?: (?:[,./()-]|of|the|on|from))*";
const D = "[no](?<d>\\d{1,2})";
const M = "m(?<m>\\d+)";
const Y = "n(?<y>\\d{4})";
const W = "[wv](?<w>\\d)";
const COUNT = (n: string) => `[na](?<k${n}>\\d{1,3})(?: more)? u(?<u${n}>day|week|fortnight|month|year)`;
const SPAN = `(?:more )?${COUNT("")}(?:(?: (?:and|,))? ${COUNT("2")})?(?:(?: (?:and|,))? ${COUNT("3")})?`;
const NOT_CLOCK = "(?! (?:[:.] n|am |pm |oclock|u|half|quarter))";

const rule = (pattern: string, date: Rule[1]): Rule => [new RegExp(`(?<= )${pattern.trim()}(?= )`), date];
/** A day of the calendar, with or without a year. The words before it may name the weekday. */
const calendar: Rule[1] = ({ y, m, d, w, ...said }, { today }) =>
  dated({ year: y ?? (said.this && today.slice(0, 4)), month: m, day: d, weekday: w }, today);
const behind: Rule[1] = () => "behind";

const RULES: readonly Rule[] = [
  rule("n(?<all>(?:19|20)\\d{6})", ({ all = "" }, { today }) =>
    dated({ year: all.slice(0, 4), month: all.slice(4, 6), day: all.slice(6) }, today),
  ),
  rule(`(?:on )?(?:${W}${SEP} )?n(?<y>\\d{4})(?: [-/.])? [no](?<m>\\d{1,2})(?: [-/.])? [no](?<d>\\d{1,2})`, calendar),
  ...[
    [D, M, Y],
    [D, Y, M],
    [Y, M, D],
    [Y, D, M],
    [M, D, Y],
    [M, Y, D],
  ].map((order) => rule(`(?:on )?(?:(?:this|next) )?(?:${W}${SEP} )?(?:the )?${order.join(`${SEP} `)}`, calendar)),
  rule(`(?:(?:this|on) )?(?:${W}${SEP} )?(?:the )?${D} (?:and|or|,) (?:the )?[no]\\d{1,2}${SEP} ${M}`, calendar),
  rule(`(?:(?:(?<this>this)|on|next) )?(?:${W}${SEP} )?(?:the )?${D}${SEP} ${M}(?: [.)])?`, calendar),
  rule(`(?:(?:(?<this>this)|on) )?(?:${W}${SEP} )?(?:the )?${M}${SEP} ${D}(?: \\))?${NOT_CLOCK}`, calendar),
  rule(
    `(?:(?:this|on) )?(?:${W}${SEP} )?(?:the )?(?<a>[no]\\d{1,2})(?: [-/.])? (?<b>[no]\\d{1,2})(?:(?: [-/.])? n(?<y>\\d{4})| [-/.] n(?<y2>\\d{2}))${NOT_CLOCK}`,
    numeric,
  ),
  rule(
    `(?<lead>(?:(?:this|on|next) )*(?:${W}${SEP} )?(?:(?:the|of) )?)(?<a>[no]\\d{1,2}) (?<sign>[-/.]|of) (?<b>[no]\\d{1,2})(?: [-/.])?${NOT_CLOCK}`,
    numeric,
  ),
  rule(`(?<lead>(?:(?:this|on) )?(?:${W}${SEP} )?(?:the )?)(?<a>o\\d{1,2}) (?<b>o\\d{1,2})`, numeric),
  // Holidays.
  rule("(?:the )?h(?<h>\\d+) (?:(?:in|this|of|the|uyear) )*n(?<y>\\d{4})", ({ h, y }, { today }) =>
    ahead(holidayIn(Number(h), Number(y)), today),
  ),
  rule("(?:the )?h(?<h>\\d+) (?:in )?(?:the )?(?<next>next) (?:the )?uyear", ({ h }, { today }) =>
    holidayIn(Number(h), Number(today.slice(0, 4)) + 1),
  ),
  rule("last h\\d+", behind),
  rule(
    "(?<!u\\w{3,9} )(?<lead>(?:(?:next|this|the|on|coming|after) )*)h(?<h>\\d+)(?: next)?",
    ({ h, lead = "" }, { today }) => nextHoliday(Number(h), today, lead.includes("after")),
  ),
  // The week, the month and their edges.
  rule(`(?:(?:the|on) )*(?:(?:next|after) (?:the )?uweek|uweek (?:next|after|coming))${SEP}(?: at)? ${W}`, ofNextWeek),
  rule(
    `(?:(?:the|on) )*${W}(?: (?:of|in|the|on|,))* (?:(?:next|after|coming) uweek|uweek (?:next|after|coming))`,
    ofNextWeek,
  ),
  rule(`(?:(?:the|on) )*${W}(?: (?:of|in|the|on|,))* (?:last uweek|uweek last)`, behind),
  rule(`(?:(?:the|on) )*(?:last uweek|uweek last)(?: (?:of|in|the|on|,|-))* ${W}`, behind),
  rule(`(?:(?:the|on) )*o(?<k>[1-5]) [w](?<w>\\d) (?:(?:in|of|the) )*${MONTH()}`, ({ k, ...found }, { today }) => {
    const in_ = (first: LocalDate) => nthWeekday(Number(k), Number(found.w), first);
    return monthly(found, today, in_);
  }),
  rule(`(?:(?:the|on) )*last [w](?<w>\\d) (?:(?:in|of|the) )+${MONTH()}`, (found, { today }) =>
    monthly(found, today, (first) => nthWeekday(5, Number(found.w), first) ?? nthWeekday(4, Number(found.w), first)),
  ),
  rule(`(?:(?:at|the|on|in) )*(?:end|last uday) (?:(?:of|the|in) )*${MONTH()}`, (found, { today }) =>
    monthly(found, today, lastDay),
  ),
  rule(`(?:(?:at|the|on|in) )*(?:begin|o1 uday) (?:(?:of|the|in) )*${MONTH()}`, (found, { today }) =>
    monthly(found, today, (first) => first),
  ),
  rule("(?:(?:at|the|on|in) )*end (?:(?:of|the|in|this) )*uyear", (_, { today }) => `${today.slice(0, 4)}-12-31`),
  rule("(?:(?:at|the|on|in) )*end (?:(?:of|the|in|this) )*uweek", (_, { today }) =>
    weekday(5, today, dayOfWeek(today) <= 5),
  ),
  rule("(?:(?:at|the|on|in) )*end (?:(?:of|the|in) )*(?:next uweek|uweek next)", (_, { today }) => inWeek(1, 5, today)),
  rule(`(?:(?:on|the) )*${D}(?: uday)? (?:(?:of|the|in) )*${MONTH("this|next")}`, (found, { today }) =>
    monthly(found, today, (first) => dayIn(first, found.d)),
  ),
  rule(`(?:in )?(?:the )?${MONTH("this|next")}(?: ,)?(?: (?:on|the|at))* ${D}${NOT_CLOCK}`, (found, { today }) =>
    monthly(found, today, (first) => dayIn(first, found.d)),
  ),
  // Spans of days.
  rule(`(?:ago|last) ${SPAN}`, behind),
  rule(`(?:in )?${SPAN} ago`, behind),
  rule(`(?:in )?${SPAN} (?:from|after|of) (?:the )?(?:today|now)(?: on [wv](?<w>\\d))?`, spanned),
  rule(`(?:in )${SPAN}(?: time)?(?: on [wv](?<w>\\d))?`, spanned),
  rule(`${SPAN} later`, spanned),
  rule(`${SPAN} before (?:today|past\\w+|now)`, behind),
  // Weekdays.
  rule(`(?:(?:on|the) )*(?:this )?(?:last|beyond) ${W}`, behind),
  rule("(?:(?:on|the) )*next uday", (_, { today }) => addDays(today, 1)),
  rule(`(?:(?:on|the) )*${W} (?:last)`, behind),
  rule(
    `(?:(?:on|the) )*(?:(?:this|next|coming) )?${W}(?: ,)?(?: (?:the|on|uday))* (?<d>o\\d{1,2}|n\\d{1,2})${NOT_CLOCK}(?! (?:and|minus) )`,
    weekdayOfMonth,
  ),
  rule(`(?:(?:on|the) )+(?<d>n\\d{1,2}) ${W}`, weekdayOfMonth),
  rule(`(?:(?:on|the) )*(?:next|after) ${W}`, ({ w }, { today }) => inWeek(1, Number(w), today)),
  rule(`(?:(?:on|the) )*${W} (?:next)`, ({ w }, { today }) => inWeek(1, Number(w), today)),
  rule(`(?:(?:on|the|this) )*coming ${W}`, ({ w }, { today }) => weekday(Number(w), today, false)),
  rule(`(?:(?:on|the) )*${W} coming`, ({ w }, { today }) => weekday(Number(w), today, false)),
  rule(`(?:(?:on|the|at) )*this ${W}`, ({ w }, { today }) => weekday(Number(w), today, true)),
  // Days near today.
  rule("(?:on )?overmorrow", (_, { today }) => addDays(today, 2)),
  rule("(?<!(?:the|this|every|today|[wt]\\d) )(?:on )?tomorrow", (_, { today }) => addDays(today, 1)),
  rule("(?:on )?(?:this )?today", (_, { today }) => today),
  rule("past\\w+", behind),
  rule(`(?:(?:on|the) )*w(?<w>\\d)(?: uweek)`, ({ w }, { today }) => addDays(weekday(Number(w), today, false), 7)),
  rule(`(?:(?:on|the) )*w(?<w>\\d)`, ({ w }, { today }) => weekday(Number(w), today, false)),
  rule(`(?:(?:on|the|or|,) )+v(?<w>\\d)`, ({ w }, { today }) => weekday(Number(w), today, false)),
  rule(`v(?<w>\\d)(?= (?:at|to|n\\d+|\\.|$))`, ({ w }, { today }) => weekday(Number(w), today, false)),
  // A day of the month.
  rule(`(?:on )?the (?:uday )?o(?<d>\\d{1,2})(?: uday)?(?: ,)?(?! (?:u|m\\d|w\\d|of ))`, ofMonth),
  rule(`on (?:the )?o(?<d>\\d{1,2})(?! (?:u|m\\d|w\\d|of ))`, ofMonth),
  rule(`o(?<d>\\d{1,2})(?! (?:x|t\\d|u|m\\d|w\\d|of ))`, (found, context) =>
    context.spoken === "en" || context.spoken === "es" ? ofMonth(found, context) : undefined,
  ),
  rule(
    `(?:on )?the (?:uday )?n(?<d>\\d{1,2})${NOT_CLOCK}(?! (?:u|m\\d|w\\d|of|and|minus|%|[-/:.]))`,
    (found, context) => (context.spoken === "es" || context.spoken === "fr" ? ofMonth(found, context) : undefined),
  ),
  // Months and weeks as a whole begin with their first day.
  rule(`(?:in )?${M} (?:of )?${Y}`, ({ m, y }, { today }) => dated({ year: y, month: m, day: "1" }, today)),
  rule(`(?:in|from|begin) (?:next )?${M}(?! n)`, ({ m }, { today }) => dated({ month: m, day: "1" }, today)),
  rule("(?:(?:on|the|in) )*(?:next (?:the )?uweek|uweek (?:next|coming))", (_, { today }) => inWeek(1, 1, today)),
  rule("(?:(?:on|the|in) )*(?:next (?:the )?umonth|umonth (?:next|coming))", (_, { today }) =>
    monthsOn(`${today.slice(0, 7)}-01`, 1),
  ),
  rule(
    "(?:(?:on|the|in) )*(?:next (?:the )?uyear|uyear (?:next|coming))",
    (_, { today }) => `${Number(today.slice(0, 4)) + 1}-01-01`,
  ),
  rule("(?:(?:on|the|in) )*(?:last (?:uweek|umonth|uyear)|(?:uweek|umonth|uyear) last)", behind),
  rule("(?:(?:at|on|the) )*(?:next weekend|weekend next)", (_, { today }) => inWeek(1, 6, today)),
  rule("(?:(?:at|on|the|this) )+weekend", (_, { today }) => weekday(6, today, true)),
  // A span from a day that was read.
  rule(`(?:in )?${SPAN} (?:from|after|on) (?:the )?t(?<base>\\d+)`, fromDay(1)),
  rule(`(?:in )?${SPAN} before (?:the )?t(?<base>\\d+)`, fromDay(-1)),
  rule("t(?<base>\\d+) (?:[na]1 )?uweek", ({ base }, { read, today }) => moved(read[Number(base)], 7, today)),
];

function MONTH(which = "this|next|"): string {
  const bare = which.endsWith("|") ? `|m(?<m>\\d+)(?: (?:of )?n(?<y>\\d{4}))?|umonth` : "";
  return `(?:(?<which>${which.replace(/\|$/, "")}) umonth|umonth (?<after>next)${bare})`;
}

/** Returns the days that a text names, and the words without them. A day became the word `t0`, `t1`, … */
export function daysIn(
  words: readonly Word[],
  today: LocalDate,
  spoken: IntentLanguage,
): { readonly days: readonly Day[]; readonly words: readonly Word[] } {
  let left = [...words];
  const read: Named[] = [];
  for (const [pattern, date] of RULES) {
    let start = 0;
    for (;;) {
      const line = ` ${left.map(({ is }) => is).join(" ")} `;
      const found = pattern.exec(line.slice(start));
      if (!found) break;
      const at = start + found.index;
      const named = date(found.groups ?? {}, { today, spoken, read });
      start = at + 1;
      if (named === undefined) continue;
      const first = line.slice(0, at).split(" ").length - 2;
      const taken = left.slice(first, first + found[0].split(" ").length);
      const [a, b] = [taken[0], taken.at(-1)];
      if (a === undefined || b === undefined) break;
      left = [
        ...left.slice(0, first),
        { is: `t${read.length}`, from: a.from, to: b.to },
        ...left.slice(first + taken.length),
      ];
      read.push(named);
    }
  }
  const days = left.flatMap(({ is, from, to }) => {
    const date = /^t\d+$/.test(is) ? read[Number(is.slice(1))] : undefined;
    return date === undefined ? [] : [{ date, from, to }];
  });
  return { days, words: left };
}

const pad = (n: number) => String(n).padStart(2, "0");

/** Returns a date of the calendar, or undefined when there is no such day. */
export function valid(year: number, month: number, day: number): LocalDate | undefined {
  const date = `${year}-${pad(month)}-${pad(day)}`;
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date;
}

type Parts = {
  readonly year?: string | undefined;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
  readonly weekday?: string | undefined;
};
/** Each day of the month falls on each weekday within so many days, but for the 31st. */
const MOST_AHEAD = 800;
/** A leap day comes again after at most eight years. */
const MOST_YEARS = 8;

function dated({ year, month, day, weekday: said }: Parts, today: LocalDate): Named | undefined {
  let [m, d] = [Number(month), Number(day)];
  // "2016 10 16" and "2020/23/9".
  if (m > 12 && d <= 12) [m, d] = [d, m];
  if (m < 1 || m > 12 || d < 1 || d > 31) return undefined;
  if (year !== undefined) {
    const short = Number(year);
    const date = valid(year.length === 2 ? short + (short < 70 ? 2000 : 1900) : short, m, d);
    if (date === undefined) return "unclear";
    if (date < today) return "behind";
    return said === undefined || dayOfWeek(date) === Number(said) ? date : "unclear";
  }
  // Without a year the day and the month count more than the weekday. The answer names both.
  const first = Number(today.slice(0, 4));
  for (let y = first; y <= first + MOST_YEARS; y++) {
    const date = valid(y, m, d);
    if (date !== undefined && date >= today) return date;
  }
  return "unclear";
}

/** Returns a date in digits. In English the month stands first if it can. */
function numeric({ a = "", b = "", w, lead, sign, ...years }: Groups, { today, spoken }: Context): Named | undefined {
  const y = years.y ?? years.y2;
  const [one, two] = [Number(a.slice(1)), Number(b.slice(1))];
  const isOrdinal = b.startsWith("o") || a.startsWith("o");
  // "1.5" and "3-4" are dates only where a word says so, and "1/2" in every place.
  if (y === undefined && sign !== "/" && lead === "" && !isOrdinal && sign !== "of") return undefined;
  // "Friday 6.15" is a time in English.
  if (y === undefined && sign === "." && spoken === "en" && /\d\d$/u.test(b)) return undefined;
  if (y === undefined && sign === "of" && (spoken !== "es" || two > 12)) return undefined;
  if (y === undefined && isOrdinal && spoken !== "de") return undefined;
  const monthFirst = spoken === "en" && one <= 12;
  const [month, day] = monthFirst ? [one, two] : [two, one];
  if (month > 12 || month < 1) return y === undefined ? undefined : "unclear";
  const year = y ?? (lead?.startsWith("this ") ? today.slice(0, 4) : undefined);
  return dated({ year, month: String(month), day: String(day), weekday: w }, today);
}

function ahead(date: LocalDate | undefined, today: LocalDate): Named | undefined {
  return date === undefined ? undefined : date < today ? "behind" : date;
}

function nextHoliday(place: number, today: LocalDate, isFollowing: boolean): Named | undefined {
  const year = Number(today.slice(0, 4)) + (isFollowing ? 1 : 0);
  const date = holidayIn(place, year);
  return date !== undefined && date < today ? holidayIn(place, year + 1) : date;
}

/** Returns the next such weekday. `isToday` tells whether today counts. */
function weekday(day: number, today: LocalDate, isToday: boolean): LocalDate {
  const days = (day - dayOfWeek(today) + 7) % 7;
  return addDays(today, days === 0 && !isToday ? 7 : days);
}

function inWeek(weeks: number, day: number, today: LocalDate): LocalDate {
  return addDays(today, weeks * 7 + day - dayOfWeek(today));
}

function ofNextWeek({ w }: Groups, { today }: Context): LocalDate {
  return inWeek(1, Number(w), today);
}

/** Returns the next day of a month that is also such a weekday: "friday the 14th". */
function weekdayOfMonth({ w, d = "" }: Groups, { today, spoken }: Context): Named | undefined {
  const day = Number(d.slice(1));
  // "Friday 9" may be an hour.
  if (day < 1 || day > 31 || (spoken === "en" && d.startsWith("n") && day <= 12)) return undefined;
  const now = dayIn(`${today.slice(0, 7)}-01`, String(day));
  if (now !== undefined && now < today && dayOfWeek(now) === Number(w)) return "behind";
  for (let ahead = 0; ahead < MOST_AHEAD; ahead++) {
    const date = addDays(today, ahead);
    if (Number(date.slice(8)) === day && dayOfWeek(date) === Number(w)) return date;
  }
  return undefined;
}

function ofMonth({ d }: Groups, { today }: Context): Named | undefined {
  const day = Number(d);
  for (let ahead = 0; ahead < 62 && day >= 1 && day <= 31; ahead++) {
    const date = addDays(today, ahead);
    if (Number(date.slice(8)) === day) return date;
  }
  return undefined;
}

/** Returns the same day some months later, or earlier for a negative number, or the last day of that month. */
export function monthsOn(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const all = year * 12 + month - 1 + months;
  const first = `${Math.floor(all / 12)}-${pad((all % 12) + 1)}-01`;
  const last = Number(lastDay(first).slice(8));
  return `${first.slice(0, 8)}${pad(Math.min(day, last))}`;
}

/** Returns the last day of the month that begins on this date. */
export function lastDay(first: LocalDate): LocalDate {
  const [year = 0, month = 1] = first.split("-").map(Number);
  return `${first.slice(0, 8)}${pad(new Date(Date.UTC(year, month, 0)).getUTCDate())}`;
}

function dayIn(first: LocalDate, day: string | undefined): LocalDate | undefined {
  return valid(Number(first.slice(0, 4)), Number(first.slice(5, 7)), Number(day));
}

/** Returns a day of the month that was named: this one, the next one, or one by its name. */
function monthly(
  { which, after, m, y }: Groups,
  today: LocalDate,
  dayOf: (first: LocalDate) => LocalDate | undefined,
): Named | undefined {
  const current = `${today.slice(0, 7)}-01`;
  if (m === undefined) {
    const isNext = which === "next" || after !== undefined;
    return ahead(dayOf(isNext ? monthsOn(current, 1) : current), today);
  }
  const year = Number(y ?? today.slice(0, 4));
  const date = dayOf(`${year}-${pad(Number(m))}-01`);
  if (date !== undefined && date < today && y === undefined) return dayOf(`${year + 1}-${pad(Number(m))}-01`);
  return ahead(date, today);
}

function spanned({ w, ...span }: Groups, { today }: Context): Named {
  const date = along(today, span, 1);
  if (w === undefined) return date;
  return span.u === "day" && dayOfWeek(date) !== Number(w) ? "unclear" : weekday(Number(w), date, true);
}

/** Returns the day that lies a span of up to three units before or after another. */
function along(date: LocalDate, { k, u, k2 = "0", u2, k3 = "0", u3 }: Groups, sign: 1 | -1): LocalDate {
  return added(added(added(date, sign * Number(k), u), sign * Number(k2), u2), sign * Number(k3), u3);
}

function added(date: LocalDate, count: number, unit: string | undefined): LocalDate {
  if (unit === "month") return monthsOn(date, count);
  if (unit === "year") return monthsOn(date, count * 12);
  return addDays(date, count * (unit === "week" ? 7 : unit === "fortnight" ? 14 : 1));
}

function moved(base: Named | undefined, days: number, today: LocalDate): Named | undefined {
  return base === undefined || base === "behind" || base === "unclear" ? base : ahead(addDays(base, days), today);
}

function fromDay(sign: 1 | -1): Rule[1] {
  return ({ base, ...span }, { today, read }) => {
    const from = read[Number(base)];
    if (from === undefined || from === "behind" || from === "unclear") return from;
    return ahead(along(from, span, sign), today);
  };
}
