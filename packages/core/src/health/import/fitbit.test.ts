import { describe, expect, it } from "vitest";
import { dayOf, importFiles, refusalOf, zipped } from "../../../../testkit/src/made-up-exports.ts";

const log = {
  logId: 1,
  dateOfSleep: "2024-03-02",
  startTime: "2024-03-01T23:00:00.000",
  endTime: "2024-03-02T07:00:00.000",
  minutesAsleep: 440,
  minutesAwake: 40,
  efficiency: 97,
  type: "stages",
  levels: {
    summary: { deep: { minutes: 100 }, light: { minutes: 240 }, rem: { minutes: 100 }, wake: { minutes: 40 } },
  },
  mainSleep: true,
};
const json = (value: unknown) => JSON.stringify(value);

describe("fitbit", () => {
  it("reads a folder of the archive in the person's time zone", async () => {
    const result = await importFiles(
      {
        "sleep.json": json([log]),
        "resting_heart_rate.json": json([
          { dateTime: "2024-03-02 00:00:00", value: { date: "03/02/24", value: 53.7, error: 6 } },
        ]),
        "moderately_active_minutes.json": json([{ dateTime: "2024-03-02 00:00:00", value: "30" }]),
        "very_active_minutes.json": json([{ dateTime: "2024-03-02 00:00:00", value: "12" }]),
        "sleep_score.csv": "timestamp,sleep_log_entry_id,overall_score\n2024-03-02T07:00:00Z,1,78\n",
        "wellness.csv": "effective_time_frame,mood\n2024-03-02T08:00:00Z,3\n",
      },
      { timeZone: "America/New_York" },
    );
    expect(result.format).toBe("fitbit");
    expect(result.days).toEqual([
      {
        date: "2024-03-02",
        source: "fitbit",
        metrics: { restingHrBpm: 53.7, activeMinutes: 42 },
        sleeps: [
          {
            start: Date.UTC(2024, 2, 2, 4),
            end: Date.UTC(2024, 2, 2, 12),
            offsetMinutes: -300,
            asleepMinutes: 440,
            awakeMinutes: 40,
            lightMinutes: 240,
            deepMinutes: 100,
            remMinutes: 100,
            efficiency: 0.9167,
            nap: false,
          },
        ],
        deviceScore: 78,
      },
    ]);
  });

  it("reads Google Takeout's names, its month-first dates and its nightly CSVs from a zip", async () => {
    const folder = "Takeout/Fitbit/";
    const zip = zipped({
      [`${folder}Global Export Data/heart_rate-2024-03-01.json`]: "not even opened",
      [`${folder}Global Export Data/sleep-2024-03-01.json`]: json([log]),
      [`${folder}Global Export Data/resting_heart_rate-2024-03-01.json`]: json([
        { dateTime: "03/02/24 00:00:00", value: { date: "03/02/24", value: 53.7, error: 6 } },
        { dateTime: "03/03/24 00:00:00", value: { date: null, value: 0, error: 0 } },
      ]),
      [`${folder}Heart Rate Variability/Daily Heart Rate Variability Summary - 2024-03-(2).csv`]:
        "timestamp,rmssd,nremhr,entropy\n2024-03-02T00:00:00,39.9,56.1,2.9\n",
      [`${folder}Heart Rate Variability/Daily Respiratory Rate Summary - 2024-03-02.csv`]:
        "timestamp,daily_respiratory_rate\n2024-03-02T00:00:00,14.6\n",
      [`${folder}Sleep Score/sleep_score.csv`]:
        "sleep_log_entry_id,timestamp,overall_score\n1,2024-03-02T07:00:00Z,78\n",
    });
    const result = await importFiles({ "takeout.zip": zip }, { timeZone: "Europe/Berlin" });
    expect(result.format).toBe("fitbit");
    expect(result.days).toHaveLength(1);
    expect(dayOf(result, "2024-03-02")).toMatchObject({
      metrics: { restingHrBpm: 53.7, hrvRmssdMs: 39.9, respiratoryRateRpm: 14.6 },
      deviceScore: 78,
    });
  });

  it("counts a log once that two monthly files repeat, and calls a nap what Fitbit calls a nap", async () => {
    const nap = {
      ...log,
      logId: 2,
      mainSleep: false,
      type: "classic",
      minutesAsleep: 50,
      levels: {},
      startTime: "2024-03-02T14:00:00.000",
      endTime: "2024-03-02T15:00:00.000",
    };
    const result = await importFiles({
      "sleep-2024-02-01.json": json([log, nap]),
      "sleep-2024-03-01.json": json([log]),
    });
    expect(dayOf(result, "2024-03-02").sleeps.map((sleep) => sleep.nap)).toEqual([false, true]);
    expect(result.notes).toEqual([
      { file: "sleep-2024-03-01.json", line: 1, message: "the sleep log of 2024-03-02 is there twice; counted once" },
    ]);
  });

  it("takes the score of the night's own log, not of a nap on the same date", async () => {
    const nap = {
      ...log,
      logId: 2,
      mainSleep: false,
      minutesAsleep: 100,
      startTime: "2024-03-02T14:00:00.000",
      endTime: "2024-03-02T16:00:00.000",
    };
    const scores = "timestamp,sleep_log_entry_id,overall_score\n2024-03-02T07:00:00Z,1,78\n2024-03-02T16:00:00Z,2,55\n";
    const result = await importFiles({ "sleep.json": json([log, nap]), "sleep_score.csv": scores });
    expect(dayOf(result, "2024-03-02").deviceScore).toBe(78);
  });

  it("sums minute steps, which are in UTC, by the person's own date", async () => {
    const steps = [
      { dateTime: "03/02/24 04:30:00", value: "100" },
      { dateTime: "03/02/24 05:30:00", value: "40" },
      { dateTime: "03/02/24 17:00:00", value: "2" },
    ];
    const files = { "sleep-2024-03-01.json": json([log]), "steps-2024-03-01.json": json(steps) };
    const result = await importFiles(files, { timeZone: "America/New_York" });
    expect(dayOf(result, "2024-03-01").metrics.steps).toBe(100);
    expect(dayOf(result, "2024-03-02").metrics.steps).toBe(42);
  });

  it("takes daily step totals by their date as written", async () => {
    const files = {
      "sleep.json": json([log]),
      "steps.json": json([{ dateTime: "2024-03-02 00:00:00", value: "9000" }]),
    };
    const result = await importFiles(files, { timeZone: "America/New_York" });
    expect(dayOf(result, "2024-03-02").metrics.steps).toBe(9000);
  });

  it("leaves out activity and steps of a day on which the device was not worn", async () => {
    const zero = json([{ dateTime: "2024-03-03 00:00:00", value: "0" }]);
    const result = await importFiles({
      "sleep.json": json([log]),
      "steps.json": zero,
      "moderately_active_minutes.json": zero,
      "very_active_minutes.json": zero,
      "sedentary_minutes.json": json([{ dateTime: "2024-03-03 00:00:00", value: "1440" }]),
    });
    expect(result.days.map((day) => day.date)).toEqual(["2024-03-02"]);
    expect(result.notes).toHaveLength(2);
  });

  it("gives a night over the spring change its true length", async () => {
    const spring = {
      ...log,
      dateOfSleep: "2024-03-31",
      startTime: "2024-03-31T00:00:00.000",
      endTime: "2024-03-31T08:00:00.000",
      minutesAsleep: 400,
    };
    const result = await importFiles({ "sleep.json": json([spring]) }, { timeZone: "Europe/Berlin" });
    const [sleep] = dayOf(result, "2024-03-31").sleeps;
    expect(((sleep?.end ?? 0) - (sleep?.start ?? 0)) / 3_600_000).toBe(7);
    expect(sleep?.offsetMinutes).toBe(120);
  });

  it("drops the shorter of two overlapping sleeps and names the lines of both", async () => {
    const other = {
      ...log,
      logId: 2,
      levels: {},
      startTime: "2024-03-01T23:30:00.000",
      endTime: "2024-03-02T06:00:00.000",
      minutesAsleep: 300,
    };
    const text = `[\n${json(log)},\n${json(other)}\n]`;
    const result = await importFiles({ "sleep.json": text });
    expect(dayOf(result, "2024-03-02").sleeps).toHaveLength(1);
    expect(result.notes).toEqual([
      {
        file: "sleep.json",
        line: 3,
        message: "the sleep of 2024-03-02 overlaps the longer one at sleep.json:2; the longer one stands",
      },
    ]);
  });

  it("refuses a file whose content does not match its name, and a broken record", async () => {
    const html = "<!DOCTYPE html><html><body>Sign in</body></html>";
    expect(await refusalOf({ "sleep.json": json([log]), "steps.json": html })).toMatch(/^steps\.json:1: is a web page/);
    expect(await refusalOf({ "sleep.json": json([{ ...log, endTime: "soon" }]) })).toMatch(
      /^sleep\.json:1: "soon" is not a time/,
    );
    expect(await refusalOf({ "sleep.json": json([{ ...log, minutesAsleep: "x" }]) })).toMatch(
      /"minutesAsleep" is not a number/,
    );
  });
});
