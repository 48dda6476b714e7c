/**
 * Reads local clock times and offsets, and turns them into instants. The importers use it. For any other text the
 * functions return undefined.
 * bounded: a time has at most 60 characters, see MOST_CHARS
 */
import { checkZone, DAY_MS, HOUR_MS, instantAt, MINUTE_MS, offsetMinutes } from "../../time.ts";

/** A date outside these years is broken. Consumer wearables begin in the 1990s. */
const YEARS = { first: 1990, last: 2099 } as const;

/** A local clock time as it is written: milliseconds, as if the local clock were UTC. It is not an instant. */
export type WallClock = number;

const CLOCK =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(am|pm)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
/**
 * The words for the two halves of the day on phones. The space before the word may be a narrow no-break space (U+202F).
 */
const HALVES: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d\s*)(?:a\.?\s?m\.?|上午|午前|오전|ص|vorm\.|fm)(?=\s|$|[+-])/iu, "am"],
  [/(?<=\d\s*)(?:p\.?\s?m\.?|下午|午後|오후|م|nachm\.|em)(?=\s|$|[+-])/iu, "pm"],
];

/**
 * Reads `2024-03-01`, `2024-03-01 23:10[:00[.000]]` or the same with `T` or with a 12-hour clock (`1:10:00 PM`),
 * followed by nothing, `Z`, `+0530` or ` +05:30`. Returns undefined for anything else and for a date that the calendar
 * does not have.
 */
export function parseClock(text: string): { wall: WallClock; offsetMinutes: number | undefined } | undefined {
  if (text.length > MOST_CHARS) return undefined;
  const match = CLOCK.exec(text.trim()) ?? CLOCK.exec(asciiClock(text));
  if (match === null) return undefined;
  const [, year, month, day, written = "0", minute = "0", second = "0", fraction = "", half, offset] = match;
  const hour = half === undefined ? Number(written) : hourOf(Number(written), half);
  if (hour === undefined || (half === undefined && written.length === 1 && match[4] !== undefined)) return undefined;
  const midnight = midnightOf(Number(year), Number(month), Number(day));
  const wall = wallClock(midnight, hour, Number(minute), Number(second));
  if (wall === undefined) return undefined;
  const offsetMinutes = offset === undefined ? undefined : parseOffset(offset);
  if (offset !== undefined && offsetMinutes === undefined) return undefined;
  return { wall: wall + Number(fraction.padEnd(3, "0").slice(0, 3)), offsetMinutes };
}

/** Returns the hour of the day, 0–23. Returns undefined for an hour that a 12-hour clock does not have. */
function hourOf(written: number, half: string): number | undefined {
  if (written < 1 || written > 12) return undefined;
  return (written % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

/** The most characters that a time has. */
const MOST_CHARS = 60;

/** Returns the time with ASCII digits and English AM or PM. */
function asciiClock(text: string): string {
  const digits = text.trim().replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit)));
  return HALVES.reduce((time, [words, half]) => time.replace(words, half), digits);
}

/** Returns the value of a digit of any script. In each script the codes of the digits follow each other from zero on. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** Returns undefined for a date that does not exist, or whose year is outside the years of wearables. */
export function midnightOf(year: number, month: number, day: number): WallClock | undefined {
  if (year < YEARS.first || year > YEARS.last) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  const back = new Date(midnight);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined;
  return midnight;
}

/** Returns the wall clock at a time of a date. Returns undefined when the date or the time does not exist. */
export function wallClock(
  midnight: WallClock | undefined,
  hour: number,
  minute: number,
  second: number,
): WallClock | undefined {
  if (midnight === undefined || hour > 23 || minute > 59 || second > 59) return undefined;
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000;
}

/**
 * Reads `Z`, `+05:30`, `-0500`, `UTC-05:00`, `UTCZ`, `GMT+2` as minutes east. Returns undefined for other text or
 * beyond ±14 h.
 */
export function parseOffset(text: string): number | undefined {
  const match = /^(?:UTC|GMT)?\s*(?:(Z)|([+-])(\d{1,2}):?(\d{2})?)?$/i.exec(text.trim());
  if (match === null || text.trim() === "") return undefined;
  const [, , sign, hours = "0", minutes = "0"] = match;
  if (Number(minutes) > 59) return undefined;
  const east = Number(hours) * 60 + Number(minutes);
  return east > 14 * 60 ? undefined : sign === "-" && east !== 0 ? -east : east;
}

/** Returns the `YYYY-MM-DD` of a local clock time. */
export function wallDate(wall: WallClock): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** Returns the local date of an instant when the clock is `offset` minutes east of UTC. */
export function dateAt(instant: number, offset: number): string {
  return wallDate(instant + offset * MINUTE_MS);
}

/** Returns the hour of the local day, from 0 up to 24, with its fraction. */
export function hourAt(instant: number, offset: number): number {
  const wall = instant + offset * MINUTE_MS;
  return (wall - Math.floor(wall / DAY_MS) * DAY_MS) / HOUR_MS;
}

/** The clock of one time zone. It is fast enough for a million calls. */
export type ZoneClock = {
  readonly timeZone: string;
  /**
   * Returns the instant. A time that the spring change skips moves forward. Of a time that comes twice in autumn, the
   * first one counts.
   */
  toInstant(wall: WallClock): number;
  /** Returns the minutes east of UTC at the instant. */
  offsetAt(instant: number): number;
};

/** Throws InvalidInput for a time zone that the runtime does not know. */
export function zoneClock(timeZone: string): ZoneClock {
  checkZone(timeZone);
  // A call to the runtime takes microseconds, and most UTC days have one offset. So the offset is cached per day.
  const days = new Map<number, number | "changes">();

  function offsetAt(instant: number): number {
    const day = Math.floor(instant / DAY_MS);
    let known = days.get(day);
    if (known === undefined) {
      const first = offsetMinutes(day * DAY_MS, timeZone);
      known = first === offsetMinutes((day + 1) * DAY_MS - 1, timeZone) ? first : "changes";
      days.set(day, known);
    }
    return known === "changes" ? offsetMinutes(Math.floor(instant), timeZone) : known;
  }

  function toInstant(wall: WallClock): number {
    const offset = offsetAt(wall);
    const steady = offset === offsetAt(wall - DAY_MS) && offset === offsetAt(wall + DAY_MS);
    if (steady) return wall - offset * MINUTE_MS;
    const [date = "", time = ""] = new Date(wall).toISOString().slice(0, -1).split("T");
    return instantAt(date, time, timeZone);
  }

  return { timeZone, toInstant, offsetAt };
}
