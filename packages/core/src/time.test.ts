import { existsSync, readFileSync } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import {
  addDays,
  checkZone,
  dayOfWeek,
  instantAt,
  localDate,
  localTime,
  MINUTE_MS,
  offsetMinutes,
  shiftTime,
} from "./time.ts";

const TRANSITIONS = new URL("../../../../shared/data/time/tz-transitions.json", import.meta.url);

describe("wall clocks", () => {
  it("convert there and back on every date of a year", () => {
    const timeZone = "Australia/Lord_Howe";
    for (let date = "2026-01-01"; date <= "2026-12-31"; date = addDays(date, 1)) {
      const at = instantAt(date, "12:34", timeZone);
      expect([localDate(at, timeZone), localTime(at, timeZone)]).toEqual([date, "12:34"]);
    }
  });

  it("count days as the calendar does, over every end of a month, and refuse what is no date", () => {
    for (let i = 0; i < 1500; i++) {
      const date = Temporal.PlainDate.from("2023-12-25").add({ days: i });
      expect(dayOfWeek(date.toString())).toBe(date.dayOfWeek);
      for (const days of [-366, -28, -1, 0, 1, 7, 31])
        expect(addDays(date.toString(), days)).toBe(date.add({ days }).toString());
    }
    for (const wrong of ["2026-02-30", "2026-13-01", "2026-2-3", "tomorrow", ""]) {
      expect(() => addDays(wrong, 1)).toThrow(RangeError);
      expect(() => dayOfWeek(wrong)).toThrow(RangeError);
    }
  });

  it("know what a time zone is", () => {
    expect(checkZone("Asia/Kathmandu")).toBe("Asia/Kathmandu");
    expect(() => checkZone("Mars/Base")).toThrow(/"Mars\/Base" is not a time zone/);
  });

  it("change only where a quarter of an hour of UTC begins, in every zone since 2023", () => {
    const odd: string[] = [];
    for (const timeZone of Intl.supportedValuesOf("timeZone")) {
      let at = Temporal.Instant.from("2023-01-01T00:00Z").toZonedDateTimeISO(timeZone);
      for (; at.year < 2028; at = at.getTimeZoneTransition("next") ?? at.with({ year: 2028 }))
        if (at.epochMilliseconds % (15 * MINUTE_MS) !== 0) odd.push(`${at}`);
    }
    expect(odd).toEqual([]);
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
    for (const [timeZone, transitions] of Object.entries(zones)) {
      for (const [utc, local, , minutesWest] of transitions) {
        const at = Date.parse(utc);
        expect([offsetMinutes(at, timeZone), localTime(at, timeZone)], `${timeZone} ${utc}`).toEqual([
          0 - minutesWest,
          local.slice(0, 5),
        ]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });
});
