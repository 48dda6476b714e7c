import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  circadianProcess,
  effectiveness,
  reservoirAt,
  SAFTE,
  type SafteConstants,
  sleepInertia,
  sleepIntensity,
} from "./sleep.ts";

const REFERENCE = "../shared/data/reference/safte_reference_trajectories.json";

/** Returns nights of `hours` from `bed` o'clock, on the clock of the model. */
function nights(count: number, bed: number, hours: number, asleepShare = 1) {
  return Array.from({ length: count }, (_, night) => {
    const start = night * 1440 + bed * 60;
    return { start, end: start + hours * 60, clock: 0, asleepShare };
  });
}
const onWaking = (spans: ReturnType<typeof nights>) => reservoirAt(spans, spans.at(-1)?.end ?? 0) / SAFTE.capacity;

describe("reservoir", () => {
  it("is full at waking after eight hours at night, and lower for every hour less", () => {
    const levels = [8, 7, 6, 5, 4].map((hours) => onWaking(nights(14, 23, hours)));
    expect(levels[0]).toBeGreaterThan(0.999);
    expect(levels).toEqual(levels.toSorted((a, b) => b - a));
    expect(levels[2]).toBeGreaterThan(0.93);
    expect(levels[2]).toBeLessThan(0.96);
  });

  it("loses half a unit per minute awake: a lost night costs a quarter of a full reservoir", () => {
    const [night] = nights(1, 23, 10);
    const end = night?.end ?? 0;
    const full = reservoirAt(nights(1, 23, 10), end);
    expect(reservoirAt(nights(1, 23, 10), end + 24 * 60)).toBeCloseTo(full - 720, 6);
  });

  it("fills less by day than by night", () => {
    expect(onWaking(nights(14, 10, 6))).toBeLessThan(onWaking(nights(14, 0, 6)));
  });

  it("counts only the time asleep in a broken night", () => {
    expect(onWaking(nights(14, 23, 8, 0.7))).toBeLessThan(onWaking(nights(14, 23, 8, 0.95)));
  });

  it("stays full however late the person sleeps", () => {
    expect(onWaking(nights(1, 23, 20))).toBe(1);
  });

  it("gains from a nap, and stays within its bounds", () => {
    const span = fc.record({
      start: fc.integer({ min: 0, max: 20_000 }),
      length: fc.integer({ min: 1, max: 1440 }),
      clock: fc.integer({ min: -720, max: 720 }),
      asleepShare: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.integer({ min: 0, max: 25_000 }), (drafts, at) => {
        const spans = drafts
          .map(({ length, ...rest }) => ({ ...rest, end: rest.start + length }))
          .sort((a, b) => a.start - b.start);
        const level = reservoirAt(spans, at);
        expect(level).toBeGreaterThanOrEqual(0);
        expect(level).toBeLessThanOrEqual(SAFTE.capacity);
        const until = spans.reduce((latest, { end }) => Math.max(latest, end), 0);
        const nap = { start: until + 60, end: until + 90, clock: 0, asleepShare: 1 };
        if (spans.length > 0) {
          expect(reservoirAt([...spans, nap], nap.end)).toBeGreaterThanOrEqual(reservoirAt(spans, nap.end));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("effectiveness", () => {
  it("peaks in the evening and is lowest before dawn", () => {
    const hours = Array.from({ length: 24 }, (_, hour) => circadianProcess(hour));
    expect(hours.indexOf(Math.max(...hours))).toBe(20);
    expect(hours.indexOf(Math.min(...hours))).toBe(4);
  });

  it("swings more widely with sleep debt", () => {
    const swing = (level: number) => effectiveness(level, 1) - effectiveness(level, -1);
    expect(swing(SAFTE.capacity)).toBeCloseTo(14, 9);
    expect(swing(SAFTE.capacity / 2)).toBeCloseTo(19, 9);
  });

  it("starts five percent lower after sleep, and the inertia ends after two hours", () => {
    expect(sleepInertia(0, 2)).toBe(5);
    expect(sleepInertia(60, 2)).toBeCloseTo(5 * Math.exp(-1.2), 9);
    expect(sleepInertia(120, 2)).toBe(0);
  });
});

type Run = { days: number; sleep: number; wake: number; hourly: [number, number][] };

describe.skipIf(!existsSync(REFERENCE))("one public port of SAFTE (skipped: no ../shared/data)", () => {
  const runs = existsSync(REFERENCE) ? (JSON.parse(readFileSync(REFERENCE, "utf8")) as { runs: Run[] }).runs : [];

  /**
   * Compares effectiveness at every full hour with a public port. Implementations disagree, so agreement with one does
   * not validate SAFTE. It shows that with the same constants our equations are the same. The port differs in five
   * ways: it has its own constants, moves the acrophase to mid-sleep + 15 h, lets the capacity sink with debt (our
   * reading does not), starts three hours before waking with the inertia of waking, and lets the last minute of sleep
   * overfill a full reservoir by its gain.
   */
  const PORT: SafteConstants = { ...SAFTE, debtFeedback: 0.0026564, mostGainPerMinute: 4.4 };

  function port({ days, sleep, wake }: Run): [number, number][] {
    const bed = sleep > wake ? sleep - 24 : sleep;
    const k = { ...PORT, acrophaseHour: (bed + wake) / 2 + 15 };
    const start = 60 * (wake - 3);
    const length = days * 1440;
    const asleep = Array.from({ length }, (_, index) => {
      const minute = (start + index) % 1440;
      return sleep < wake ? minute > sleep * 60 && minute < wake * 60 : minute > sleep * 60 || minute < wake * 60;
    });
    let level = 2880 - 0.85 * 180;
    let capacity = 2880;
    let minutesAwake = 0;
    let intensityAtWake = 1;
    const hourly: [number, number][] = [];
    for (let index = 0; index < length; index++) {
      const hour = (start + index) / 60;
      const circadian = circadianProcess(hour, k);
      if (asleep[index]) {
        if (level < 2880) level += sleepIntensity(level, circadian, k, capacity);
        const debt = 0.00312 * (capacity - level);
        capacity = Math.min(2880, capacity + 0.22 * (1 - debt / 0.5) + 0.0015 * (2880 - capacity));
      } else {
        level -= k.wakingUse;
        if (asleep.at(index - 1)) {
          intensityAtWake = sleepIntensity(level, circadian, k, capacity);
          minutesAwake = 0;
        }
      }
      minutesAwake = Math.min(k.inertiaMinutes, minutesAwake + 1);
      if (Number.isInteger(hour)) {
        const inertia = sleepInertia(minutesAwake, intensityAtWake, k);
        hourly.push([hour, effectiveness(level, circadian, k, capacity) - inertia]);
      }
    }
    return hourly;
  }

  it.each(runs.map((run) => [`${run.days} days, ${run.sleep}–${run.wake}`, run] as const))("%s", (_, run) => {
    const ours = port(run);
    expect(ours.map(([hour]) => hour)).toEqual(run.hourly.map(([hour]) => hour));
    // The file rounds to six decimals.
    for (const [index, [, expected]] of run.hourly.entries()) expect(ours[index]?.[1]).toBeCloseTo(expected, 5);
  });
});
