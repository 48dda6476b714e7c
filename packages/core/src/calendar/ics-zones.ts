/**
 * Turns a local time of a calendar file into an instant. It uses the time zones that the runtime knows, then the file's
 * own rules, then the names of Windows. For an unknown time zone it guesses and marks the result as uncertain.
 */
import { type EpochMs, isError } from "@waldo/contracts";
import ICAL from "ical.js";
import { checkZone, instantAt, localDate, MINUTE_MS, offsetMinutes } from "../time.ts";
import { type IcsFile, type Steps, spend, type ToInstant, type Wall } from "./ics-lines.ts";
import { zoneByRules } from "./ics-zone-rules.ts";
import windowsZones from "./windows-zones.json" with { type: "json" };

/** The names of time zones in Windows and Outlook, in lower case, with their IANA names. */
const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(Object.entries(windowsZones));

const MIDNIGHT = "00:00:00";

/** Returns the local time as an instant in UTC, for comparisons without time zones. */
function asUtc({ date, time = MIDNIGHT }: Wall): EpochMs {
  return Date.parse(`${date}T${time}Z`);
}

export const fromUtc: ToInstant = asUtc;

/** Looking a name up among the runtime's time zones takes as long as this many steps. */
const STEPS_PER_NAME = 10;

/** A time zone from a file. It is uncertain when the file does not say which zone is meant or how its clocks change. */
type ZoneRead = { readonly toInstant: ToInstant; readonly certain: boolean };

/** Returns the time zones of one file. A time without a time zone uses the zone of the file, or else the person's own. */
export function zonesOf(file: Pick<IcsFile, "timeZone" | "zones">, personZone: string, steps: Steps) {
  const known = new Map<string, ZoneRead>();
  const own = new Map([...file.zones].map(([name, lines]) => [name.toLowerCase(), lines]));
  const floating = (file.timeZone && withoutFile(file.timeZone)) || inZone(personZone);

  /** Returns the one time zone that a file without X-WR-TIMEZONE defines. */
  function only(): ToInstant | undefined {
    const [lines] = own.values();
    return own.size === 1 && file.timeZone === undefined ? zoneByRules(lines, steps) : undefined;
  }

  function find(tzid: string): ZoneRead {
    const name = tzid.trim().replace(/^"|"$/g, "");
    const lines = own.get(name.toLowerCase());
    const found = byName(name) ?? (lines && (zoneByRules(lines, steps) ?? placeOf(lines))) ?? withoutFile(name);
    if (found) return { toInstant: found, certain: true };
    // The last choices: an offset from UTC without clock changes, or the only zone of the file.
    return { toInstant: byOffset(name) ?? only() ?? floating, certain: false };
  }

  return {
    floating,
    /** All-day values are days of the person's own time zone. */
    days: inZone(personZone),
    /** Returns the day of an instant on the person's clock. */
    dateOf: (at: EpochMs) => localDate(at, personZone),
    /**
     * Returns the time zone with this name. It tries the runtime's zones, the file's zones, the names of Windows, and
     * offsets. For an unknown name it returns the zone that is used for times without one. Throws `TooManySteps`; so
     * does the returned function.
     */
    named(tzid: string): ZoneRead {
      const before = known.get(tzid);
      if (before) return before;
      spend(steps, STEPS_PER_NAME);
      const found = find(tzid);
      known.set(tzid, found);
      return found;
    },
  };
}
export type IcsZones = ReturnType<typeof zonesOf>;

function inZone(timeZone: string): ToInstant {
  return ({ date, time = MIDNIGHT }) => instantAt(date, time, timeZone);
}

/** Reads an IANA name, also at the end of a vendor's path such as `/vendor.example/2021/Europe/Berlin`. */
function byName(tzid: string): ToInstant | undefined {
  const parts = tzid.split("/");
  for (const name of [tzid, parts.slice(-2).join("/"), parts.slice(-3).join("/")])
    if (/^[A-Za-z]/.test(name) && isZone(name)) return inZone(name);
  return undefined;
}

