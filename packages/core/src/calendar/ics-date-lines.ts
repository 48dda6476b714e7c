/**
 * Rewrites a content line with a date as RFC 5545 demands it. Exporters leave the seconds out, write ISO 8601, forget
 * `VALUE=DATE`, or put a time zone with a colon into no quotes.
 * bounded: a line has at most 100,000 characters, see MAX_LINE_CHARS, and no pattern goes over a part of it twice.
 */
const DATE_LINE = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[;:]/i;
/** A time zone such as `(UTC+01:00) Paris` has a colon too, so the value begins at the first colon before a date. */
const VALUE = /: {0,9}(?=\d{4}-?\d\d-?\d\d)/;
const ISO = /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z?))?/gi;

/**
 * Returns the line as the library reads it. A line of another property, or with no date in it, stays as it is. Throws
 * `RangeError` for a month or an hour that does not exist: the library would count on from there.
 */
export function rewrittenDates(line: string): string {
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
 * Returns a line with a rule as the library reads it, and whether its end could be read. A rule whose end cannot be read
 * has none then.
 */
export function rewrittenRule(line: string): { readonly line: string; readonly losesEnd: boolean } {
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
