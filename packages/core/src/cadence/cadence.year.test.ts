/**
 * Tests a year of virtual days. Local times are read with Intl, not with the code under test. The scheduler is either
 * EventBridge's (it skips a time that does not exist, and fires once at one that repeats) or one that knows every
 * instant.
 */
import { existsSync, readFileSync } from "node:fs";
import type { LocalDate, ScheduleRow } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { dayLived } from "../health/day-turn.ts";
import {
  addDays,
  DAY_MS,
  dayOfWeek,
  instantAt,
  localDate,
  localTime,
  MINUTE_MS,
  minuteOf,
  minutesBetween,
  timeOf,
} from "../time.ts";
import { type Done, type DueJob, dueJobs } from "./due.ts";
import { nextOf, occursOn } from "./occurrences.ts";
import { PATROL_EVERY_MINUTES, scheduleOf, unspreadSchedule } from "./schedule.ts";

const FRIDAY = 5;

type Said = DueJob & { readonly saidAt: number; readonly timeZone: string };
type Person = { readonly timeZone: string; readonly wakeTime: string; readonly sleepTime: string };

/** Keeps a person's schedule: at a given time it does what is due. */
function keeper(rowsIn: (timeZone: string) => ScheduleRow[], timeZone: string, start: number) {
  const done: Done = {};
  const said: Said[] = [];
  const missed: (DueJob & { reason: string })[] = [];
  let since = start;
  let rows = rowsIn(timeZone);
  return {
    said,
    missed,
    rows: () => rows,
    move(to: string, at: number) {
      rows = rowsIn(to);
      since = at;
    },
    look(now: number) {
      const found = dueJobs(rows, done, now, since);
      for (const job of [...found.missed, ...found.due]) {
        const known = done[job.name];
        if (!known || known.date < job.date || known.at < job.at) done[job.name] = { date: job.date, at: job.at };
      }
      missed.push(...found.missed);
      const at = rows[0]?.timeZone ?? timeZone;
      for (const job of found.due) said.push({ ...job, saidAt: now, timeZone: at });
    },
  };
}

/** The name of the side in the names of the tests. */
function eventbridge(rows: readonly ScheduleRow[], date: LocalDate): number[] {
  const at = new Set<number>();
  for (const row of rows)
    for (const hour of row.hours)
      for (const minute of row.minutes) {
        const time = timeOf(hour * 60 + minute);
        const instant = instantAt(date, time, row.timeZone);
        if (localTime(instant, row.timeZone) === time && localDate(instant, row.timeZone) === date) at.add(instant);
      }
  return [...at].sort((a, b) => a - b);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function wall(at: number, timeZone: string): string {
  const made =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone, dateStyle: "short", timeStyle: "short" });
  clocks.set(timeZone, made);
  return made.format(at);
}

/** Returns the local dates at noon, in order, from one date on. */
function datesLived(timeZone: string, from: LocalDate, days: number): LocalDate[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const seen = new Set<string>();
  for (let hour = 0; hour < days * 24; hour++) seen.add(wall(start + hour * 60 * MINUTE_MS, timeZone).slice(0, 10));
  return [...seen].filter((date) => date >= from && date < addDays(from, days)).sort();
}