function isZone(name: string): boolean {
  try {
    checkZone(name);
    return true;
  } catch (error) {
    if (!isError(error, "InvalidInput")) throw error;
    return false;
  }
}

/** Reads X-LIC-LOCATION, the place of a VTIMEZONE. */
function placeOf(lines: readonly string[]): ToInstant | undefined {
  const place = lines.find((line) => /^X-LIC-LOCATION:/i.test(line));
  return place === undefined ? undefined : byName(place.slice(place.indexOf(":") + 1).trim());
}

/** Reads a name that needs no zone of the file: an IANA name, a name of Windows, a label of Outlook, or a bare offset. */
function withoutFile(name: string): ToInstant | undefined {
  const iana = byName(name) ?? byWindows(name);
  if (iana) return iana;
  return OFFSET_ONLY.test(name) ? byOffset(name) : undefined;
}

/** Matches `+02:00`, `UTC+2`, `GMT-0330` and `(UTC+01:00)`. */
const OFFSET = /^\(?(?:UTC|GMT)? ?([+-]\d{1,2}):?(\d\d)?\)?/i;
const OFFSET_ONLY = /^\(?(?:UTC|GMT)? ?[+-]\d{1,2}:?(?:\d\d)?\)?$/i;

function offsetOf(name: string): number | undefined {
  const [, hours, minutes = "00"] = OFFSET.exec(name) ?? [];
  if (hours === undefined || Math.abs(Number(hours)) > 14 || Number(minutes) > 59) return undefined;
  return Number(hours) * 60 + (hours.startsWith("-") ? -1 : 1) * Number(minutes);
}

function byOffset(name: string): ToInstant | undefined {
  const offset = offsetOf(name);
  return offset === undefined ? undefined : (wall) => asUtc(wall) - offset * MINUTE_MS;
}

/** One winter day and one summer day. A label of Outlook names the offset of one of the two seasons. */
const SEASONS = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];

/**
 * Reads a name of Windows such as "Romance Standard Time". For a label such as "(UTC+01:00) Brussels, Paris" it takes
 * the first place whose clocks have that offset.
 */
function byWindows(name: string): ToInstant | undefined {
  const exact = WINDOWS_ZONES.get(name.toLowerCase().replace(/ \d$/, ""));
  if (exact) return inZone(exact);
  const offset = offsetOf(name);
  for (const place of name
    .slice(0, MAX_LABEL_CHARS)
    .replace(/^\([^)]*\) ?/, "")
    .split(/[,;:] /)) {
    const zones = [...(placeNames().get(place.toLowerCase()) ?? []), WINDOWS_ZONES.get(place.toLowerCase())];
    for (const zone of zones)
      if (zone && (offset === undefined || SEASONS.some((at) => offsetMinutes(at, zone) === offset)))
        return inZone(zone);
  }
  return undefined;
}

const MAX_LABEL_CHARS = 200;

/** Returns the IANA names for each place: "paris" gives Europe/Paris. */
function placeNames(): ReadonlyMap<string, readonly string[]> {
  places ??= Map.groupBy(Intl.supportedValuesOf("timeZone"), (zone) =>
    zone
      .slice(zone.lastIndexOf("/") + 1)
      .replaceAll("_", " ")
      .toLowerCase(),
  );
  return places;
}
let places: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the same local time as a value of the library without a time zone. */
export function floatingTime({ date, time }: Wall): ICAL.Time {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const [hour = 0, minute = 0, second = 0] = (time ?? MIDNIGHT).split(":").map(Number);
  return new ICAL.Time(
    { year, month, day, hour, minute, second, isDate: time === undefined },
    ICAL.Timezone.localTimezone,
  );
}

/** Returns the local time that a value of the library shows, in any time zone. */
export function wallOf(time: ICAL.Time): Wall {
  const pad = (n: number, width = 2) => String(n).padStart(width, "0");
  const date = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`;
  return time.isDate ? { date } : { date, time: `${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}` };
}
