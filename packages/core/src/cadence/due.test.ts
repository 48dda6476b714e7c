import type { ScheduleName } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, HOUR_MS, instantAt, localDate, MINUTE_MS } from "../time.ts";
import { type Done, dueJobs, LOOK_BACK_DAYS } from "./due.ts";
import { cronOf, occursOn } from "./occurrences.ts";
import { isWaking } from "./quiet-hours.ts";
import { jitterOf, scheduleOf, unspreadSchedule } from "./schedule.ts";

const ZONE = "Europe/London";
const PERSON = { timeZone: ZONE, wakeTime: "09:00", sleepTime: "23:30", userId: "me" };
const rows = unspreadSchedule(PERSON);
const DATE = "2026-10-29"; // a Thursday
const at = (time: string, date = DATE) => instantAt(date, time, ZONE);

/** Everything was done the day before, and earlier. */
const yesterday = (names: readonly ScheduleName[] = rows.map(({ name }) => name)): Done =>
  Object.fromEntries(names.map((name) => [name, { date: addDays(DATE, -1), at: at("23:00", addDays(DATE, -1)) }]));
const all = yesterday();
const names = (jobs: readonly { readonly name: string }[]) => jobs.map(({ name }) => name);

describe("what is due", () => {
  it("is nothing before its time, and everything at it", () => {
    expect(dueJobs(rows, { ...all, upkeep: { date: DATE, at: 0 } }, at("08:30") - 1).due).toEqual([]);
    expect(names(dueJobs(rows, { ...all, upkeep: { date: DATE, at: 0 } }, at("08:30")).due)).toEqual(["sweep"]);
  });

  it("comes in the order of dependence: the sweep before its Brief, the night's work after", () => {
    expect(names(dueJobs(rows, all, at("09:20")).due)).toEqual(["sweep", "morning", "patrol", "upkeep"]);
  });

  it("is the later of two Briefs: a person gets only one at a time", () => {
    const { due, missed } = dueJobs(rows, all, at("12:10"));
    expect(names(due)).toEqual(["sweep", "midday", "upkeep"]);
    expect(missed).toMatchObject([{ name: "morning", reason: "a later one took its place", lateMinutes: 190 }]);
  });

  it("is no patrol at a minute at which another job looks", () => {
    expect(names(dueJobs(rows, { ...all, upkeep: { date: DATE, at: 0 } }, at("09:00")).due)).toEqual([
      "sweep",
      "morning",
    ]);
  });

  it("is nothing of a past day: after three days away each miss is named, none is made up for", () => {
    const late = at("23:20", addDays(DATE, 2));
    const { due, missed } = dueJobs(rows, all, late);
    expect(names(due)).toEqual(["patrol"]);
    const morning = missed.filter(({ name }) => name === "morning");
    expect(morning.map(({ date, reason }) => [date, reason])).toEqual([
      [DATE, "too old"],
      [addDays(DATE, 1), "too old"],
      [addDays(DATE, 2), "too old"],
    ]);
    expect(names(missed.filter(({ date }) => date === addDays(DATE, 1)))).toContain("weekly"); // the Friday
  });

  it("is for a new person what comes after they joined, and the morning Brief of their waking day", () => {
    const joined = at("16:55");
    const { due, missed } = dueJobs(rows, {}, at("17:00"), joined);
    expect(names(due)).toEqual(["morning", "patrol"]);
    expect([due[0]?.at, missed]).toEqual([joined, []]);
    expect(names(dueJobs(rows, { morning: { date: DATE, at: joined } }, at("17:00"), joined).due)).toEqual(["patrol"]);
    expect(names(dueJobs(rows, {}, at("18:00"), joined).due)).toEqual(["evening"]);
    expect(names(dueJobs(rows, {}, at("23:10"), at("23:05")).due)).toEqual([]);
    expect(names(dueJobs(rows, {}, at("08:00"), at("07:55")).due)).toEqual([]);
  });

  it("is the morning Brief as long as no later one was said: one that was missed does not count", () => {
    const late = at("15:30");
    const { due, missed } = dueJobs(rows, all, late);
    expect(names(due)).toContain("morning");
    expect(missed).toMatchObject([{ name: "midday", reason: "too late" }]);
    const noted: Done = { ...all, midday: { date: DATE, at: at("12:00"), missed: "too late" } };
    expect(names(dueJobs(rows, noted, late).due)).toContain("morning");
    const said: Done = { ...all, midday: { date: DATE, at: at("12:00") } };
    expect(names(dueJobs(rows, said, late).due)).not.toContain("morning");
  });

  it("counts from the move after a move, unless it is too old for the day", () => {
    const moved = at("19:00");
    const { due, missed } = dueJobs(rows, all, moved + MINUTE_MS, moved);
    expect(due.find(({ name }) => name === "evening")).toMatchObject({ at: moved });
    expect(missed.map(({ name, reason }) => [name, reason])).toEqual([
      ["midday", "too old"],
      ["morning", "a later one took its place"],
    ]);
  });

  it("is no morning Brief when the evening was said before a move brought the morning back", () => {
    const { due, missed } = dueJobs(rows, { ...all, evening: { date: DATE, at: 0 } }, at("13:00"), at("12:50"));
    expect(names(due)).toEqual(["sweep", "patrol", "upkeep"]);
    expect(names(missed)).toEqual(["morning", "midday"]);
  });
});

