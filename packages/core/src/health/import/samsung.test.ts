import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dayOf,
  type Files,
  importFiles,
  refusalOf,
  SAMSUNG_EXPORT,
  samsungFile,
  samsungSleeps,
  samsungStages,
  zipped,
} from "../../../../testkit/src/made-up-exports.ts";

const inFolder = (files: Files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`Samsung Health/samsunghealth_a_1/${name}`, text]));
const sleepFile = "com.samsung.shealth.sleep.1.csv";
const stageFile = "com.samsung.health.sleep_stage.1.csv";

/** One stage of light sleep over the whole time. */
const asleep = (id: string, start: string, end: string) => `${start},${id},40002,UTC+0000,${end},x`;

describe("samsung", () => {
  it.each([
    ["a zip", { "samsunghealth.zip": zipped(inFolder(SAMSUNG_EXPORT)) }],
    ["a folder", inFolder(SAMSUNG_EXPORT)],
  ])(
    "reads %s: a sleep in UTC with its offset, its stages, the means of the night, and the steps",
    async (_, files) => {
      const result = await importFiles(files, { timeZone: "America/New_York" });
      expect(result.format).toBe("samsung");
      expect(result.notes).toEqual([]);
      expect(result.days).toEqual([
        {
          date: "2024-03-02",
          source: "samsung",
          metrics: { respiratoryRateRpm: 14.5, hrvRmssdMs: 56, steps: 7000 },
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
          deviceScore: 78,
        },
      ]);
    },
  );

  it("parts of one night are one sleep; another sleep of the date is a nap with no say in the night's readings", async () => {
    const result = await importFiles({
      [sleepFile]: samsungSleeps(
        "60,n,,200,2024-03-01 23:00:00.000,2024-03-02 02:00:00.000,UTC+0000,a",
        "50,n,,180,2024-03-02 02:30:00.000,2024-03-02 06:30:00.000,UTC+0000,b",
        "90,,,60,2024-03-02 13:00:00.000,2024-03-02 14:00:00.000,UTC+0000,c",
      ),
      [stageFile]: samsungStages(
        asleep("a", "2024-03-01 23:00:00.000", "2024-03-02 02:00:00.000"),
        asleep("b", "2024-03-02 02:30:00.000", "2024-03-02 06:30:00.000"),
        asleep("c", "2024-03-02 13:00:00.000", "2024-03-02 14:00:00.000"),
      ),
      "jsons/com.samsung.health.hrv/0/0.json": JSON.stringify([
        { start_time: Date.UTC(2024, 2, 2, 13, 10), end_time: Date.UTC(2024, 2, 2, 13, 20), rmssd: 90 },
        { start_time: Date.UTC(2024, 2, 2, 5, 10), end_time: Date.UTC(2024, 2, 2, 5, 20), rmssd: 40 },
      ]),
    });
    const day = dayOf(result, "2024-03-02");
    expect(day.sleeps.map(({ start, end, asleepMinutes, nap }) => [start, end, asleepMinutes, nap])).toEqual([
      [Date.UTC(2024, 2, 1, 23), Date.UTC(2024, 2, 2, 6, 30), 420, false],
      [Date.UTC(2024, 2, 2, 13), Date.UTC(2024, 2, 2, 14), 60, true],
    ]);
    expect(day.metrics).toEqual({ hrvRmssdMs: 40 });
    expect(day.deviceScore).toBeUndefined();
  });

  it("a date with only a nap has no HRV and no score", async () => {
    const result = await importFiles({
      [sleepFile]: samsungSleeps("90,,,60,2024-03-02 13:00:00.000,2024-03-02 14:00:00.000,UTC+0000,c"),
      [stageFile]: samsungStages(asleep("c", "2024-03-02 13:00:00.000", "2024-03-02 14:00:00.000")),
      "jsons/com.samsung.health.hrv/0/0.json": JSON.stringify([
        { start_time: Date.UTC(2024, 2, 2, 13, 10), end_time: Date.UTC(2024, 2, 2, 13, 20), rmssd: 90 },
      ]),
    });
    expect(dayOf(result, "2024-03-02")).toEqual({
      date: "2024-03-02",
      source: "samsung",
      metrics: {},
      sleeps: [expect.objectContaining({ nap: true })],
    });
  });

  it("reads the steps of a local date once, also from older exports with milliseconds", async () => {
    const result = await importFiles({
      "steps.csv": samsungFile(
        "com.samsung.shealth.step_daily_trend",
        "source_type,count,day_time",
        `-2,4100,${Date.UTC(2021, 4, 7)}`,
        `-2,4000,${Date.UTC(2021, 4, 7)}`,
        `1,9999,${Date.UTC(2021, 4, 7)}`,
        "-2,0,2021-05-08 00:00:00.000",
        "-2,many,2021-05-09 00:00:00.000",
        "-2,300,yesterday",
      ),
    });
    expect(result.days.map(({ date, metrics }) => [date, metrics])).toEqual([["2021-05-07", { steps: 4100 }]]);
    expect(result.notes.map(({ line, message }) => [line, message])).toEqual([
      [7, '"count" is not a number; left out'],
      [8, "a day of steps without a date; left out"],
      [6, "no step on 2021-05-08: the device was not worn; left out"],
    ]);
  });

  it("skips a bad row with a note and keeps the others", async () => {
    const night = "78,,91,480,2024-03-01 23:00:00.000,2024-03-02 07:00:00.000";
    const { days, notes } = await importFiles(
      {
        [sleepFile]: samsungSleeps(
          `${night},,night`,
          `${night},UTC+0000,night`,
          "70,,,,2024-03-04 23:00:00.000,,UTC+0000,open",
          "70,,,,2024-03-05 23:00:00.000,2024-03-06 07:00:00.000,UTC+0000,bare",
        ),
        [stageFile]: samsungStages(
          asleep("night", "2024-03-01 23:00:00.000", "2024-03-02 07:00:00.000"),
          "2024-03-01 23:00:00.000,night,40009,UTC+0000,2024-03-02 07:00:00.000,x",
          "2024-03-01 23:00:00.000,night,40003,UTC+0000,2024-03-01 07:00:00.000,x",
        ),
        "jsons/com.samsung.health.hrv/0/0.json": '[{"start_time":1,"end_time":"2","rmssd":3}]',
      },
      { timeZone: "Europe/Berlin" },
    );
    expect(days).toHaveLength(1);
    expect(days[0]?.sleeps[0]).toMatchObject({ asleepMinutes: 480, offsetMinutes: 60 });
    expect(notes.map(({ message }) => message)).toEqual([
      "a stage without its sleep, its kind or its times; left out",
      "a stage without its sleep, its kind or its times; left out",
      "a sleep without an offset is in your time zone",
      "the same sleep is there twice; counted once",
      "a sleep without an id or times; left out",
      "the sleep of 2024-03-06 has no stages, so its length is unknown; left out",
      "a window of HRV without times or without an rmssd; left out",
    ]);
  });

  it("a reading or a sleep that cannot be is left out of the night's means", async () => {
    const at = (hour: number, rmssd: number) => ({
      ...{ start_time: Date.UTC(2024, 2, 2, hour), end_time: Date.UTC(2024, 2, 2, hour), rmssd },
    });
    const { days, notes } = await importFiles({
      [sleepFile]: samsungSleeps(
        "78,,91,480,2024-03-01 23:00:00.000,2024-03-02 07:00:00.000,UTC+0000,night",
        "99,,91,480,2024-01-01 23:00:00.000,2024-03-02 08:00:00.000,UTC+0000,months",
      ),
      [stageFile]: samsungStages(
        asleep("night", "2024-03-01 23:00:00.000", "2024-03-02 07:00:00.000"),
        asleep("months", "2024-01-01 23:00:00.000", "2024-03-02 08:00:00.000"),
        "2024-03-01 23:00:00.000,night,constructor,UTC+0000,2024-03-02 07:00:00.000,x",
      ),
      "jsons/com.samsung.health.hrv/0/0.json": JSON.stringify([at(3, 40), at(4, 1e9), at(5, 60), at(8, 200)]),
    });
    expect(days[0]).toMatchObject({ metrics: { hrvRmssdMs: 50 }, sleeps: [{ asleepMinutes: 480 }], deviceScore: 78 });
    expect(notes.map(({ message }) => message)).toEqual([
      "a stage without its sleep, its kind or its times; left out",
      "sleep of 2024-03-02 rejected: the sleep is longer than 24 hours",
      "a reading of hrvRmssdMs outside 3–300 ms; left out",
    ]);
  });

  it("refuses a table that lacks a column, a row that is cut, and an export without a table that is read", async () => {
    const bare = samsungFile("com.samsung.health.sleep_stage", "start_time,end_time", "1,2");
    expect(await refusalOf({ "s.csv": bare })).toMatch(/^s\.csv:2: there is no column "sleep_id"; export it again$/);
    const cut = samsungSleeps("78,,91,480,2024-03-01 17:3");
    expect(await refusalOf({ "s.csv": cut })).toMatch(/^s\.csv:3: 6 fields where the header has 8: .*cut short/);
    const stress = samsungFile("com.samsung.shealth.stress", "start_time,score", "2024-03-01 18:00:00.000,31");
    expect(await refusalOf({ "a.csv": stress, "b.csv": stress })).toMatch(
      /^a\.csv:1: is a table of Samsung Health without sleep/,
    );
    const broken = { ...SAMSUNG_EXPORT, "jsons/com.samsung.health.hrv/a/a1.binning_data.json": '[{"rmssd":' };
    expect(await refusalOf(broken)).toMatch(/^jsons\/.*a1\.binning_data\.json:1: the JSON ends in the middle/);
  });

  it("a zip may hold more files that are never read than it may hold files", async () => {
    const parts = Array.from({ length: 20_001 }, (_, i) => `jsons/com.samsung.shealth.tracker.heart_rate/0/${i}.json`);
    const zip = zipped({ ...SAMSUNG_EXPORT, ...Object.fromEntries(parts.map((name) => [name, "x"])) });
    expect(dayOf(await importFiles({ "samsung.zip": zip }), "2024-03-02").metrics.hrvRmssdMs).toBe(56);
  });

  it("every night stands on the local date of its waking, with the mean of its own HRV", async () => {
    const offsets = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15);
    const values = fc.array(fc.integer({ min: 20, max: 120 }), { minLength: 1, maxLength: 8 });
    const text = (at: number) => new Date(at).toISOString().slice(0, -1).replace("T", " ");
    await fc.assert(
      fc.asyncProperty(offsets, fc.array(values, { minLength: 1, maxLength: 6 }), async (offset, nights) => {
        const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, "0");
        const zone = `UTC${offset < 0 ? "-" : "+"}${hours}${String(Math.abs(offset) % 60).padStart(2, "0")}`;
        const times = nights.map((_, i) => Date.UTC(2024, 5, 4 + i, 7) - offset * 60_000);
        const windows = nights.flatMap((list, i) =>
          list.map((rmssd, k) => {
            const start = (times[i] ?? 0) - (k + 1) * 1_200_000;
            return { start_time: start, end_time: start + 600_000, rmssd };
          }),
        );
        const from = (end: number) => text(end - 28_800_000);
        const result = await importFiles({
          [sleepFile]: samsungSleeps(...times.map((end, i) => `,,,,${from(end)},${text(end)},${zone},n${i}`)),
          [stageFile]: samsungStages(...times.map((end, i) => asleep(`n${i}`, from(end), text(end)))),
          "jsons/com.samsung.health.hrv/0/0.json": JSON.stringify(windows.toReversed()),
        });
        expect(result.days.map(({ date, metrics, sleeps }) => [date, metrics.hrvRmssdMs, sleeps[0]?.nap])).toEqual(
          nights.map((list, i) => [
            new Date(Date.UTC(2024, 5, 4 + i)).toISOString().slice(0, 10),
            Math.round((list.reduce((sum, value) => sum + value, 0) / list.length) * 100) / 100,
            false,
          ]),
        );
      }),
      { numRuns: 60 },
    );
  });
});
