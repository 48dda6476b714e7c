/**
 * Reads the events of a calendar file for a stretch of time. It is pure: the same text and window give the same events.
 */
import { CalendarEvent, type EpochMs, WaldoError } from "@waldo/contracts";
import ICAL from "ical.js";
import { digest } from "../digest.ts";
import { addDays, checkZone, DAY_MS, instantAt, localDate } from "../time.ts";
import { EventSkipped, type IcsEvent, type IcsTime, readEvent, type SkipReason } from "./ics-event.ts";
import { readIcsFile, STEPS_PER_FILE, type Steps } from "./ics-lines.ts";
import { occurrences } from "./ics-recurrence.ts";
import { fromUtc, wallOf, zonesOf } from "./ics-zones.ts";
import { overlaps } from "./rows.ts";

export type IcsWindow = {
  /** The person's time zone. All-day events, and times without a time zone, are read in it. */
  readonly timeZone: string;
  readonly from: EpochMs;
  readonly to: EpochMs;
};

export type Occurrence = Omit<CalendarEvent, "calendar" | "updatedAt">;

export type IcsImport = {
  /** Events that take place in the window, ordered by start. Cancelled events are left out. */
  readonly events: readonly Occurrence[];
  /** The ids of all events of the file, including cancelled events and events outside the window. */
  readonly series: ReadonlySet<string>;
  /** The events that were left out or lost some repeats, counted by reason. */
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
};

/** The longest allowed window, in days. */
const MAX_WINDOW_DAYS = 400;
const MAX_EVENTS = 5000;
const Event = CalendarEvent.omit({ calendar: true, updatedAt: true });

/**
 * Reads the events of a file that fall between two instants. Each occurrence is one event; recurrences come with their
 * exceptions, and all-day events in the person's time zone. An unreadable event is counted and skipped. An event that
 * can be read in part is returned and marked as uncertain. `CalendarEvent` accepts every returned event. Throws
 * `ImportRefused` for bytes that are not a calendar or are too large, and `InvalidInput` for an invalid window. `steps`
 * is the budget of the search for dates. Occurrences beyond the budget are counted as `recurs_beyond_bounds`.
 */
export function importIcs(bytes: Uint8Array, window: IcsWindow, steps: Steps = { left: STEPS_PER_FILE }): IcsImport {
  checkZone(window.timeZone);
  if (!(window.from < window.to) || window.to - window.from > MAX_WINDOW_DAYS * DAY_MS)
    throw new WaldoError("InvalidInput", `a calendar is read for at most ${MAX_WINDOW_DAYS} days, from before to`);
  const file = readIcsFile(bytes);
  const zones = zonesOf(file, window.timeZone, steps);
  const skipped: Partial<Record<SkipReason, number>> = file.cutOff > 0 ? { cut_off: file.cutOff } : {};
  const count = (reason: SkipReason) => {
    skipped[reason] = (skipped[reason] ?? 0) + 1;
  };
  const skip = (error: unknown) => {
    if (!(error instanceof EventSkipped)) throw error;
    count(error.reason);
  };
  const read: IcsEvent[] = [];
  for (const lines of file.events)
    try {
      read.push(readEvent(lines, zones));
    } catch (error) {
      skip(error);
    }
  const events = new Map<string, Occurrence>();
  const all = bySeries(read);
  for (const series of file.cancelled ? [] : all.values())
    try {
      if (series.some(({ losesRepeats }) => losesRepeats)) count("unread_repeats");
      for (const event of expand(series, window, { steps, count })) {
        if (!Event.safeParse(event).success) throw new EventSkipped("malformed");
        events.set(`${event.start} ${event.eventId}`, event);
        if (events.size > MAX_EVENTS)
          throw new WaldoError("ImportRefused", `over ${MAX_EVENTS} events in that time: ask for fewer days`);
      }
    } catch (error) {
      skip(error);
    }
  return {
    events: [...events.values()].sort((a, b) => a.start - b.start),
    series: new Set([...all.keys()].map(seriesId)),
    skipped,
  };
}

/** Returns an id for an event with all its occurrences. For an event that takes place once it is the only id. */
function seriesId(uid: string): string {
  return digest(uid, "").slice(0, 24);
}

function bySeries(events: readonly IcsEvent[]): Map<string, IcsEvent[]> {
  const series = new Map<string, IcsEvent[]>();
  for (const event of events) {
    const same = series.get(event.uid);
    if (same) same.push(event);
    else series.set(event.uid, [event]);
  }
  return series;
}

/** The steps of a search for dates, and the function that the search calls when it found only some of the dates. */
type Search = { readonly steps: Steps; readonly count: (reason: SkipReason) => void };