/** Each time zone has a wake time in its spring gap, or in the hour that autumn repeats. */
const YEARS: readonly (Person & { from: LocalDate; gap?: LocalDate; repeated?: LocalDate; without?: LocalDate })[] = [
  { timeZone: "America/New_York", wakeTime: "02:30", sleepTime: "21:00", from: "2026-01-01", gap: "2026-03-08" },
  { timeZone: "America/New_York", wakeTime: "01:30", sleepTime: "21:00", from: "2026-01-01", repeated: "2026-11-01" },
  {
    timeZone: "Europe/London",
    wakeTime: "01:30",
    sleepTime: "20:00",
    from: "2026-01-01",
    gap: "2026-03-29",
    repeated: "2026-10-25",
  },
  { timeZone: "Australia/Lord_Howe", wakeTime: "02:15", sleepTime: "19:30", from: "2026-01-01", gap: "2026-10-04" },
  {
    timeZone: "Australia/Lord_Howe",
    wakeTime: "01:40",
    sleepTime: "19:30",
    from: "2026-01-01",
    repeated: "2026-04-05",
  },
  { timeZone: "America/Sao_Paulo", wakeTime: "00:15", sleepTime: "20:00", from: "2018-05-01", gap: "2018-11-04" },
  { timeZone: "America/Sao_Paulo", wakeTime: "23:20", sleepTime: "16:00", from: "2018-05-01", repeated: "2019-02-16" },
  { timeZone: "Europe/Berlin", wakeTime: "11:45", sleepTime: "03:45", from: "2026-01-01" },
  { timeZone: "Europe/Berlin", wakeTime: "16:00", sleepTime: "08:00", from: "2026-01-01" },
  { timeZone: "Asia/Kathmandu", wakeTime: "06:45", sleepTime: "22:15", from: "2026-01-01" },
  {
    timeZone: "Pacific/Apia",
    wakeTime: "03:20",
    sleepTime: "21:00",
    from: "2011-03-01",
    gap: "2011-09-24",
    without: "2011-12-30",
  },
];

describe.each(YEARS)("a year in $zone, waking at $wakeTime", (person) => {
  const { from, gap, repeated, without } = person;
  const days = datesLived(person.timeZone, from, 365);
  const special = (date: LocalDate) =>
    date.endsWith("-01") ||
    [gap, repeated, without].some((one) => one && Math.abs(Date.parse(one) - Date.parse(date)) <= 2 * DAY_MS);
  const BRIEFS = ["morning", "midday", "evening"] as const;

  /**
   * Checks that every Brief is said once a date, at its minute. `late` is how long after a gap a Brief in the gap may
   * come.
   */
  function check(said: readonly Said[], rows: readonly ScheduleRow[], late: number): void {
    for (const variant of BRIEFS) {
      // Somebody who is awake at the start may first hear the morning Brief of the day before.
      const ours = said.filter((job) => job.variant === variant && job.date >= from);
      expect(ours.map(({ date }) => date)).toEqual(days);
      const { hours, minutes } = rows.find(({ name }) => name === variant) ?? { hours: [], minutes: [] };
      const time = timeOf(Number(hours[0]) * 60 + Number(minutes[0]));
      for (const { date, saidAt } of ours) {
        const shown = wall(saidAt, person.timeZone);
        if (date === gap && variant === "morning") {
          expect(shown).not.toBe(`${date} ${time}`);
          expect(saidAt - instantAt(date, time, person.timeZone)).toBeLessThanOrEqual(late);
          expect(saidAt).toBeGreaterThanOrEqual(instantAt(date, time, person.timeZone));
        } else expect(shown).toBe(`${date} ${time}`);
      }
    }
  }

  it("every Brief is said once per local date, at its minute, by a scheduler that skips what spring skips", () => {
    const rows = scheduleOf({ ...person, userId: "me" });
    const { look, said, missed } = keeper(() => rows, person.timeZone, instantAt(from, "00:00", person.timeZone));
    // Only the patrol finds a Brief in a gap. On other days it would find nothing a hundred thousand times, so it is
    // left out there.
    const still = rows.filter(({ name }) => name !== "patrol");
    for (const date of days) for (const at of eventbridge(special(date) ? rows : still, date)) look(at);
    check(said, rows, PATROL_EVERY_MINUTES * MINUTE_MS);
    expect(missed.filter(({ name }) => name !== "patrol")).toEqual([]);
    expect(days.length).toBe(without === undefined ? 365 : 364);
    if (without !== undefined) expect(days).not.toContain(without);
    // The test must cover the dates for which this year was chosen.
    for (const date of [gap, repeated]) if (date !== undefined) expect(days).toContain(date);
    if (gap !== undefined)
      expect(
        eventbridge(
          rows.filter(({ name }) => name === "morning"),
          gap,
        ),
      ).toEqual([]);
  });

  it("and to the minute by a scheduler that knows the instants, gaps included", () => {
    const rows = unspreadSchedule(person).filter(({ name }) => name !== "patrol");
    const { look, said, missed } = keeper(() => rows, person.timeZone, instantAt(from, "00:00", person.timeZone));
    const end = instantAt(days.at(-1) ?? from, "23:59", person.timeZone);
    let at: number | undefined = instantAt(from, "00:00", person.timeZone) - 1;
    while (at !== undefined && at <= end) {
      look(at);
      at = nextOf(rows, at);
    }
    check(said, rows, 0);
    expect(missed).toEqual([]);
  });

  it("every Brief belongs to a day that the person lived, and each such day has it once, from waking to bed", () => {
    const { wakeTime, sleepTime, timeZone } = person;
    // The day has the name of the date of waking, and turns in the middle of the sleep before it.
    const turn = minuteOf(wakeTime) - minutesBetween(sleepTime, wakeTime) / 2;
    const rows = unspreadSchedule(person).filter(({ job }) => job === "brief");
    const lived = new Map<string, number[]>();
    for (const date of days)
      for (const row of rows)
        for (const at of occursOn(row, date)) {
          const name = `${row.variant} ${dayLived(at, timeZone, turn)}`;
          lived.set(name, [...(lived.get(name) ?? []), at]);
        }
    const whole = days.slice(2, -2).filter((date) => !special(date) || date.endsWith("-01"));
    for (const date of whole) {
      const instants = BRIEFS.map((variant) => lived.get(`${variant} ${date}`) ?? []);
      expect(
        instants.map((one) => one.length),
        date,
      ).toEqual([1, 1, 1]);
      expect(instants.flat(), date).toEqual(instants.flat().toSorted((a, b) => a - b));
      const review = rows.find(({ name, weekdays }) => name === "weekly" && weekdays !== undefined);
      const isReview =
        review !== undefined && occursOn(review, wall(instants[2]?.[0] ?? 0, timeZone).slice(0, 10)).length > 0;
      expect(isReview, date).toBe(dayOfWeek(date) === FRIDAY);
    }
  });

  it("an hour that autumn repeats has one Brief, at its first occurrence", () => {
    if (repeated === undefined) return;
    const [morning] = unspreadSchedule(person).filter(({ name }) => name === "morning");
    const [at = 0, ...more] = morning ? occursOn(morning, repeated) : [];
    expect(more).toEqual([]);
    const shows = wall(at, person.timeZone);
    const again = [30, 60].some((minutes) => wall(at + minutes * MINUTE_MS, person.timeZone) === shows);
    expect(again).toBe(true);
  });
});

