import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import {
  type Files,
  GARMIN_DAY,
  GARMIN_SLEEP,
  importFiles,
  refusalOf,
  SAMSUNG_EXPORT,
  whoopFile,
  whoopRow,
  zipped,
} from "../../../../testkit/src/made-up-exports.ts";
import { bytesSource } from "./export-file.ts";
import { importExport } from "./import-export.ts";

const whoop = whoopFile(whoopRow());

describe("files that are no export are refused in one line that says what they look like", () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ...casesOf<[string, string | Uint8Array, RegExp]>(
      "export-format",
      "files that are no export are refused in one line that says what they look like: … %#",
    ),
    ["export.zip", whoop.slice(500), /^export\.zip:1: is called a zip but is none/],
    ["photo.jpg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]), /^photo\.jpg:1: is a binary file/],
    ["data.csv.gz", new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2]), /^data\.csv\.gz:1: is a gzip archive/],
    ["excel.csv", new Uint8Array([0xff, 0xfe, 65, 0, 44, 0]), /^excel\.csv:1: is UTF-16/],
  ])("%s %#", async (name, content, expected) => {
    expect(await refusalOf({ [name]: content })).toMatch(expected);
  });

  it("a zip that holds something else, an empty zip, a zip in a zip, a damaged zip", async () => {
    expect(await refusalOf({ "photos.zip": zipped({ "a/b.jpg": "x", "a/c.jpg": "y" }) })).toMatch(
      /^photos\.zip:1: no known export in it/,
    );
    expect(await refusalOf({ "e.zip": zipped({}) })).toMatch(/^e\.zip:1: the zip holds no file/);
    const nested = zipped({ "export.zip": zipped({ "physiological_cycles.csv": whoop }) });
    expect(await refusalOf({ "mail.zip": nested })).toMatch(/^mail\.zip\/export\.zip:1: is a zip inside the export/);
    const whole = zipped({ "physiological_cycles.csv": whoop });
    expect(await refusalOf({ "w.zip": whole.slice(0, -40) })).toMatch(/^w\.zip:1: the zip is damaged or cut short/);
    const flipped = Uint8Array.from(whole);
    const middle = 200;
    flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
    expect(await refusalOf({ "w.zip": flipped })).toMatch(/^w\.zip.*the zip is damaged/);
  });

  it("a folder without an export, and a folder that contains its zip", async () => {
    expect(await refusalOf({ "a.txt": "x", "b.jpg": "y" })).toMatch(/^the folder:1: no known export in it/);
    const zip = zipped({ "physiological_cycles.csv": whoop });
    expect(await refusalOf({ "readme.txt": "x", "whoop.zip": zip })).toMatch(/point at whoop\.zip inside it/);
    await expect(importExport([], { timeZone: "UTC" })).rejects.toThrow(/there is no file/);
  });

  it("another format than the one asked for, and an unknown time zone", async () => {
    expect(await refusalOf({ "w.csv": whoop }, { format: "oura" })).toMatch(/^w\.csv:1: this is whoop data, not oura/);
    expect(await refusalOf({ "w.csv": whoop }, { timeZone: "Mars/Base" })).toMatch(/the zone "Mars\/Base" is unknown/);
  });

  it("a header without rows", async () => {
    expect(await refusalOf({ "w.csv": whoopFile() })).toMatch(/^w\.csv:1: holds no day of data/);
  });
});

