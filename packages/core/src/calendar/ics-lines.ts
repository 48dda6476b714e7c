// Splits an iCalendar file into the lines that are needed (RFC 5545), and holds the budget of work for one file. Events
// are separate, so a broken event does not affect others. Broken lines in unused parts are ignored.
import { type EpochMs, type LocalDate, WaldoError } from "@waldo/contracts";

/**
 * Returns a text from outside as one line of at most `chars`, without control characters and without broken surrogate
 * pairs.
 */
export function clipLine(text: string, chars: number): string {
  const line = text
    .slice(0, chars * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).toWellFormed()}…`;
}

/**
 * Turns the bytes of a calendar file into text. RFC 5545 (3.1) folds lines by bytes, even inside a character. So lines
 * are unfolded before they are decoded. A line that is not valid UTF-8 is read as Windows-1252, which older exporters
 * use.
 */
const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** Returns the text of a file without folds. It never throws. Bytes of an unknown encoding give wrong characters. */
function icsText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0)
    return unfoldedText(new TextDecoder("utf-16le").decode(bytes));
  if ((first === 0xfe && second === 0xff) || first === 0)
    return unfoldedText(new TextDecoder("utf-16be").decode(bytes));
  const whole = unfolded(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return lineByLine(whole);
  }
}

const unfoldedText = (text: string) => new TextDecoder().decode(unfolded(new TextEncoder().encode(text)));

/** Returns the bytes without folds. A fold is a line end followed by a space or a tab. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === CR || byte === LF) {
      let next = at + 1;
      while (bytes[next] === CR || bytes[next] === LF) next++;
      if (bytes[next] === SPACE || bytes[next] === TAB) {
        at = next;
        continue;
      }
    }
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

function lineByLine(bytes: Uint8Array): string {
  const [utf8, windows] = [new TextDecoder("utf-8", { fatal: true }), new TextDecoder("windows-1252")];
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    try {
      lines.push(utf8.decode(line));
    } catch {
      lines.push(windows.decode(line));
    }
    from += line.length;
  }
  return lines.join("");
}

/**
 * The steps that are left for the whole file. A rule from outside may never match, or match a million times. So each
 * search for dates takes its steps from this number and stops at 0.
 */
export type Steps = { left: number };

/** The most steps of one file: all its rules and time zones together. They take some seconds. */
export const STEPS_PER_FILE = 300_000;

/** Thrown when a rule or a time zone asks for more than any calendar needs. */
export class TooManySteps extends Error {
  override readonly name = "TooManySteps";
}

/** Takes steps from the budget. Throws `TooManySteps` when there are not enough left. */
export function spend(steps: Steps, cost: number): void {
  steps.left = Math.max(0, steps.left - cost);
  if (steps.left === 0) throw new TooManySteps("steps");
}

/** A local time: `YYYY-MM-DD` and `HH:MM:SS`. An all-day value has no time. */
export type Wall = { readonly date: LocalDate; readonly time?: string };

/** Returns the instant of a local time in some time zone. */
export type ToInstant = (wall: Wall) => EpochMs;

export type IcsFile = {
  /** Content lines of each event, unfolded, without its alarms. */
  readonly events: readonly (readonly string[])[];
  /** Content lines of each VTIMEZONE, by its TZID. */
  readonly zones: ReadonlyMap<string, readonly string[]>;
  /** X-WR-TIMEZONE: the time zone of times that name none. */
  readonly timeZone?: string;
  /** True for METHOD:CANCEL, which means that every event in this file is cancelled. */
  readonly cancelled: boolean;
  /** How many events have a BEGIN line and no END line. */
  readonly cutOff: number;
};

export const MAX_ICS_BYTES = 20_000_000;
const MAX_DEPTH = 50;
const MAX_EVENTS = 50_000;
const MAX_LINE_CHARS = 100_000;
const WANTED =
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY|LOCATION|DESCRIPTION|STATUS|TRANSP|SEQUENCE|X-MICROSOFT-CDO-(?:ALLDAYEVENT|BUSYSTATUS)|X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT)[;:]/i;

type Open = { readonly name: string; readonly lines: string[] };

/** Throws `ImportRefused` for bytes without a calendar, or with more events than the limit. */
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

/**
 * Closes a component and everything that is still open inside it. Returns the number of events that were cut off by
 * this.
 */
function close(open: Open[], name: string, events: string[][], zones: Map<string, string[]>): number {
  const at = open.findLastIndex((component) => component.name === name);
  if (at < 0) return 0; // There was no BEGIN line for this name.
  const [closed, ...inside] = open.splice(at);
  if (closed?.name === "VEVENT" && events.push(closed.lines) > MAX_EVENTS)
    throw new WaldoError("ImportRefused", `the calendar file has over ${MAX_EVENTS} events`);
  const tzid = closed?.name === "VTIMEZONE" ? textOf(closed.lines, "TZID") : undefined;
  // Some exporters end the name of the zone with a colon that their events do not have.
  if (closed && tzid) zones.set(tzid.endsWith(":") ? tzid.slice(0, -1) : tzid, [...closed.lines, "END:VTIMEZONE"]);
  return inside.filter((component) => component.name === "VEVENT").length;
}

function keep(open: readonly Open[], whole: string, calendar: string[]): void {
  const inside = open.at(-1);
  if (!inside) return;
  // A list of dates that is cut off cannot be read, and is counted as such.
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
