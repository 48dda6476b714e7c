import { CrsResult, METRICS, type SourceDay } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { type DayPlan, FIRST_DATE, madeUpDays, madeUpNap } from "../../../testkit/src/made-up-days.ts";
import { addDays, HOUR_MS } from "../time.ts";
import { basesOf, bodyZoneOf, computeCRS, computeSeries, lookBackDays, type Snapshot } from "./crs.ts";
import { scorePillars } from "./pillars.ts";
import { buildTimeline } from "./timeline.ts";

const DAYS = 40;
const LAST = addDays(FIRST_DATE, DAYS - 1);

/** Returns forty ordinary days, the last one changed by `last`. */
function lastDay(last: DayPlan = {}, snapshot: Partial<Snapshot> = {}) {
  const history = madeUpDays(DAYS, (index) => (index === DAYS - 1 ? last : {}));
  const wake = history.at(-1)?.sleeps[0]?.end ?? Date.parse(LAST) + 7 * HOUR_MS;
  return computeCRS({ date: LAST, now: wake, history, settled: true, ...snapshot });
}
const without = (day: SourceDay, ...gone: (keyof SourceDay["metrics"])[]): SourceDay => ({
  ...day,
  metrics: Object.fromEntries(Object.entries(day.metrics).filter(([metric]) => !gone.some((one) => one === metric))),
});

describe("a scored day", () => {
  it("has both scores, every pillar, a body zone and its sources", () => {
    const result = CrsResult.parse(lastDay());
    expect(result.missing).toEqual([]);
    expect(result.bodyZone).toBe(bodyZoneOf(result.form ?? 0));
    expect(result.primarySource).toBe("oura");
    expect(result.reason).toBeUndefined();
    expect(result.confidence).toBeGreaterThan(0.9);
  });

  it("tells when the person slept in half hours of their own clock, rounded, and only of a night with times", () => {
    const history = madeUpDays(DAYS);
    const [night] = history.at(-1)?.sleeps ?? [];
    const noonBefore = Date.parse(`${addDays(LAST, -1)}T12:00:00Z`) - (night?.offsetMinutes ?? 0) * 60_000;
    const { asleep = Number.NaN, awake = Number.NaN } = lastDay().sleepTimes ?? {};
    for (const [halfHours, at] of [
      [asleep, night?.start ?? 0],
      [awake, night?.end ?? 0],
    ] as const) {
      expect(Number.isInteger(halfHours)).toBe(true);
      expect(Math.abs(noonBefore + halfHours * 1_800_000 - at)).toBeLessThanOrEqual(900_000);
    }
    const untimed = history.map((day) => ({
      ...day,
      sleeps: day.sleeps.map((one) => ({ ...one, timesAssumed: true })),
    }));
    expect(lastDay({}, { history: untimed as SourceDay[] }).sleepTimes).toBeUndefined();
    expect(lastDay({ night: "none" }).sleepTimes).toBeUndefined();
  });

  it("adds up to the locked formula over the pillars that are shown", () => {
    const { form, recovery, pillars } = lastDay();
    const of = (pillar: keyof typeof pillars) => pillars[pillar]?.score ?? Number.NaN;
    const now = 0.5 * of("sleep") + 0.35 * of("cass") + 0.075 * of("circadian") + 0.075 * of("motion");
    const atWaking = 0.5 * of("sleep") + 0.25 * of("cass") + 0.15 * of("rhrts") + 0.1 * of("rrs");
    expect(form).toBeCloseTo(now, 1);
    expect(recovery).toBeCloseTo(atWaking, 1);
  });

  it("is in the middle of the scale in a pillar whose reading is the person's median", () => {
    const { pillars } = lastDay({ metrics: { hrvRmssdMs: 45, restingHrBpm: 58, respiratoryRateRpm: 14.5 } });
    expect(Math.abs((pillars.cass?.score ?? 0) - 72)).toBeLessThan(10);
    expect(Math.abs((pillars.rhrts?.score ?? 0) - 72)).toBeLessThan(10);
    expect(Math.abs((pillars.rrs?.score ?? 0) - 72)).toBeLessThan(10);
  });

  it("is steady for a person who slept as usual and enough", () => {
    expect(lastDay({ night: { hours: 7.5 }, metrics: { hrvRmssdMs: 45 } }).bodyZone).toBe("steady");
  });

  it("is depleted after a lost night with low variability", () => {
    const result = lastDay({
      night: { bed: 4, hours: 2.5, efficiency: 0.8 },
      metrics: { hrvRmssdMs: 25, restingHrBpm: 66 },
    });
    expect(result.bodyZone).toBe("depleted");
    expect(result.pillars.sleep?.band).toBe("well_below");
    // The night and the heart are as far off as each other. Either may lead.
    expect(["sleep", "cass"]).toContain(result.drag);
  });

  it("names the pillar of the bad fact that the story of the day tells", () => {
    expect(lastDay({ metrics: { hrvRmssdMs: 20 } }).drag).toBe("cass");
    expect(lastDay({ metrics: { hrvRmssdMs: 60 } }).lift).toBe("cass");
  });
});

