import { describe, expect, it } from "vitest";
import { dayOf, importFiles, refusalOf } from "../../../../testkit/src/made-up-exports.ts";

const night = {
  summary_date: "2024-03-01",
  period_id: 0,
  is_longest: 1,
  bedtime_start: "2024-03-01T23:00:00+05:30",
  bedtime_end: "2024-03-02T07:00:00+05:30",
  total: 26400,
  awake: 2400,
  light: 14400,
  deep: 6000,
  rem: 6000,
  rmssd: 58,
  hr_lowest: 51,
  breath_average: 14.5,
  efficiency: 92,
};
const readiness = { summary_date: "2024-03-01", period_id: 0, score: 81, score_previous_night: 70 };
const activity = { summary_date: "2024-03-01", steps: 8000, cal_active: 400, medium: 30, high: 12, non_wear: 60 };
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

describe("oura, API v1", () => {
  it("dates a night by the morning after its summary date, and its readiness with it", async () => {
    const result = await importFiles({
      "activity.jsonl": lines(activity),
      "readiness.jsonl": lines(readiness),
      "sleep.jsonl": lines(night),
    });
    expect(result.format).toBe("oura");
    expect(dayOf(result, "2024-03-02")).toEqual({
      date: "2024-03-02",
      source: "oura",
      metrics: { hrvRmssdMs: 58, restingHrBpm: 51, respiratoryRateRpm: 14.5 },
      sleeps: [
        {
          start: Date.UTC(2024, 2, 1, 17, 30),
          end: Date.UTC(2024, 2, 2, 1, 30),
          offsetMinutes: 330,
          asleepMinutes: 440,
          awakeMinutes: 40,
          lightMinutes: 240,
          deepMinutes: 100,
          remMinutes: 100,
          efficiency: 0.9167,
          nap: false,
        },
      ],
      deviceScore: 81,
    });
    expect(dayOf(result, "2024-03-01").metrics).toEqual({ steps: 8000, activeEnergyKcal: 400, activeMinutes: 42 });
  });

  it("takes the values and the score of the long sleep when a date has several", async () => {
    const nap = {
      ...night,
      period_id: 1,
      is_longest: 0,
      rmssd: 90,
      total: 3000,
      light: 1500,
      deep: 800,
      rem: 700,
      bedtime_start: "2024-03-02T14:00:00+05:30",
      bedtime_end: "2024-03-02T15:00:00+05:30",
    };
    const ofNap = { ...readiness, period_id: 1, score: 60 };
    for (const scores of [lines(readiness, ofNap), lines(ofNap, readiness)]) {
      const result = await importFiles({ "readiness.jsonl": scores, "sleep.jsonl": lines(nap, night) });
      const day = dayOf(result, "2024-03-02");
      expect(day.metrics.hrvRmssdMs).toBe(58);
      expect(day.deviceScore).toBe(81);
      expect(day.sleeps.map((sleep) => sleep.nap)).toEqual([false, true]);
      expect(result.notes[0]?.message).toMatch(/readiness of 2024-03-02 given twice/);
    }
  });

  it("leaves out the activity of a day on which the ring was not worn", async () => {
    const result = await importFiles({
      "activity.jsonl": lines({ ...activity, steps: 7, non_wear: 1400 }),
      "sleep.jsonl": lines(night),
    });
    expect(result.days.map((day) => day.date)).toEqual(["2024-03-02"]);
    expect(result.notes).toEqual([
      { file: "activity.jsonl", line: 1, message: "the ring was not worn on 2024-03-01; its activity is left out" },
    ]);
  });

  it("reads the same records from one JSON object of lists", async () => {
    const text = JSON.stringify({ sleep: [night], readiness: [readiness], activity: [activity] }, undefined, 2);
    const result = await importFiles({ "oura.json": text });
    expect(result.days).toHaveLength(2);
    expect(dayOf(result, "2024-03-02").deviceScore).toBe(81);
  });
});

const nightV2 = {
  id: "a",
  day: "2024-03-02",
  type: "long_sleep",
  bedtime_start: "2024-03-01T23:00:00.000-05:00",
  bedtime_end: "2024-03-02T07:00:00.000-05:00",
  total_sleep_duration: 26400,
  awake_time: 2400,
  light_sleep_duration: 14400,
  deep_sleep_duration: 6000,
  rem_sleep_duration: 6000,
  average_hrv: 58,
  lowest_heart_rate: 51,
  average_breath: 14.5,
  readiness: { score: 60 },
};

