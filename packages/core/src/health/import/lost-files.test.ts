/** A file of an export that is there is read, refused or named. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { importFiles, refusalOf } from "../../../../testkit/src/made-up-exports.ts";

const night = { day: "2024-03-02", type: "long_sleep", bedtime_start: "2024-03-01T23:00:00+01:00" };
const sleeps =
  `${JSON.stringify({ ...night, bedtime_end: "2024-03-02T07:00:00+01:00", total_sleep_duration: 25_200 })}\n`.repeat(3);
const activity = `${JSON.stringify({ day: "2024-03-02", contributors: {}, steps: 8_000 })}\n`;
const OURA = { "activity.jsonl": activity, "sleep.jsonl": sleeps };
const DAMAGES: [string, (text: string) => string | Buffer, RegExp][] = [
  ["is empty", () => "", /is empty/],
  ["is a login page", () => "<!doctype html><html><body>Sign in</body></html>", /is a web page/],
  ["is packed with gzip", (text) => gzipSync(text), /is a gzip archive/],
  ["is UTF-16", (text) => Buffer.from(`\ufeff${text}`, "utf16le"), /is UTF-16/],
  ["is zeros", () => Buffer.alloc(400), /is a binary file/],
  ["lost its first bytes", (text) => text.slice(120), /its beginning is lost/],
];

describe("a file of Oura's that", () => {
  it.each(DAMAGES)("%s is refused, where the nights are in it", async (_what, damage, says) => {
    expect((await importFiles(OURA)).counts).toMatchObject({ days: 1, sleeps: 1 });
    const refused = await refusalOf({ ...OURA, "sleep.jsonl": damage(sleeps) });
    expect(refused).toMatch(/^sleep\.jsonl:1: /);
    expect(refused).toMatch(says);
  });

  it.each(DAMAGES.slice(0, 5))("%s is named, where nothing needs it", async (_what, damage, says) => {
    const { notes, counts } = await importFiles({ ...OURA, "workout.json": damage("[]") });
    expect(counts.sleeps).toBe(1);
    expect(notes).toEqual(
      expect.arrayContaining([{ file: "workout.json", line: 1, message: expect.stringMatching(says) }]),
    );
  });
});

const CYCLES =
  "Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),Heart rate variability (ms),Sleep onset,Wake onset,Asleep duration (min)\n" +
  "2024-03-01 23:00:00,2024-03-02 23:00:00,UTC+01:00,60,52,61,2024-03-01 23:10:00,2024-03-02 07:00:00,440\n";

it.each([
  ["empty", ""],
  ["a login page", "<html><body>Sign in</body></html>"],
  ["without its header", "2024-03-01 23:00:00,2024-03-02 23:00:00,UTC+01:00\n"],
])("sleeps.csv of WHOOP that is %s is refused", async (_what, text) => {
  expect(await refusalOf({ "physiological_cycles.csv": CYCLES, "sleeps.csv": text })).toMatch(/^sleeps\.csv:1: /);
});

it("a table that ends within a row is said, and one with a row of thousands of cells is refused", async () => {
  const whole = await importFiles({ "physiological_cycles.csv": CYCLES });
  expect(whole.notes).toEqual([]);
  const { notes } = await importFiles({ "physiological_cycles.csv": CYCLES.trimEnd() });
  expect(notes).toMatchObject([{ message: "ends without a line end; its last row may be cut short" }]);
  expect(await refusalOf({ "physiological_cycles.csv": `${CYCLES}${",".repeat(100_000)}\n` })).toMatch(
    /^physiological_cycles\.csv:3: a row of more than 20000 cells/,
  );
});
