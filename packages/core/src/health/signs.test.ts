/** Tests what stands out about a day: its direction, its size, how long it has lasted, and what it is called. */
import type { Findings, SourceDay } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DayPlan, madeUpDays, madeUpNap } from "../../../testkit/src/made-up-days.ts";
import { HOUR_MS } from "../time.ts";
import { computeSeries } from "./crs.ts";

const DAYS = 60;

/** The findings of the last day. `plan` counts days back from it: 0 is the day itself. */
function findings(plan: (back: number) => DayPlan, days = DAYS): Findings {
  const found = computeSeries(madeUpDays(days, (index) => plan(days - 1 - index))).at(-1)?.findings;
  if (found === undefined) throw new Error("no day");
  return found;
}
const today = (plan: DayPlan) => findings((back) => (back === 0 ? plan : {}));
const signsOf = ({ signs }: Findings) => Object.fromEntries(signs.map(({ sign, side }) => [sign, side]));

describe("a night", () => {
  it.each<[string, DayPlan["night"], string]>([
    ["an ordinary one", {}, "usual"],
    ["a clearly shorter one", { hours: 5.5 }, "rough"],
    ["a lost one", { hours: 2.5 }, "rough"],
    ["a longer one", { hours: 9.5 }, "good"],
    ["one with much time awake", { hours: 8.4, efficiency: 0.78 }, "broken"],
  ])("%s", (_name, night, kind) => {
    expect(today(night === undefined ? {} : { night }).night?.kind).toBe(kind);
  });

  it("is short under six hours also where that is usual, and is not rough then", () => {
    expect(findings(() => ({ night: { hours: 5.8 } })).night).toMatchObject({ kind: "short", halfHoursAsleep: 10 });
  });

  it("has half hours, rounded, and what the week lacks against the need", () => {
    const { night } = findings((back) => (back < 5 ? { night: { hours: 6 } } : {}));
    expect(night).toMatchObject({ halfHoursAsleep: 11, halfHoursNeeded: 14 });
    expect(night?.halfHoursOwed).toBeGreaterThan(10);
  });

  it("says how much later than usual the person went to bed", () => {
    expect(today({ night: { bed: 1, hours: 7 } }).night?.halfHoursLate).toBe(4);
    expect(today({}).night?.halfHoursLate).toBeUndefined();
  });

  it("has no bedtime and no waking where the source gives no times", () => {
    const days = madeUpDays(DAYS, (index) => ({ night: { hours: index === DAYS - 1 ? 4 : 8 } })).map((day) => ({
      ...day,
      sleeps: day.sleeps.map((sleep) => ({ ...sleep, start: sleep.start + HOUR_MS, timesAssumed: true as const })),
    }));
    const last = computeSeries(days).at(-1);
    expect(last?.missing).toEqual(["circadian"]);
    expect(last?.findings?.night).toMatchObject({ kind: "rough", halfHoursAsleep: 7 });
    for (const name of ["halfHoursLate", "woke"]) expect(last?.findings?.night).not.toHaveProperty(name);
    for (const name of ["bedTime", "wakeTime"])
      expect(signsOf(last?.findings ?? findings(() => ({})))).not.toHaveProperty(name);
  });

  it.each<[string, startHour: number, minutes: number, boolean]>([
    ["an hour of sleep shortly before it", 1, 60, true],
    ["a few minutes before it", 1, 20, false],
    ["a sleep early in the evening", -3, 60, false],
  ])("with %s is in pieces or not", (_, startHour, minutes, isInPieces) => {
    const days = madeUpDays(DAYS, (index) => (index === DAYS - 1 ? { night: { bed: 3.5, hours: 4 } } : {}));
    const last = days.at(-1);
    if (last === undefined) throw new Error("no day");
    const piece = madeUpNap(last.date, startHour, minutes);
    const found = computeSeries([...days.slice(0, -1), { ...last, sleeps: [...last.sleeps, piece] }]).at(-1)?.findings;
    expect(found?.night?.inPieces ?? false).toBe(isInPieces);
    expect(found?.night).toMatchObject({ kind: "rough", halfHoursAsleep: 7 });
    expect(found?.night?.halfHoursLate !== undefined).toBe(!isInPieces);
  });

  it("is compared with nothing in the first week", () => {
    const early = findings(() => ({}), 6);
    expect(early).toMatchObject({ nightsKnown: 5, signs: [], night: { kind: "first" } });
    expect(early.night?.halfHoursNeeded).toBeUndefined();
  });
});

describe("a sign", () => {
  it("says the plain direction of each reading", () => {
    const night = { bed: 2, hours: 4, efficiency: 0.75 };
    const metrics = { hrvRmssdMs: 25, restingHrBpm: 68, respiratoryRateRpm: 16.2 };
    expect(signsOf(today({ night, metrics }))).toMatchObject({
      sleepLength: "low",
      sleepQuality: "low",
      bedTime: "high",
      hrv: "low",
      restingHr: "high",
      breathing: "high",
    });
    expect(signsOf(today({ metrics: { hrvRmssdMs: 90, restingHrBpm: 48 } }))).toMatchObject({
      hrv: "high",
      restingHr: "low",
    });
  });

  it("tells yesterday's activity and not today's", () => {
    const idle = (on: number) => findings((back) => (back === on ? { metrics: { steps: 300 } } : {}));
    expect(signsOf(idle(1))).toMatchObject({ activity: "low" });
    expect(signsOf(idle(0))).not.toHaveProperty("activity");
  });

  it("grows with the distance, and counts the days that it has lasted", () => {
    const size = (hrvRmssdMs: number) =>
      today({ metrics: { hrvRmssdMs } }).signs.find(({ sign }) => sign === "hrv")?.size;
    expect([size(45), size(37), size(33), size(25)]).toEqual([undefined, "slight", "clear", "far"]);
    const lasting = findings((back) => (back < 3 ? { metrics: { hrvRmssdMs: 25 } } : {}));
    expect(lasting.signs.find(({ sign }) => sign === "hrv")?.days).toBe(3);
  });

  it("is the most extreme of the days since one that was as extreme", () => {
    const one = findings((back) => (back === 0 || back === 20 ? { metrics: { hrvRmssdMs: 25 } } : {}));
    expect(one.signs.find(({ sign }) => sign === "hrv")?.mostOf).toBe(20);
    expect(today({ metrics: { hrvRmssdMs: 25 } }).signs.find(({ sign }) => sign === "hrv")?.mostOf).toBe(DAYS);
  });
});

