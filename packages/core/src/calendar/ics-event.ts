/**
 * Reads one VEVENT: its times as local times and instants, its texts shortened. An event that cannot be read throws
 * `EventSkipped` with a reason of one word.
 */
import { type EpochMs, MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS } from "@waldo/contracts";
import ICAL from "ical.js";
import { clipLine } from "./clip-line.ts";
import { TooManySteps } from "./ics-steps.ts";
import type { ToInstant, Wall } from "./ics-wall.ts";
import { fromUtc, type IcsZones, wallOf } from "./ics-zones.ts";

export const SKIP_REASONS = ["malformed", "no_start", "unknown_zone", "recurs_beyond_bounds", "cut_off"] as const;
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
  readonly start: IcsTime;
  /** Turns a local time of this event's own time zone into an instant. */
  readonly toInstant: ToInstant;
  /** Milliseconds. An all-day event has whole days of 24 h. */
  readonly length: number;
  readonly rules: readonly ICAL.Recur[];
  readonly extra: readonly (IcsTime & { readonly length?: number })[];
  readonly excluded: readonly IcsTime[];
  /** The occurrence that this event replaces. `andFollowing` says whether it replaces all later ones too. */
  readonly replaces?: IcsTime;
  readonly andFollowing: boolean;
};

type Properties = ReadonlyMap<string, readonly ICAL.Property[]>;

/** The most extra and excluded dates that one event may list, and the most lines: each date may have its own. */
const MAX_DATES = 5000;
const MAX_LINES = MAX_DATES + 50;

/** Throws `EventSkipped`. */
export function readEvent(lines: readonly string[], zones: IcsZones): IcsEvent {
  try {
    if (lines.length > MAX_LINES) throw new EventSkipped("recurs_beyond_bounds");
    return read(properties(lines), zones);
  } catch (error) {
    if (error instanceof TooManySteps) throw new EventSkipped("recurs_beyond_bounds", { cause: error });
    throw error instanceof EventSkipped ? error : new EventSkipped("malformed", { cause: error });
  }
}

function properties(lines: readonly string[]): Properties {
  const found = new Map<string, ICAL.Property[]>();
  for (const line of lines) {
    if (/^[A-Z-]{1,20}:\s*$/i.test(line)) continue; // A property with a name and no value has no meaning.
    const property = new ICAL.Property(ICAL.parse.property(asDate(line)) as unknown[]);
    const same = found.get(property.name);
    if (same) same.push(property);
    else found.set(property.name, [property]);
  }
  return found;
}

/** Reads a bare `DTSTART:20261030` as a day, although RFC 5545 demands `VALUE=DATE` for that. */
function asDate(line: string): string {
  const bare = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?:;VALUE=DATE-TIME)?:(\d{8})$/i.exec(line);
  return bare ? `${bare[1]};VALUE=DATE:${bare[2]}` : line;
}

function read(of: Properties, zones: IcsZones): IcsEvent {
  const [startProperty] = of.get("dtstart") ?? [];
  if (!startProperty) throw new EventSkipped("no_start");
  const [start] = times(startProperty, zones);
  if (!start) throw new EventSkipped("no_start");
  const allDay = start.wall.time === undefined;
  const extra = (of.get("rdate") ?? []).flatMap((property) => times(property, zones));
  const excluded = (of.get("exdate") ?? []).flatMap((property) => times(property, zones));
  if (extra.length + excluded.length > MAX_DATES) throw new EventSkipped("recurs_beyond_bounds");
  const [replacedProperty] = of.get("recurrence-id") ?? [];
  const replaces = replacedProperty && times(replacedProperty, zones)[0];
  const [location, description] = [
    text(of, "location", MAX_TITLE_CHARS),
    text(of, "description", MAX_DESCRIPTION_CHARS),
  ];
  return {
    uid: text(of, "uid", 500) || `${start.at} ${text(of, "summary", MAX_TITLE_CHARS)}`,
    sequence: Number(of.get("sequence")?.[0]?.getFirstValue() ?? 0) || 0,
    title: text(of, "summary", MAX_TITLE_CHARS) || "(untitled)",
    ...(location ? { location } : {}),
    ...(description ? { description } : {}),
    cancelled: text(of, "status", 20).toUpperCase() === "CANCELLED",
    tentative: text(of, "status", 20).toUpperCase() === "TENTATIVE",
    busy: text(of, "transp", 20).toUpperCase() !== "TRANSPARENT",
    allDay,
    start,
    toInstant: allDay ? zones.days : zoneOfProperty(startProperty, zones),
    length: lengthOf(of, start, zones),
    rules: (of.get("rrule") ?? []).map((property) => instance(property.getFirstValue(), ICAL.Recur)),
    extra,
    excluded,
    ...(replaces ? { replaces } : {}),
    andFollowing: String(replacedProperty?.getParameter("range") ?? "").toUpperCase() === "THISANDFUTURE",
  };
}