describe("what is missing", () => {
  it("renormalises the weights over the pillars that exist, and names the missing ones", () => {
    const history = madeUpDays(DAYS).map((day) => without(day, "hrvRmssdMs", "respiratoryRateRpm"));
    const result = computeCRS({ date: LAST, now: 0, history, settled: true });
    const { sleep, circadian, motion, rhrts } = result.pillars;
    const of = (pillar: { score: number } | undefined) => pillar?.score ?? Number.NaN;
    expect(result.missing).toEqual(["cass", "rrs"]);
    expect(result.form).toBeCloseTo((0.5 * of(sleep) + 0.075 * of(circadian) + 0.075 * of(motion)) / 0.65, 1);
    expect(result.recovery).toBeCloseTo((0.5 * of(sleep) + 0.15 * of(rhrts)) / 0.65, 1);
    expect(result.confidence).toBeLessThan(lastDay().confidence - 0.2);
  });

  it("gives no score without sleep and without variability, and says so", () => {
    const history = madeUpDays(DAYS, (index) => (index === DAYS - 1 ? { night: "none" } : {}));
    const last = without(history[DAYS - 1] as SourceDay, "hrvRmssdMs");
    const result = CrsResult.parse(
      computeCRS({ date: LAST, now: 0, history: [...history.slice(0, -1), last], settled: true }),
    );
    expect(result.form).toBeUndefined();
    expect(result.recovery).toBeUndefined();
    expect(result.bodyZone).toBeUndefined();
    expect(result.drag).toBeUndefined();
    expect(result.reason).toBe(
      `Neither sleep nor heart rate variability came in for ${LAST}, so that day has no score.`,
    );
  });

  it("scores from variability alone, or from sleep alone", () => {
    expect(lastDay({ night: "none" }).form).toBeDefined();
    const noHrv = madeUpDays(DAYS).map((day) => without(day, "hrvRmssdMs"));
    expect(computeCRS({ date: LAST, now: 0, history: noHrv, settled: true }).form).toBeDefined();
  });

  it("answers for a day without any data", () => {
    const result = CrsResult.parse(computeCRS({ date: "2027-01-01", now: 5, history: madeUpDays(3), settled: false }));
    expect(result).toMatchObject({ status: "provisional", confidence: 0, sources: [], pillars: {} });
    expect(result.reason).toBeDefined();
  });

  it("takes a night without data as a usual night, not as a night awake", () => {
    const gap = (night: DayPlan["night"]) =>
      computeCRS({
        date: LAST,
        now: 0,
        history: madeUpDays(DAYS, (index) => (index === DAYS - 2 && night !== undefined ? { night } : {})),
        settled: true,
      }).pillars.sleep?.score ?? Number.NaN;
    expect(Math.abs(gap("none") - gap(undefined))).toBeLessThan(5);
    expect(gap({ bed: 5, hours: 1 })).toBeLessThan(gap(undefined) - 5);
  });
});

describe("the first days", () => {
  it("score from population figures at low confidence, and gain confidence", () => {
    const series = computeSeries(madeUpDays(DAYS));
    expect(series[0]?.form).toBeDefined();
    expect(series[0]?.confidence).toBeLessThan(0.3);
    expect(series[10]?.confidence).toBeGreaterThan(0.6);
    expect(series.at(-1)?.confidence).toBeGreaterThan(series[10]?.confidence ?? 1);
  });
});

