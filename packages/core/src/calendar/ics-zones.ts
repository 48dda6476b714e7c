/**
 * Turns a local time of a calendar file into an instant: by the time zones that the runtime knows, then by the file's
 * own rules.
 */
import { type EpochMs, isError } from "@waldo/contracts";
import ICAL from "ical.js";
import { checkZone, instantAt } from "../time.ts";
import type { IcsFile } from "./ics-lines.ts";
import { type Steps, spend } from "./ics-steps.ts";
import type { ToInstant, Wall } from "./ics-wall.ts";
import { zoneByRules } from "./ics-zone-rules.ts";

const MIDNIGHT = "00:00:00";

/** Returns the local time as an instant in UTC, for a timeline without time zones. */
function asUtc({ date, time = MIDNIGHT }: Wall): EpochMs {
  return Date.parse(`${date}T${time}Z`);
}

export const fromUtc: ToInstant = asUtc;

/** To look a name up among the runtime's time zones takes as long as this many steps. */
const STEPS_PER_NAME = 10;

/** Returns the time zones of one file. Times without a time zone use the file's, or else the person's own. */
export function zonesOf(file: Pick<IcsFile, "timeZone" | "zones">, personZone: string, steps: Steps) {
  const known = new Map<string, ToInstant | undefined>();
  const floating = (file.timeZone && byName(file.timeZone)) || inZone(personZone);
  return {
    floating,
    /** All-day values are days of the person's own time zone. */
    days: inZone(personZone),
    /**
     * Returns `undefined` when neither the runtime nor the file defines this time zone. Throws `TooManySteps`, as the
     * function it returns does.
     */
    named(tzid: string): ToInstant | undefined {
      if (known.has(tzid)) return known.get(tzid);
      spend(steps, STEPS_PER_NAME);
      const found = byName(tzid) ?? zoneByRules(file.zones.get(tzid), steps);
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