describe("oura, API v2", () => {
  const daily = {
    daily_readiness: [
      { day: "2024-03-02", score: 81, contributors: { previous_night: 70 }, temperature_deviation: 0.1 },
    ],
    daily_sleep: [{ day: "2024-03-02", score: 77, contributors: { deep_sleep: 90 } }],
    daily_activity: [
      {
        day: "2024-03-02",
        score: 90,
        steps: 8000,
        active_calories: 400,
        medium_activity_time: 1800,
        high_activity_time: 720,
        contributors: { stay_active: 70 },
      },
    ],
  };

  it("dates everything by its wake date, and takes readiness, not the other scores", async () => {
    const result = await importFiles({ "oura.json": JSON.stringify({ sleep: [nightV2], ...daily }) });
    expect(result.days).toHaveLength(1);
    expect(dayOf(result, "2024-03-02")).toMatchObject({
      metrics: { hrvRmssdMs: 58, restingHrBpm: 51, respiratoryRateRpm: 14.5, steps: 8000, activeMinutes: 42 },
      deviceScore: 81,
    });
    expect(dayOf(result, "2024-03-02").sleeps[0]).toMatchObject({ offsetMinutes: -300, asleepMinutes: 440 });
  });

  it("a night in two records is one night", async () => {
    const part = (from: string, to: string, asleep: number, hrv: number) => ({
      ...{ day: "2024-03-02", type: "sleep", bedtime_start: `2024-03-${from}:00+01:00` },
      ...{ bedtime_end: `2024-03-${to}:00+01:00`, total_sleep_duration: asleep * 60, average_hrv: hrv },
    });
    const parts = [part("01T22:50", "02T01:40", 155, 44), part("02T02:25", "02T05:30", 170, 51)];
    const day = dayOf(await importFiles({ "sleep.json": JSON.stringify({ data: parts }) }), "2024-03-02");
    expect(day.sleeps).toMatchObject([{ asleepMinutes: 325, nap: false }]);
    expect(new Date(day.sleeps[0]?.start ?? 0).toISOString()).toBe("2024-03-01T21:50:00.000Z");
    expect(day.metrics.hrvRmssdMs).toBe(51);
  });

  it("recognises naps, and records that are no sleep", async () => {
    const nap = {
      ...nightV2,
      type: "late_nap",
      bedtime_start: "2024-03-02T19:00:00-05:00",
      bedtime_end: "2024-03-02T20:00:00-05:00",
      total_sleep_duration: 3000,
    };
    const rest = {
      ...nightV2,
      type: "rest",
      bedtime_start: "2024-03-02T12:00:00-05:00",
      bedtime_end: "2024-03-02T12:20:00-05:00",
    };
    const result = await importFiles({
      "sleep.json": JSON.stringify({ data: [rest, nap, nightV2], next_token: null }),
    });
    expect(dayOf(result, "2024-03-02").sleeps.map((sleep) => sleep.nap)).toEqual([false, true]);
    expect(dayOf(result, "2024-03-02").metrics.hrvRmssdMs).toBe(58);
    expect(result.notes[0]?.message).toMatch(/type rest is no sleep/);
  });

  it("uses the readiness inside a sleep when there is no daily one", async () => {
    const result = await importFiles({ "sleep.json": JSON.stringify({ sleep: [nightV2] }) });
    expect(dayOf(result, "2024-03-02").deviceScore).toBe(60);
  });
});

describe("oura, the account's CSV", () => {
  const header =
    "date,Sleep Score,Total Sleep Duration,Awake Time,REM Sleep Duration,Light Sleep Duration,Deep Sleep Duration,Average HRV,Lowest Resting Heart Rate,Respiratory Rate,Bedtime Start,Bedtime End,Readiness Score,Steps,Activity Burn,Medium Activity Time,High Activity Time";
  const row =
    "2024-03-02,77,26400,2400,6000,14400,6000,58,51,14.5,2024-03-01T23:00:00.000+01:00,2024-03-02T07:00:00.000+01:00,81,8000,400,1800,720";

  it("reads a row a day", async () => {
    const result = await importFiles({ "oura_trends.csv": `${header}\n${row}\n` });
    expect(dayOf(result, "2024-03-02")).toMatchObject({
      metrics: { hrvRmssdMs: 58, restingHrBpm: 51, respiratoryRateRpm: 14.5, steps: 8000, activeMinutes: 42 },
      deviceScore: 81,
    });
    expect(dayOf(result, "2024-03-02").sleeps[0]).toMatchObject({ offsetMinutes: 60, asleepMinutes: 440, nap: false });
  });

  it("takes empty and None cells as missing", async () => {
    const gaps = row.replace(",58,51,14.5,", ",None,,14.5,").replace(",81,8000,", ",,,");
    const day = dayOf(await importFiles({ "oura_trends.csv": `${header}\n${gaps}\n` }), "2024-03-02");
    expect(day.metrics).toEqual({ respiratoryRateRpm: 14.5 });
    expect(day.deviceScore).toBeUndefined();
  });
});

describe("oura, damaged", () => {
  it("names the line of a wrong record", async () => {
    const broken = lines(night, { ...night, bedtime_end: "yesterday" });
    expect(await refusalOf({ "sleep.jsonl": broken })).toMatch(
      /^sleep\.jsonl:2: "yesterday" is not a time with an offset/,
    );
    const pretty = JSON.stringify({ sleep: [night, { ...night, rmssd: "many" }] }, undefined, 1);
    const line = pretty.split("\n").findLastIndex((text) => text.startsWith("  {")) + 1;
    expect(await refusalOf({ "oura.json": pretty })).toMatch(
      new RegExp(`^oura\\.json:${line}: "rmssd" is not a number`),
    );
  });

  it("refuses a file cut in the middle of a line", async () => {
    const text = lines(night, night).slice(0, -30);
    expect(await refusalOf({ "sleep.jsonl": text })).toMatch(/^sleep\.jsonl:2: the JSON ends in the middle/);
  });
});
