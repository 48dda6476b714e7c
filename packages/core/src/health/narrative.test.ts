import { METRICS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { madeUpDays } from "../../../testkit/src/made-up-days.ts";
import { computeSeries } from "./crs.ts";
import { describeDay } from "./narrative.ts";

/** Forty days. In the last `bad` of them the nights are short and the heart rate is raised. */
const described = (bad: number, gap?: number) => {
  const days = madeUpDays(40, (index) =>
    index < 40 - bad
      ? {}
      : { night: { hours: 4.5 - 0.2 * (index - 36) }, metrics: { hrvRmssdMs: 25, restingHrBpm: 64 } },
  );
  const last = computeSeries(days.filter((_, index) => index !== gap)).at(-1);
  if (last === undefined) throw new Error("no day");
  return describeDay(last);
};

describe("describeDay", () => {
  it("says level for an ordinary week, falling for one that gets worse", () => {
    expect(described(0).trend).toBe("level");
    expect(described(4)).toMatchObject({ trend: "falling", bodyZone: "depleted" });
  });

  it("counts the days that a sign has stood out, and the days in the body zone", () => {
    expect(described(4).signs).toContainEqual(expect.objectContaining({ sign: "hrv", side: "low", days: 4 }));
    expect(described(4).daysInZone).toBeGreaterThanOrEqual(3);
    expect(described(4)).toMatchObject({ bodyStrain: { days: 4 } });
  });

  it("leaves out no sign, so that what is still off is not taken for settled", () => {
    const night = { bed: 2, hours: 4, efficiency: 0.7 };
    const metrics = { hrvRmssdMs: 25, restingHrBpm: 68, respiratoryRateRpm: 15.6 };
    const last = computeSeries(madeUpDays(40, (index) => (index === 39 ? { night, metrics } : {}))).at(-1);
    const signs = last === undefined ? [] : describeDay(last).signs.map(({ sign }) => sign);
    expect(signs).toEqual(
      expect.arrayContaining(["sleepLength", "sleepQuality", "bedTime", "hrv", "restingHr", "breathing"]),
    );
  });

  it("ends a run of days at a day without data", () => {
    expect(described(4, 37).signs).toContainEqual(expect.objectContaining({ sign: "hrv", side: "low", days: 2 }));
    expect(described(4, 38)).toMatchObject({ daysInZone: 1, daysWithout: 1 });
  });

  it("says where the day before stood", () => {
    expect(described(1)).toMatchObject({ yesterday: described(0).yesterday, bodyZone: "depleted" });
    expect(described(4, 38).yesterday).toBeUndefined();
  });

  it("has no trend from three days, and passes on the reason why there is no score", () => {
    const [first] = computeSeries(madeUpDays(1, () => ({ night: "none", metrics: { hrvRmssdMs: 0 } })));
    if (first === undefined) throw new Error("no day");
    const description = describeDay(first);
    expect(description.trend).toBeUndefined();
    expect(description.certainty).toBe("low");
    expect(description.reason).toMatch(/no score/);
  });

  it("R7: has words, scores, counts of days and rounded half hours only", () => {
    const text = JSON.stringify(described(4));
    for (const metric of METRICS) expect(text).not.toContain(metric);
    expect(text).not.toMatch(/Ms"|Bpm|Rpm|Minutes/);
  });
});
