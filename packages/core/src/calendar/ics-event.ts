// Reads one VEVENT: its times as local times and instants, and its texts shortened. It corrects date lines that
// exporters write against RFC 5545. If an optional property cannot be read, the event is imported without it and marked
// as uncertain. If the start cannot be read, it throws `EventSkipped` with a reason of one word.
import { type EpochMs, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS } from "@waldo/contracts";
import ICAL from "ical.js";
import { DAY_MS } from "../time.ts";
import { clipLine, type ToInstant, TooManySteps, type Wall } from "./ics-lines.ts";
import { fromUtc, type IcsZones, wallOf } from "./ics-zones.ts";

/**
 * Matches a content line with a date, which is rewritten into the form of RFC 5545. Some exporters leave out the
 * seconds, write ISO 8601, forget `VALUE=DATE`, or forget the quotes around a time zone with a colon. bounded: a line
 * has at most 100,000 characters, see MAX_LINE_CHARS, and no pattern reads a part of it twice.
 */
const DATE_LINE = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[;:]/i;
/**
 * A time zone such as `(UTC+01:00) Paris` also contains a colon. So the value begins after the first colon that stands
 * before a date.
 */
const VALUE = /: {0,9}(?=\d{4}-?\d\d-?\d\d)/;
const ISO = /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z?))?/gi;

/**
 * Returns the line in a form that the library can read. Other lines, and lines without a date, stay unchanged. Throws
 * `RangeError` for a month or hour that does not exist, because the library would silently count on to the next one.
 */
function rewrittenDates(line: string): string {
  const colon = DATE_LINE.test(line) ? line.search(VALUE) : -1;
  if (colon < 0) return line;
  const [name = "", ...rest] = line.slice(0, colon).split(";");
  const isClosed = (line.split('"').length - 1) % 2 === 0 && !line.endsWith('"');
  const params = rest.map((part) => `;${isClosed ? part : part.replaceAll('"', "")}`).join("");
  const value = basic(
    line
      .slice(colon + 1)
      .replaceAll('"', "")
      .trim(),
  );
  if (!value.split(/[,/]/).every(isReal)) throw new RangeError("no such date");
  const bareDates = /^\d{8}(?:,\d{8})*$/.test(value);
  const quoted = params.replace(/;TZID=([^";]+)/i, ';TZID="$1"').replace(/;VALUE=DATE-TIME/i, bareDates ? "" : "$&");
  const kind = bareDates && !/;VALUE=/i.test(quoted) ? ";VALUE=DATE" : "";
  return `${name}${quoted}${kind}:${value}`;
}

/**
 * Returns the line of a rule in a form that the library can read, and whether its end could be read. If the end cannot
 * be read, the returned rule has no end.
 */
function rewrittenRule(line: string): { readonly line: string; readonly losesEnd: boolean } {
  const parts = line.toUpperCase().replaceAll(" ", "").split(";");
  const until = parts.findIndex((part) => /^(?:RRULE:)?UNTIL=/.test(part));
  const [, value = ""] = parts[until]?.split("=", 2) ?? [];
  const end = basic(value.trim());
  const losesEnd = until >= 0 && !(/^\d{8}(?:T\d{6}Z?)?$/.test(end) && isReal(end));
  const written = parts.map((part, i) => (i === until ? part.replace(value, losesEnd ? "" : end) : part));
  const kept = written.filter((part) => part !== "" && part !== "UNTIL=");
  return { line: kept.map((part) => part.split(",").filter(Boolean).join(",")).join(";"), losesEnd };
}

/** Returns dates in the basic form, with seconds. */
const basic = (value: string) =>
  value
    .replace(ISO, (_, y, m, d, hour, minute = "", second = "00", utc = "") =>
      hour === undefined ? `${y}${m}${d}` : `${y}${m}${d}T${hour}${minute}${second}${utc}`,
    )
    .replace(/T(\d{4})(?=Z|,|\/|$)/gi, "T$100");

const REAL = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-4])[0-5]\d[0-6]\d|$)/i;
const isReal = (date: string) => !/^\d{8}/.test(date) || REAL.test(date);

