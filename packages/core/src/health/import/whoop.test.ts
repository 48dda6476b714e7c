import type { SourceDay } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import {
  dayOf,
  importFiles,
  refusalOf,
  WHOOP_HEADER,
  whoopFile,
  whoopRow,
  whoopSleeps,
  zipped,
} from "../../../../testkit/src/made-up-exports.ts";

const NAME = "physiological_cycles.csv";

describe("whoop", () => {
  it("dates a night by its wake onset, in the row's own time zone", async () => {
    const result = await importFiles({ [NAME]: whoopFile(whoopRow()) }, { timeZone: "Asia/Tokyo" });
    expect(result.format).toBe("whoop");
    expect(result.days).toEqual([
      {
        date: "2024-03-02",
        source: "whoop",
        metrics: { hrvRmssdMs: 71, restingHrBpm: 52, respiratoryRateRpm: 14.2, strain: 12.3 },
        sleeps: [
          {
            start: Date.UTC(2024, 2, 1, 22),
            end: Date.UTC(2024, 2, 2, 6),
            offsetMinutes: 60,
            asleepMinutes: 440,
            awakeMinutes: 40,
            lightMinutes: 240,
            deepMinutes: 100,
            remMinutes: 100,
            efficiency: 0.9167,
            nap: false,
          },
        ],
        deviceScore: 66,
      },
    ]);
  });

  it("gives strain to the date on which the cycle was lived, also when the night began after midnight", async () => {
    const late = { start: "2024-03-02 01:30:00", end: "2024-03-03 00:50:00", wake: "2024-03-02 09:00:00" };
    const { metrics } = dayOf(await importFiles({ [NAME]: whoopFile(whoopRow(late)) }), "2024-03-02");
    expect(metrics.strain).toBe(12.3);
  });

  it.each([
    ["UTCZ", 0],
    ["UTC-05:00", -300],
    ["UTC+05:30", 330],
    ["Z", 0],
  ])("reads the time zone %s", async (timeZone, minutes) => {
    const [sleep] = dayOf(await importFiles({ [NAME]: whoopFile(whoopRow({ timeZone })) }), "2024-03-02").sleeps;
    expect(sleep?.offsetMinutes).toBe(minutes);
    expect(sleep?.end).toBe(Date.UTC(2024, 2, 2, 7) - minutes * 60_000);
  });

  it("reads a row without a time zone in the person's", async () => {
    const text = whoopFile(whoopRow({ timeZone: "" }));
    const [sleep] = dayOf(await importFiles({ [NAME]: text }, { timeZone: "Asia/Kolkata" }), "2024-03-02").sleeps;
    expect(sleep).toMatchObject({ offsetMinutes: 330, end: Date.UTC(2024, 2, 2, 1, 30) });
  });

  it("does not take a short night by day as a nap: WHOOP scored it as the night", async () => {
    const shift = { start: "2024-03-02 09:30:00", onset: "2024-03-02 09:30:00", wake: "2024-03-02 12:10:00" };
    const short = whoopRow({ ...shift, asleep: 150 }).replace(",-50,100,100,", ",50,50,50,");
    const { sleeps } = dayOf(await importFiles({ [NAME]: whoopFile(short) }), "2024-03-02");
    expect(sleeps).toMatchObject([{ nap: false, asleepMinutes: 150, lightMinutes: 50 }]);
  });

  it("accepts an open cycle, a cycle without sleep and a blank row", async () => {
    const open = whoopRow({ start: "2024-03-03 23:00:00", wake: "2024-03-04 07:00:00" })
      .replace("2024-03-02 22:40:00", "")
      .replace(",12.3,2200,150,70,", ",,,,,");
    const noSleep = `2024-03-02 22:40:00,2024-03-03 23:00:00,UTC+01:00,,,,,,9.5,2000,120,66${",".repeat(14)}`;
    const blank = ",".repeat(25);
    const result = await importFiles({ [NAME]: whoopFile(open, noSleep, blank, whoopRow()) });
    expect(result.counts.records).toBe(3);
    expect(dayOf(result, "2024-03-04").metrics.strain).toBeUndefined();
    expect(dayOf(result, "2024-03-04").deviceScore).toBe(66);
    expect(dayOf(result, "2024-03-03")).toEqual({
      date: "2024-03-03",
      source: "whoop",
      metrics: { strain: 9.5 },
      sleeps: [],
    });
  });

  it("uses the longest of two scored sleeps for the date and keeps the other as a nap", async () => {
    const second = {
      start: "2024-03-02 13:00:00",
      end: "2024-03-02 22:40:00",
      wake: "2024-03-02 15:00:00",
      asleep: 210,
      hrv: 40,
      strain: 15,
    };
    const shorter = whoopRow(second).replace(",210,", ",110,");
    for (const rows of [
      [shorter, whoopRow()],
      [whoopRow(), shorter],
    ]) {
      const result = await importFiles({ [NAME]: whoopFile(...rows) });
      const day = dayOf(result, "2024-03-02");
      expect(day.metrics).toMatchObject({ hrvRmssdMs: 71, strain: 15 });
      expect(day.sleeps.map(({ nap, asleepMinutes }) => ({ nap, asleepMinutes }))).toEqual([
        { nap: false, asleepMinutes: 440 },
        { nap: true, asleepMinutes: 110 },
      ]);
      expect(result.notes.map((note) => note.message).join()).toMatch(/second scored sleep ends on 2024-03-02/);
    }
  });

  it("reads each sleep once from the zip's two files", async () => {
    const header = "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),Nap";
    const nap = "2024-03-01 23:00:00,,UTC+01:00,2024-03-02 14:00:00,2024-03-02 14:40:00,35,true";
    const night = "2024-03-01 23:00:00,,UTC+01:00,2024-03-01 23:00:00,2024-03-02 07:00:00,440,false";
    const zip = zipped({
      "my_whoop_data/workouts.csv": "Cycle start time,Cycle timezone,Workout start time\n",
      "my_whoop_data/sleeps.csv": [header, nap, night].join("\n"),
      [`my_whoop_data/${NAME}`]: whoopFile(whoopRow()),
    });
    const result = await importFiles({ "my_whoop_data.zip": zip });
    expect(dayOf(result, "2024-03-02").sleeps.map((sleep) => [sleep.nap, sleep.asleepMinutes])).toEqual([
      [false, 440],
      [true, 35],
    ]);
    expect(result.counts.files).toBe(2);
  });

  describe("a newer export, which writes a nap over the night of its cycle", () => {
    const nap = { onset: "2024-03-02 14:00:00", wake: "2024-03-02 14:40:00", asleep: 35 };
    const cycles = whoopFile(whoopRow(nap).replace(",-165,100,100,40,", ",35,0,0,5,"));
    const sleeps = whoopSleeps(
      { onset: "2024-03-01 23:00:00", wake: "2024-03-02 07:00:00", asleep: 440, nap: false },
      { ...nap, nap: true },
    );
    const shape = (day: SourceDay) => day.sleeps.map((sleep) => [sleep.nap, sleep.asleepMinutes]);

    it("has the night in sleeps.csv", async () => {
      const day = dayOf(await importFiles({ [NAME]: cycles, "sleeps.csv": sleeps }), "2024-03-02");
      expect(shape(day)).toEqual([
        [false, 440],
        [true, 35],
      ]);
      expect(day.metrics.hrvRmssdMs).toBe(71);
    });

    it("has no night without that file, and the nap does not become one", async () => {
      const day = dayOf(await importFiles({ [NAME]: cycles }), "2024-03-02");
      expect(shape(day)).toEqual([[true, 35]]);
      expect(day.metrics.hrvRmssdMs).toBe(71);
    });

    it("gives the values to the night's date, also when the nap ended after midnight", async () => {
      const late = { ...nap, onset: "2024-03-02 23:40:00", wake: "2024-03-03 00:20:00" };
      const night = { onset: "2024-03-01 23:00:00", wake: "2024-03-02 07:00:00", asleep: 440, nap: false };
      const result = await importFiles({
        [NAME]: whoopFile(whoopRow(late).replace(",-165,100,100,40,", ",35,0,0,5,")),
        "sleeps.csv": whoopSleeps(night, { ...late, nap: true }),
      });
      expect(dayOf(result, "2024-03-02").metrics.hrvRmssdMs).toBe(71);
    });
  });

  it("reads snake case headers and the older 23 columns alike", async () => {
    const older = WHOOP_HEADER.split(",").filter((name) => !/^(Skin temp|Blood oxygen|Sleep consistency)/.test(name));
    const cells = whoopRow().split(",");
    const kept = cells.filter((_, at) => ![6, 7, 25].includes(at));
    const expected = await importFiles({ [NAME]: whoopFile(whoopRow()) });
    const older23 = await importFiles({ [NAME]: `${older.join(",")}\n${kept.join(",")}\n` });
    expect(older).toHaveLength(23);
    expect(older23.days).toEqual(expected.days);
    const snake = WHOOP_HEADER.toLowerCase()
      .replace(/[^a-z,]+/g, "_")
      .replace(/_(?=,|$)/g, "");
    const result = await importFiles({ "cycles.csv": `${snake}\n${whoopRow()}\n` });
    expect(result.days).toEqual(expected.days);
    expect(result.notes).toEqual([]);
  });

  it("reads a translated export by its headers, with any file names", async () => {
    const german =
      "Startzeit des Zyklus,Endzeit des Zyklus,Zeitzone des Zyklus,Erholungswert %,Ruheherzfrequenz (Schläge pro Minute)," +
      "Herzfrequenzvariabilität (ms),Hauttemperatur (Celsius),Blutsauerstoff %,Tagesbelastung,Verbrannte Energie (cal)," +
      "Max. HF,Durchschnittliche HF,Beginn des Schlafs,Beginn des Aufwachens,Schlafleistung %,Atemfrequenz (Atemzüge/min)," +
      "Schlafdauer (min),Dauer im Bett (min),Dauer des Leichtschlafs (min),Dauer des Tiefschlafs (min)," +
      "Dauer des REM-Schlafs (min),Dauer des Aufwachens (min),Schlafbedarf (min),Schlafdefizit (min),Schlafeffizienz %," +
      "Schlafbeständigkeit %";
    const expected = await importFiles({ [NAME]: whoopFile(whoopRow()) });
    const result = await importFiles({ "physiologische_zyklen.csv": `${german}\n${whoopRow()}\n` });
    expect(result.days).toEqual(expected.days);
  });

  it("refuses a language it does not know and lists what it found", async () => {
    const header = WHOOP_HEADER.split(",").map((_, at) => `Столбец ${at}`);
    const message = await refusalOf({ "cycles.csv": `${header.join(",")}\n${whoopRow()}\n` });
    expect(message).toMatch(/^cycles\.csv:1: looks like a WHOOP export .*"Столбец 0".*English/);
  });

  it("refuses sleeps.csv alone and says what it needs", async () => {
    const header = "Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Asleep duration (min),Nap";
    const row = "2024-03-01 23:00:00,2024-03-02 22:00:00,UTC+01:00,2024-03-01 23:00:00,2024-03-02 07:00:00,440,false";
    expect(await refusalOf({ "sleeps.csv": `${header}\n${row}\n` })).toMatch(
      /^sleeps\.csv:1: .*physiological_cycles\.csv/,
    );
  });

  it("counts a repeated row once and notes where", async () => {
    const result = await importFiles({ [NAME]: whoopFile(whoopRow(), whoopRow()) });
    expect(result.counts.duplicates).toBeGreaterThan(0);
    expect(result.notes[0]).toMatchObject({ file: NAME, line: 3 });
    expect(dayOf(result, "2024-03-02").sleeps).toHaveLength(1);
  });

  it("keeps an impossible value for audit and out of the metrics", async () => {
    const result = await importFiles({ [NAME]: whoopFile(whoopRow({ hrv: 0 })) });
    const day = dayOf(result, "2024-03-02");
    expect(day.metrics.hrvRmssdMs).toBeUndefined();
    expect(day.rejected).toEqual([{ metric: "hrvRmssdMs", value: "0", reason: "outside 3–300 ms", at: `${NAME}:2` }]);
    expect(result.notes).toEqual([
      { file: NAME, line: 2, message: "hrvRmssdMs of 2024-03-02 rejected: outside 3–300 ms" },
    ]);
  });

  it("refuses a bad time zone, a bad time and a word for a number, each with its line", async () => {
    const good = whoopRow();
    expect(await refusalOf({ [NAME]: whoopFile(good, whoopRow({ timeZone: "Mars" })) })).toMatch(
      /:3: "Mars" is not a zone/,
    );
    expect(await refusalOf({ [NAME]: whoopFile(whoopRow({ wake: "2024-02-30 07:00:00" })) })).toMatch(
      /:2: .*not a time/,
    );
    expect(await refusalOf({ [NAME]: whoopFile(good, whoopRow({ hrv: "high" })) })).toMatch(/:3: .*not a number/);
  });

  it("notes unknown columns", async () => {
    const text = whoopFile(whoopRow())
      .replace("consistency %\n", "consistency %,Aura colour\n")
      .replace(",70\n", ",70,blue\n");
    const { notes } = await importFiles({ [NAME]: text });
    expect(notes).toEqual([{ file: NAME, line: 1, message: "unknown columns, left out: Aura colour" }]);
  });
});