describe("time", () => {
  it("never looks ahead: days after the date change nothing", () => {
    const history = madeUpDays(DAYS);
    const future = madeUpDays(DAYS + 10, () => ({
      metrics: { hrvRmssdMs: 5, restingHrBpm: 120 },
      night: { hours: 1 },
    })).slice(DAYS);
    const ask = (days: readonly SourceDay[]) => computeCRS({ date: LAST, now: 7, history: days, settled: true });
    expect(ask([...history, ...future])).toEqual(ask(history));
    expect(computeSeries([...history, ...future]).slice(0, DAYS)).toEqual(computeSeries(history));
  });

  it("gives a part of a series what the whole series gives these days", () => {
    const history = madeUpDays(160, (index) => (index % 11 === 0 ? { night: "none" } : {}));
    for (const index of [0, 3, 60, 146, 159]) {
      const whole = computeSeries(history).slice(index);
      expect(computeSeries(history, history[index]?.date)).toEqual(whole);
    }
  });

  it("gives each day of a series the score of that day alone", () => {
    const history = madeUpDays(160, (index) => (index % 11 === 0 ? { night: "none" } : {}));
    const series = computeSeries(history);
    for (const index of [0, 5, 31, 77, 121, 159]) {
      const expected = series[index];
      if (expected === undefined) throw new Error("a day of the series is missing");
      const { date, computedAt } = expected;
      const { basis, ...alone } = computeCRS({ date, now: computedAt, history, settled: true });
      expect(alone).toEqual(expected);
      // A second computation of the date, with the basis of the first, needs no more than the days behind the baselines.
      const recent = history.filter((day) => day.date >= addDays(date, -lookBackDays(basis)));
      expect(computeCRS({ date, now: computedAt, history: recent, settled: true, basis })).toEqual({ ...alone, basis });
    }
  });

  it("gives each day its findings alone, also after days of strain that are left out of what is usual", () => {
    const off = { hrvRmssdMs: 22, restingHrBpm: 68, respiratoryRateRpm: 16.6 };
    const ill = (index: number) => index % 47 < 6 && index > 40;
    const history = madeUpDays(300, (index) => (ill(index) ? { metrics: off } : {}));
    const series = computeSeries(history);
    for (const index of [94, 99, 140, 147, 190, 235, 240, 284, 299]) {
      const expected = series[index];
      if (expected === undefined) throw new Error("a day of the series is missing");
      const { date, computedAt } = expected;
      const { basis, findings } = computeCRS({ date, now: computedAt, history, settled: true });
      expect(findings).toEqual(expected.findings);
      const recent = history.filter((day) => day.date >= addDays(date, -lookBackDays(basis)));
      expect(computeCRS({ date, now: computedAt, history: recent, settled: true, basis }).findings).toEqual(findings);
    }
  });

  it("finds for many dates at once what each is compared with alone, in a history that begins long before", () => {
    const off = { hrvRmssdMs: 22, restingHrBpm: 68, respiratoryRateRpm: 16.6 };
    const history = madeUpDays(640, (index) =>
      index % 11 === 0 ? { night: "none" } : index % 47 < 6 ? { metrics: off } : {},
    );
    const basisOf = basesOf(history);
    for (const index of [0, 5, 77, 300, 484, 528, 600, 639]) {
      const date = history[index]?.date ?? "";
      const { basis } = computeCRS({ date, now: Date.parse(date), history, settled: true });
      expect(basisOf(date), date).toEqual(basis);
    }
  });

  it("moves Form through a day with sleep debt: up towards evening, down into the night, and Recovery stays", () => {
    const night = { bed: 2, hours: 5 };
    const at = (hours: number) => lastDay({ night }, { now: Date.parse(LAST) + hours * HOUR_MS });
    expect(at(18).pillars.sleep?.score).toBeGreaterThan(at(8).pillars.sleep?.score ?? 100);
    expect(at(26).pillars.sleep?.score).toBeLessThan(at(18).pillars.sleep?.score ?? 0);
    expect(at(26).form).toBeLessThan(at(18).form ?? 0);
    expect([at(8).recovery, at(18).recovery, at(26).recovery]).toEqual(Array(3).fill(at(7).recovery));
  });

  it("counts a nap from when it begins, for Form and not for Recovery", () => {
    const history = madeUpDays(DAYS, (index) => (index === DAYS - 1 ? { night: { bed: 3, hours: 4 } } : {}));
    const last = history[DAYS - 1] as SourceDay;
    const napped = [...history.slice(0, -1), { ...last, sleeps: [...last.sleeps, madeUpNap(LAST, 14, 60)] }];
    const at = (days: readonly SourceDay[], hour: number) =>
      computeCRS({ date: LAST, now: Date.parse(LAST) + hour * HOUR_MS, history: days, settled: true });
    expect(at(napped, 16).form).toBeGreaterThan(at(history, 16).form ?? 100);
    expect(at(napped, 13).form).toBe(at(history, 13).form);
    expect(at(napped, 16).recovery).toBe(at(history, 16).recovery);
  });

  it("counts versions and distinguishes provisional from final", () => {
    expect(lastDay({}, { settled: false })).toMatchObject({ version: 1, status: "provisional" });
    expect(lastDay({}, { previousVersion: 3 })).toMatchObject({ version: 4, status: "final" });
  });
});