describe("at the edges", () => {
  const only = (name: ScheduleName) => rows.filter((row) => row.name === name);
  const { maxAgeMs, catchUpMs } = only("midday")[0] ?? { maxAgeMs: 0, catchUpMs: 0 };
  const noon = at("12:00");

  it("a Brief says which one it is", () => {
    expect(dueJobs(only("midday"), all, noon).due).toEqual([
      { name: "midday", job: "brief", variant: "midday", date: DATE, at: noon },
    ]);
    expect(dueJobs(only("sweep"), all, at("08:30")).due[0]).not.toHaveProperty("variant");
  });

  it("a job is made up for as long as its window, and not a millisecond longer", () => {
    const look = (now: number) => dueJobs(only("midday"), all, now);
    expect(names(look(noon + catchUpMs).due)).toEqual(["midday"]);
    expect(look(noon + catchUpMs + 1).missed).toMatchObject([{ reason: "too late" }]);
    expect(look(noon + maxAgeMs).missed).toMatchObject([{ reason: "too late" }]);
    expect(look(noon + maxAgeMs + 1).missed).toMatchObject([{ reason: "too old" }]);
  });

  it("what comes at the very instant of a move counts, and a patrol that was done does not come again", () => {
    expect(names(dueJobs(only("midday"), {}, noon, noon).due)).toEqual(["midday"]);
    expect(names(dueJobs(only("midday"), {}, noon, noon + 1).due)).toEqual([]);
    expect(names(dueJobs(only("patrol"), {}, noon, noon).due)).toEqual(["patrol"]);
    expect(names(dueJobs(only("patrol"), {}, noon, noon + 1).due)).toEqual([]);
    expect(names(dueJobs(only("patrol"), { patrol: { date: DATE, at: noon } }, noon).due)).toEqual([]);
  });

  it("the first words of a new person are the morning's up to its greatest age", () => {
    const age = only("morning")[0]?.maxAgeMs ?? 0;
    const joined = at("09:00") + age;
    expect(names(dueJobs(only("morning"), {}, joined, joined).due)).toEqual(["morning"]);
    expect(names(dueJobs(only("morning"), {}, joined + 1, joined).due)).toEqual([]);
  });

  it("the later of two Briefs is due, in whatever order the rows stand", () => {
    const { due, missed } = dueJobs([...only("midday"), ...only("morning")], all, noon);
    expect([names(due), names(missed)]).toEqual([["midday"], ["morning"]]);
  });

  it("an earlier Brief of the day takes nobody's place", () => {
    const said: Done = { ...all, morning: { date: DATE, at: at("09:00") } };
    expect(names(dueJobs(only("morning").concat(only("midday")), said, noon).due)).toEqual(["midday"]);
  });

  it("after a month away only the misses of the last days are named", () => {
    const long: Done = { midday: { date: addDays(DATE, -30), at: 0 } };
    const { missed } = dueJobs(only("midday"), long, at("11:00"));
    expect(missed.map(({ date }) => date)[0]).toBe(addDays(DATE, -LOOK_BACK_DAYS));
    expect(missed).toHaveLength(LOOK_BACK_DAYS);
  });

  it("a Brief is not followed by itself, nor by one of another day", () => {
    const said: Done = { ...all, midday: { date: DATE, at: noon } };
    const next = addDays(DATE, 1);
    expect(names(dueJobs(only("morning").concat(only("midday")), said, at("09:10", next)).due)).toEqual(["morning"]);
  });
});

