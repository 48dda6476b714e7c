/** Which values of the stored days can be asked for. */
import type { HealthDay, SleepEpisode } from "@waldo/contracts";
import { expect, it } from "vitest";
import { askedDays } from "./rows.ts";

const night: SleepEpisode = {
  start: Date.parse("2026-03-03T22:30:00Z"),
  end: Date.parse("2026-03-04T06:30:00Z"),
  offsetMinutes: 60,
  asleepMinutes: 420,
  deepMinutes: 96,
  efficiency: 0.875,
  nap: false,
};
const nap = {
  ...night,
  start: night.end + 6 * 3_600_000,
  end: night.end + 7 * 3_600_000,
  asleepMinutes: 50,
  nap: true,
};

function dayOf(date: string, metrics: HealthDay["metrics"], sleeps: readonly SleepEpisode[] = []): HealthDay {
  return { date, primarySource: "oura", contributingSources: [], metrics, sleeps: [...sleeps], choices: [] };
}

const of = (value: number) => ({ value, source: "oura" as const });

it("the night counts, on the clock of its end, before and after the midnight of its date", () => {
  const [row] = askedDays([{ day: dayOf("2026-03-04", { steps: of(9000) }, [nap, night]), tags: ["coffee"] }]);
  expect(row).toEqual({
    date: "2026-03-04",
    values: {
      asleep: 420,
      inBed: 480,
      deep: 96,
      deepShare: 20,
      efficiency: 87.5,
      bedTime: -30,
      wakeTime: 450,
      steps: 9000,
    },
    tags: ["coffee"],
  });
});

it("assumed times are no times", () => {
  const [row] = askedDays([{ day: dayOf("2026-03-04", {}, [{ ...night, timesAssumed: true }]) }]);
  expect(row?.values).toEqual({ asleep: 420, deep: 96, efficiency: 87.5 });
});

it("RMSSD and SDNN are never mixed", () => {
  const rows = askedDays([
    { day: dayOf("2026-03-03", { hrvSdnnMs: of(80) }) },
    { day: dayOf("2026-03-04", { hrvRmssdMs: of(40), hrvSdnnMs: of(90) }) },
  ]);
  expect(rows.map(({ values }) => values.hrv)).toEqual([undefined, 40]);
});

it("scores and pillars stand beside the readings", () => {
  const score = { form: 61, recovery: 58, pillars: { sleep: { score: 70, band: "usual" as const, confidence: 1 } } };
  expect(askedDays([{ day: dayOf("2026-03-04", {}), score }])[0]?.values).toEqual({
    ...{ form: 61, recovery: 58, sleepScore: 70 },
  });
});
