/**
 * A year of virtual days. The wall clocks here are read with Intl, not with the code under test, and the scheduler is
 * either EventBridge's (skips a time that does not exist, fires once at one that repeats) or one that knows every instant.
 */
import { existsSync, readFileSync } from "node:fs";
import type { LocalDate, ScheduleRow } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { addDays, DAY_MS, instantAt, localDate, localTime, MINUTE_MS } from "../time.ts";
import { type Done, type DueJob, dueJobs } from "./due.ts";
import { nextOf, occursOn } from "./occurrences.ts";
import { PATROL_EVERY_MINUTES, scheduleOf, unspreadSchedule } from "./schedule.ts";
import { timeOf } from "./waking.ts";

type Said = DueJob & { readonly saidAt: number; readonly zone: string };
type Person = { readonly zone: string; readonly wakeTime: string; readonly sleepTime: string };

/** A keeper of schedules: told the time, it does what is due. */
function keeper(rowsIn: (zone: string) => ScheduleRow[], zone: string, start: number) {
  const done: Done = {};
  const said: Said[] = [];
  const missed: (DueJob & { reason: string })[] = [];
  let since = start;
  let rows = rowsIn(zone);
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
      const at = rows[0]?.zone ?? zone;
      for (const job of found.due) said.push({ ...job, saidAt: now, zone: at });
    },
  };
}

