import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, localTime } from "../time.ts";
import { jobsOf } from "./schedule.ts";

const ZONES = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia"];

describe("a person's day", () => {
  it("has the rhythm of docs/sources.md, The day: upkeep 02:00, sweep half an hour before wake, Brief, midday, Close, patrol every 15 minutes", () => {
    const jobs = jobsOf({ timeZone: "Europe/London", wakeTime: "07:00", sleepTime: "23:00" }, "2026-10-30");
    const at = (name: string) =>
      jobs.filter((job) => job.name === name).map((job) => localTime(job.at, "Europe/London"));
    expect(at("upkeep")).toEqual(["02:00"]);
    expect(at("sweep")).toEqual(["06:30"]);
    expect(at("brief")).toEqual(["07:00", "12:00", "18:00"]);
    expect(at("patrol").slice(0, 3)).toEqual(["07:15", "07:30", "07:45"]);
    expect(at("patrol").at(-1)).toBe("22:45");
    expect(at("patrol")).toHaveLength(61); // 63 quarter hours between wake and sleep, without midday and the Close
  });

  it("patrols until midnight when bedtime is after it", () => {
    const jobs = jobsOf({ timeZone: "Europe/London", wakeTime: "09:00", sleepTime: "00:30" }, "2026-10-30");
    const last = jobs.filter((job) => job.name === "patrol").at(-1);
    expect(localTime(last?.at ?? 0, "Europe/London")).toBe("23:45");
  });

  it("a wake time inside the spring gap still has its Brief, right after the gap", () => {
    const jobs = jobsOf({ timeZone: "America/New_York", wakeTime: "02:30", sleepTime: "21:00" }, "2026-03-08");
    const morning = jobs.find((job) => job.variant === "morning");
    expect(localTime(morning?.at ?? 0, "America/New_York")).toBe("03:30");
  });

  it("a wake time that autumn shows twice has one Brief, at its first occurrence", () => {
    const jobs = jobsOf({ timeZone: "America/New_York", wakeTime: "01:30", sleepTime: "21:00" }, "2026-11-01");
    const mornings = jobs.filter((job) => job.variant === "morning");
    expect(mornings).toHaveLength(1);
    expect(new Date(mornings[0]?.at ?? 0).toISOString()).toBe("2026-11-01T05:30:00.000Z");
  });

  it("is in time order, and has no job twice", () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, "0")}:${String(m).padStart(2, "0")}`);
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        time,
        time,
        fc.integer({ min: 0, max: 3000 }),
        (timeZone, wakeTime, sleepTime, n) => {
          const date = addDays("2024-01-01", n);
          const jobs = jobsOf({ timeZone, wakeTime, sleepTime }, date);
          expect(jobs.map((job) => job.at)).toEqual(jobs.map((job) => job.at).sort((a, b) => a - b));
          expect(new Set(jobs.map((job) => `${job.name} ${job.variant} ${job.at}`)).size).toBe(jobs.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