describe("three trips", () => {
  const HABITS = { wakeTime: "07:00", sleepTime: "23:00" };
  type Leg = { readonly to: string; readonly syncedAt: string };

  /** Keeps a schedule through a trip: it looks at each firing of the time zone in force, and at each sync. */
  function travel(from: string, first: LocalDate, days: number, legs: readonly Leg[]) {
    const home = keeper(
      (timeZone) => scheduleOf({ ...HABITS, timeZone, userId: "me" }),
      from,
      instantAt(first, "00:00", from),
    );
    let now = instantAt(first, "00:00", from);
    const until = now + days * DAY_MS;
    const landings = legs.map(({ to, syncedAt }) => ({ to, at: Date.parse(syncedAt) }));
    while (now < until) {
      const next =
        nextOf(
          home.rows().filter(({ name }) => name !== "patrol"),
          now,
        ) ?? until;
      const landing = landings[0];
      if (landing && landing.at <= next) {
        landings.shift();
        now = landing.at;
        home.move(landing.to, now);
      } else now = next;
      home.look(now);
    }
    return home;
  }
  const count = (said: readonly Said[], variant: string) => {
    const times = new Map<string, number>();
    for (const job of said) if (job.variant === variant) times.set(job.date, (times.get(job.date) ?? 0) + 1);
    return times;
  };
  const once = (dates: readonly string[]) => new Map(dates.map((date) => [date, 1]));
  const range = (from: LocalDate, days: number) => Array.from({ length: days }, (_, i) => addDays(from, i));

  it("London to New York and back: each Brief once a date, and the Brief that the night flight jumped over is said on landing", () => {
    const { said } = travel("Europe/London", "2026-06-08", 10, [
      { to: "America/New_York", syncedAt: "2026-06-10T18:20:00Z" }, // left at noon, lands 14:20 local time
      { to: "Europe/London", syncedAt: "2026-06-14T08:10:00Z" }, // overnight, lands 09:10 local time, after 07:00
    ]);
    for (const variant of ["morning", "midday", "evening"])
      expect(count(said, variant)).toEqual(once(range("2026-06-08", 10)));
    const back = said.find((job) => job.variant === "morning" && job.date === "2026-06-14");
    expect(wall(back?.saidAt ?? 0, "Europe/London")).toBe("2026-06-14 09:10");
    const there = said.find((job) => job.variant === "evening" && job.date === "2026-06-10");
    expect(wall(there?.saidAt ?? 0, "Europe/London").slice(0, 13)).toBe("2026-06-10 18");
  });

  it("over the date line and back: no date is said twice, and times that no local clock showed are not made up for", () => {
    const { said, missed } = travel("America/Los_Angeles", "2026-06-08", 12, [
      { to: "Pacific/Auckland", syncedAt: "2026-06-11T17:40:00Z" }, // lands on the 12th, 05:40
      { to: "America/Los_Angeles", syncedAt: "2026-06-17T21:30:00Z" }, // left on the 18th, lands on the 17th, 14:30
    ]);
    const dates = range("2026-06-08", 12);
    expect(count(said, "morning")).toEqual(once(dates));
    // The trip skipped the rest of the 11th. The 17th came twice and was said once.
    expect(count(said, "midday")).toEqual(once(dates.filter((date) => date !== "2026-06-11")));
    expect(count(said, "evening")).toEqual(once(dates.filter((date) => date !== "2026-06-11")));
    expect(
      missed.filter(({ name }) => name !== "patrol").map(({ name, date, reason }) => [name, date, reason]),
    ).toEqual([
      ["midday", "2026-06-11", "too old"],
      ["evening", "2026-06-11", "too old"],
    ]);
  });

  it("Lisbon to Kathmandu by day: two Briefs were flown over, one is said on landing, the other is noted as missed", () => {
    const { said, missed } = travel("Europe/Lisbon", "2026-06-08", 6, [
      { to: "Asia/Kathmandu", syncedAt: "2026-06-10T06:55:00Z" }, // lands 12:40 local time, which is 07:55 in Lisbon
    ]);
    // The morning was said in Lisbon's time zone before the sync. Noon was flown over.
    for (const variant of ["morning", "midday", "evening"])
      expect(count(said, variant)).toEqual(once(range("2026-06-08", 6)));
    expect(missed.filter(({ name }) => name !== "patrol")).toEqual([]);
    const noon = said.find((job) => job.variant === "midday" && job.date === "2026-06-10");
    expect(wall(noon?.saidAt ?? 0, "Asia/Kathmandu")).toBe("2026-06-10 12:40");
  });
});