describe("every kind is known by itself, and beside the files of no other kind", () => {
  const log = {
    ...{ logId: 1, dateOfSleep: "2024-03-02", minutesAsleep: 440 },
    ...{ startTime: "2024-03-01T23:00:00.000", endTime: "2024-03-02T07:00:00.000" },
  };
  const bed = { bedtime_start: "2024-03-01T23:00:00+01:00", bedtime_end: "2024-03-02T07:00:00+01:00", total: 26_400 };
  const record =
    '<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Apple Watch" unit="count" startDate="2024-03-02 01:00:00 +0100" endDate="2024-03-02 05:00:00 +0100" value="700"/>';
  const KINDS: Readonly<Record<string, Files>> = {
    whoop: { "physiological_cycles.csv": whoop },
    "apple-health": { "export.xml": `<?xml version="1.0"?>\n<HealthData>\n${record}\n</HealthData>\n` },
    oura: { "oura.json": JSON.stringify({ sleep: [{ summary_date: "2024-03-01", ...bed }] }) },
    fitbit: { "sleep-2024-03-01.json": JSON.stringify([log]) },
    garmin: {
      "a/2024-03-01_2024-06-01_1_sleepData.json": JSON.stringify([GARMIN_SLEEP]),
      "a/UDSFile_2024-03-01_2024-06-01.json": JSON.stringify([GARMIN_DAY]),
    },
    samsung: SAMSUNG_EXPORT,
  };

  it.each(Object.entries(KINDS))("%s, in a folder, a zip, and with its files in another order", async (kind, files) => {
    const backwards = Object.fromEntries(Object.entries(files).reverse());
    for (const form of [files, backwards, { "export.zip": zipped(files) }]) {
      const result = await importFiles(form);
      expect(result.format).toBe(kind);
      expect(result.days.length).toBeGreaterThan(0);
    }
  });

  it("a file of another kind with a name of Garmin, and a file of Garmin with another name, are not of Garmin", async () => {
    expect((await importFiles({ "x_sleepData.json": KINDS["oura"]?.["oura.json"] ?? "" })).format).toBe("oura");
    expect(await refusalOf({ "x_sleepData.json": '[{"song":"x"}]' })).toMatch(/is JSON, but not of/);
    expect(await refusalOf({ "night.json": JSON.stringify([GARMIN_SLEEP]) })).toMatch(/is JSON, but not of/);
  });

  it("a table of Samsung is known by its first line, whatever its name", async () => {
    const [text = ""] = Object.entries(SAMSUNG_EXPORT).flatMap(([name, text]) => (/step_/.test(name) ? [text] : []));
    expect((await importFiles({ "physiological_cycles.csv": text })).format).toBe("samsung");
  });
});

describe("one result", () => {
  it("reports progress up to the full size, and counts", async () => {
    const seen: { bytesRead: number; totalBytes: number; records: number }[] = [];
    const result = await importFiles({ "w.csv": whoop }, { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ bytesRead: whoop.length, totalBytes: whoop.length, records: 1 });
    expect(result.counts).toEqual({ files: 1, records: 1, days: 1, sleeps: 1, rejected: 0, duplicates: 0 });
  });

  it("has the digest of the bytes, for any file names and any order of the folder", async () => {
    const one = await importFiles({ "a.csv": whoop });
    const two = await importFiles({ "b.csv": whoop });
    expect(one.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(two.digest).toBe(one.digest);
    expect((await importFiles({ "a.csv": whoopFile(whoopRow({ hrv: 72 })) })).digest).not.toBe(one.digest);
    const sleep =
      '{"summary_date":"2024-03-01","bedtime_start":"2024-03-01T23:00:00Z","bedtime_end":"2024-03-02T07:00:00Z","total":24000}';
    const activity = '{"summary_date":"2024-03-01","steps":800}';
    const there = await importFiles({ "sleep.jsonl": sleep, "activity.jsonl": activity });
    const back = await importFiles({ "activity.jsonl": activity, "sleep.jsonl": sleep });
    expect(back).toEqual(there);
  });

  it("lists twenty notes of a kind and counts the rest", async () => {
    const rows = Array.from({ length: 60 }, () => whoopRow());
    const { notes, counts } = await importFiles({ "w.csv": whoopFile(...rows) });
    expect(counts.duplicates).toBe(59);
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toEqual({ file: "w.csv", line: 61, message: "and 39 more duplicate notes up to here" });
  });

  it("reads a source that returns single bytes", async () => {
    const bytes = new TextEncoder().encode(whoop);
    const drip = {
      ...bytesSource("w.csv", bytes),
      async *stream(start = 0, end = bytes.length) {
        for (let at = start; at < end; at++) yield bytes.subarray(at, at + 1);
      },
    };
    const result = await importExport(drip, { timeZone: "UTC" });
    expect(result.days).toEqual((await importFiles({ "w.csv": whoop })).days);
  });
});
