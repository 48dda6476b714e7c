import { readFile } from "node:fs/promises";
import { bytesSource } from "@waldo/core/health/import/export-file";
import { importExport } from "@waldo/core/health/import/import-export";
import { describe, expect, it } from "vitest";
import { whoopExport } from "./generate-whoop.ts";

describe("the example export", () => {
  it("is what the generator writes, byte for byte", async () => {
    const committed = await readFile(new URL("../data/whoop-year.csv", import.meta.url), "utf8");
    expect(whoopExport({ days: 365, seed: 1 })).toBe(committed);
  });

  it("imports completely: every day of the year, two of them without a night", async () => {
    const source = bytesSource("whoop-year.csv", whoopExport({ days: 365, seed: 1 }));
    const { days, span, notes, format } = await importExport(source, { timeZone: "Asia/Kolkata" });
    expect(format).toBe("whoop");
    expect(span).toEqual({ first: "2025-11-01", last: "2026-10-31" });
    expect(days).toHaveLength(365);
    expect(days.filter((day) => day.sleeps.length === 0)).toHaveLength(2);
    expect(new Set(days.flatMap((day) => day.sleeps.map((sleep) => sleep.offsetMinutes)))).toEqual(
      new Set([330, 480, 0]),
    );
    expect(notes).toEqual([]);
  });

  it("differs by seed and works for any length", async () => {
    expect(whoopExport({ days: 20, seed: 2 })).not.toBe(whoopExport({ days: 20, seed: 3 }));
    const source = bytesSource("whoop.csv", whoopExport({ days: 800, seed: 5 }));
    const { days, counts } = await importExport(source, { timeZone: "UTC" });
    expect(days).toHaveLength(800);
    expect(counts.rejected).toBe(0);
  });
});
