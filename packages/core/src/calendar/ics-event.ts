/** One VEVENT, read: its times as walls and instants, its texts clipped. What cannot be read says why in one word. */
import type { EpochMs } from "@waldo/contracts";
import ICAL from "ical.js";
import { clipLine } from "./clip-line.ts";
import { fromUtc, type IcsZones, type ToInstant, type Wall, wallOf } from "./ics-zones.ts";
import { MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS } from "./rows.ts";

export const SKIP_REASONS = ["malformed", "no_start", "unknown_zone", "recurs_beyond_bounds", "cut_off"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why one event is left out while its calendar is taken in. */
export class EventSkipped extends Error {
  override readonly name = "EventSkipped";
  readonly reason: SkipReason;
  constructor(reason: SkipReason, options?: { cause?: unknown }) {
    super(reason, options);
    this.reason = reason;
  }
}

/** One value of a date property: what the wall shows, and when that is. */
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
  /** Turns a wall of this event's own zone into an instant. */
  readonly toInstant: ToInstant;
  /** Milliseconds; for an all-day event, whole days of 24 h. */
  readonly length: number;
  readonly rules: readonly ICAL.Recur[];
  readonly extra: readonly (IcsTime & { readonly length?: number })[];
  readonly excluded: readonly IcsTime[];
  /** The occurrence this one stands in for, and whether for all that follow too. */
  readonly replaces?: IcsTime;
  readonly andFollowing: boolean;
};

type Properties = ReadonlyMap<string, readonly ICAL.Property[]>;

/** Extra and excluded dates one event may list. */
const MAX_DATES = 5000;

/** Throws `EventSkipped`. */
export function readEvent(lines: readonly string[], zones: IcsZones): IcsEvent {
  try {
    return read(properties(lines), zones);
  } catch (error) {
    throw error instanceof EventSkipped ? error : new EventSkipped("malformed", { cause: error });
  }
}

function properties(lines: readonly string[]): Properties {
  const found = new Map<string, ICAL.Property[]>();
  for (const line of lines) {
    if (/^[A-Z-]{1,20}:\s*$/i.test(line)) continue; // a name and nothing more says nothing
    const property = new ICAL.Property(ICAL.parse.property(asDate(line)) as unknown[]);
    found.set(property.name, [...(found.get(property.name) ?? []), property]);
  }
  return found;
}

/** A bare `DTSTART:20261030` is a day, though RFC 5545 would have it say so. */
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

/** By DTEND or DURATION; else a day for an all-day event, and nothing for any other. Ends before starts are no ends. */
function lengthOf(of: Properties, start: IcsTime, zones: IcsZones): number {
  const [endProperty] = of.get("dtend") ?? [];
  const [end] = endProperty ? times(endProperty, zones) : [];
  const allDay = start.wall.time === undefined;
  // Days are counted on the calendar: the night the clocks change is not a short day.
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

/** Years outside of these are typing errors, not appointments. */
const [FIRST_DATE, LAST_DATE] = ["1900-01-01", "2199-12-31"];

/** The values of a date property. An empty one has none; a period is its start, with the length it brings. */
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
