/**
 * A calendar comes from anyone, and its rules can ask for more work than there is time. These tests count the work that
 * the library and our own search do, whatever a file says.
 */
import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import ICAL from "ical.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type IcsWindow, importIcs as importBytes } from "./ics.ts";
import { type Steps, TooManySteps } from "./ics-lines.ts";
import { zoneByRules } from "./ics-zone-rules.ts";

const importIcs = (text: string, window: IcsWindow, steps?: Steps) =>
  importBytes(new TextEncoder().encode(text), window, steps);
const YEAR_2026 = { timeZone: "Europe/London", from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const BUDGET = 3_000;

/** Counts what the library does for each candidate, month and year, and the days that our own zones look at. */
function counted() {
  const library = ICAL.RecurIterator.prototype;
  const spies = [
    vi.spyOn(library, "check_contracting_rules"),
    vi.spyOn(library, "expand_year_days"),
    vi.spyOn(library, "increment_month"),
    vi.spyOn(Date.prototype, "getUTCDay"),
  ];
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}
afterEach(() => {
  vi.restoreAllMocks();
});

const list = (least: number, most: number) =>
  fc.array(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 80 }).map(String);
const part = (name: string, values: fc.Arbitrary<string>) =>
  fc.option(values, { nil: "" }).map((text) => (text === "" ? "" : `;${name}=${text}`));