describe("strain", () => {
  const off = (z: number) => ({
    metrics: { hrvRmssdMs: 45 * Math.exp(-0.19 * z), restingHrBpm: 58 + 2.5 * z, respiratoryRateRpm: 14.5 + 0.5 * z },
  });
  const ill = (days: number, z: number) => findings((back) => (back < days ? off(z) : {})).bodyStrain;

  it("has no step on an ordinary day, and step 1 for one sign", () => {
    expect(ill(1, 0)).toBeUndefined();
    expect(today({ metrics: { hrvRmssdMs: 32 } }).bodyStrain).toMatchObject({ step: 1, signs: ["hrv"] });
  });

  it("rises from several together to several for days, to far outside", () => {
    expect(ill(1, 1.3)).toMatchObject({ step: 2, days: 1 });
    expect(ill(2, 1.3)).toMatchObject({ step: 2, days: 2 });
    expect(ill(3, 1.3)).toMatchObject({ step: 3, days: 3 });
    expect(ill(1, 4)).toMatchObject({ step: 4, days: 1 });
  });

  it.each<[lasted: number, told: number]>([
    [3, 3],
    [5, 5],
    [9, 7],
  ])("that lasted %i days is a reason to go slowly for %i days after", (lasted, told) => {
    const since = (back: number) =>
      findings((on) => (on >= back && on < back + lasted ? off(1.5) : {})).afterBodyStrain;
    expect([since(1), since(told), since(told + 1)]).toEqual([1, told, undefined]);
  });

  it("is far outside only when no known day was as far off", () => {
    expect(findings((back) => (back === 0 || back === 12 ? off(4) : {})).bodyStrain?.step).toBe(2);
  });
});

describe("days of strain", () => {
  const off = { metrics: { hrvRmssdMs: 24, restingHrBpm: 65, respiratoryRateRpm: 16 }, night: { hours: 10 } };

  it("are no part of what is usual on the days after", () => {
    const plan = { metrics: { hrvRmssdMs: 36, restingHrBpm: 61 }, night: { hours: 8.5 } };
    const well = today(plan);
    for (const since of [1, 3, 8]) {
      const after = findings((back) => (back === 0 ? plan : back >= since && back < since + 10 ? off : {}));
      expect(after.signs.map(({ sign, side, size }) => [sign, side, size])).toEqual(
        well.signs.map(({ sign, side, size }) => [sign, side, size]),
      );
      expect(after.night?.halfHoursNeeded).toBe(well.night?.halfHoursNeeded);
    }
  });

  it("still count where days are ranked", () => {
    const low = findings((back) => (back === 0 ? { metrics: { hrvRmssdMs: 28 } } : back >= 5 && back < 10 ? off : {}));
    expect(low.signs.find(({ sign }) => sign === "hrv")?.mostOf).toBeUndefined();
  });

  it("become usual when they stay: at most ten in a row are left out", () => {
    const lasting = (days: number) => findings((back) => (back < days ? { metrics: off.metrics } : {}), 120);
    expect(lasting(10).bodyStrain).toMatchObject({ days: 10 });
    expect(lasting(27).bodyStrain).toBeUndefined();
    expect(signsOf(lasting(45))).not.toHaveProperty("hrv");
  });
});

describe("what is known", () => {
  it("knows a device without heart rate variability from one that missed it once", () => {
    const without = (days: readonly SourceDay[]) =>
      days.map((day) => ({ ...day, metrics: { ...day.metrics, hrvRmssdMs: undefined } }) as unknown as SourceDay);
    const last = (days: readonly SourceDay[]) => computeSeries(days).at(-1)?.findings?.knowsHrv;
    const days = madeUpDays(20).map((day) => JSON.parse(JSON.stringify(day)) as SourceDay);
    expect(last(days)).toBe(true);
    expect(last(JSON.parse(JSON.stringify(without(days))))).toBe(false);
    expect(last([...days.slice(0, -1), ...(JSON.parse(JSON.stringify(without(days.slice(-1)))) as SourceDay[])])).toBe(
      true,
    );
  });

  it("counts the days without a night, from the first known day on", () => {
    expect(findings((back) => (back < 3 ? { night: "none" } : {})).daysWithout).toBe(2);
    expect(findings(() => ({ night: "none" }), 1).daysWithout).toBe(0);
  });

  it("depends on the days before alone: later days and other dates played change nothing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 40 }), fc.integer({ min: 1, max: 20 }), (at, more) => {
        const days = madeUpDays(at + more, (index) => (index % 5 === 0 ? { night: { hours: 5 } } : {}));
        expect(computeSeries(days)[at - 1]?.findings).toEqual(computeSeries(days.slice(0, at)).at(-1)?.findings);
      }),
      { numRuns: 30 },
    );
  });
});