function text(of: Properties, name: string, chars: number): string {
  const value = of.get(name)?.[0]?.getFirstValue();
  return value === null || value === undefined ? "" : clipLine(String(value), chars);
}

const DAY_SECONDS = 86_400;

/**
 * Returns the length from DTEND or DURATION. Without them an all-day event has one day, and any other event has length
 * 0. An end before the start counts as none.
 */
function lengthOf(of: Properties, start: IcsTime, zones: IcsZones): number {
  const [endProperty] = of.get("dtend") ?? [];
  const [end] = endProperty ? times(endProperty, zones) : [];
  const allDay = start.wall.time === undefined;
  // Days are counted on the calendar, so the night of a clock change is not a short day.
  if (end && allDay) return Math.max(DAY_SECONDS * 1000, fromUtc(dateOf(end)) - fromUtc(dateOf(start)));
  if (end) return Math.max(0, end.at - start.at);
  const duration = of.get("duration")?.[0]?.getFirstValue();
  if (duration instanceof ICAL.Duration) return Math.max(0, duration.toSeconds() * 1000);
  return allDay ? DAY_SECONDS * 1000 : 0;
}

function dateOf({ wall }: IcsTime): Wall {
  return { date: wall.date };
}

function zoneOfProperty(property: ICAL.Property, zones: IcsZones): ToInstant {
  const tzid = property.getParameter("tzid");
  const value = property.getFirstValue();
  if (value instanceof ICAL.Time && value.zone === ICAL.Timezone.utcTimezone) return fromUtc;
  if (tzid === undefined) return zones.floating;
  const named = zones.named(String(tzid));
  if (!named) throw new EventSkipped("unknown_zone");
  return named;
}

/** Dates outside these years are typing errors. */
const [FIRST_DATE, LAST_DATE] = ["1900-01-01", "2199-12-31"];

/** Returns the values of a date property. An empty property has none. A period counts by its start, with its length. */
function times(property: ICAL.Property, zones: IcsZones): (IcsTime & { length?: number })[] {
  if (property.getValues().every((value) => value === "")) return [];
  return property.getValues().map((value) => {
    const period = value instanceof ICAL.Period ? value : undefined;
    const time = instance(period ? period.start : value, ICAL.Time);
    const wall = wallOf(time);
    if (wall.date < FIRST_DATE || wall.date > LAST_DATE) throw new EventSkipped("malformed");
    const utc = time.zone === ICAL.Timezone.utcTimezone;
    const toInstant = utc ? fromUtc : wall.time === undefined ? zones.days : zoneOfProperty(property, zones);
    return {
      wall,
      at: toInstant(wall),
      ...(period ? { length: Math.max(0, period.getDuration().toSeconds() * 1000) } : {}),
    };
  });
}

function instance<T>(value: unknown, kind: abstract new (...args: never[]) => T): T {
  if (value instanceof kind) return value;
  throw new EventSkipped("malformed");
}
