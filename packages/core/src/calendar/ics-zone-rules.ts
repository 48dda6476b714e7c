/**
 * Reads a VTIMEZONE: the clock changes of a time zone that the runtime does not know. Time zones change by yearly rules
 * ("the last Sunday of March"), so a zone with any other rule is refused. The code checks the days of a yearly rule one
 * by one, and each day costs one step of the file's budget.
 */
import type { LocalDate } from "@waldo/contracts";
import { type Steps, spend, type ToInstant } from "./ics-lines.ts";

/**
 * A clock change: its instant, and the offsets before and after it. All numbers are milliseconds. An offset east of UTC
 * is positive.
 */
type Change = { readonly at: number; readonly from: number; readonly to: number };

/** The days of a year on which a rule changes the clock. */
type YearlyRule = {
  readonly months: readonly number[];
  /**
   * `nth` is 0 for every such weekday of the month. A negative `nth` counts from the end of the month. Weekday 0 is
   * Sunday.
   */
  readonly weekdays: readonly { readonly nth: number; readonly weekday: number }[];
  readonly monthDays: readonly number[];
  /** The last instant of a change, and the number of changes. */
  readonly until: number;
  readonly count: number;
};

/** One STANDARD or DAYLIGHT part. `start` and `dates` are local times, stored as if they were UTC. */
type Observance = {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly dates: readonly number[];
  readonly rule?: YearlyRule;
};

/**
 * The most parts and single dates of a zone. A real zone has at most about one clock change a year, so this is enough
 * for a thousand years.
 */
const MAX_CHANGES = 1000;
/** Comparing this many changes with a local time takes as long as one step. */
const CHANGES_PER_STEP = 100;

/**
 * Returns a function from local times to instants by the rules of a VTIMEZONE, or undefined when its rules are not
 * supported. As in `instantAt`, a time that spring skips moves forward, and of a time that autumn repeats the first one
 * counts. The returned function throws `TooManySteps` when the file's budget is used up.
 */
export function zoneByRules(lines: readonly string[] | undefined, steps: Steps): ToInstant | undefined {
  const observances = observancesOf(lines ?? []);
  if (observances === undefined || observances.length === 0) return undefined;
  const lastYears = new Map<Observance, number>();
  const changesNear = new Map<number, readonly Change[]>();

  function changesOf(year: number): readonly Change[] {
    const found = observances?.flatMap((one) => {
      const singles = one.rule === undefined ? one.dates : [one.start, ...one.dates];
      return [...singles, ...yearly(one, year)].map((local) => changeAt(one, local));
    });
    return (found ?? []).sort((a, b) => a.at - b.at);
  }

  /**
   * Returns the changes by the rule in the year, the year before and the year after. If the rule has ended, it returns
   * those of its last years.
   */
  function yearly(one: Observance, year: number): number[] {
    if (one.rule === undefined) return [];
    const lastYear = lastYears.get(one) ?? lastYearOf(one, one.rule, steps);
    lastYears.set(one, lastYear);
    const newest = Math.min(year + 1, lastYear);
    return [newest - 2, newest - 1, newest].flatMap((y) => daysIn(one, one.rule, y, steps));
  }

  return ({ date, time = "00:00:00" }) => {
    const wall = Date.parse(`${date}T${time}Z`);
    const year = yearOf(date);
    const changes = changesNear.get(year) ?? changesOf(year);
    changesNear.set(year, changes);
    spend(steps, changes.length / CHANGES_PER_STEP);
    let offset = changes[0]?.from ?? 0;
    for (const { at, from, to } of changes) {
      if (wall < at + Math.max(from, to)) return wall - (wall < at + from ? offset : from);
      offset = to;
    }
    return wall - offset;
  };
}

const yearOf = (date: LocalDate) => Number(date.slice(0, 4));
const changeAt = ({ from, to }: Observance, local: number): Change => ({ at: local - from, from, to });

/** Returns the last year in which the rule changes the clock. A rule with COUNT is counted from its start. */
function lastYearOf(one: Observance, rule: YearlyRule, steps: Steps): number {
  const byUntil = Number.isFinite(rule.until) ? new Date(rule.until).getUTCFullYear() + 1 : Number.POSITIVE_INFINITY;
  if (!Number.isFinite(rule.count)) return byUntil;
  let left = rule.count;
  let year = new Date(one.start).getUTCFullYear();
  for (; year < byUntil; year++) {
    left -= daysIn(one, rule, year, steps).length;
    if (left <= 0) break;
  }
  return year;
}

/** Returns the local times at which the rule changes the clock in a year. */
function daysIn(one: Observance, rule: YearlyRule | undefined, year: number, steps: Steps): number[] {
  const start = new Date(one.start);
  if (rule === undefined || year < start.getUTCFullYear()) return [];
  const timeOfDay = one.start - Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  const found: number[] = [];
  for (const month of rule.months) {
    const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
    spend(steps, length);
    for (let day = 1; day <= length; day++) {
      const local = Date.UTC(year, month - 1, day) + timeOfDay;
      if (local >= one.start && local - one.from <= rule.until && fits(rule, local, day, length)) found.push(local);
    }
  }
  return found;
}

function fits({ weekdays, monthDays }: YearlyRule, local: number, day: number, length: number): boolean {
  const weekday = new Date(local).getUTCDay();
  const [fromStart, fromEnd] = [Math.ceil(day / 7), -Math.ceil((length - day + 1) / 7)];
  return (
    (monthDays.length === 0 || monthDays.includes(day) || monthDays.includes(day - length - 1)) &&
    (weekdays.length === 0 ||
      weekdays.some((one) => one.weekday === weekday && [0, fromStart, fromEnd].includes(one.nth)))
  );
}

