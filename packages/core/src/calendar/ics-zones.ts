/** From a wall clock in a calendar file to an instant: by the zones the runtime knows, then by the file's own rules. */
import { type EpochMs, isError, type LocalDate } from "@waldo/contracts";
import ICAL from "ical.js";
import { checkZone, instantAt } from "../time.ts";
import type { IcsFile } from "./ics-lines.ts";

/** What a clock on the wall shows: `YYYY-MM-DD` and `HH:MM:SS`. An all-day value has no time. */
export type Wall = { readonly date: LocalDate; readonly time?: string };

export type ToInstant = (wall: Wall) => EpochMs;

const MIDNIGHT = "00:00:00";

/** Seconds on a timeline without zones. */
function asUtc({ date, time = MIDNIGHT }: Wall): EpochMs {
  return Date.parse(`${date}T${time}Z`);
}

export const fromUtc: ToInstant = asUtc;

/** The zones of one file. Times without a zone are the file's, or the person's own. */
export function zonesOf(file: Pick<IcsFile, "zone" | "zones">, personZone: string) {
  const known = new Map<string, ToInstant | undefined>();
  const floating = (file.zone && byName(file.zone)) || inZone(personZone);
  return {
    floating,
    /** All-day values are days of the person's own wall clock. */
    days: inZone(personZone),
    /** `undefined`: neither the runtime nor the file says what this zone is. */
    named(tzid: string): ToInstant | undefined {
      if (!known.has(tzid)) known.set(tzid, byName(tzid) ?? byRules(file.zones.get(tzid)));
      return known.get(tzid);
    },
  };
}
export type IcsZones = ReturnType<typeof zonesOf>;

function inZone(zone: string): ToInstant {
  return ({ date, time = MIDNIGHT }) => instantAt(date, time, zone);
}

/** An IANA name, also at the end of a vendor's path such as `/vendor.example/2021/Europe/Berlin`. */
function byName(tzid: string): ToInstant | undefined {
  const parts = tzid.split("/");
  for (const name of [tzid, parts.slice(-2).join("/"), parts.slice(-3).join("/")]) {
    if (!/^[A-Za-z]/.test(name)) continue;
    try {
      return inZone(checkZone(name));
    } catch (error) {
      if (!isError(error, "InvalidInput")) throw error;
    }
  }
  return undefined;
}

/** The file's own VTIMEZONE. Zones change by yearly rules; any other rule is none we would want to follow. */
function byRules(lines: readonly string[] | undefined): ToInstant | undefined {
  if (!lines || lines.some((line) => /^RRULE/i.test(line) && !/[:;]FREQ=YEARLY/i.test(line))) return undefined;
  if (lines.some((line) => /[:;]INTERVAL=(?!1(?:;|$))/i.test(line))) return undefined;
  try {
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join("\r\n"))));
    const offset = (wall: Wall) => 1000 * zone.utcOffset(floatingTime(wall));
    offset({ date: "2000-01-01" });
    return (wall) => asUtc(wall) - offset(wall);
  } catch {
    return undefined;
  }
}

/** The same wall clock as the library counts it, bound to no zone. */
export function floatingTime({ date, time }: Wall): ICAL.Time {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const [hour = 0, minute = 0, second = 0] = (time ?? MIDNIGHT).split(":").map(Number);
  return new ICAL.Time(
    { year, month, day, hour, minute, second, isDate: time === undefined },
    ICAL.Timezone.localTimezone,
  );
}

/** What a value of the library shows on its own wall, whatever zone it is in. */
export function wallOf(time: ICAL.Time): Wall {
  const pad = (n: number, width = 2) => String(n).padStart(width, "0");
  const date = `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`;
  return time.isDate ? { date } : { date, time: `${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}` };
}