/** With `unread_repeats` and `recurs_beyond_bounds` the event itself may be imported, without some of its repeats. */
const SKIP_REASONS = ["malformed", "no_start", "unread_repeats", "recurs_beyond_bounds", "cut_off"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why one event is left out while the rest of its calendar is imported. */
export class EventSkipped extends Error {
  override readonly name = "EventSkipped";
  readonly reason: SkipReason;
  constructor(reason: SkipReason, options?: { cause?: unknown }) {
    super(reason, options);
    this.reason = reason;
  }
}

/** One value of a date property: the local time it shows, and its instant. */
export type IcsTime = { readonly wall: Wall; readonly at: EpochMs };

export type IcsEvent = {
  readonly uid: string;
  readonly sequence: number;
  readonly title: string;
  readonly location?: string;
  readonly description?: string;
  readonly cancelled: boolean;
  readonly tentative: boolean;
  readonly busy: boolean;
  readonly allDay: boolean;
  /** True when a time, the length or an exception could not be read, or has an unknown time zone. */
  readonly uncertain: boolean;
  /** True when its rule of repetition cannot be read. */
  readonly losesRepeats: boolean;
  readonly start: IcsTime;
  /** Turns a local time in this event's time zone into an instant. */
  readonly toInstant: ToInstant;
  /** Milliseconds. An all-day event has whole days of 24 h. */
  readonly length: number;
  readonly rules: readonly ICAL.Recur[];
  readonly extra: readonly (IcsTime & { readonly length?: number })[];
  readonly excluded: readonly IcsTime[];
  /** The occurrence that this event replaces. `andFollowing` is true when it also replaces all later occurrences. */
  readonly replaces?: IcsTime;
  readonly andFollowing: boolean;
};

type Properties = ReadonlyMap<string, readonly ICAL.Property[]>;

/** The parts of an event that could not be read. */
type Lost = { readonly names: Set<string>; zone: boolean };

/** The most extra and excluded dates of one event, and the most lines, because each date may have its own line. */
const MAX_DATES = 5000;
const MAX_LINES = MAX_DATES + 50;

/** Reads one event. Throws `EventSkipped`. */
export function readEvent(lines: readonly string[], zones: IcsZones): IcsEvent {
  try {
    if (lines.length > MAX_LINES) throw new EventSkipped("recurs_beyond_bounds");
    return read(lines, zones);
  } catch (error) {
    if (error instanceof TooManySteps) throw new EventSkipped("recurs_beyond_bounds", { cause: error });
    throw error instanceof EventSkipped ? error : new EventSkipped("malformed", { cause: error });
  }
}

function properties(lines: readonly string[], lost: Lost): Properties {
  const found = new Map<string, ICAL.Property[]>();
  for (const line of lines) {
    const [name = ""] = /^[A-Z-]{1,40}/i.exec(line) ?? [];
    if (/^[;:]?\s*$/.test(line.slice(name.length))) continue; // A property with a name and no value has no meaning.
    const isRule = name.toUpperCase() === "RRULE";
    try {
      const { line: rule, losesEnd } = isRule ? rewrittenRule(line) : { line: rewrittenDates(line), losesEnd: false };
      const property = new ICAL.Property(ICAL.parse.property(rule) as unknown[]);
      // The library reads some values only when it is asked for them.
      property.getValues();
      if (losesEnd) lost.names.add("until");
      const same = found.get(property.name);
      if (same) same.push(property);
      else found.set(property.name, [property]);
    } catch {
      lost.names.add(name.toLowerCase());
    }
  }
  return found;
}

/** Without these properties the event exists, but its time is uncertain. */
const OF_TIME = ["dtend", "duration", "exdate", "until", "recurrence-id", "status", "transp"];

function read(lines: readonly string[], zones: IcsZones): IcsEvent {
  const lost: Lost = { names: new Set(), zone: false };
  const of = properties(lines, lost);
  /** Reads the dates of each property. A property that cannot be read is noted as lost. */
  const dates = (name: string) =>
    (of.get(name) ?? []).flatMap((property) => {
      try {
        return times(property, zones, lost);
      } catch (error) {
        if (error instanceof TooManySteps) throw error;
        lost.names.add(name);
        return [];
      }
    });
  const [startProperty] = of.get("dtstart") ?? [];
  if (!startProperty) throw new EventSkipped(lost.names.has("dtstart") ? "malformed" : "no_start");
  const [written] = times(startProperty, zones, lost);
  if (!written) throw new EventSkipped("no_start");
  const wholeDay = isWholeDay(of, written);
  const asRead = <T extends IcsTime>(time: T): T => (wholeDay ? { ...time, ...dayOf(time, zones) } : time);
  const start = asRead(written);
  const [extra, excluded] = [dates("rdate").map(asRead), dates("exdate").map(asRead)];
  if (extra.length + excluded.length > MAX_DATES) throw new EventSkipped("recurs_beyond_bounds");
  const [replaced] = dates("recurrence-id");
  const rules = (of.get("rrule") ?? []).flatMap((property) => {
    const rule = property.getFirstValue();
    if (rule instanceof ICAL.Recur && rule.freq) return [rule];
    lost.names.add("rrule");
    return [];
  });
  const [location, description] = [
    text(of, "location", MAX_TITLE_CHARS),
    text(of, "description", MAX_DESCRIPTION_CHARS),
  ];
  const [status, busyStatus] = [word(of, "status"), word(of, "x-microsoft-cdo-busystatus")];
  const length = lengthOf(of, { start, written, dates, lost });
  const named = text(of, "uid", 500) || `${start.at} ${text(of, "summary", MAX_TITLE_CHARS)}`;
  return {
    // When the id of the changed occurrence cannot be read, the change becomes an event of its own beside the original
    // event.
    uid: lost.names.has("recurrence-id") ? `${named} ${start.at}` : named,
    sequence: Number(of.get("sequence")?.[0]?.getFirstValue() ?? 0) || 0,
    title: text(of, "summary", MAX_TITLE_CHARS) || "(untitled)",
    ...(location ? { location } : {}),
    ...(description ? { description } : {}),
    cancelled: status === "CANCELLED",
    tentative: status === "TENTATIVE" || busyStatus === "TENTATIVE",
    busy: word(of, "transp") !== "TRANSPARENT" && busyStatus !== "FREE",
    allDay: start.wall.time === undefined,
    uncertain: lost.zone || OF_TIME.some((name) => lost.names.has(name)),
    losesRepeats: lost.names.has("rrule") || lost.names.has("rdate"),
    start,
    toInstant: start.wall.time === undefined ? zones.days : zoneOfProperty(startProperty, zones, lost),
    length,
    rules,
    extra,
    excluded,
    ...(replaced ? { replaces: asRead(replaced) } : {}),
    andFollowing: String(of.get("recurrence-id")?.[0]?.getParameter("range") ?? "").toUpperCase() === "THISANDFUTURE",
  };
}

const word = (of: Properties, name: string) => text(of, name, 20).toUpperCase();

/**
 * True for a whole day. Exchange writes a whole day with times, from midnight to midnight, and adds a property that
 * says so.
 */
function isWholeDay(of: Properties, { wall }: IcsTime): boolean {
  const said = [word(of, "x-microsoft-cdo-alldayevent"), word(of, "x-microsoft-msncalendar-alldayevent")];
  return wall.time !== undefined && said.includes("TRUE");
}

/**
 * Returns the day of a time. If the written time is midnight, it is the written day. Otherwise it is the day on the
 * person's clock.
 */
function dayOf({ wall, at }: IcsTime, zones: IcsZones): Pick<IcsTime, "wall" | "at"> {
  const date = wall.time === undefined || /^00:00/.test(wall.time) ? wall.date : zones.dateOf(at);
  return { wall: { date }, at: zones.days({ date }) };
}

function text(of: Properties, name: string, chars: number): string {
  const value = of.get(name)?.[0]?.getFirstValue();
  return value === null || value === undefined ? "" : clipLine(String(value), chars);
}

/** The longest length of an event. */
const MAX_LENGTH_MS = 100 * 366 * DAY_MS;

/**
 * Returns the length from DTEND or DURATION, in milliseconds. Without them an all-day event has one day, and any other
 * event has length 0. An end before the start is ignored.
 */
function lengthOf(
  of: Properties,
  {
    start,
    written,
    dates,
    lost,
  }: {
    readonly start: IcsTime;
    readonly written: IcsTime;
    readonly dates: (name: string) => readonly IcsTime[];
    readonly lost: Lost;
  },
): number {
  const [end] = dates("dtend");
  const allDay = start.wall.time === undefined;
  const least = allDay ? DAY_MS : 0;
  // The length is counted in calendar days, so a night with a clock change does not make a day shorter.
  if (end && allDay && end.wall.time === undefined)
    return Math.max(least, fromUtc(dateOf(end)) - fromUtc(dateOf(start)));
  if (end) return Math.max(least, end.at - written.at);
  const duration = of.get("duration")?.[0]?.getFirstValue();
  const length = duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0;
  if (length <= MAX_LENGTH_MS) return Math.max(least, length);
  lost.names.add("duration");
  return least;
}

function dateOf({ wall }: IcsTime): Wall {
  return { date: wall.date };
}

function zoneOfProperty(property: ICAL.Property, zones: IcsZones, lost: Lost): ToInstant {
  const tzid = property.getParameter("tzid");
  const value = property.getFirstValue();
  if (value instanceof ICAL.Time && value.zone === ICAL.Timezone.utcTimezone) return fromUtc;
  if (tzid === undefined) return zones.floating;
  const { toInstant, certain } = zones.named(String(tzid));
  if (!certain) lost.zone = true;
  return toInstant;
}

/** A date outside these years counts as a typing error. */
const [FIRST_DATE, LAST_DATE] = ["1900-01-01", "2199-12-31"];

/**
 * Returns the values of a date property. An empty property has no values. Of a period, the start and the length are
 * used.
 */
function times(property: ICAL.Property, zones: IcsZones, lost: Lost): (IcsTime & { length?: number })[] {
  if (property.getValues().every((value) => value === "")) return [];
  return property.getValues().map((value) => {
    const period = value instanceof ICAL.Period ? value : undefined;
    const time = instance(period ? period.start : value, ICAL.Time);
    const wall = wallOf(time);
    if (wall.date < FIRST_DATE || wall.date > LAST_DATE) throw new EventSkipped("malformed");
    const utc = time.zone === ICAL.Timezone.utcTimezone;
    const toInstant = utc ? fromUtc : wall.time === undefined ? zones.days : zoneOfProperty(property, zones, lost);
    return {
      wall,
      at: toInstant(wall),
      ...(period ? { length: Math.min(MAX_LENGTH_MS, Math.max(0, period.getDuration().toSeconds() * 1000)) } : {}),
    };
  });
}

function instance<T>(value: unknown, kind: abstract new (...args: never[]) => T): T {
  if (value instanceof kind) return value;
  throw new EventSkipped("malformed");
}