describe("a new device", () => {
  const SWITCH = 30;
  const switched = (from: number) =>
    madeUpDays(DAYS + 10, (index) =>
      index < SWITCH ? {} : { source: "whoop", metrics: { hrvRmssdMs: 90, restingHrBpm: 50 } },
    ).slice(from);

  it("starts a baseline of its own, at low confidence, and does not mix it with the old one", () => {
    const before = computeSeries(switched(0));
    // The same days without any history on the old device give the same pillars for the new one.
    const [alone, both] = [switched(SWITCH), switched(0)].map((days) => buildTimeline(days));
    for (const row of alone?.days ?? [])
      for (const pillar of ["cass", "rhrts", "rrs"] as const) {
        const scores = [alone, both].map((one) => one && scorePillars(one, one.on(row.day) ?? row, 0)[pillar]?.score);
        expect(scores[0]).toBe(scores[1]);
      }
    expect(before[SWITCH - 1]?.pillars.cass?.confidence).toBeGreaterThan(0.9);
    expect(before[SWITCH]?.pillars.cass?.confidence).toBeLessThan(0.3);
    expect(before[SWITCH + 9]?.pillars.cass?.confidence).toBeGreaterThan(0.6);
  });

  it("never compares SDNN with a baseline of RMSSD", () => {
    const history = madeUpDays(DAYS);
    const last = history[DAYS - 1] as SourceDay;
    const sdnn = { ...without(last, "hrvRmssdMs"), metrics: { ...without(last, "hrvRmssdMs").metrics, hrvSdnnMs: 45 } };
    const result = computeCRS({ date: LAST, now: 0, history: [...history.slice(0, -1), sdnn], settled: true });
    expect(result.pillars.cass?.confidence).toBeLessThan(0.3);
  });
});

describe("motion", () => {
  it("costs in both directions: a day far below and a day far above the usual load", () => {
    const after = (steps: number) =>
      computeCRS({
        date: LAST,
        now: 0,
        history: madeUpDays(DAYS, (index) => (index === DAYS - 2 ? { metrics: { steps } } : {})),
        settled: true,
      }).pillars.motion?.score ?? Number.NaN;
    expect(after(200)).toBeLessThan(after(8000) - 20);
    expect(after(25_000)).toBeLessThan(after(8000) - 20);
  });

  it("lets today be too much before it can be too little", () => {
    const today = (steps: number, hour: number) =>
      lastDay({ metrics: { steps } }, { now: Date.parse(LAST) + hour * HOUR_MS }).pillars.motion?.score ?? Number.NaN;
    expect(today(500, 12)).toBe(today(8000, 12));
    expect(today(500, 24)).toBeLessThan(today(8000, 24) - 10);
    expect(today(25_000, 12)).toBeLessThan(today(8000, 12) - 10);
  });
});

describe("body zones", () => {
  it("begin at whole numbers of the rounded Form", () => {
    expect([100, 79.5, 79.4, 65, 64.5, 64.4, 50, 49.4, 0].map(bodyZoneOf)).toEqual([
      "energized",
      "energized",
      "steady",
      "steady",
      "steady",
      "flagging",
      "flagging",
      "depleted",
      "depleted",
    ]);
  });
});

it("R7: a CrsResult has no place for a raw unit", () => {
  const names = JSON.stringify(Object.keys(CrsResult.shape).concat(Object.keys(lastDay().pillars)));
  for (const metric of METRICS) expect(names).not.toContain(metric);
  expect(names).not.toMatch(/Ms"|Bpm|Rpm|Minutes|Kcal|steps/);
  const raw = { ...lastDay(), hrvRmssdMs: 45 };
  expect(CrsResult.safeParse(raw).success).toBe(false);
  const inside = { ...lastDay(), pillars: { cass: { score: 50, band: "usual", confidence: 1, restingHrBpm: 58 } } };
  expect(CrsResult.safeParse(inside).success).toBe(false);
});
