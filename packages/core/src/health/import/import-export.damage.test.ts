/**
 * Any damage to the bytes of an export gives a day that the contract allows, or ImportRefused in one line. Nothing
 * else.
 */
import { isError, SourceDay } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Files,
  GARMIN_DAY,
  GARMIN_SLEEP,
  GARMIN_STATUS,
  SAMSUNG_EXPORT,
  whoopFile,
  whoopRow,
  zipped,
} from "../../../../testkit/src/made-up-exports.ts";
import { parseColumnMap } from "./column-map.ts";
import { bytesSource } from "./export-file.ts";
import { type ImportOptions, importExport } from "./import-export.ts";

const night = {
  summary_date: "2024-03-01",
  bedtime_start: "2024-03-01T23:00:00+01:00",
  bedtime_end: "2024-03-02T07:00:00+01:00",
  total: 26400,
  light: 26400,
  rmssd: 58,
};
const log = {
  logId: 1,
  dateOfSleep: "2024-03-02",
  startTime: "2024-03-01T23:00:00.000",
  endTime: "2024-03-02T07:00:00.000",
  minutesAsleep: 440,
  levels: { summary: { deep: { minutes: 100 } } },
};
const record = (type: string, unit: string, value: string) =>
  `<Record type="HK${type}" sourceName="Apple Watch" ${unit} startDate="2024-03-02 01:00:00 +0100" endDate="2024-03-02 05:00:00 +0100" value="${value}"/>`;
const apple = `<!DOCTYPE HealthData [ <!ELEMENT Record EMPTY> ]>\n<HealthData>\n${[
  record("QuantityTypeIdentifierStepCount", 'unit="count"', "700"),
  record("QuantityTypeIdentifierHeartRateVariabilitySDNN", 'unit="ms"', "48.2"),
  record("CategoryTypeIdentifierSleepAnalysis", "", "HKCategoryValueSleepAnalysisAsleepCore"),
].join("\n")}\n</HealthData>\n`;
const cycles = whoopFile(whoopRow(), whoopRow({ start: "2024-03-02 22:40:00", wake: "2024-03-03 07:00:00" }));

const EXPORTS: Readonly<Record<string, Files>> = {
  whoop: { "physiological_cycles.csv": cycles },
  "whoop zip": { "whoop.zip": zipped({ "physiological_cycles.csv": cycles }) },
  "oura lines": { "sleep.jsonl": `${JSON.stringify(night)}\n${JSON.stringify({ ...night, rmssd: 44 })}\n` },
  "oura json": { "oura.json": JSON.stringify({ sleep: [night] }, undefined, 1) },
  fitbit: { "sleep.json": JSON.stringify([log]) },
  garmin: {
    "a_sleepData.json": JSON.stringify([GARMIN_SLEEP]),
    "UDSFile_a.json": JSON.stringify([GARMIN_DAY], undefined, 1),
    "a_healthStatusData.json": JSON.stringify([GARMIN_STATUS]),
  },
  "garmin zip": { "garmin.zip": zipped({ "DI_CONNECT/a_sleepData.json": JSON.stringify([GARMIN_SLEEP]) }) },
  samsung: SAMSUNG_EXPORT,
  "samsung zip": { "samsung.zip": zipped(SAMSUNG_EXPORT) },
  "apple health": { "export.xml": apple },
  generic: { "daily.csv": "date,hrv,asleep\n2024-03-02,58.1,430\n2024-03-03,44.9,402\n" },
};
const columnMap = parseColumnMap("date=date,hrvRmssdMs=hrv,sleepMinutes=asleep");

type Damage = (bytes: Buffer) => Buffer;

const anywhere = fc.nat(100_000);
const cut = anywhere.map(
  (at): Damage =>
    (bytes) =>
      bytes.subarray(0, at % bytes.length),
);
const flip = fc.tuple(anywhere, fc.oneof(fc.integer({ min: 32, max: 126 }), fc.integer({ min: 0, max: 255 }))).map(
  ([at, byte]): Damage =>
    (bytes) =>
      Buffer.from(bytes.map((old, index) => (index === at % bytes.length ? byte : old))),
);
/**
 * Replaces one of the file's numbers by something else. The bytes of a zip hold few numbers, so there it flips one more
 * bit.
 */
const value = fc
  .tuple(
    anywhere,
    fc.constantFrom("", "0", "-9", "99999", "1e999", "NaN", "Infinity", "null", '"', "58,3", "1,234", "<", "]", ";"),
  )
  .map(
    ([at, wrong]): Damage =>
      (bytes) => {
        const text = bytes.toString("latin1");
        const numbers = [...text.matchAll(/\d+(\.\d+)?/g)];
        const number = numbers[at % numbers.length];
        const end = (number?.index ?? 0) + (number?.[0].length ?? 0);
        return Buffer.from(text.slice(0, number?.index ?? 0) + wrong + text.slice(end), "latin1");
      },
  );
const twice = anywhere.map(
  (at): Damage =>
    (bytes) =>
      Buffer.concat([bytes.subarray(0, at % bytes.length), bytes]),
);

const damages = fc.array(fc.oneof({ weight: 4, arbitrary: value }, { weight: 3, arbitrary: flip }, cut, twice), {
  minLength: 1,
  maxLength: 2,
});

async function outcome(files: Files, options: ImportOptions): Promise<"imported" | "refused"> {
  try {
    const sources = Object.entries(files).map(([name, content]) => bytesSource(name, content));
    const { days, span } = await importExport(sources, options);
    for (const day of days) SourceDay.parse(day);
    // JSON writes NaN and Infinity as null, and a day has no null anywhere.
    expect(JSON.stringify(days)).not.toMatch(/[:[,]null[,}\]]/);
    expect(span.first <= span.last).toBe(true);
    return "imported";
  } catch (error) {
    if (!isError(error, "ImportRefused")) throw error;
    expect(error.message).toMatch(/^[^\n\r]+:\d+: [^\n\r]+$/);
    return "refused";
  }
}

describe.each(Object.entries(EXPORTS))("%s", (name, files) => {
  const options: ImportOptions = { timeZone: "Europe/Berlin", ...(name === "generic" ? { columnMap } : {}) };

  it("is imported whole", async () => {
    expect(await outcome(files, options)).toBe("imported");
  });

  it("damaged anywhere, gives valid days or one refusal", async () => {
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        const broken = Object.entries(files).map(
          ([file, content]) =>
            [file, damage.reduce<Buffer>((bytes, step) => step(bytes), Buffer.from(content))] as const,
        );
        await outcome(Object.fromEntries(broken), options);
      }),
      { numRuns: 120, seed: 7 },
    );
  });
});
