/** The day that a person lives: late sleepers, night workers, travellers, clock changes. */
import type { SourceDay } from "@waldo/contracts";
import { addDays, instantAt } from "@waldo/core/time";
import { FIRST_DATE, madeUpDays, madeUpNap, type NightPlan } from "@waldo/testkit/made-up-days";
import { describe, expect, it } from "vitest";
import { dayEnds, dayLived, dayOfClock, personDay, turnOf } from "./day-turn.ts";
import { nightOf } from "./reconcile.ts";

const nightsOf = (days: readonly SourceDay[]) => days.flatMap((day) => nightOf([day]) ?? []);
const days = (night: NightPlan, count = 20) => madeUpDays(count, () => ({ night }));
const LAST = addDays(FIRST_DATE, 19);
/** Spring may move the end of a day forward by an hour. */
const GAP_MS = 61 * 60_000;
const at = (time: string, date = LAST, zone = "UTC") => instantAt(date, time, zone);

describe("a day turns at the middle of the person's sleep", () => {
  it.each([
    ["a usual sleeper", { bed: 23, hours: 8 }, 3 * 60],
    ["a late sleeper", { bed: 3.75, hours: 8 }, 7 * 60 + 45],
    ["a night worker", { bed: 8, hours: 8 }, 12 * 60],
    ["an early sleeper, the evening before", { bed: 19, hours: 8 }, -60],
  ] as const)("%s", (_, night, turn) => {
    expect(turnOf(nightsOf(days(night)))).toBeCloseTo(turn, -1);
  });

  it("an evening sleep that ends before midnight has the date on which it ends", () => {
    const night = { start: at("16:00"), end: at("23:20"), offsetMinutes: 0, asleepMinutes: 400, nap: false };
    expect(turnOf([night, night, night])).toBe(19 * 60 + 40);
  });

  it("and at midnight while fewer than three nights are known", () => {
    expect(turnOf(nightsOf(days({ bed: 3.75 }, 2)))).toBe(0);
    expect(turnOf([])).toBe(0);
  });

  it("by the last fourteen nights", () => {
    const moved = madeUpDays(34, (i) => ({ night: { bed: i < 20 ? 23 : 8, hours: 8 } }));
    expect(turnOf(nightsOf(moved))).toBe(12 * 60);
  });
});

describe("the day lived", () => {
  it("gives the small hours to the day before, and a late evening to the next", () => {
    expect(dayOfClock(LAST, 105, 465)).toBe(addDays(LAST, -1));
    expect(dayOfClock(LAST, 465, 465)).toBe(LAST);
    expect(dayOfClock(LAST, 23 * 60, -60)).toBe(addDays(LAST, 1));
    expect(dayOfClock(LAST, 22 * 60, -60)).toBe(LAST);
  });

  it.each([
    ["Europe/Berlin", "2026-03-29"],
    ["Europe/Berlin", "2026-10-25"],
    ["Australia/Lord_Howe", "2026-10-04"],
  ])("ends where the next begins, also when the clock changes in %s on %s", (zone, date) => {
    for (const turn of [-60, 0, 150, 180, 465, 720])
      for (const day of [addDays(date, -1), date]) {
        const end = dayEnds(day, zone, turn);
        expect([dayLived(end - GAP_MS, zone, turn), dayLived(end, zone, turn)]).toEqual([day, addDays(day, 1)]);
      }
  });

  it("begins with a night that has ended, also before the usual middle of the sleep", () => {
    const late = days({ bed: 3.75, hours: 8 });
    const early = late.map((day) =>
      day.date === LAST
        ? { ...day, sleeps: day.sleeps.map((sleep) => ({ ...sleep, start: at("00:10"), end: at("06:00") })) }
        : day,
    );
    expect(personDay(late, at("06:05"), "UTC").date).toBe(addDays(LAST, -1));
    expect(personDay(early, at("05:55"), "UTC").date).toBe(addDays(LAST, -1));
    expect(personDay(early, at("06:05"), "UTC").date).toBe(LAST);
  });

  it("a nap begins no day", () => {
    const late = days({ bed: 3.75, hours: 8 });
    const last = late.at(-1);
    const napped = [
      ...late.slice(0, -1),
      ...(last ? [{ ...last, sleeps: [madeUpNap(LAST, 1, 30), ...last.sleeps] }] : []),
    ];
    expect(personDay(napped, at("01:45"), "UTC").date).toBe(addDays(LAST, -1));
  });

  it("is counted by the local clock after a flight over eight zones", () => {
    const home = days({ bed: 23, hours: 8 }, 19);
    const away = madeUpDays(20, () => ({ night: { bed: 23, hours: 8, offsetMinutes: -480 } })).slice(-1);
    const { date, turn } = personDay([...home, ...away], at("07:05", LAST, "Etc/GMT+8"), "Etc/GMT+8");
    expect([date, Math.round(turn / 10)]).toEqual([LAST, 18]);
  });
});
