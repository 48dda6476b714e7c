/**
 * Tests what calendars of offices and phones hold beside the standard. An event that is dropped becomes "you are free",
 * so what can be read is read, and what is a guess is marked as one.
 */

import { CalendarEvent } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importIcs } from "./ics.ts";

const JANUARY = { timeZone: "Europe/Oslo", from: Date.UTC(2027, 0, 1), to: Date.UTC(2027, 1, 1) };

const bytesOf = (...lines: string[]) => new TextEncoder().encode(lines.join("\r\n"));
const calendar = (...lines: string[]) => bytesOf("BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", "SUMMARY:Budget", ...lines, "END:VEVENT"];
const utc = (at: number) => new Date(at).toISOString().slice(5, 16);
const startsOf = (bytes: Uint8Array, window = JANUARY) =>
  importIcs(bytes, window).events.map(({ start, uncertain }) => `${utc(start)}${uncertain ? " ?" : ""}`);
const starts = (...lines: string[]) => startsOf(calendar(...event(...lines)));

describe("the time zones of Outlook and Exchange", () => {
  it.each(
    casesOf<[string, string]>(
      "ics.strangers",
      "the time zones of Outlook and Exchange: … is known without a definition",
    ),
  )("%s is known without a definition", (tzid, at) => {
    expect(starts(`DTSTART;TZID=${tzid}:20270118T093000`)).toEqual([at]);
  });
});

describe("a property that cannot be read costs that property", () => {
  const [begins, daily] = ["DTSTART;TZID=Europe/Oslo:20270118T093000", "RRULE:FREQ=DAILY;COUNT=2"];

  it.each([
    ...casesOf<[string, string[], string[]]>("ics.strangers", "a property that cannot be read costs that property: …"),
    ["an exception that is no date", [daily, "EXDATE:None"], ["01-18T08:30 ?", "01-19T08:30 ?"]],
  ])("%s", (_what, lines, found) => {
    expect(starts(begins, ...lines)).toEqual(found);
  });
});

describe("the bytes of a file", () => {
  const [head, tail] = [
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270118T093000Z\r\nSUMMARY:",
    "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ];
  const titleOf = (bytes: Uint8Array) => importIcs(bytes, JANUARY).events[0]?.title;

  it("a fold inside a character, or inside a name, is none", () => {
    const whole = Buffer.from("Møte på kafé 👋 hos Åse", "utf8");
    for (let at = 1; at < whole.length; at++)
      for (const fold of ["\r\n ", "\n\t", "\r\n\r\n "]) {
        const folded = [whole.subarray(0, at), Buffer.from(fold), whole.subarray(at)];
        expect(titleOf(Buffer.concat([Buffer.from(head), ...folded, Buffer.from(tail)]))).toBe(whole.toString());
      }
  });

  it("a line that is no UTF-8 is Windows-1252, and UTF-16 is recognised", () => {
    const text = `${head}Café – Zoë${tail}`;
    const windows = Buffer.from(text.replace("–", "\u0096"), "latin1");
    expect(titleOf(windows)).toBe("Café – Zoë");
    expect(titleOf(Buffer.from(`\ufeff${text}`, "utf8"))).toBe("Café – Zoë");
    const wide = Buffer.from(`\ufeff${text}`, "utf16le");
    expect(titleOf(wide)).toBe("Café – Zoë");
    expect(titleOf(wide.subarray(2))).toBe("Café – Zoë");
    expect(titleOf(Buffer.from(wide).swap16())).toBe("Café – Zoë");
    // One damaged line costs no other.
    const mixed = Buffer.concat([Buffer.from("X-A:é\r\n", "latin1"), Buffer.from(`${head}Café${tail}`)]);
    expect(titleOf(mixed)).toBe("Café");
  });
});

it("whatever a file holds, its events are events of the calendar", () => {
  const word = fc.constantFrom(
    "None",
    "0",
    "-1",
    "99999999",
    "20270118T093000Z",
    "20270118",
    "19000101",
    "21991231T235959",
  );
  const value = fc.oneof(word, fc.string({ maxLength: 12 }), fc.array(word, { maxLength: 3 }).map(String));
  const length = fc
    .tuple(fc.constantFrom("", "-"), fc.nat(), fc.constantFrom("W", "D"))
    .map(([s, n, u]) => `${s}P${n}${u}`);
  const rule = fc
    .tuple(
      fc.constantFrom("YEARLY", "DAILY", "MINUTELY", "X"),
      fc.constantFrom("", ";UNTIL=", ";COUNT=", ";BYDAY="),
      value,
    )
    .map(([freq, part, of]) => `FREQ=${freq}${part}${part && of}`);
  const zone = fc.constantFrom(
    "",
    ";TZID=Nowhere",
    ";TZID=UTC+9",
    ";TZID=Romance Standard Time",
    ";VALUE=DATE",
    ";VALUE=PERIOD",
  );
  const line = fc.oneof(
    fc
      .tuple(fc.constantFrom("DTSTART", "DTEND", "EXDATE", "RDATE", "RECURRENCE-ID"), zone, value)
      .map(([n, z, v]) => `${n}${z}:${v}`),
    length.map((of) => `DURATION:${of}`),
    rule.map((of) => `RRULE:${of}`),
    fc
      .tuple(fc.constantFrom("SUMMARY", "UID", "LOCATION", "SEQUENCE"), fc.string({ unit: "binary" }))
      .map(([n, v]) => `${n}:${v}`),
    fc.constantFrom("X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", "STATUS:CANCELLED"),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { events } = importIcs(
        calendar("BEGIN:VEVENT", "DTSTART:20270118T093000Z", ...lines, "END:VEVENT"),
        JANUARY,
      );
      for (const one of events)
        expect(CalendarEvent.safeParse({ ...one, calendar: "work", updatedAt: 0 }).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});
