/** What exports of each format give: days, notes and counts, or one line of refusal. The exports are data files. */
import { dataLines, type FileText, ImportCase } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { type Files, importFiles, refusalOf, zipped } from "../../../../testkit/src/made-up-exports.ts";
import type { ImportOptions, ImportResult } from "./import-export.ts";

const FORMATS = ["apple-health", "fitbit", "garmin", "generic-csv", "oura", "samsung", "whoop"] as const;

const written = (files: Readonly<Record<string, FileText>>): Files =>
  Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, typeof file === "string" ? file : zipped(written(file.zip))]),
  );

/** Returns what an import gave, with times that a person can read. */
const read = ({ format, days, notes, counts }: ImportResult) => ({
  format,
  days: days.map((day) => ({
    ...day,
    sleeps: day.sleeps.map((sleep) => ({
      ...sleep,
      start: new Date(sleep.start).toISOString(),
      end: new Date(sleep.end).toISOString(),
    })),
  })),
  notes,
  counts,
});

describe.each(FORMATS)("%s", (format) => {
  it.each(dataLines(`imports/${format}.jsonl`, ImportCase))("$of", async ({ files, options, gives, refused }) => {
    const asked = options as Partial<ImportOptions>;
    if (refused === undefined) expect(read(await importFiles(written(files), asked))).toEqual(gives);
    else expect(await refusalOf(written(files), asked)).toBe(refused);
  });
});
