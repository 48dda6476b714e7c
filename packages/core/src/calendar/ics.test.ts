import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WaldoError } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IcsWindow, importIcs as importBytes } from "./ics.ts";

const importIcs = (text: string | Uint8Array, window: IcsWindow) =>
  importBytes(typeof text === "string" ? new TextEncoder().encode(text) : text, window);
const ZONE = "Europe/London";
const YEAR_2026 = { timeZone: ZONE, from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", "SUMMARY:Standup", ...lines, "END:VEVENT"].join("\r\n");

describe("a calendar file", () => {
  it("many rules that never match share one budget", () => {
    const many = Array.from({ length: 200 }, (_, i) =>
      event("DTSTART:20000103T090000Z", "RRULE:FREQ=DAILY;INTERVAL=7;BYDAY=FR").replace("UID:1", `UID:${i}`),
    );
    expect(importIcs(calendar(...many), YEAR_2026)).toEqual({
      events: [],
      series: expect.any(Set),
      skipped: { recurs_beyond_bounds: 200 },
    });
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
