import { casesOf } from "@waldo/testkit/data";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, localTime } from "../time.ts";
import { briefTimes, jobsOf, scheduleOf, unspreadSchedule } from "./schedule.ts";

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

  it("of somebody with goals has the review on its day, and no second look back", () => {
    const coaching = { weeklyReview: { weekday: 6, time: "10:00" } };
    const person = { timeZone: "Europe/London", wakeTime: "07:00", sleepTime: "23:00", coaching };
    const rows = unspreadSchedule(person);
    expect(rows.map(({ name }) => name)).not.toContain("weekly");
    expect(rows.find(({ name }) => name === "evening")?.weekdays).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rows.find(({ name }) => name === "review")).toMatchObject({
      ...{ job: "review", hours: [10], minutes: [0], weekdays: [6], once: "date" },
      ...{ catchUpMs: 12 * 3_600_000, maxAgeMs: 14 * 3_600_000 },
    });
    const on = (date: string) => jobsOf(person, date).filter(({ name }) => name === "review");
    expect(on("2026-10-31")).toHaveLength(1);
    expect(on("2026-10-30")).toEqual([]);
  });

  it("of somebody with goals patrols two hours past bedtime, and never into the next day of waking", () => {
    const coaching = { weeklyReview: { weekday: 6, time: "10:00" } };
    const patrols = (wakeTime: string, sleepTime: string) =>
      jobsOf({ timeZone: "Europe/London", wakeTime, sleepTime, coaching }, "2026-10-30").filter(
        ({ name }) => name === "patrol",
      );
    expect(localTime(patrols("07:00", "21:00").at(-1)?.at ?? 0, "Europe/London")).toBe("22:45");
    // Asleep for one hour only: the whole day is patrolled, not an hour of it.
    expect(patrols("07:00", "06:00").length).toBeGreaterThan(80);
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

  // Upkeep at 02:00, midday at 12:00 and the Close at 18:00, where they are well inside the night and the day.
  it.each(
    casesOf<[string, string, object]>(
      "schedule",
      "a person's day: from … to … has its Briefs inside it and the night's work outside",
    ),
  )("from %s to %s has its Briefs inside it and the night's work outside", (wakeTime, sleepTime, times) => {
    const rows = unspreadSchedule({ timeZone: "Europe/London", wakeTime, sleepTime });
    const timeOf = (name: string) => {
      const { hours = [], minutes = [], weekdays = [] } = rows.find((row) => row.name === name) ?? {};
      const [hour, minute] = [hours, minutes].map(([n]) => String(n).padStart(2, "0"));
      return `${hour}:${minute}${name === "weekly" ? ` on ${weekdays}` : ""}`;
    };
    expect(Object.fromEntries(Object.keys(times).map((name) => [name, timeOf(name)]))).toEqual(times);
  });

  it("reviews Sunday's week on Monday morning when the Close comes after midnight", () => {
    const owl = { timeZone: "Europe/London", wakeTime: "17:30", sleepTime: "02:30", weeklyReview: 7 };
    expect(unspreadSchedule(owl).find(({ name }) => name === "weekly")?.weekdays).toEqual([1]);
  });

  it("keeps the last minute of a date for a Brief whose spread would leave it", () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      scheduleOf({ timeZone: "Europe/London", wakeTime: "23:55", sleepTime: "15:00", userId: `person-${i}` }),
    );
    const mornings = rows.map((row) => row.find(({ name }) => name === "morning"));
    expect(mornings.every((row) => row?.hours[0] === 23)).toBe(true);
    expect(Math.max(...mornings.map((row) => row?.minutes[0] ?? 0))).toBe(59);
  });

  it("names each job, and the Briefs by their variant", () => {
    const jobs = jobsOf({ timeZone: "Europe/London", wakeTime: "07:00", sleepTime: "23:00" }, "2026-10-29");
    const others = jobs.filter(({ name }) => name !== "patrol").map(({ name, variant }) => [name, variant]);
    expect(others).toEqual([
      ["upkeep", undefined],
      ["sweep", undefined],
      ["brief", "morning"],
      ["brief", "midday"],
      ["brief", "evening"],
    ]);
    expect(jobs.filter((job) => "variant" in job)).toHaveLength(3);
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

it("the Briefs come at the times that the person chose, and the morning's after their quiet hours", () => {
  const chosen = { timeZone: "UTC", wakeTime: "07:00", sleepTime: "23:00", briefs: { evening: "20:30" } } as const;
  expect(briefTimes(chosen)).toEqual({ morning: "07:00", midday: "12:00", evening: "20:30" });
  const late = { ...chosen, quietHours: { from: "22:00", to: "09:15" } } as const;
  expect(briefTimes(late).morning).toBe("09:15");
  const at = (name: string) => unspreadSchedule(late).find((row) => row.name === name);
  expect(at("morning")).toMatchObject({ hours: [9], minutes: [15] });
  expect(at("sweep")).toMatchObject({ hours: [8], minutes: [45] });
  expect(at("evening")).toMatchObject({ hours: [20], minutes: [30] });
});