describe("the clock changes of the time zones", () => {
  const FILE = new URL("../../../../../shared/data/time/tz-transitions.json", import.meta.url);
  it.skipIf(!existsSync(FILE))("agree with ours, instant by instant (skipped: no ../shared/data)", () => {
    const { zones } = JSON.parse(readFileSync(FILE, "utf8")) as {
      zones: Record<string, [utc: string, local: string, name: string, west: number][]>;
    };
    let checked = 0;
    for (const [timeZone, transitions] of Object.entries(zones))
      for (const [utc, local] of transitions) {
        const at = Date.parse(utc);
        expect(localTime(at, timeZone), `${timeZone} ${utc}`).toBe(local.slice(0, 5));
        // A daily row exists at the first minute after a gap and at the minute before it, and at no other place.
        const date = localDate(at, timeZone);
        const [hour = 0, minute = 0] = local.split(":").map(Number);
        const [template] = unspreadSchedule({ timeZone, wakeTime: "07:00", sleepTime: "23:00" });
        if (!template) throw new Error("a schedule has rows");
        const [occurs = 0] = occursOn({ ...template, hours: [hour], minutes: [minute] }, date);
        expect(localTime(occurs, timeZone)).toBe(local.slice(0, 5));
        expect(localDate(occurs, timeZone)).toBe(date);
        expect(occurs).toBeLessThanOrEqual(at);
        checked += 1;
      }
    expect(checked).toBeGreaterThan(500);
  });
});