const weekdays = fc
  .array(
    fc
      .tuple(fc.constantFrom("", "1", "-1", "5", "-5", "53"), fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU"))
      .map((both) => both.join("")),
    { minLength: 1, maxLength: 40 },
  )
  .map(String);

/** A rule of any parts, also of those that contradict each other. */
const rule = fc
  .tuple(
    fc.constantFrom("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY", "YEARLY"),
    part("INTERVAL", fc.constantFrom("1", "1", "7", "999", "99999999")),
    part("COUNT", fc.constantFrom("1", "50", "99999999")),
    part("BYMONTH", list(-1, 13)),
    part("BYDAY", weekdays),
    part("BYMONTHDAY", list(-32, 32)),
    part("BYYEARDAY", list(-366, 366)),
    part("BYWEEKNO", list(-53, 53)),
    part("BYHOUR", list(0, 23)),
    part("BYMINUTE", list(0, 59)),
    part("BYSETPOS", list(-5, 5)),
  )
  .map(([freq, ...parts]) => `RRULE:FREQ=${freq}${parts.join("")}`);

const stamp = fc.constantFrom(
  "00010101T000000",
  "16010101T000000",
  "19000229T020000",
  "19701025T030000",
  "20251101T000000",
);
const timeZone = fc
  .array(fc.tuple(fc.constantFrom("STANDARD", "DAYLIGHT"), stamp, rule, fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((parts) => [
    "BEGIN:VTIMEZONE",
    "TZID:Made Up",
    ...parts.flatMap(([kind, start, changes, once]) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      ...(once ? [] : [changes]),
      `END:${kind}`,
    ]),
    "END:VTIMEZONE",
  ]);

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n");

describe("a calendar file takes no more work than its budget", () => {
  it("whatever the rules of its events say", () => {
    const event = fc.tuple(stamp, fc.array(rule, { minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 5 }), (events) => {
        const work = counted();
        const text = calendar(
          ...events.flatMap(([start, rules], i) => [
            "BEGIN:VEVENT",
            `UID:${i}`,
            `DTSTART:${start.replace(/^0001|^1601/, "1900")}`,
            ...rules,
            "END:VEVENT",
          ]),
        );
        const steps = { left: BUDGET };
        importIcs(text, YEAR_2026, steps);
        // The step on which a search is stopped counts too, once for each rule.
        expect(work()).toBeLessThanOrEqual(BUDGET + 15);
        vi.restoreAllMocks();
      }),
      { numRuns: 60 },
    );
  });

  it("whatever the rules of its time zones say", () => {
    fc.assert(
      fc.property(timeZone, fc.integer({ min: 1900, max: 2199 }), (lines, year) => {
        const work = counted();
        const steps = { left: BUDGET };
        const events = Array.from({ length: 20 }, (_, i) => [
          "BEGIN:VEVENT",
          `UID:${i}`,
          `DTSTART;TZID=Made Up:${year - (year > 2100 ? i : -i)}0601T090000`,
          "END:VEVENT",
        ]);
        importIcs(calendar(...lines, ...events.flat()), YEAR_2026, steps);
        expect(work()).toBeLessThanOrEqual(BUDGET + 60);
        vi.restoreAllMocks();
      }),
      { numRuns: 60 },
    );
  });

  it("and the events that the budget does not cover are counted, not lost silently", () => {
    const part = (kind: string, month: number) => [
      `BEGIN:${kind}`,
      "DTSTART:19700101T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`,
      `END:${kind}`,
    ];
    const parts = Array.from({ length: 300 }, (_, i) => part(i % 2 ? "STANDARD" : "DAYLIGHT", 1 + (i % 12))).flat();
    const lines = ["BEGIN:VTIMEZONE", "TZID:Made Up", ...parts, "END:VTIMEZONE"];
    const event = ["BEGIN:VEVENT", "UID:1", "DTSTART;TZID=Made Up:20260601T090000", "END:VEVENT"];
    const steps = { left: BUDGET };
    expect(importIcs(calendar(...lines, ...event), YEAR_2026, steps)).toEqual({
      events: [],
      series: new Set(),
      skipped: { recurs_beyond_bounds: 1 },
    });
    expect(steps.left).toBe(0);
    expect(() => zoneByRules(lines, { left: BUDGET })?.({ date: "2026-06-01" })).toThrow(TooManySteps);
  });

  it("and one event keeps no more lines than its dates may have", () => {
    const event = ["BEGIN:VEVENT", "UID:1", "DTSTART:20260601T090000Z"];
    const many = Array.from({ length: 6_000 }, () => "EXDATE:");
    expect(importIcs(calendar(...event, ...many, "END:VEVENT"), YEAR_2026).skipped).toEqual({
      recurs_beyond_bounds: 1,
    });
  });
});

describe("a time zone by the rules of its file", () => {
  const berlin = zoneByRules(
    [
      "BEGIN:STANDARD",
      "DTSTART:19701025T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;BYHOUR=3;BYMINUTE=0",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:19700329T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=3;BYDAY=-1SU",
      "END:DAYLIGHT",
    ],
    { left: 100_000 },
  );
  it.each(casesOf<[string, string, string]>("ics.budget", "a time zone by the rules of its file: … … is …"))(
    "%s %s is %s",
    (date, time, instant) => {
      expect(new Date(berlin?.({ date, time }) ?? 0).toISOString().slice(0, 16)).toBe(instant);
    },
  );

  it.each([
    ["COUNT=3", 1972],
    ["UNTIL=19721001T000000Z", 1972],
    ["UNTIL=19720930", 1972],
  ])("a rule that ends with %s ends", (end, lastYear) => {
    const at = zoneByRules(
      [
        "BEGIN:DAYLIGHT",
        "DTSTART:19700401T020000",
        "TZOFFSETFROM:+0000",
        "TZOFFSETTO:+0100",
        `RRULE:FREQ=YEARLY;${end}`,
        "END:DAYLIGHT",
        "BEGIN:STANDARD",
        "DTSTART:19700901T020000",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0000",
        "RRULE:FREQ=YEARLY",
        "END:STANDARD",
      ],
      { left: 100_000 },
    );
    const summer = (year: number) => new Date(at?.({ date: `${year}-06-01`, time: "12:00:00" }) ?? 0).getUTCHours();
    expect([summer(lastYear), summer(lastYear + 1), summer(2026)]).toEqual([11, 12, 12]);
  });
});
