/**
 * Splits an iCalendar file into the lines that matter (RFC 5545). Each event is separate, so a broken event costs only
 * that event. A broken line in an unused part costs nothing.
 */
import { WaldoError } from "@waldo/contracts";
import { icsText } from "./ics-text.ts";

export type IcsFile = {
  /** Content lines of each event, unfolded, without its alarms. */
  readonly events: readonly (readonly string[])[];
  /** Content lines of each VTIMEZONE, by its TZID. */
  readonly zones: ReadonlyMap<string, readonly string[]>;
  /** X-WR-TIMEZONE: the time zone of times that name none. */
  readonly timeZone?: string;
  /** METHOD:CANCEL: every event in this file is cancelled. */
  readonly cancelled: boolean;
  /** How many events begin and do not end. */
  readonly cutOff: number;
};

export const MAX_ICS_BYTES = 20_000_000;
const MAX_DEPTH = 50;
const MAX_EVENTS = 50_000;
const MAX_LINE_CHARS = 100_000;
const WANTED =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY|LOCATION|DESCRIPTION|STATUS|TRANSP|SEQUENCE|X-MICROSOFT-CDO-(?:ALLDAYEVENT|BUSYSTATUS)|X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT)[;:]/i;

type Open = { readonly name: string; readonly lines: string[] };

/** Throws `ImportRefused` for bytes without a calendar, or with more events than any person has. */
export function readIcsFile(bytes: Uint8Array): IcsFile {
  if (bytes.length > MAX_ICS_BYTES)
    throw new WaldoError("ImportRefused", `the calendar file is over ${MAX_ICS_BYTES / 1e6} MB`);
  const open: Open[] = [];
  const events: string[][] = [];
  const zones = new Map<string, string[]>();
  const calendar: string[] = [];
  let calendars = 0;
  let cutOff = 0;
  for (const [line] of icsText(bytes).matchAll(/[^\r\n]+/g)) {
    const name = /^(BEGIN|END):([A-Z0-9-]{1,60})\s*$/i.exec(line);
    const [, edge = "", component = ""] = name ?? [];
    if (edge.toUpperCase() === "BEGIN") {
      if (open.length === MAX_DEPTH)
        throw new WaldoError("ImportRefused", "the calendar file nests deeper than calendars do");
      open.push({ name: component.toUpperCase(), lines: [] });
      if (component.toUpperCase() === "VCALENDAR") calendars++;
    } else if (edge) cutOff += close(open, component.toUpperCase(), events, zones);
    keep(open, line, calendar);
  }
  if (calendars === 0) throw new WaldoError("ImportRefused", "this is not an iCalendar file: it has no VCALENDAR");
  const timeZone = textOf(calendar, "X-WR-TIMEZONE");
  return {
    events,
    zones,
    ...(timeZone ? { timeZone } : {}),
    cancelled: textOf(calendar, "METHOD")?.toUpperCase() === "CANCEL",
    cutOff: cutOff + open.filter(({ name }) => name === "VEVENT").length,
  };
}

/** Ends a component and everything still open inside it. Returns how many events that cut off. */
function close(open: Open[], name: string, events: string[][], zones: Map<string, string[]>): number {
  const at = open.findLastIndex((component) => component.name === name);
  if (at < 0) return 0; // No component with this name was begun.
  const [closed, ...inside] = open.splice(at);
  if (closed?.name === "VEVENT" && events.push(closed.lines) > MAX_EVENTS)
    throw new WaldoError("ImportRefused", `the calendar file has over ${MAX_EVENTS} events`);
  const tzid = closed?.name === "VTIMEZONE" ? textOf(closed.lines, "TZID") : undefined;
  // Some exporters end the name with a colon that the events do not have.
  if (closed && tzid) zones.set(tzid.endsWith(":") ? tzid.slice(0, -1) : tzid, [...closed.lines, "END:VTIMEZONE"]);
  return inside.filter((component) => component.name === "VEVENT").length;
}

function keep(open: readonly Open[], whole: string, calendar: string[]): void {
  const inside = open.at(-1);
  if (!inside) return;
  // What is cut off of a list of dates makes the list unreadable, which is counted.
  const line = whole.slice(0, MAX_LINE_CHARS);
  const zone = open.find(({ name }) => name === "VTIMEZONE");
  if (zone) zone.lines.push(line);
  else if (inside.name === "VEVENT" && WANTED.test(line)) inside.lines.push(line);
  else if (inside.name === "VCALENDAR" && /^(?:X-WR-TIMEZONE|METHOD)[;:]/i.test(line)) calendar.push(line);
}

function textOf(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((candidate) => candidate.toUpperCase().startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim() || undefined;
}
