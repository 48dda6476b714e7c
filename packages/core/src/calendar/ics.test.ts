import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WaldoError } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../time.ts";
import { type IcsWindow, importIcs as importBytes } from "./ics.ts";

const importIcs = (text: string | Uint8Array, window: IcsWindow) =>
  importBytes(typeof text === "string" ? new TextEncoder().encode(text) : text, window);
const ZONE = "Europe/London";
const YEAR_2026 = { timeZone: ZONE, from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", "SUMMARY:Standup", ...lines, "END:VEVENT"].join("\r\n");
const starts = (text: string, window = YEAR_2026) =>
  importIcs(text, window).events.map(({ start }) => new Date(start).toISOString().slice(0, 16));

describe("a calendar file", () => {
  it("gives its events as instants, and everything in them is untrusted", () => {
    const text = calendar(
      event(
        "DTSTART;TZID=America/New_York:20260302T093000",
        "DTEND;TZID=America/New_York:20260302T100000",
        "LOCATION:Room 4\\, 2nd floor",
        "DESCRIPTION:Bring\\n the",
        "  numbers",
        "STATUS:TENTATIVE",
        "TRANSP:TRANSPARENT",
      ),
    );
    expect(importIcs(text, YEAR_2026)).toEqual({
      events: [
        {
          eventId: expect.stringMatching(/^[0-9a-f]{24}$/),
          title: "Standup",
          location: "Room 4, 2nd floor",
          description: "Bring the numbers",
          start: Date.UTC(2026, 2, 2, 14, 30),
          end: Date.UTC(2026, 2, 2, 15, 0),
          allDay: false,
          busy: false,
          status: "tentative",
          origin: "untrusted",
        },
      ],
      series: new Set([expect.stringMatching(/^[0-9a-f]{24}$/)]),
      skipped: {},
    });
  });

  it("a time without a time zone is in the file's, else in the person's", () => {
    const floating = event("DTSTART:20260701T090000");
    expect(starts(calendar(floating))).toEqual(["2026-07-01T08:00"]);
    expect(starts(calendar("X-WR-TIMEZONE:Asia/Kolkata", floating))).toEqual(["2026-07-01T03:30"]);
  });

  it("a time zone may be a vendor's path, or the file's own rules", () => {
    const timeZone = [
      "BEGIN:VTIMEZONE",
      "TZID:Head Office",
      "BEGIN:STANDARD",
      "DTSTART:19701025T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:19700329T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=3;BYDAY=-1SU",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
    ].join("\r\n");
    const at = (tzid: string) => event(`DTSTART;TZID=${tzid}:20260701T090000`);
    expect(starts(calendar(at("/vendor.example/20210210/Europe/Berlin")))).toEqual(["2026-07-01T07:00"]);
    expect(starts(calendar(timeZone, at("Head Office")))).toEqual(["2026-07-01T07:00"]);
    expect(starts(calendar(timeZone, event("DTSTART;TZID=Head Office:20260114T090000")))).toEqual(["2026-01-14T08:00"]);
  });

  it("all-day events are days of the person's own time zone, also when the clocks change", () => {
    const text = calendar(event("DTSTART;VALUE=DATE:20260328", "DTEND;VALUE=DATE:20260330"));
    expect(importIcs(text, YEAR_2026).events).toMatchObject([
      { allDay: true, start: Date.UTC(2026, 2, 28), end: Date.UTC(2026, 2, 29, 23) },
    ]);
    expect(importIcs(calendar(event("DTSTART:20260328")), YEAR_2026).events).toMatchObject([
      { allDay: true, start: Date.UTC(2026, 2, 28), end: Date.UTC(2026, 2, 29) },
    ]);
  });

  it("a weekly meeting stays at its local hour across a clock change", () => {
    const text = calendar(event("DTSTART;TZID=Europe/London:20260318T090000", "RRULE:FREQ=WEEKLY;COUNT=4"));
    expect(starts(text)).toEqual(["2026-03-18T09:00", "2026-03-25T09:00", "2026-04-01T08:00", "2026-04-08T08:00"]);
  });

  it("rules end by count, or by a day, an instant or a local time", () => {
    const rule = (until: string) =>
      starts(calendar(event("DTSTART;TZID=Europe/London:20260601T230000", `RRULE:FREQ=DAILY;${until}`))).length;
    expect(rule("COUNT=3")).toBe(3);
    expect(rule("UNTIL=20260603")).toBe(3);
    expect(rule("UNTIL=20260603T220000Z")).toBe(3);
    expect(rule("UNTIL=20260603T215959Z")).toBe(2);
    expect(rule("UNTIL=20260603T230000")).toBe(3);
  });

  it("exceptions are removed, extra dates added, changed occurrences moved", () => {
    const text = calendar(
      event(
        "DTSTART:20260601T090000Z",
        "RRULE:FREQ=DAILY;COUNT=5",
        "EXDATE:20260602T090000Z",
        "EXDATE;VALUE=DATE:20260603",
        "RDATE:20260610T120000Z",
      ),
      event("RECURRENCE-ID:20260604T090000Z", "DTSTART:20260604T150000Z", "SUMMARY:Moved"),
      event("RECURRENCE-ID:20260605T090000Z", "DTSTART:20260605T090000Z", "STATUS:CANCELLED"),
    );
    expect(starts(text)).toEqual(["2026-06-01T09:00", "2026-06-04T15:00", "2026-06-10T12:00"]);
  });

  it("a change of this and the following moves all later ones, with their length", () => {
    const text = calendar(
      event("DTSTART:20260601T090000Z", "DTEND:20260601T093000Z", "RRULE:FREQ=DAILY;COUNT=4"),
      event(
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260603T090000Z",
        "DTSTART:20260603T110000Z",
        "DTEND:20260603T120000Z",
        "SEQUENCE:1",
      ),
    );
    const { events } = importIcs(text, YEAR_2026);
    expect(events.map(({ start, end }) => [new Date(start).getUTCHours(), (end - start) / 60_000])).toEqual([
      [9, 30],
      [9, 30],
      [11, 60],
      [11, 60],
    ]);
  });

  it("the newest version of an event counts, and a cancelled one is left out", () => {
    const at = (sequence: number, hour: string, ...more: string[]) =>
      event(`SEQUENCE:${sequence}`, `DTSTART:20260601T${hour}0000Z`, ...more);
    expect(starts(calendar(at(0, "09"), at(2, "11"), at(1, "10")))).toEqual(["2026-06-01T11:00"]);
    expect(starts(calendar(at(0, "09"), at(1, "09", "STATUS:CANCELLED")))).toEqual([]);
    expect(starts(calendar("METHOD:CANCEL", at(0, "09")))).toEqual([]);
  });

  it("one broken event costs that event, and broken lines in unused parts cost nothing", () => {
    const text = calendar(
      event("DTSTART:someday"),
      event("SUMMARY"),
      event("DTSTART:20260601T090000Z", "X-BROKEN", "BEGIN:VALARM", "TRIGGER:never", "END:VALARM"),
      "BEGIN:VEVENT",
      "DTSTART:20260602T090000Z",
    );
    const { events, skipped } = importIcs(text, YEAR_2026);
    expect(events).toHaveLength(1);
    expect(skipped).toEqual({ malformed: 1, no_start: 1, cut_off: 1 });
  });

  it("only the window is read, with events that overlap its edges", () => {
    const text = calendar(event("DTSTART:20200101T230000Z", "DTEND:20200102T010000Z", "RRULE:FREQ=DAILY"));
    const day = { timeZone: ZONE, from: Date.UTC(2026, 5, 1), to: Date.UTC(2026, 5, 2) };
    expect(starts(text, day)).toEqual(["2026-05-31T23:00", "2026-06-01T23:00"]);
    expect(() => importIcs(text, { ...day, to: day.from + 401 * DAY_MS })).toThrow("at most 400 days");
  });

  it.each([
    ["never matches", "DAILY;INTERVAL=7;BYDAY=FR"],
    ["names a day that is not", "DAILY;BYMONTH=2;BYMONTHDAY=30"],
    ["matches every second", "SECONDLY"],
    ["steps over ages", "WEEKLY;INTERVAL=999999999"],
    ["is full of moments", "DAILY;BYSECOND=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;BYHOUR=1,2,3,4,5,6,7,8,9"],
  ])("a rule that %s is stopped, and counted", (_what, rule) => {
    const text = calendar(
      event("DTSTART:20000103T090000Z", `RRULE:FREQ=${rule}`),
      event("UID:2", "DTSTART:20260601T090000Z"),
    );
    const { events, skipped } = importIcs(text.replace("UID:1\r\nSUMMARY:Standup\r\nUID:2", "UID:2"), YEAR_2026);
    expect(skipped).toEqual({ recurs_beyond_bounds: 1 });
    expect(events).toHaveLength(1);
  });

  it("many such rules share one budget", () => {
    const many = Array.from({ length: 200 }, (_, i) =>
      event("DTSTART:20000103T090000Z", "RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=FR").replace("UID:1", `UID:${i}`),
    );
    expect(importIcs(calendar(...many), YEAR_2026)).toEqual({
      events: [],
      series: expect.any(Set),
      skipped: { recurs_beyond_bounds: 200 },
    });
  });

  it.each([
    ["nothing", ""],
    ["prose", "Dear Sir,\nplease find enclosed…"],
    ["a page", "<html><body>Sign in</body></html>"],
    ["nesting without end", "BEGIN:VCALENDAR\n".repeat(60)],
  ])("%s is refused in one line", (_what, text) => {
    expect(() => importIcs(text, YEAR_2026)).toThrow(WaldoError);
    expect(() => importIcs(text, YEAR_2026)).toThrow(/^[^\n]{10,120}$/);
  });

  it("any lines give events in the window, or a refusal", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "BEGIN:VEVENT",
        "END:VEVENT",
        "BEGIN:VCALENDAR",
        "END:VCALENDAR",
        "UID:1",
        "DTSTART:20260601T090000Z",
        "DTSTART;VALUE=DATE:20260601",
        "DTEND:20260601T080000Z",
        "RECURRENCE-ID:20260602T090000Z",
        "DURATION:-P1D",
        "RDATE;VALUE=PERIOD:20260603T090000Z/PT1H",
        "SEQUENCE:x",
      ),
      fc
        .tuple(
          fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY", "HOURLY"),
          fc.constantFrom("", ";BYDAY=5MO", ";BYMONTHDAY=31", ";BYSETPOS=-1;BYDAY=TU", ";COUNT=-1", ";BYWEEKNO=53"),
        )
        .map(([freq, more]) => `RRULE:FREQ=${freq}${more}`),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        let events: readonly { start: number; end: number }[] = [];
        try {
          ({ events } = importIcs(calendar("BEGIN:VEVENT", ...lines, "END:VEVENT"), YEAR_2026));
        } catch (error) {
          expect(error).toBeInstanceOf(WaldoError);
        }
        for (const { start, end } of events)
          expect(start <= end && start < YEAR_2026.to && end >= YEAR_2026.from).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

const DATA = fileURLToPath(new URL("../../../../../shared/data/calendars", import.meta.url));
const files = (() => {
  try {
    return readdirSync(DATA, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ics"));
  } catch {
    return [];
  }
})();

describe.skipIf(files.length === 0)(
  `calendars of the world${files.length === 0 ? " (skipped: no ../shared/data)" : ""}`,
  () => {
    const read = (file: string, window = YEAR_2026) => importIcs(readFileSync(`${DATA}/${file}`), window);

    it("every file is read, or refused in one line", () => {
      const outcomes = files.map((file) => {
        try {
          for (const year of [2013, 2019, 2024])
            read(file, { timeZone: ZONE, from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) });
          return "read";
        } catch (error) {
          expect(error, file).toBeInstanceOf(WaldoError);
          expect((error as Error).message).toMatch(/^[^\n]{10,120}$/);
          return "refused";
        }
      });
      expect(outcomes.length).toBeGreaterThan(200);
      expect(outcomes.filter((outcome) => outcome === "read").length).toBeGreaterThan(200);
    });

    const count = (file: string, from: string, to: string) =>
      read(`recurring-ical-events/${file}.ics`, { timeZone: "UTC", from: Date.parse(from), to: Date.parse(to) }).events
        .length;

    it.each([
      ["three_events", "2019-03-01", "2019-03-31", 3],
      ["event_10_times", "2020-01-01", "2020-12-31", 10],
      ["one_day_event_repeat_every_day", "2019-03-06", "2019-03-07", 1],
      ["issue_20_exdate_ignored", "2020-01-01", "2020-12-31", undefined],
    ])("%s", (file, from, to, events) => {
      if (events === undefined) expect(count(file, from, to)).toBeGreaterThan(0);
      else expect(count(file, from, to)).toBe(events);
    });
  },
);
