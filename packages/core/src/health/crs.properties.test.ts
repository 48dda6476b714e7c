import { CrsResult, METRICS, type Metric, PILLARS, type Pillar, SOURCES, type SourceDay } from "@waldo/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FIRST_DATE, madeUpDays } from "../../../testkit/src/made-up-days.ts";
import { addDays, DAY_MS, MINUTE_MS } from "../time.ts";
import { computeCRS, computeSeries } from "./crs.ts";
import { METRIC_BOUNDS } from "./import/bounds.ts";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS, scorePillars } from "./pillars.ts";
import { sumsOf } from "./sum.ts";
import { buildTimeline } from "./timeline.ts";

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const sleepOn = (date: string) =>
  fc
    .record({
      endMinute: fc.integer({ min: 0, max: 1439 }),
      inBed: fc.integer({ min: 1, max: 1440 }),
      share: number(0, 1),
      deep: fc.option(number(0, 1), { nil: undefined }),
      nap: fc.boolean(),
      offsetMinutes: fc.integer({ min: -840, max: 840 }),
    })
    .map(({ endMinute, inBed, share, deep, nap, offsetMinutes }) => {
      const end = Date.parse(date) + (endMinute - offsetMinutes) * MINUTE_MS;
      const asleepMinutes = inBed * share;
      const staged = deep === undefined ? {} : { deepMinutes: deep * asleepMinutes, remMinutes: deep * asleepMinutes };
      return { start: end - inBed * MINUTE_MS, end, offsetMinutes, asleepMinutes, nap, ...staged };
    });

/** Any value that the importers accept, on any day, in any mix of sources. */
const metrics = fc.record(
  Object.fromEntries(
    METRICS.map((metric) => [metric, number(METRIC_BOUNDS[metric].low, METRIC_BOUNDS[metric].high)]),
  ) as Record<Metric, fc.Arbitrary<number>>,
  { requiredKeys: [] },
);

const history: fc.Arbitrary<SourceDay[]> = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 45 }), fc.constantFrom(...SOURCES)), { maxLength: 60 })
  .chain((keys) =>
    fc.tuple(
      ...keys.map(([day, source]) => {
        const date = addDays(FIRST_DATE, day);
        return fc.record({
          date: fc.constant(date),
          source: fc.constant(source),
          metrics,
          sleeps: fc.array(sleepOn(date), { maxLength: 3 }),
        });
      }),
    ),
  );

/** Checks that Form and Recovery are the weighted sums of the pillars that are shown, and that the sum is told so. */
function addsUp({ form, recovery, pillars, ...rest }: CrsResult): void {
  const sumOf = (weights: Partial<Record<Pillar, number>>, of: (pillar: Pillar) => number | undefined) => {
    const known = PILLARS.flatMap((pillar) => {
      const [value, weight] = [of(pillar), weights[pillar]];
      return value === undefined || weight === undefined ? [] : [{ value, weight }];
    });
    const total = known.reduce((sum, { weight }) => sum + weight, 0);
    return known.reduce((sum, { value, weight }) => sum + (value * weight) / total, 0);
  };
  const { form: formSum, recovery: recoverySum } = sumsOf(CrsResult.parse({ ...rest, form, recovery, pillars }));
  for (const [sum, value] of [
    [formSum, form],
    [recoverySum, recovery],
  ] as const) {
    expect(sum?.value).toBe(value);
    expect((sum?.parts ?? []).reduce((all, { adds }) => all + adds, 0)).toBeCloseTo(value ?? 0, 1);
  }
  if (form !== undefined) expect(sumOf(FORM_WEIGHTS, (one) => pillars[one]?.score)).toBeCloseTo(form, 1);
  if (recovery !== undefined)
    expect(sumOf(RECOVERY_WEIGHTS, (one) => pillars[one]?.atWaking ?? pillars[one]?.score)).toBeCloseTo(recovery, 1);
}

it("every input within bounds gives scores of 0–100 that add up to Form and Recovery", () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 45 }), number(-2, 3), (days, day, later) => {
      const date = addDays(FIRST_DATE, day);
      const now = Math.max(0, Math.round(Date.parse(date) + later * DAY_MS));
      // The schema refuses NaN, infinities and anything outside 0–100.
      addsUp(CrsResult.parse(computeCRS({ date, now, history: days, settled: false })));
      for (const result of computeSeries(days)) addsUp(CrsResult.parse(result));
    }),
    { numRuns: 100 },
  );
});

