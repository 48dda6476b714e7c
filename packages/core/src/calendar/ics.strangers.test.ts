/**
 * Tests what calendars of offices and phones hold beside the standard. An event that is dropped becomes "you are free",
 * so what can be read is read, and what is a guess is marked as one.
 */
import { CalendarEvent } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { importIcs } from "./ics.ts";

const JANUARY = { timeZone: "Europe/Oslo", from: Date.UTC(2027, 0, 1), to: Date.UTC(2027, 1, 1) };

const bytesOf = (...lines: string[]) => new TextEncoder().encode(lines.join("\r\n"));
const calendar = (...lines: string[]) => bytesOf("BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", "SUMMARY:Budget", ...lines, "END:VEVENT"];
const read = (...lines: string[]) => importIcs(calendar(...event(...lines)), JANUARY);
const utc = (at: number) => new Date(at).toISOString().slice(5, 16);
const startsOf = (bytes: Uint8Array, window = JANUARY) =>
  importIcs(bytes, window).events.map(({ start, uncertain }) => `${utc(start)}${uncertain ? " ?" : ""}`);
const starts = (...lines: string[]) => startsOf(calendar(...event(...lines)));

describe("the time zones of Outlook and Exchange", () => {
  it.each([
    ["W. Europe Standard Time", "01-18T08:30"],
    ["Romance Standard Time", "01-18T08:30"],
    ["Pacific Standard Time", "01-18T17:30"],
    ["India Standard Time", "01-18T04:00"],
    ["GTB Standard Time", "01-18T07:30"],
    ["Eastern Standard Time 1", "01-18T14:30"],
    ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "01-18T08:30"],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', "01-18T14:30"],
    ["(UTC+03:00) Istanbul", "01-18T06:30"],
    ["(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "01-18T04:00"],
    ['"Pacific Standard Time', "01-18T17:30"],
    ["+02:00", "01-18T07:30"],
    ["UTC-3", "01-18T12:30"],
    ["GMT+0545", "01-18T03:45"],
    ["/vendor.example/20210210/Asia/Tokyo", "01-18T00:30"],
  ])("%s is known without a definition", (tzid, at) => {
    expect(starts(`DTSTART;TZID=${tzid}:20270118T093000`)).toEqual([at]);
  });

  it("a definition in the file has the last word over a name of Windows", () => {
    const zone = (...lines: string[]) => ["BEGIN:VTIMEZONE", "TZID:Romance Standard Time", ...lines, "END:VTIMEZONE"];
    const fixed = ["BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0400", "TZOFFSETTO:+0400"];
    const at = event("DTSTART;TZID=Romance Standard Time:20270118T093000");
    expect(startsOf(calendar(...zone(...fixed, "END:STANDARD"), ...at))).toEqual(["01-18T05:30"]);
    expect(startsOf(calendar(...zone("X-LIC-LOCATION:Asia/Seoul"), ...at))).toEqual(["01-18T00:30"]);
  });

  it("a time zone that nobody knows is the file's, else the person's, and the event is marked as uncertain", () => {
    const unknown = event("DTSTART;TZID=Customized Time Zone:20270118T093000");
    expect(startsOf(calendar(...unknown))).toEqual(["01-18T08:30 ?"]);
    expect(startsOf(calendar("X-WR-TIMEZONE:Asia/Kolkata", ...unknown))).toEqual(["01-18T04:00 ?"]);
    expect(startsOf(calendar("X-WR-TIMEZONE:Tokyo Standard Time", ...unknown))).toEqual(["01-18T00:30 ?"]);
    expect(starts('DTSTART;TZID="tzone://Microsoft/Custom":20270118T093000')).toEqual(["01-18T08:30 ?"]);
    // The label names an offset, but not how the clocks change.
    expect(starts("DTSTART;TZID=(UTC+09:00) Nowhere:20270118T093000")).toEqual(["01-18T00:30 ?"]);
  });

  it("an unknown time zone of the end or of an exception is a guess too", () => {
    const at = "DTSTART:20270118T083000Z";
    expect(starts(at, "DTEND;TZID=Customized Time Zone:20270118T103000")).toEqual(["01-18T08:30 ?"]);
    expect(starts(at, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE;TZID=Nowhere:20270118T093000")).toEqual(["01-19T08:30 ?"]);
  });
});

describe("a property that cannot be read costs that property", () => {
  const [begins, daily] = ["DTSTART;TZID=Europe/Oslo:20270118T093000", "RRULE:FREQ=DAILY;COUNT=2"];

  it.each([
    ["an end that is no date", ["DTEND:None"], ["01-18T08:30 ?"]],
    ["an end in a month that is not", ["DTEND;TZID=Europe/Oslo:20271318T103000"], ["01-18T08:30 ?"]],
    ["a length without a number", ["DURATION:PT"], ["01-18T08:30 ?"]],
    ["a length of two million years", ["DURATION:P99999999W"], ["01-18T08:30 ?"]],
    ["an empty length", ["DURATION:"], ["01-18T08:30"]],
    ["an exception that is no date", [daily, "EXDATE:None"], ["01-18T08:30 ?", "01-19T08:30 ?"]],
    ["a place in no quotes", ['LOCATION;X="open:Room 4'], ["01-18T08:30"]],
    ["an end of its rule that is no date", ["RRULE:FREQ=WEEKLY;UNTIL=None"], ["01-18T08:30 ?", "01-25T08:30 ?"]],
    ["an end of its rule in ISO 8601", ["RRULE:FREQ=WEEKLY;UNTIL=2027-01-20"], ["01-18T08:30"]],
    ["an end of its rule without seconds", ["RRULE:FREQ=WEEKLY;UNTIL=20270125T0830Z"], ["01-18T08:30", "01-25T08:30"]],
    ["a rule in small letters", ["RRULE:freq=weekly;byday=MO,;count=1"], ["01-18T08:30"]],
    ["a rule with spaces", ["RRULE:FREQ=DAILY;COUNT=2;BYDAY=MO, TU, WE"], ["01-18T08:30", "01-19T08:30"]],
  ])("%s", (_what, lines, found) => {
    expect(starts(begins, ...lines)).toEqual(found);
  });

  it("a rule that cannot be read leaves the event itself, and its repeats count as left out", () => {
    const { events, skipped } = read(begins, "RRULE:FREQ=SOMETIMES");
    expect([events.length, skipped]).toEqual([1, { unread_repeats: 1 }]);
  });

  it("a rule that asks for too much leaves the event itself, and counts as left out", () => {
    const { events, skipped } = read(begins, "RRULE:FREQ=SECONDLY");
    expect([events.length, skipped]).toEqual([1, { recurs_beyond_bounds: 1 }]);
  });

  it("a change of an occurrence that cannot be found stands beside the event that it changes", () => {
    const changed = event("RECURRENCE-ID:someday", "SEQUENCE:3", "DTSTART:20270120T150000Z");
    expect(startsOf(calendar(...event(begins, daily), ...changed))).toEqual([
      "01-18T08:30",
      "01-19T08:30",
      "01-20T15:00 ?",
    ]);
  });

  it.each([
    ["20270118T0930", "01-18T08:30"],
    ["20270118T0930Z", "01-18T09:30"],
    ["2027-01-18T09:30:00Z", "01-18T09:30"],
    ["2027-01-18T09:30:00.000", "01-18T08:30"],
    [" 20270118T093000Z ", "01-18T09:30"],
  ])("a start written as %s is read", (value, at) => {
    expect(starts(`DTSTART:${value}`)).toEqual([at]);
  });

  it("a start in a month that is not costs the event, and is counted", () => {
    expect(read("DTSTART:20271318T093000Z").skipped).toEqual({ malformed: 1 });
  });
});

describe("what Exchange says beside the standard", () => {
  const midnights = ["DTSTART;TZID=Europe/Oslo:20270118T000000", "DTEND;TZID=Europe/Oslo:20270120T000000"];

  it("a whole day is one, in the person's own time zone", () => {
    expect(read(...midnights, "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE").events).toMatchObject([
      { allDay: true, start: Date.UTC(2027, 0, 17, 23), end: Date.UTC(2027, 0, 19, 23) },
    ]);
    const elsewhere = midnights.map((line) => line.replace("Oslo", "Lisbon"));
    expect(read(...elsewhere, "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE").events).toMatchObject([
      { allDay: true, start: Date.UTC(2027, 0, 17, 23), end: Date.UTC(2027, 0, 19, 23) },
    ]);
    const instants = ["DTSTART:20270117T230000Z", "DTEND:20270118T230000Z", "RRULE:FREQ=DAILY;COUNT=2"];
    const days = read(...instants, "EXDATE:20270117T230000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE").events;
    expect(days).toMatchObject([{ allDay: true, start: Date.UTC(2027, 0, 18, 23), end: Date.UTC(2027, 0, 19, 23) }]);
    expect(read(...midnights, "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE").events).toMatchObject([{ allDay: false }]);
  });

  it.each([
    ["FREE", false, "confirmed"],
    ["TENTATIVE", true, "tentative"],
    ["OOF", true, "confirmed"],
    ["BUSY", true, "confirmed"],
  ])("%s", (word, busy, status) => {
    expect(read(...midnights, `X-MICROSOFT-CDO-BUSYSTATUS:${word}`).events).toMatchObject([{ busy, status }]);
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
