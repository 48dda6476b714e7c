/** Finds the times that a query names, in several languages. query.ts calls it. Text without a date gives no window. */
import type { EpochMs } from "@waldo/contracts";
import { de, en, es, fr, it, ja, nl, type ParsedResult, pt, ru, zh } from "chrono-node";
import { folded } from "../../../folding.ts";
import { addDays, dayOfWeek, instantAt, localDate, offsetMinutes } from "../../../time.ts";
import type { Language } from "./languages.ts";

/** A span of time that a query names: `from` is inclusive, `to` is exclusive. */
export type Window = { readonly from: EpochMs; readonly to: EpochMs };
type DatedQuery = {
  readonly windows: readonly Window[];
  /** The query without the words that name the time, and those words. */
  readonly rest: string;
  readonly dateWords: string;
};

type Days = { first: string; last: string; yearSaid: boolean };
type Span = { readonly index: number; readonly text: string; readonly days: Days };

const PARSERS: Partial<Record<Language, Pick<typeof en.casual, "parse">>> = {
  english: en.casual,
  german: de.casual,
  french: fr.casual,
  spanish: es.casual,
  italian: it.casual,
  portuguese: pt.casual,
  dutch: nl.casual,
  russian: ru.casual,
  japanese: ja.casual,
  mandarin: zh.casual,
};

/** Durations ("for 3 hours") and the present moment name no time to search for. */
const NO_DATE = /^(?:for|in|within|every)\s|^(?:now|ahora|jetzt|maintenant|adesso)$/i;
/**
 * "may" and "march" mean a month only with a capital letter. Some short words ("so", "do", "sun") look like a weekday
 * to the parser.
 */
const NO_NAME = /^(?:may|march|(?!May$)[A-Za-z]{1,3}\.?)$/;
const WEEK = /\bweeks?\b|woche|semana|semaine|settimana/i;
const WEEKEND = /week-?end|wochenende|fin de semana/i;
const BARE_YEAR = /\b(?:19|20)\d\d\b/g;
const JOINS = /^\s*(?:and|to|until|till|through|-|–|und|bis|y|a|al|hasta|et|au|e)\s*(?:the\s+|el\s+|le\s+)?$/i;
const SINCE = /\b(?:since|after|seit|nach|desde|después de|depuis|après)\s+(?:the\s+)?$/i;
const BEFORE = /\b(?:before|until|till|vor|bis|antes de|hasta|avant)\s+(?:the\s+)?$/i;

const DEFAULT_ZONE = "UTC";

/**
 * Finds the times that a query names in words ("last weekend", "in May 2023", "el 3 de mayo"), as whole days of the
 * time zone. Memories are about the past, so a date without a year is the last such date before `now`. It tries
 * `languages` in order, the query's own language first.
 */
export function datesIn(
  text: string,
  now: EpochMs,
  timeZone = DEFAULT_ZONE,
  languages: readonly Language[],
): DatedQuery {
  const query = folded(text);
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, timeZone) };
  const today = localDate(now, timeZone);
  const spans: Span[] = [];
  // The first language that finds a date decides, because a date in one language may be an everyday word in another.
  for (const language of languages) {
    for (const found of PARSERS[language]?.parse(query, reference) ?? []) {
      const days = isDate(found) ? daysOf(found, today) : undefined;
      if (days !== undefined && !overlaps(spans, found.index, found.text))
        spans.push({ index: found.index, text: found.text, days });
    }
    if (spans.length > 0) break;
  }
  for (const { 0: year, index } of query.matchAll(BARE_YEAR))
    if (!overlaps(spans, index, year))
      spans.push({ index, text: year, days: { first: `${year}-01-01`, last: `${year}-12-31`, yearSaid: true } });
  spans.sort((a, b) => a.index - b.index);
  return {
    windows: windowsOf(spans, query, today).map(({ first, last }) => ({
      from: instantAt(first, "00:00", timeZone),
      to: instantAt(addDays(last, 1), "00:00", timeZone),
    })),
    rest: without(query, spans),
    dateWords: spans.map((span) => span.text).join(" "),
  };
}