describe("over any nights, naps and absences", () => {
  it("each occurrence is done or missed exactly once, never before its time and never after its window", () => {
    const zones = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo"];
    const time = fc
      .integer({ min: 0, max: 95 })
      .map((n) => `${String(Math.floor(n / 4)).padStart(2, "0")}:${["00", "15", "30", "45"][n % 4]}`);
    const gaps = fc.array(fc.integer({ min: 1, max: 20 * 60 }), { minLength: 5, maxLength: 30 });
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        time,
        time,
        fc.integer({ min: 0, max: 800 }),
        gaps,
        (timeZone, wakeTime, sleepTime, n, gaps) => {
          const ours = scheduleOf({ timeZone, wakeTime, sleepTime, userId: "me" }).filter(
            ({ name }) => name !== "patrol",
          );
          const start = instantAt(addDays("2018-01-01", n), "00:00", timeZone);
          const done: Done = {};
          const settled = new Map<string, string>();
          let now = start;
          for (const gap of gaps) {
            now += gap * MINUTE_MS;
            const { due, missed } = dueJobs(ours, done, now, start);
            for (const job of [...missed, ...due]) {
              const id = `${job.name} ${job.date}`;
              expect(settled.has(id), id).toBe(false);
              settled.set(id, "reason" in job ? "missed" : "done");
              expect(job.at).toBeLessThanOrEqual(now);
              const row = ours.find(({ name }) => name === job.name);
              if (!("reason" in job)) expect(now - job.at).toBeLessThanOrEqual(row?.catchUpMs ?? 0);
              const known = done[job.name];
              if (!known || known.date < job.date) done[job.name] = job;
            }
            expect(dueJobs(ours, done, now, start)).toEqual({ due: [], missed: [] });
          }
          for (const row of ours)
            for (let date = localDate(start, timeZone); date <= localDate(now, timeZone); date = addDays(date, 1))
              for (const at of occursOn(row, date))
                if (at >= start && at <= now && done[row.name])
                  expect(settled.has(`${row.name} ${date}`), `${row.name} ${date}`).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("jitter", () => {
  it("is the same every day, spreads people over its minutes, and never makes a Brief early", () => {
    expect(jitterOf("me", "morning", 10)).toBe(jitterOf("me", "morning", 10));
    const people = Array.from({ length: 2000 }, (_, i) => `person-${i}`);
    const counts = Array<number>(10).fill(0);
    for (const userId of people)
      counts[jitterOf(userId, "morning", 10)] = (counts[jitterOf(userId, "morning", 10)] ?? 0) + 1;
    // 200 are expected of each. 5 standard deviations are 67.
    for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(67);
    for (const userId of people.slice(0, 200)) {
      const ours = scheduleOf({ ...PERSON, userId });
      const time = (name: string) =>
        occursOn(ours.find((row) => row.name === name) ?? (rows[0] as (typeof rows)[number]), DATE)[0] ?? 0;
      expect(time("morning") - at("09:00")).toBeGreaterThanOrEqual(0);
      expect(time("morning") - at("09:00")).toBeLessThan(10 * MINUTE_MS);
      expect(time("morning") - time("sweep")).toBe(HOUR_MS / 2);
    }
  });

  it("patrols start on every minute of the quarter hour, a quarter of an hour apart, inside the waking window", () => {
    const minutes = new Set<number>();
    for (let i = 0; i < 300; i++) {
      const patrol = scheduleOf({ ...PERSON, userId: `person-${i}` }).find(({ name }) => name === "patrol");
      if (!patrol) throw new Error("everybody is patrolled");
      minutes.add((patrol.minutes[0] ?? 0) % 15);
      const ticks = occursOn(patrol, DATE);
      expect(ticks.length).toBe(58);
      for (const [j, tick] of ticks.entries()) if (j > 0) expect(tick - (ticks[j - 1] ?? 0)).toBe(15 * MINUTE_MS);
    }
    expect(minutes.size).toBe(15);
  });
});

describe("rows", () => {
  it("are ordinary cron, with hours in ranges", () => {
    const crons = new Map(rows.map((row) => [row.name, cronOf(row)]));
    expect(crons.get("morning")).toBe("0 9 * * *");
    expect(crons.get("patrol")).toBe("0,15,30,45 9-23 * * *");
    expect(crons.get("weekly")).toBe("0 18 * * FRI");
    const owl = unspreadSchedule({ ...PERSON, wakeTime: "13:00", sleepTime: "02:30" });
    expect(cronOf(owl.find(({ name }) => name === "patrol") ?? (owl[0] as (typeof owl)[number]))).toBe(
      "0,15,30,45 0-2,13-23 * * *",
    );
  });

  it("put every Brief into the person's waking day, and the night's work before the sweep", () => {
    const hour = fc.integer({ min: 0, max: 23 }).map((h) => `${String(h).padStart(2, "0")}:00`);
    fc.assert(
      fc.property(hour, fc.integer({ min: 8, max: 20 }), (wakeTime, up) => {
        const sleepTime = `${String((Number(wakeTime.slice(0, 2)) + up) % 24).padStart(2, "0")}:00`;
        const ours = unspreadSchedule({ timeZone: ZONE, wakeTime, sleepTime });
        const timeOf = (name: string) => {
          const row = ours.find((one) => one.name === name);
          return `${String(row?.hours[0]).padStart(2, "0")}:${String(row?.minutes[0]).padStart(2, "0")}`;
        };
        for (const name of ["morning", "midday", "evening"])
          expect(isWaking({ wakeTime, sleepTime }, timeOf(name)), name).toBe(true);
        expect(isWaking({ wakeTime, sleepTime }, timeOf("upkeep"))).toBe(false);
        expect(new Set(["morning", "midday", "evening"].map(timeOf)).size).toBe(3);
      }),
    );
  });

  it("the weekly review is on the evening of the chosen day, and on no other", () => {
    const ours = unspreadSchedule({ ...PERSON, weeklyReview: 7 });
    const on = (name: string, date: string) =>
      occursOn(ours.find((row) => row.name === name) ?? (ours[0] as (typeof ours)[number]), date).length;
    const week = Array.from({ length: 7 }, (_, i) => addDays("2026-10-26", i));
    expect(week.map((date) => on("weekly", date))).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(week.map((date) => on("evening", date))).toEqual([1, 1, 1, 1, 1, 1, 0]);
  });
});