/** Expands all events of one UID: the event with its rules, and the occurrences that were changed later. */
function expand(series: readonly IcsEvent[], window: IcsWindow, search: Search): Occurrence[] {
  const newest = (events: readonly IcsEvent[]) => {
    const sequence = Math.max(...events.map((event) => event.sequence));
    return events.filter((event) => event.sequence === sequence);
  };
  const masters = series.filter(({ replaces }) => replaces === undefined);
  const current = masters.length === 0 ? [] : newest(masters);
  if (current.length > 0 && current.every(({ cancelled }) => cancelled)) return [];

  const same = sameness(current.length > 0 && current.every(({ allDay }) => allDay));
  const changes = new Map<string, IcsEvent>();
  for (const change of series) {
    const key = change.replaces && same.key(change.replaces);
    const known = key && changes.get(key);
    if (key && (!known || known.sequence <= change.sequence)) changes.set(key, change);
  }
  const excluded = new Set(current.flatMap((event) => event.excluded.map(same.key)));
  const standIns = [...changes.values()].filter(
    ({ cancelled, replaces }) => !cancelled && replaces && !same.isIn(excluded, replaces),
  );
  const onwards = standIns
    .filter(({ andFollowing }) => andFollowing)
    .sort((a, b) => (a.replaces?.at ?? 0) - (b.replaces?.at ?? 0));

  const found = standIns.flatMap((change) =>
    placed(change, { from: change.start.at, length: change.length, original: change.replaces?.at }, window),
  );
  for (const master of current.filter(({ cancelled }) => !cancelled))
    for (const { time, length } of datesOf(master, window, search)) {
      if (same.isIn(excluded, time) || same.isIn(changes, time)) continue;
      const shifted = onwards.findLast(({ replaces }) => replaces !== undefined && replaces.at < time.at);
      const shift = shifted?.replaces ? shifted.start.at - shifted.replaces.at : 0;
      const original = recurs(master) ? time.at : undefined;
      const when = { from: time.at + shift, length: shifted?.length ?? length, original };
      found.push(...placed(shifted ?? master, when, window));
    }
  return found;
}

/**
 * Returns a function that tells whether two values name the same occurrence. They do at the same instant, or on the
 * same date when one of them is a whole day.
 */
function sameness(wholeDays: boolean) {
  const key = ({ wall, at }: IcsTime) => (wholeDays || wall.time === undefined ? wall.date : String(at));
  const isIn = (names: { has(name: string): boolean }, time: IcsTime) =>
    names.has(key(time)) || names.has(time.wall.date);
  return { key, isIn };
}

function recurs({ rules, extra }: IcsEvent): boolean {
  return rules.length + extra.length > 0;
}

/** Returns the starts of an event near the window, from its own start, its rules and its extra dates. */
function datesOf(event: IcsEvent, window: IcsWindow, { steps, count }: Search): { time: IcsTime; length: number }[] {
  const { start, rules, extra, length, toInstant } = event;
  // One extra day on each side covers every time zone.
  const first = addDays(localDate(Math.max(0, window.from - length), "UTC"), -1);
  const last = addDays(localDate(window.to, "UTC"), 1);
  const dates = [{ time: start, length }, ...extra.map((time) => ({ time, length: time.length ?? length }))];
  for (const rule of rules) {
    const ends = untilOf(rule, event);
    try {
      for (const wall of occurrences(rule, start.wall, { first, last }, steps)) {
        const time = { wall, at: toInstant(wall) };
        if (ends(time)) break;
        dates.push({ time, length });
      }
    } catch {
      // The event itself is returned, without the repeats that were not found.
      count("recurs_beyond_bounds");
    }
  }
  return [...new Map(dates.map((date) => [date.time.at, date])).values()];
}

/**
 * Returns a test that is true for occurrences after the UNTIL of their rule. UNTIL may be a day, an instant, or a local
 * time in the event's time zone.
 */
function untilOf({ until }: IcsEvent["rules"][number], { toInstant }: IcsEvent): (time: IcsTime) => boolean {
  if (!until) return () => false;
  const wall = wallOf(until);
  if (wall.time === undefined) return (time) => time.wall.date > wall.date;
  const at = until.zone === ICAL.Timezone.utcTimezone ? fromUtc(wall) : toInstant(wall);
  return (time) => (time.wall.time === undefined ? time.wall.date > wall.date : time.at > at);
}

/** The time of an occurrence: its instant, and its length in milliseconds. */
type When = {
  readonly from: EpochMs;
  readonly length: number;
  /** The instant that the rule gives for this occurrence of a series. It stays the same when the occurrence is moved. */
  readonly original: EpochMs | undefined;
};

function placed(
  { uid, title, location, description, allDay, busy, tentative, uncertain }: IcsEvent,
  { from, length, original }: When,
  window: IcsWindow,
): Occurrence[] {
  const { start, end } = allDay ? wholeDays(from, length, window.timeZone) : { start: from, end: from + length };
  if (start < 0 || !overlaps({ start, end }, window.from, window.to)) return [];
  return [
    {
      ...(original === undefined
        ? { eventId: seriesId(uid) }
        : { eventId: digest(uid, original).slice(0, 24), series: seriesId(uid) }),
      title,
      ...(location ? { location } : {}),
      ...(description ? { description } : {}),
      start,
      end,
      allDay,
      ...(uncertain ? { uncertain } : {}),
      busy,
      status: tentative ? "tentative" : "confirmed",
      origin: "untrusted",
    },
  ];
}

/** Returns start and end of an event of whole days. A day ends where the next one begins, also when the clocks change. */
function wholeDays(from: EpochMs, length: number, timeZone: string): { start: EpochMs; end: EpochMs } {
  const day = localDate(from, timeZone);
  const days = Math.max(1, Math.round(length / DAY_MS));
  return { start: instantAt(day, "00:00", timeZone), end: instantAt(addDays(day, days), "00:00", timeZone) };
}
