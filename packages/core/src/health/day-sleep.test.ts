/**
 * Tests which sleeps are nights: for somebody who was up all night once, for people who work at night, and in real
 * rows.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalDate, SourceDay } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { madeUpDays, type NightPlan } from "../../../testkit/src/made-up-days.ts";
import { importFiles } from "../../../testkit/src/made-up-exports.ts";
import { addDays, HOUR_MS } from "../time.ts";
import { computeSeries } from "./crs.ts";
import { personDay } from "./day-turn.ts";
import { buildTimeline } from "./timeline.ts";

const days = (count: number, night: (index: number) => NightPlan) =>
  madeUpDays(count, (index) => ({ night: night(index) }));
/** The dates that have a sleep by day and no night. */
const byDay = (all: readonly SourceDay[]): LocalDate[] =>
  buildTimeline(all).days.flatMap(({ date, sleptByDay, night }) => (sleptByDay && night === undefined ? [date] : []));
const dateOf = (all: readonly SourceDay[], index: number) => all[index]?.date ?? "";

describe("a recording that stops after an hour", () => {
  const gap = (bed: number, hours: number, usual: number) =>
    days(30, (index) => (index === 29 ? { bed, hours } : { hours: usual }));

  it("is a gap and no night of an hour", () => {
    for (const all of [gap(-1, 1, 7), gap(5, 1.2, 7)]) {
      const findings = computeSeries(all).at(-1)?.findings;
      expect(findings).toMatchObject({ recordingGap: true });
      expect(findings?.night).toBeUndefined();
    }
  });

  it("is a night where it is two hours long, where the person is not known yet, and where others were as short", () => {
    const short = days(30, (index) => (index >= 28 ? { bed: 0, hours: index === 28 ? 2.2 : 2.1 } : {}));
    expect(computeSeries(short).at(-1)?.findings?.recordingGap).toBeUndefined();
    expect(computeSeries(gap(-1, 1, 7).slice(-5)).at(-1)?.findings?.recordingGap).toBeUndefined();
    expect(computeSeries(gap(0, 1, 1.5)).at(-1)?.findings?.recordingGap).toBeUndefined();
  });
});

describe("a sleep around noon after an empty night", () => {
  const all = days(30, (index) => (index === 29 ? { bed: 11.5, hours: 4 } : {}));

  it("is a sleep by day: it has no length and no bedtime of a night", () => {
    expect(byDay(all)).toEqual([dateOf(all, 29)]);
    const findings = computeSeries(all).at(-1)?.findings;
    expect(findings).toMatchObject({ sleptByDay: true });
    expect(findings?.night).toBeUndefined();
    expect(findings?.signs.map(({ sign }) => sign)).not.toContain("bedTime");
  });

  it("begins no day, as a nap does not", () => {
    const late = days(30, (index) => (index === 29 ? { bed: 16, hours: 3 } : { bed: 3, hours: 9 }));
    const noon = Date.parse(dateOf(late, 29));
    expect(byDay(late)).toEqual([dateOf(late, 29)]);
    expect(personDay(late, noon + 20 * HOUR_MS, "UTC").date).toBe(dateOf(late, 29));
    expect(personDay(late, noon + 2 * HOUR_MS, "UTC").date).toBe(addDays(dateOf(late, 29), -1));
  });

  it("is a night while the usual hours are not known, and where it is long enough for an adult", () => {
    expect(byDay(days(6, (index) => (index === 5 ? { bed: 11.5, hours: 4 } : {})))).toEqual([]);
    expect(byDay(days(30, (index) => (index === 29 ? { bed: 9, hours: 8 } : {})))).toEqual([]);
  });
});

describe("people who work at night", () => {
  it.each([
    ["always", () => ({ bed: 8, hours: 5.5 })],
    ["with long sleeps from one day on", (index: number) => (index < 20 ? {} : { bed: 8.5, hours: 7.5 })],
    ["every third week", (index: number) => (Math.floor(index / 7) % 3 === 1 ? { bed: 8.5, hours: 7.5 } : {})],
  ])("%s, have every night", (_, night) => {
    expect(byDay(days(60, night))).toEqual([]);
  });

  it("with short sleeps from one day on, miss the first and no other", () => {
    const all = days(40, (index) => (index < 20 ? {} : { bed: 8.5, hours: 5.5 }));
    expect(byDay(all)).toEqual([dateOf(all, 20)]);
  });
});

const WEARABLES = "../shared/data/wearables";
const person = async (path: string): Promise<readonly SourceDay[]> => {
  const files = Object.fromEntries(
    readdirSync(join(WEARABLES, path)).map((name) => [name, readFileSync(join(WEARABLES, path, name))]),
  );
  return (await importFiles(files, { timeZone: "UTC" })).days;
};
/** The same life, some hours later on the clock. */
const later = (all: readonly SourceDay[], hours: number, from = "") =>
  all.map((day) =>
    day.date < from
      ? day
      : {
          ...day,
          sleeps: day.sleeps.map((sleep) => ({
            ...sleep,
            start: sleep.start + hours * HOUR_MS,
            end: sleep.end + hours * HOUR_MS,
          })),
        },
  );

describe.skipIf(!existsSync(WEARABLES))("real people (skipped: no ../shared/data)", () => {
  it.each<[string, readonly LocalDate[]]>([
    ["fitbit-pmdata/p01", []],
    ["fitbit-pmdata/p03", ["2020-01-05", "2020-03-27"]],
    ["fitbit-pmdata/p04", ["2019-11-16", "2020-02-16"]],
    ["fitbit-pmdata/p05", ["2020-03-05"]],
    ["fitbit-pmdata/p06", ["2019-11-23"]],
    ["oura-anand", ["2021-09-06"]],
  ])("%s: sleeps by day, and no other night is lost", async (path, expected) => {
    expect(byDay(await person(path))).toEqual(expected);
  });

  it.each(["fitbit-pmdata/p01", "fitbit-pmdata/p07"])(
    "%s, as one who works at night, has every night",
    async (path) => {
      const all = await person(path);
      expect(byDay(later(all, 9))).toEqual(byDay(all));
      // From the middle of the days on at other hours: only the first short sleep at them may be missed.
      const middle = all[Math.floor(all.length / 2)]?.date ?? "";
      expect(byDay(later(all, 9, middle)).length).toBeLessThanOrEqual(byDay(all).length + 1);
    },
  );
});
