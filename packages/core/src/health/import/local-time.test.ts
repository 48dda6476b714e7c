import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { offsetMinutes } from "../../time.ts";
import { dateAt, hourAt, parseClock, parseOffset, wallDate, zoneClock } from "./local-time.ts";

const wall = (text: string) => parseClock(text)?.wall ?? Number.NaN;

describe("a clock time as a file writes it", () => {
  it.each([
    ["2024-03-01", "2024-03-01T00:00:00.000Z", undefined],
    ["2024-03-01 23:10", "2024-03-01T23:10:00.000Z", undefined],
    ["2024-03-01T23:10:05.5", "2024-03-01T23:10:05.500Z", undefined],
    ["2024-03-01 23:10:00 +0530", "2024-03-01T23:10:00.000Z", 330],
    ["2024-03-01T23:10:00-05:00", "2024-03-01T23:10:00.000Z", -300],
    ["2024-03-01T23:10:00Z", "2024-03-01T23:10:00.000Z", 0],
  ])("%s", (text, expected, offset) => {
    const clock = parseClock(text);
    expect(new Date(clock?.wall ?? Number.NaN).toISOString()).toBe(expected);
    expect(clock?.offsetMinutes).toBe(offset);
  });

  it.each([
    "",
    "today",
    "2024-02-30",
    "2024-13-01",
    "2024-03-01 24:00",
    "0204-03-01",
    "2024-03-01 23:10 +15:00",
    "12/04/2016",
  ])("%s is none", (text) => {
    expect(parseClock(text)).toBeUndefined();
  });

  it.each([
    ["UTCZ", 0],
    ["UTC-05:00", -300],
    ["+0545", 345],
    ["GMT+2", 120],
    ["", undefined],
    ["EST", undefined],
    ["+25:00", undefined],
  ])("offset %s", (text, minutes) => {
    expect(parseOffset(text)).toBe(minutes);
  });
});

describe("the clock of a time zone", () => {
  it("moves a time that spring skips forward, and takes the first of one that autumn repeats", () => {
    const berlin = zoneClock("Europe/Berlin");
    expect(new Date(berlin.toInstant(wall("2024-03-31 02:30"))).toISOString()).toBe("2024-03-31T01:30:00.000Z");
    expect(new Date(berlin.toInstant(wall("2024-10-27 02:30"))).toISOString()).toBe("2024-10-27T00:30:00.000Z");
    expect(new Date(berlin.toInstant(wall("2024-10-27 03:30"))).toISOString()).toBe("2024-10-27T02:30:00.000Z");
  });

  it("agrees with the local clock at every hour of two years, also around its cache", () => {
    const zones = [
      "Europe/Berlin",
      "America/St_Johns",
      "Asia/Kolkata",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "America/Sao_Paulo",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 2010 * 8766, max: 2026 * 8766 }), (timeZone, hours) => {
        const instant = (hours - 1970 * 8766) * 3_600_000;
        const clock = zoneClock(timeZone);
        expect(clock.offsetAt(instant)).toBe(offsetMinutes(instant, timeZone));
        const back = clock.toInstant(instant + clock.offsetAt(instant) * 60_000);
        // Only a repeated hour has a second instant, and then the first one is meant.
        expect([0, 30 * 60_000, 3_600_000]).toContain(instant - back);
      }),
      { numRuns: 400, seed: 3 },
    );
  });

  it("throws for an unknown time zone", () => {
    expect(() => zoneClock("Mars/Base")).toThrow(/not a time zone/);
  });
});

it("knows the person's local date and hour", () => {
  const late = Date.UTC(2024, 2, 1, 20);
  expect(dateAt(late, 330)).toBe("2024-03-02");
  expect(hourAt(late, 330)).toBe(1.5);
  expect(wallDate(Date.UTC(2024, 1, 29))).toBe("2024-02-29");
});
