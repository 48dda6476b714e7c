import { METRICS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { madeUpDays } from "../../../testkit/src/made-up-days.ts";
import { computeSeries } from "./crs.ts";
import { describeDay } from "./narrative.ts";

/** Forty days. In the last `bad` of them the nights are short and the heart rate is raised. */
const series = (bad: number) =>
  computeSeries(
    madeUpDays(40, (index) =>
      index < 40 - bad
        ? {}
        : { night: { hours: 4.5 - 0.2 * (index - 36) }, metrics: { hrvRmssdMs: 25, restingHrBpm: 64 } },
    ),
  );
const described = (bad: number) => {
  const results = series(bad);
  const last = results.at(-1);
  if (last === undefined) throw new Error("no day");
  return describeDay(last, results.slice(0, -1));
};

describe("describeDay", () => {
  it("says level for an ordinary week, falling for one that gets worse", () => {
    expect(described(0).trend).toBe("level");
    expect(described(4)).toMatchObject({ trend: "falling", bodyZone: "depleted" });
  });

  it("counts the days a pillar has been below the usual", () => {
    expect(described(4).runs).toContainEqual({ pillar: "cass", side: "below", days: 4 });
    expect(described(1).runs.filter(({ pillar }) => pillar === "cass")).toEqual([]);
  });

  it("counts the days in the body zone", () => {
    expect(described(4).daysInZone).toBeGreaterThanOrEqual(3);
  });

  it("ends a run of days at a day without a result", () => {
    const results = series(4);
    const last = results.at(-1);
    if (last === undefined) throw new Error("no day");
    const gap = describeDay(
      last,
      results.filter((_, index) => index !== 37 && index !== 39),
    );
    expect(gap.runs).toContainEqual({ pillar: "cass", side: "below", days: 2 });
  });

  it("uses the highest version of a date and no later day", () => {
    const results = series(4);
    const [older, last] = [results.at(-2), results.at(-1)];
    if (older === undefined || last === undefined) throw new Error("no day");
    const corrected = { ...older, version: 2, pillars: {} };
    expect(describeDay(last, [corrected, ...results]).runs).toEqual([]);
    expect(describeDay(older, results)).toEqual(describeDay(older, results.slice(0, -1)));
  });

  it("has no trend from three days, and passes on the reason why there is no score", () => {
    const [first] = computeSeries(madeUpDays(1, () => ({ night: "none", metrics: { hrvRmssdMs: 0 } })));
    if (first === undefined) throw new Error("no day");
    const description = describeDay(first, []);
    expect(description.trend).toBeUndefined();
    expect(description.certainty).toBe("low");
    expect(description.reason).toMatch(/no score/);
  });

  it("R7: has words and scores only", () => {
    const text = JSON.stringify(described(4));
    for (const metric of METRICS) expect(text).not.toContain(metric);
    expect(text).not.toMatch(/Ms"|Bpm|Rpm|Minutes/);
  });
});