function isDate({ text, start }: ParsedResult): boolean {
  if (NO_DATE.test(text) || NO_NAME.test(text)) return false;
  const dated = (["year", "month", "day", "weekday"] as const).some((part) => start.isCertain(part));
  return dated || !/\d/.test(text);
}

function overlaps(spans: readonly Span[], index: number, text: string): boolean {
  return spans.some((span) => index < span.index + span.text.length && span.index < index + text.length);
}

/** Returns the days that a found date covers, or undefined for a date that the calendar does not have. */
function daysOf({ text, start, end }: ParsedResult, today: string): Days | undefined {
  const first = partDays(start, text);
  const last = end === null || end === undefined ? first : partDays(end, text);
  if (first === undefined || last === undefined) return undefined;
  const yearSaid = start.isCertain("year") || (end?.isCertain("year") ?? false);
  const days = { first: first.first, last: last.last < first.first ? first.last : last.last, yearSaid };
  if (yearSaid || days.first <= today) return days;
  return start.isCertain("weekday") && !start.isCertain("month") ? moved(days, -7) : yearBefore(days);
}

function partDays(part: ParsedResult["start"], text: string): { first: string; last: string } | undefined {
  const year = part.get("year") ?? 0;
  const month = part.get("month") ?? 1;
  const day = part.get("day") ?? 1;
  const date = isoDate(year, month, day);
  if (date === undefined) return undefined;
  if (WEEKEND.test(text))
    return { first: addDays(date, 6 - dayOfWeek(date)), last: addDays(date, 7 - dayOfWeek(date)) };
  if (WEEK.test(text)) return { first: addDays(date, 1 - dayOfWeek(date)), last: addDays(date, 7 - dayOfWeek(date)) };
  if (part.isCertain("day") || part.isCertain("weekday")) return { first: date, last: date };
  if (part.isCertain("month")) return { first: `${date.slice(0, 8)}01`, last: lastOfMonth(date) };
  if (part.isCertain("year")) return { first: `${date.slice(0, 4)}-01-01`, last: `${date.slice(0, 4)}-12-31` };
  return { first: date, last: date };
}

function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== day || year < 1900 || year > 2200) return undefined;
  return date.toISOString().slice(0, 10);
}

function lastOfMonth(date: string): string {
  return addDays(`${addDays(`${date.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1);
}

function moved(days: Days, by: number): Days {
  return { ...days, first: addDays(days.first, by), last: addDays(days.last, by) };
}

function yearBefore(days: Days): Days {
  const before = (date: string) =>
    isoDate(Number(date.slice(0, 4)) - 1, Number(date.slice(5, 7)), Number(date.slice(8))) ?? addDays(date, -366);
  return { ...days, first: before(days.first), last: before(days.last) };
}

/**
 * "between A and B" is one span; if only B has a year, the year counts for A too. "since A" runs to today. "before A"
 * starts at the beginning of time.
 */
function windowsOf(spans: readonly Span[], query: string, today: string): Days[] {
  const windows: Days[] = [];
  for (let at = 0; at < spans.length; at++) {
    const span = spans[at];
    if (span === undefined) continue;
    const next = spans[at + 1];
    const lead = query.slice(0, span.index);
    if (next !== undefined && JOINS.test(query.slice(span.index + span.text.length, next.index))) {
      const sameYear = `${next.days.last.slice(0, 4)}${span.days.first.slice(4)}`;
      const first = !span.days.yearSaid && next.days.yearSaid ? sameYear : span.days.first;
      if (first <= next.days.last) {
        windows.push({ first, last: next.days.last, yearSaid: true });
        at++;
        continue;
      }
    }
    if (SINCE.test(lead) && span.days.first <= today) windows.push({ ...span.days, last: today });
    else if (BEFORE.test(lead)) windows.push({ ...span.days, first: "1970-01-01" });
    else windows.push(span.days);
  }
  return windows;
}

function without(query: string, spans: readonly Span[]): string {
  let rest = "";
  let from = 0;
  for (const { index, text } of spans) {
    rest += `${query.slice(from, index)} `;
    from = index + text.length;
  }
  return rest + query.slice(from);
}
