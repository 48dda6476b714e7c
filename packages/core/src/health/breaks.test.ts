/** A new device or firmware of one maker: found after a week, kept out of the usual, and no turn or illness of the body. */
import type { SourceDay } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { FIRST_DATE, madeUpDays } from "../../../testkit/src/made-up-days.ts";
import { addDays, DAY_MS } from "../time.ts";
import { computeCRS, computeSeries } from "./crs.ts";
import { buildTimeline, dayNumber } from "./timeline.ts";

const DAYS = 90;
const STEP = 60;
const at = (index: number) => addDays(FIRST_DATE, index);

/** Days on which `change` moves the values of a day. */
function days(change: (values: SourceDay["metrics"], index: number) => SourceDay["metrics"], count = DAYS) {
  return madeUpDays(count).map((day, index) => ({
    ...day,
    metrics: { ...day.metrics, ...change(day.metrics, index) },
  }));
}

const gained = (gain: number, until = DAYS) =>
  days(({ hrvRmssdMs = 0 }, index) => (index >= STEP && index < until ? { hrvRmssdMs: hrvRmssdMs * gain } : {}));
const breaksOf = (some: readonly SourceDay[]) =>
  buildTimeline(some).breaks.map(({ signal, day, found }) => [signal, day - dayNumber(FIRST_DATE), found - day]);

describe("a break", () => {
  it("is found in a week when a gain moves heart rate variability for good, up or down", () => {
    for (const gain of [1.6, 0.6]) expect(breaksOf(gained(gain))).toEqual([["hrvRmssdMs", STEP, 6]]);
  });

  it("is not seen in days as they are, in six days, in a slow change, or in an illness that moves several signals", () => {
    expect(breaksOf(madeUpDays(DAYS))).toEqual([]);
    expect(breaksOf(gained(1.6, STEP + 6))).toEqual([]);
    const slow = days(({ hrvRmssdMs = 0 }, i) => ({ hrvRmssdMs: hrvRmssdMs * 1.6 ** (Math.max(0, i - 40) / 40) }));
    expect(breaksOf(slow)).toEqual([]);
    const ill = days(({ hrvRmssdMs = 0, restingHrBpm = 0, respiratoryRateRpm = 0 }, i) =>
      i < STEP || i > STEP + 12
        ? {}
        : {
            hrvRmssdMs: hrvRmssdMs * 0.6,
            restingHrBpm: restingHrBpm + 9,
            respiratoryRateRpm: respiratoryRateRpm + 2,
          },
    );
    expect(breaksOf(ill)).toEqual([]);
  });

  it("begins the usual anew: from the day it is known, a day on the new level is as usual", () => {
    const [before, after] = [computeSeries(madeUpDays(DAYS)), computeSeries(gained(1.6))];
    const cass = (series: typeof before, index: number) => series[index]?.pillars.cass?.score ?? Number.NaN;
    // Until it is known, the new level reads as the body.
    expect(cass(after, STEP + 2) - cass(before, STEP + 2)).toBeGreaterThan(15);
    for (let i = STEP + 7; i < DAYS; i++) expect(Math.abs(cass(after, i) - cass(before, i))).toBeLessThan(15);
    const signs = after.slice(STEP + 6).flatMap(({ findings }) => findings?.signs ?? []);
    expect(signs.filter(({ sign, size }) => sign === "hrv" && size === "far")).toEqual([]);
    expect(after.slice(STEP + 6).flatMap(({ findings }) => findings?.turns ?? [])).toEqual([]);
  });

  it("is told with the day it began, first on the day it is known, and for two weeks", () => {
    const told = computeSeries(gained(1.6)).map(({ findings }) => findings?.breaks);
    expect(told[STEP + 5]).toBeUndefined();
    expect(told[STEP + 6]).toEqual([{ sign: "hrv", since: at(STEP), days: 1 }]);
    expect(told[STEP + 19]).toEqual([{ sign: "hrv", since: at(STEP), days: 14 }]);
    expect(told[STEP + 20]).toBeUndefined();
  });

  it("is the same whether a date is scored with its basis, without it, or in one pass", () => {
    const all = gained(1.6);
    const series = computeSeries(all);
    for (const index of [STEP + 5, STEP + 6, STEP + 7, STEP + 15, DAYS - 1]) {
      const ask = { date: at(index), now: Date.parse(at(index)) + DAY_MS / 3, history: all, settled: true };
      const whole = computeCRS(ask);
      expect(computeCRS({ ...ask, basis: whole.basis })).toEqual(whole);
      expect(whole.findings).toEqual(series[index]?.findings);
    }
  });
});
