/** A year of Briefs in time zones that change their clock in different ways. It is slow, so it stands alone. */
import { expect, it } from "vitest";
import { addDays, localDate, localTime } from "../time.ts";
import { jobsOf } from "./schedule.ts";

const ZONES = [
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "+05:30",
];

it("a year of days in any time zone: each Brief once a local day, at the right local minute, also across both clock changes", () => {
  for (const timeZone of ZONES) {
    const seen = new Set<string>();
    for (let date = "2026-01-01"; date <= "2026-12-31"; date = addDays(date, 1)) {
      const jobs = jobsOf({ timeZone, wakeTime: "07:15", sleepTime: "23:00" }, date);
      const briefs = jobs.filter((job) => job.name === "brief");
      expect(briefs.map((job) => [localDate(job.at, timeZone), localTime(job.at, timeZone)])).toEqual([
        [date, "07:15"],
        [date, "12:00"],
        [date, "18:00"],
      ]);
      for (const job of briefs) seen.add(`${job.variant} ${localDate(job.at, timeZone)}`);
    }
    expect(seen.size).toBe(3 * 365);
  }
});