/** Reads the parts of a zone. Returns undefined when one part is not supported. */
function observancesOf(lines: readonly string[]): Observance[] | undefined {
  const parts: Map<string, string[]>[] = [];
  let values = 0;
  for (const line of lines) {
    if (/^BEGIN:(?:STANDARD|DAYLIGHT)\s*$/i.test(line)) parts.push(new Map());
    const [, name = "", value = ""] = /^([A-Z]{1,20})(?:;[^:]{0,200})?:(.*)$/i.exec(line) ?? [];
    const part = parts.at(-1);
    if (part === undefined || !/^(?:DTSTART|TZOFFSETFROM|TZOFFSETTO|RRULE|RDATE)$/i.test(name)) continue;
    const list = value.trim().split(",");
    values += list.length;
    if (values > 10 * MAX_CHANGES || parts.length > MAX_CHANGES) return undefined;
    const kept = part.get(name.toUpperCase()) ?? [];
    part.set(name.toUpperCase(), name.toUpperCase() === "RDATE" ? [...kept, ...list] : [...kept, value.trim()]);
  }
  const read = parts.map(observanceOf);
  const whole = read.filter((one) => one !== undefined);
  const changes = whole.reduce((sum, { dates }) => sum + 1 + dates.length, 0);
  return whole.length === read.length && changes <= MAX_CHANGES ? whole : undefined;
}

function observanceOf(part: ReadonlyMap<string, readonly string[]>): Observance | undefined {
  const [rules = [], added = []] = [part.get("RRULE"), part.get("RDATE")];
  const start = localOf(part.get("DTSTART")?.[0] ?? "");
  const [from, to] = [offsetOf(part.get("TZOFFSETFROM")?.[0]), offsetOf(part.get("TZOFFSETTO")?.[0])];
  const dates = added.map(localOf);
  if (start === undefined || from === undefined || to === undefined || rules.length > 1) return undefined;
  if (!dates.every((date) => date !== undefined)) return undefined;
  const [text] = rules;
  if (text === undefined) return { from, to, start, dates: [start, ...dates] };
  const rule = ruleOf(text, start, from);
  return rule && { from, to, start, dates, rule };
}

/**
 * Reads `YYYYMMDD` or `YYYYMMDDTHHMMSS`, with or without a Z, as if it were UTC. For "always" some exporters write the
 * year 1 and others 1601. Both are read as 1601.
 */
function localOf(text: string): number | undefined {
  const [, written = "", month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/i.exec(text) ?? [];
  const year = Number(written) < 1601 ? "1601" : written;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

function offsetOf(text = ""): number | undefined {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const RULE_PARTS = ["FREQ", "INTERVAL", "WKST", "BYMONTH", "BYDAY", "BYMONTHDAY", "UNTIL", "COUNT"];
const TIME_PARTS = ["BYHOUR", "BYMINUTE", "BYSECOND"];

/** Reads a rule. Returns undefined for a rule that cannot be the rule of a clock change. */
function ruleOf(text: string, start: number, from: number): YearlyRule | undefined {
  const parts = new Map(text.split(";", 20).map((part) => part.toUpperCase().split("=", 2) as [string, string]));
  // Some exporters repeat the time of DTSTART in the rule.
  for (const [i, part] of new Date(start).toISOString().slice(11, 19).split(":").entries())
    if (Number(parts.get(TIME_PARTS[i] ?? "") ?? part) !== Number(part)) return undefined;
  if ([...parts.keys()].some((name) => ![...RULE_PARTS, ...TIME_PARTS].includes(name))) return undefined;
  if (parts.get("FREQ") !== "YEARLY" || Number(parts.get("INTERVAL") ?? 1) !== 1) return undefined;
  const months = numbers(parts.get("BYMONTH"), 1, 12);
  const monthDays = numbers(parts.get("BYMONTHDAY"), -31, 31);
  const weekdays = (parts.get("BYDAY")?.split(",", 60) ?? []).map((day) => {
    const [, nth = "", name = ""] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(day) ?? [];
    return { nth: Number(nth), weekday: WEEKDAYS.indexOf(name) };
  });
  const until = parts.has("UNTIL") ? untilOf(parts.get("UNTIL") ?? "", from) : Number.POSITIVE_INFINITY;
  const count = parts.has("COUNT") ? Number(parts.get("COUNT")) : Number.POSITIVE_INFINITY;
  if (months === undefined || monthDays === undefined || weekdays.some(({ weekday }) => weekday < 0)) return undefined;
  if (until === undefined || !(count >= 1)) return undefined;
  const anyDay = weekdays.length + monthDays.length === 0;
  // A rule with days and without months is refused, because no clock change needs one.
  if (months.length === 0 && !anyDay) return undefined;
  return {
    months: months.length === 0 ? [new Date(start).getUTCMonth() + 1] : months,
    weekdays,
    monthDays: anyDay ? [new Date(start).getUTCDate()] : monthDays,
    until,
    count,
  };
}

/** Reads UNTIL, the end of a rule. The last day is included. A local time is read with the offset before the change. */
function untilOf(text: string, from: number): number | undefined {
  const at = localOf(text);
  if (at === undefined) return undefined;
  if (!text.includes("T")) return at + 86_399_000 - from;
  return text.endsWith("Z") ? at : at - from;
}

/** Reads a list of whole numbers without repeats. Returns undefined when a number is out of range. */
function numbers(text: string | undefined, least: number, most: number): number[] | undefined {
  const found = [...new Set((text?.split(",", 100) ?? []).map(Number))];
  return found.every((n) => Number.isInteger(n) && n >= least && n <= most && n !== 0) ? found : undefined;
}