/** The firings of a date as EventBridge Scheduler has them: only at times that the wall shows. */
function eventbridge(rows: readonly ScheduleRow[], date: LocalDate): number[] {
  const at = new Set<number>();
  for (const row of rows)
    for (const hour of row.hours)
      for (const minute of row.minutes) {
        const time = timeOf(hour * 60 + minute);
        const instant = instantAt(date, time, row.zone);
        if (localTime(instant, row.zone) === time && localDate(instant, row.zone) === date) at.add(instant);
      }
  return [...at].sort((a, b) => a - b);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
function wall(at: number, zone: string): string {
  const made =
    clocks.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  clocks.set(zone, made);
  return made.format(at);
}

/** Dates that the wall showed at noon, in order, from one to another. */
function datesLived(zone: string, from: LocalDate, days: number): LocalDate[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const seen = new Set<string>();
  for (let hour = 0; hour < days * 24; hour++) seen.add(wall(start + hour * 60 * MINUTE_MS, zone).slice(0, 10));
  return [...seen].filter((date) => date >= from && date < addDays(from, days)).sort();
}

/** Each zone with a wake time in its spring gap, or in the hour that autumn repeats. */
const YEARS: readonly (Person & { from: LocalDate; gap?: LocalDate; repeated?: LocalDate; without?: LocalDate })[] = [
  { zone: "America/New_York", wakeTime: "02:30", sleepTime: "21:00", from: "2026-01-01", gap: "2026-03-08" },
  { zone: "America/New_York", wakeTime: "01:30", sleepTime: "21:00", from: "2026-01-01", repeated: "2026-11-01" },
  {
    zone: "Europe/London",
    wakeTime: "01:30",
    sleepTime: "20:00",
    from: "2026-01-01",
    gap: "2026-03-29",
    repeated: "2026-10-25",
  },
  { zone: "Australia/Lord_Howe", wakeTime: "02:15", sleepTime: "19:30", from: "2026-01-01", gap: "2026-10-04" },
  { zone: "Australia/Lord_Howe", wakeTime: "01:40", sleepTime: "19:30", from: "2026-01-01", repeated: "2026-04-05" },
  { zone: "America/Sao_Paulo", wakeTime: "00:15", sleepTime: "20:00", from: "2018-05-01", gap: "2018-11-04" },
  { zone: "America/Sao_Paulo", wakeTime: "23:20", sleepTime: "16:00", from: "2018-05-01", repeated: "2019-02-16" },
  { zone: "Asia/Kathmandu", wakeTime: "06:45", sleepTime: "22:15", from: "2026-01-01" },
  {
    zone: "Pacific/Apia",
    wakeTime: "03:20",
    sleepTime: "21:00",
    from: "2011-03-01",
    gap: "2011-09-24",
    without: "2011-12-30",
  },
];

describe.each(YEARS)("a year in $zone, waking at $wakeTime", (person) => {
  const { from, gap, repeated, without } = person;
  const days = datesLived(person.zone, from, 365);
  const special = (date: LocalDate) =>
    date.endsWith("-01") ||
    [gap, repeated, without].some((one) => one && Math.abs(Date.parse(one) - Date.parse(date)) <= 2 * DAY_MS);
  const BRIEFS = ["morning", "midday", "evening"] as const;

  /** Every Brief once a date, at its minute; `late` says by how much one inside a gap may follow it. */
  function check(said: readonly Said[], rows: readonly ScheduleRow[], late: number): void {
    for (const variant of BRIEFS) {
      const ours = said.filter((job) => job.variant === variant);
      expect(ours.map(({ date }) => date)).toEqual(days);
      const { hours, minutes } = rows.find(({ name }) => name === variant) ?? { hours: [], minutes: [] };
      const time = timeOf(Number(hours[0]) * 60 + Number(minutes[0]));
      for (const { date, saidAt } of ours) {
        const shown = wall(saidAt, person.zone);
        if (date === gap && variant === "morning") {
          expect(shown).not.toBe(`${date} ${time}`);
          expect(saidAt - instantAt(date, time, person.zone)).toBeLessThanOrEqual(late);
          expect(saidAt).toBeGreaterThanOrEqual(instantAt(date, time, person.zone));
        } else expect(shown).toBe(`${date} ${time}`);
      }
    }
  }

  it("every Brief is said once a local date, at its minute, by a scheduler that skips what spring skips", () => {
    const rows = scheduleOf({ ...person, userId: "me" });
    const { look, said, missed } = keeper(() => rows, person.zone, instantAt(from, "00:00", person.zone));
    // The patrol is what finds a Brief in a gap. On days without one it would find nothing, a hundred thousand times.
    const still = rows.filter(({ name }) => name !== "patrol");
    for (const date of days) for (const at of eventbridge(special(date) ? rows : still, date)) look(at);
    check(said, rows, PATROL_EVERY_MINUTES * MINUTE_MS);
    expect(missed.filter(({ name }) => name !== "patrol")).toEqual([]);
    expect(days.length).toBe(without === undefined ? 365 : 364);
    if (without !== undefined) expect(days).not.toContain(without);
    // It is the dates this year was chosen for that are the proof.
    for (const date of [gap, repeated]) if (date !== undefined) expect(days).toContain(date);
    if (gap !== undefined)
      expect(
        eventbridge(
          rows.filter(({ name }) => name === "morning"),
          gap,
        ),
      ).toEqual([]);
  });

  it("and to the minute by one that knows the instants, gaps included", () => {
    const rows = unspreadSchedule(person).filter(({ name }) => name !== "patrol");
    const { look, said, missed } = keeper(() => rows, person.zone, instantAt(from, "00:00", person.zone));
    const end = instantAt(days.at(-1) ?? from, "23:59", person.zone);
    let at: number | undefined = instantAt(from, "00:00", person.zone) - 1;
    while (at !== undefined && at <= end) {
      look(at);
      at = nextOf(rows, at);
    }
    check(said, rows, 0);
    expect(missed).toEqual([]);
  });

  it("an hour that autumn repeats says its Brief at the first showing, and once", () => {
    if (repeated === undefined) return;
    const [morning] = unspreadSchedule(person).filter(({ name }) => name === "morning");
    const [at = 0, ...more] = morning ? occursOn(morning, repeated) : [];
    expect(more).toEqual([]);
    const shows = wall(at, person.zone);
    const again = [30, 60].some((minutes) => wall(at + minutes * MINUTE_MS, person.zone) === shows);
    expect(again).toBe(true);
  });
});

describe("three trips", () => {
  const HABITS = { wakeTime: "07:00", sleepTime: "23:00" };
  type Leg = { readonly to: string; readonly syncedAt: string };

  /** A keeper that lives through the legs, looking at each firing of the zone in force, and at each sync. */
  function travel(from: string, first: LocalDate, days: number, legs: readonly Leg[]) {
    const home = keeper((zone) => scheduleOf({ ...HABITS, zone, userId: "me" }), from, instantAt(first, "00:00", from));
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

  it("London to New York and back: each Brief once a date; what the night flight jumped over is said on landing", () => {
    const { said } = travel("Europe/London", "2026-06-08", 10, [
      { to: "America/New_York", syncedAt: "2026-06-10T18:20:00Z" }, // left at noon, lands 14:20 local
      { to: "Europe/London", syncedAt: "2026-06-14T08:10:00Z" }, // overnight, lands 09:10 local, past 07:00
    ]);
    for (const variant of ["morning", "midday", "evening"])
      expect(count(said, variant)).toEqual(once(range("2026-06-08", 10)));
    const back = said.find((job) => job.variant === "morning" && job.date === "2026-06-14");
    expect(wall(back?.saidAt ?? 0, "Europe/London")).toBe("2026-06-14 09:10");
    const there = said.find((job) => job.variant === "evening" && job.date === "2026-06-10");
    expect(wall(there?.saidAt ?? 0, "Europe/London").slice(0, 13)).toBe("2026-06-10 18");
  });

  it("over the date line and back: no date is said twice, and what no clock of the person showed is not made up", () => {
    const { said, missed } = travel("America/Los_Angeles", "2026-06-08", 12, [
      { to: "Pacific/Auckland", syncedAt: "2026-06-11T17:40:00Z" }, // lands on the 12th, 05:40
      { to: "America/Los_Angeles", syncedAt: "2026-06-17T21:30:00Z" }, // left on the 18th, lands on the 17th, 14:30
    ]);
    const dates = range("2026-06-08", 12);
    expect(count(said, "morning")).toEqual(once(dates));
    // The rest of the 11th was cut out of the journey; the 17th was lived twice and said once.
    expect(count(said, "midday")).toEqual(once(dates.filter((date) => date !== "2026-06-11")));
    expect(count(said, "evening")).toEqual(once(dates.filter((date) => date !== "2026-06-11")));
    expect(
      missed.filter(({ name }) => name !== "patrol").map(({ name, date, reason }) => [name, date, reason]),
    ).toEqual([
      ["midday", "2026-06-11", "too old"],
      ["evening", "2026-06-11", "too old"],
    ]);
  });

  it("Lisbon to Kathmandu by day: two Briefs were flown over, one is said on landing, the other is accounted for", () => {
    const { said, missed } = travel("Europe/Lisbon", "2026-06-08", 6, [
      { to: "Asia/Kathmandu", syncedAt: "2026-06-10T06:55:00Z" }, // lands 12:40 local; it is 07:55 in Lisbon
    ]);
    // The morning was said in Lisbon's zone before the sync; noon was flown over.
    for (const variant of ["morning", "midday", "evening"])
      expect(count(said, variant)).toEqual(once(range("2026-06-08", 6)));
    expect(missed.filter(({ name }) => name !== "patrol")).toEqual([]);
    const noon = said.find((job) => job.variant === "midday" && job.date === "2026-06-10");
    expect(wall(noon?.saidAt ?? 0, "Asia/Kathmandu")).toBe("2026-06-10 12:40");
  });
});

describe("the zones' own transitions", () => {
  const FILE = new URL("../../../../../shared/data/time/tz-transitions.json", import.meta.url);
  it.skipIf(!existsSync(FILE))("agree with ours, instant by instant (skipped: no ../shared/data)", () => {
    const { zones } = JSON.parse(readFileSync(FILE, "utf8")) as {
      zones: Record<string, [utc: string, local: string, name: string, west: number][]>;
    };
    let checked = 0;
    for (const [zone, transitions] of Object.entries(zones))
      for (const [utc, local] of transitions) {
        const at = Date.parse(utc);
        expect(localTime(at, zone), `${zone} ${utc}`).toBe(local.slice(0, 5));
        // A daily row at the first minute behind a gap, or at the one before it, is there and not elsewhere.
        const date = localDate(at, zone);
        const [hour = 0, minute = 0] = local.split(":").map(Number);
        const [template] = unspreadSchedule({ zone, wakeTime: "07:00", sleepTime: "23:00" });
        if (!template) throw new Error("a schedule has rows");
        const [occurs = 0] = occursOn({ ...template, hours: [hour], minutes: [minute] }, date);
        expect(localTime(occurs, zone)).toBe(local.slice(0, 5));
        expect(localDate(occurs, zone)).toBe(date);
        expect(occurs).toBeLessThanOrEqual(at);
        checked += 1;
      }
    expect(checked).toBeGreaterThan(500);
  });
});