it("the same snapshot gives the same result, with its days in any order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 20, maxLength: 60 }), (order) => {
      const days = madeUpDays(60);
      const picked = order.map((index) => days[index] as SourceDay);
      const date = addDays(FIRST_DATE, 59);
      const ask = (given: SourceDay[]) => computeCRS({ date, now: 9, history: given, settled: true });
      expect(ask(picked)).toEqual(ask(picked.toSorted((a, b) => (a.date < b.date ? -1 : 1))));
    }),
    { numRuns: 20 },
  );
});

const DAYS = 40;
const LAST = addDays(FIRST_DATE, DAYS - 1);

/** Returns the last day's result with one metric set on that day. */
function withMetric(metric: Metric, value: number) {
  const days = madeUpDays(DAYS, (index) => (index === DAYS - 1 ? { metrics: { [metric]: value } } : {}));
  return computeCRS({ date: LAST, now: 0, history: days, settled: true });
}

it.each([
  ["hrvRmssdMs", "cass", 1],
  ["restingHrBpm", "rhrts", -1],
  ["respiratoryRateRpm", "rrs", -1],
] as const)("more %s moves %s in one direction only, and Recovery with it", (metric, pillar, direction) => {
  const { low, high } = METRIC_BOUNDS[metric];
  fc.assert(
    fc.property(number(low, high), number(low, high), (one, other) => {
      const less = withMetric(metric, Math.min(one, other));
      const more = withMetric(metric, Math.max(one, other));
      const change = (after: number | undefined, before: number | undefined) =>
        direction * ((after ?? Number.NaN) - (before ?? Number.NaN));
      expect(change(more.pillars[pillar]?.score, less.pillars[pillar]?.score)).toBeGreaterThanOrEqual(0);
      expect(change(more.recovery, less.recovery)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30 },
  );
});

it("a longer night of the same quality never lowers Sleep", () => {
  fc.assert(
    // Under two hours it is a gap in the recording and no night.
    fc.property(number(2.3, 11), number(2.3, 11), (one, other) => {
      const sleep = (hours: number) => {
        const days = madeUpDays(DAYS, (index) => (index === DAYS - 1 ? { night: { hours, efficiency: 0.9 } } : {}));
        return computeCRS({ date: LAST, now: 0, history: days, settled: true }).pillars.sleep?.score ?? Number.NaN;
      };
      // The tolerance is a tenth of a point: a longer night moves the middle of sleep, and with it the person's clock.
      expect(sleep(Math.max(one, other))).toBeGreaterThanOrEqual(sleep(Math.min(one, other)) - 0.1);
    }),
    { numRuns: 30 },
  );
});

it("Recovery does not depend on the time of asking", () => {
  fc.assert(
    fc.property(number(-1, 3), number(-1, 3), (one, other) => {
      const days = madeUpDays(DAYS);
      const at = (later: number) =>
        computeCRS({ date: LAST, now: Math.round(Date.parse(LAST) + later * DAY_MS), history: days, settled: true });
      expect(at(one).recovery).toBe(at(other).recovery);
    }),
    { numRuns: 20 },
  );
});

/** Returns the Circadian pillar of each day, before it is put on the person's scale. */
function rhythmOf(days: readonly SourceDay[]) {
  const timeline = buildTimeline(days);
  return timeline.days.map((row) => scorePillars(timeline, row, row.night?.end ?? 0).circadian);
}

it("living the same local hours in another time zone changes no pillar and no score", () => {
  fc.assert(
    fc.property(fc.integer({ min: -14, max: 14 }), fc.integer({ min: 0, max: DAYS }), (hours, from) => {
      const days = madeUpDays(DAYS);
      const moved = days.map((day, index) => ({
        ...day,
        sleeps: day.sleeps.map((sleep) =>
          index < from
            ? sleep
            : {
                ...sleep,
                start: sleep.start - hours * 60 * MINUTE_MS,
                end: sleep.end - hours * 60 * MINUTE_MS,
                offsetMinutes: hours * 60,
              },
        ),
      }));
      const [home, away] = [computeSeries(days), computeSeries(moved)];
      // On the scale of the person, which their nights move, a flight can change a pillar by a little.
      expect(rhythmOf(moved)).toEqual(rhythmOf(days));
      for (const [index, result] of home.entries()) {
        // The whole history moved together, so the whole score is the same. A flight in between would make a day
        // shorter or longer.
        if (from === 0) expect({ ...away[index], computedAt: 0 }).toEqual({ ...result, computedAt: 0 });
      }
    }),
    { numRuns: 25 },
  );
});
