import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dayOf,
  GARMIN_DAY,
  GARMIN_SLEEP,
  GARMIN_STATUS,
  importFiles,
  refusalOf,
  zipped,
} from "../../../../testkit/src/made-up-exports.ts";

const json = (...records: readonly unknown[]) => JSON.stringify(records);
const wellness = "DI_CONNECT/DI-Connect-Wellness/";
const sleepFile = `${wellness}2024-01-01_2024-04-10_123_sleepData.json`;
const dayFile = "DI_CONNECT/DI-Connect-Aggregator/UDSFile_2024-01-01_2024-04-10.json";
const statusFile = `${wellness}2024-01-01_2024-04-10_123_healthStatusData.json`;
const berlin = { timeZone: "Europe/Berlin" };

describe("garmin", () => {
  it("reads the account's zip: a sleep in UTC with the offset of its day, the day, and the HRV of the night", async () => {
    const zip = zipped({
      [sleepFile]: json(GARMIN_SLEEP),
      [dayFile]: json(GARMIN_DAY),
      [statusFile]: json(GARMIN_STATUS),
      "DI_CONNECT/DI-Connect-Fitness/a_summarizedActivities.json": json({
        summarizedActivitiesExport: [{ calories: 3 }],
      }),
      "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0.zip": zipped({ "a.fit": "x" }),
    });
    const result = await importFiles({ "garmin.zip": zip }, { timeZone: "America/New_York" });
    expect(result.format).toBe("garmin");
    expect(result.notes).toEqual([]);
    expect(result.days).toEqual([
      {
        date: "2024-03-02",
        source: "garmin",
        metrics: {
          restingHrBpm: 51,
          steps: 8123,
          activeEnergyKcal: 412,
          activeMinutes: 31,
          respiratoryRateRpm: 14.2,
          hrvRmssdMs: 58,
        },
        sleeps: [
          {
            start: Date.UTC(2024, 2, 1, 22),
            end: Date.UTC(2024, 2, 2, 6),
            offsetMinutes: 60,
            asleepMinutes: 440,
            awakeMinutes: 30,
            lightMinutes: 240,
            deepMinutes: 100,
            remMinutes: 100,
            efficiency: 0.9167,
            nap: false,
          },
        ],
        deviceScore: 81,
      },
    ]);
  });

  it("reads a sleep without a day in the person's zone, and says when Garmin has it on another date", async () => {
    const late = { ...GARMIN_SLEEP, sleepEndTimestampGMT: "2024-03-02T10:00:00.0" };
    const here = await importFiles({ "a_sleepData.json": json(late) }, berlin);
    expect(dayOf(here, "2024-03-02").sleeps[0]?.offsetMinutes).toBe(60);
    expect(here.notes).toEqual([]);
    const away = await importFiles({ "a_sleepData.json": json(late) }, { timeZone: "Pacific/Auckland" });
    expect(dayOf(away, "2024-03-02").sleeps[0]?.offsetMinutes).toBe(780);
    const farther = { ...late, sleepEndTimestampGMT: "2024-03-02T12:30:00.0" };
    const other = await importFiles({ "a_sleepData.json": json(farther) }, { timeZone: "Pacific/Auckland" });
    expect(dayOf(other, "2024-03-03").sleeps).toHaveLength(1);
    expect(other.notes[0]?.message).toMatch(
      /Garmin has this sleep on 2024-03-02; by its offset it ended on 2024-03-03/,
    );
  });

  it("takes the offset after the clocks changed in the night, also for someone who was elsewhere", async () => {
    const day = {
      ...GARMIN_DAY,
      calendarDate: "2024-03-31",
      wellnessStartTimeGmt: "2024-03-30T23:00:00.0",
      wellnessStartTimeLocal: "2024-03-31T00:00:00.0",
      wellnessEndTimeGmt: "2024-03-31T22:00:00.0",
      wellnessEndTimeLocal: "2024-04-01T00:00:00.0",
    };
    const sleep = {
      ...GARMIN_SLEEP,
      calendarDate: "2024-03-31",
      sleepStartTimestampGMT: "2024-03-30T22:00:00.0",
      sleepEndTimestampGMT: "2024-03-31T06:00:00.0",
    };
    for (const timeZone of ["Europe/Berlin", "Asia/Tokyo"]) {
      const result = await importFiles({ "a_sleepData.json": json(sleep), "UDSFile_a.json": json(day) }, { timeZone });
      expect(dayOf(result, "2024-03-31").sleeps[0]?.offsetMinutes).toBe(120);
    }
    // The person flew west in the day: the morning was still in Berlin.
    const flown = { ...GARMIN_DAY, wellnessEndTimeGmt: "2024-03-03T05:00:00.0" };
    const files = { "a_sleepData.json": json(GARMIN_SLEEP), "UDSFile_a.json": json(flown) };
    expect(dayOf(await importFiles(files, berlin), "2024-03-02").sleeps[0]?.offsetMinutes).toBe(60);
  });

  it("the longest sleep of a date is its night, and its breathing and score count, also before a nap in the file", async () => {
    const nap = {
      ...GARMIN_SLEEP,
      sleepStartTimestampGMT: "2024-03-02T12:00:00.0",
      sleepEndTimestampGMT: "2024-03-02T13:00:00.0",
      ...{ deepSleepSeconds: 0, lightSleepSeconds: 3000, remSleepSeconds: undefined, awakeSleepSeconds: 0 },
      ...{ averageRespiration: 12, sleepScores: { overallScore: 30 } },
    };
    for (const order of [
      [GARMIN_SLEEP, nap],
      [nap, GARMIN_SLEEP],
    ]) {
      const day = dayOf(await importFiles({ "a_sleepData.json": json(...order) }, berlin), "2024-03-02");
      expect(day.sleeps.map(({ nap, asleepMinutes }) => [nap, asleepMinutes])).toEqual([
        [false, 440],
        [true, 50],
      ]);
      expect([day.metrics.respiratoryRateRpm, day.deviceScore]).toEqual([14.2, 81]);
    }
    const only = dayOf(await importFiles({ "a_sleepData.json": json(nap) }, berlin), "2024-03-02");
    expect(only).toMatchObject({ metrics: {}, sleeps: [{ nap: true }] });
    expect(only.deviceScore).toBeUndefined();
  });

  it("an older watch has no REM sleep; a sleep without stages has no length", async () => {
    const old = { ...GARMIN_SLEEP, remSleepSeconds: null, averageRespiration: undefined, sleepScores: undefined };
    const result = await importFiles({ "a_sleepData.json": json(old) }, berlin);
    expect(dayOf(result, "2024-03-02").sleeps[0]).toMatchObject({ asleepMinutes: 340, lightMinutes: 240 });
    expect(dayOf(result, "2024-03-02").sleeps[0]?.remMinutes).toBeUndefined();
    const { calendarDate, sleepStartTimestampGMT, sleepEndTimestampGMT } = GARMIN_SLEEP;
    const window = { calendarDate, sleepStartTimestampGMT, sleepEndTimestampGMT };
    const files = { "a_sleepData.json": json(window), "UDSFile_a.json": json(GARMIN_DAY) };
    const without = await importFiles(files, berlin);
    expect(dayOf(without, "2024-03-02").sleeps).toEqual([]);
    expect(without.notes[0]?.message).toMatch(/has no stages, so its length is unknown/);
  });

  it("what Garmin writes for nothing is nothing: 0, null, negative numbers, a status without a value", async () => {
    const empty = { ...GARMIN_DAY, restingHeartRate: 0, totalSteps: 0 };
    const status = { ...GARMIN_STATUS, metrics: [{ type: "HRV", value: 0, status: "UNKNOWN" }, { type: "HRV" }, 3] };
    const night = { ...GARMIN_SLEEP, averageRespiration: -2, sleepScores: { overallScore: -1 }, awakeSleepSeconds: -1 };
    const files = {
      "a_sleepData.json": json(night),
      "UDSFile_a.json": json(empty, { ...empty, calendarDate: "2024-03-03", totalSteps: null, restingHeartRate: null }),
      "a_healthStatusData.json": json(status, { calendarDate: "2024-03-03", metrics: null }),
    };
    const { days, notes } = await importFiles(files, berlin);
    expect(days.map(({ date, metrics, deviceScore }) => [date, metrics, deviceScore])).toEqual([
      ["2024-03-02", {}, undefined],
    ]);
    expect(days[0]?.sleeps[0]?.awakeMinutes).toBeUndefined();
    expect(notes.map(({ message }) => message)).toEqual(["no step on 2024-03-02: the device was not worn; left out"]);
  });

  it("stress, and the heart rate of the night, are never taken for HRV or for a resting heart rate", async () => {
    const { restingHeartRate: _, ...day } = GARMIN_DAY;
    const status = { ...GARMIN_STATUS, metrics: GARMIN_STATUS.metrics.filter(({ type }) => type !== "HRV") };
    const files = { "UDSFile_a.json": json(day), "a_healthStatusData.json": json(status) };
    const { metrics } = dayOf(await importFiles(files, berlin), "2024-03-02");
    expect(Object.keys(metrics).sort()).toEqual(["activeEnergyKcal", "activeMinutes", "steps"]);
  });

  it("skips a bad record with a note and keeps the others; a broken file is refused with its line", async () => {
    const bad = [
      { ...GARMIN_SLEEP, calendarDate: "soon" },
      { ...GARMIN_SLEEP, sleepEndTimestampGMT: 7 },
      { ...GARMIN_SLEEP, deepSleepSeconds: "much" },
    ];
    const files = { "a_sleepData.json": JSON.stringify([...bad, GARMIN_SLEEP], undefined, 1) };
    const { days, notes } = await importFiles(files, berlin);
    expect(days.map(({ sleeps }) => sleeps.map(({ asleepMinutes }) => asleepMinutes))).toEqual([[440]]);
    expect(notes.map(({ line, message }) => [line, message])).toEqual([
      [2, "a record without a calendarDate; left out"],
      [20, "the sleep of 2024-03-02 has no times; left out"],
      [38, '"deepSleepSeconds" is not a number; left out'],
      [38, "the sleep of 2024-03-02 has no stages, so its length is unknown; left out"],
    ]);
    const cut = json(GARMIN_SLEEP).slice(0, -9);
    expect(await refusalOf({ "a_sleepData.json": cut })).toMatch(/^a_sleepData\.json:1: the JSON ends in the middle/);
    const page = { "a_sleepData.json": "<html><body>Log in</body></html>", "UDSFile_a.json": json(GARMIN_DAY) };
    expect(await refusalOf(page)).toMatch(/^a_sleepData\.json:1: is a web page/);
  });

  it("every night stands on the local date of its waking, in every zone", async () => {
    const zone = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
    const wake = fc.integer({ min: 3 * 60, max: 21 * 60 });
    await fc.assert(
      fc.asyncProperty(zone, wake, fc.integer({ min: 181, max: 700 }), async (offset, minute, length) => {
        const midnight = Date.UTC(2024, 5, 4) - offset * 60_000;
        const end = midnight + minute * 60_000;
        const text = (at: number) => new Date(at).toISOString().slice(0, -2);
        const sleep = {
          ...{ calendarDate: "2024-06-04", lightSleepSeconds: length * 60, deepSleepSeconds: 0 },
          ...{ sleepStartTimestampGMT: text(end - length * 60_000), sleepEndTimestampGMT: text(end) },
        };
        const day = {
          ...{ calendarDate: "2024-06-04", totalSteps: 5 },
          ...{ wellnessStartTimeGmt: text(midnight), wellnessStartTimeLocal: "2024-06-04T00:00:00.0" },
          ...{ wellnessEndTimeGmt: text(midnight + 86_400_000), wellnessEndTimeLocal: "2024-06-05T00:00:00.0" },
        };
        const result = await importFiles({ "a_sleepData.json": json(sleep), "UDSFile_a.json": json(day) }, berlin);
        const [night] = dayOf(result, "2024-06-04").sleeps;
        expect(night).toMatchObject({ start: end - length * 60_000, end, offsetMinutes: offset, nap: false });
        expect(result.days).toHaveLength(1);
      }),
      { numRuns: 60 },
    );
  });
});
