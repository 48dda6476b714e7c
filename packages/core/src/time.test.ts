import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addDays, checkZone, instantAt, localDate, localTime, offsetMinutes, shiftTime } from "./time.ts";

const TRANSITIONS = new URL("../../../../shared/data/time/tz-transitions.json", import.meta.url);

describe("wall clocks", () => {
  it("go there and back for every minute that exists", () => {
    const zone = "Australia/Lord_Howe";
    for (let date = "2026-01-01"; date <= "2026-12-31"; date = addDays(date, 1)) {
      const at = instantAt(date, "12:34", zone);
      expect([localDate(at, zone), localTime(at, zone)]).toEqual([date, "12:34"]);
    }
  });

  it("know what a zone is", () => {
    expect(checkZone("Asia/Kathmandu")).toBe("Asia/Kathmandu");
    expect(() => checkZone("Mars/Base")).toThrow(/"Mars\/Base" is not a time zone/);
  });

  it("shift across midnight", () => {
    expect(shiftTime("00:15", -30)).toBe("23:45");
  });
});

describe.skipIf(!existsSync(TRANSITIONS))("real offset transitions, 2015 to 2040 (skipped: no ../shared/data)", () => {
  it("are all matched, on both sides", () => {
    const { zones } = JSON.parse(readFileSync(TRANSITIONS, "utf8")) as {
      zones: Record<string, [string, string, string, number][]>;
    };
    let checked = 0;
    for (const [zone, transitions] of Object.entries(zones)) {
      for (const [utc, local, , minutesWest] of transitions) {
        const at = Date.parse(utc);
        expect([offsetMinutes(at, zone), localTime(at, zone)], `${zone} ${utc}`).toEqual([
          0 - minutesWest,
          local.slice(0, 5),
        ]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });
});
