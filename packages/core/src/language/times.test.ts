/** Tests when something shall happen, as people say it on Wednesday 2026-03-04 at 10:20. */
import type { When } from "@waldo/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dayOfWeek } from "../time.ts";
import { whenIn } from "./times.ts";

const CLOCK = { date: "2026-03-04", time: "10:20" } as const;
const once = (date: string, time: string): When => ({ on: "once", date, time });
const today = (time: string) => once("2026-03-04", time);
const tomorrow = (time: string) => once("2026-03-05", time);
const days = (time: string, ...which: number[]): When => ({
  on: "days",
  time,
  ...(which.length > 0 ? { days: which } : {}),
});
const before = (minutes: number, event: string, date?: string): When => ({
  on: "before",
  minutes,
  event,
  ...(date === undefined ? {} : { date }),
});

type Case = [said: string, when: When | undefined, rest?: string];

function reads(language: "en" | "de" | "es" | "fr", cases: readonly Case[]) {
  it.each(cases)(`${language}: %s`, (said, when, rest) => {
    const found = whenIn(said, CLOCK, language);
    expect(found.when).toEqual(when);
    if (rest !== undefined) expect(found.rest).toBe(rest);
  });
}

describe("a time in words", () => {
  reads("en", [
    ["remind me at 9 to call mum", today("21:00"), "remind me to call mum"],
    ["at 5", today("17:00")],
    ["0900", tomorrow("09:00")],
    ["16:15", today("16:15")],
    ["at 1630", today("16:30")],
    ["half past 4", today("16:30")],
    ["quarter to six", today("17:45")],
    ["twenty past nine", today("21:20")],
    ["in 20 min take the bread out", today("10:40"), "take the bread out"],
    ["in an hour and a half", today("11:50")],
    ["in a couple of hours", today("12:20")],
    ["tomorrow morning call Bob", tomorrow("09:00"), "call Bob"],
    ["tomorow at 5", tomorrow("17:00")],
    ["tonight", today("20:00")],
    ["this evening at 8", today("20:00")],
    ["in the morning", tomorrow("09:00")],
    ["later today", today("12:00")],
    ["on the 3rd", once("2026-04-03", "09:00")],
    ["march 12th 9am", once("2026-03-12", "09:00")],
    ["on wensday at 7", once("2026-03-11", "07:00")],
    ["end of day", today("18:00")],
    ["every weekday at 8 take pills", days("08:00", 1, 2, 3, 4, 5), "take pills"],
    ["weekday mornings at 7", days("07:00", 1, 2, 3, 4, 5)],
    ["every monday and thursday at 18:00 water plants", days("18:00", 1, 4), "water plants"],
    ["mondays at 6pm", days("18:00", 1)],
    ["every evening at 9:30", days("21:30")],
    ["daily at 6:45", days("06:45")],
    ["an hour before my first meeting", before(60, "first")],
    ["remind me 15 minutes before the dentist to bring papers", before(15, "dentist"), "remind me to bring papers"],
    ["2 hours before my flight on friday", before(120, "flight", "2026-03-06")],
    ["10 mins before my 3pm", today("14:50")],
    ["every other day", undefined],
    ["every 2 hours", undefined],
    ["buy two eggs", undefined],
    ["my second tea", undefined],
  ]);
  reads("de", [
    ["morgen um halb 8", tomorrow("07:30")],
    ["morgen früh", tomorrow("09:00")],
    ["in einer halben Stunde", today("10:50")],
    ["viertel nach 4", today("16:15")],
    ["am 3.", once("2026-04-03", "09:00")],
    ["werktags um sieben", days("07:00", 1, 2, 3, 4, 5)],
    ["jeden Sonntagabend um 6", days("18:00", 7)],
    ["eine Stunde vor meinem ersten Termin", before(60, "first")],
    ["alle zwei Tage", undefined],
  ]);
  reads("es", [
    ["mañana por la mañana", tomorrow("09:00")],
    ["a las cinco y media", today("17:30")],
    ["pasado mañana", once("2026-03-06", "09:00")],
    ["todos los días a las 8", days("08:00")],
    ["media hora antes de la reunión", before(30, "reunión")],
    ["hoy", today("12:00")],
  ]);
  reads("fr", [
    ["demain matin", tomorrow("09:00")],
    ["à 9 heures et demie", today("21:30")],
    ["après-demain", once("2026-03-06", "09:00")],
    ["chaque lundi à 18h30", days("18:30", 1)],
    ["cet après-midi", today("15:00")],
    ["une heure avant mon premier rendez-vous demain", before(60, "first", "2026-03-05")],
  ]);
});

describe("any time", () => {
  const hours = fc.integer({ min: 0, max: 23 });
  const minutes = fc.integer({ min: 0, max: 59 });
  const pad = (n: number) => String(n).padStart(2, "0");

  it("in 24 hours is that time, today or tomorrow, and never in the past", () => {
    fc.assert(
      fc.property(hours, minutes, (hour, minute) => {
        fc.pre(hour >= 13 || hour === 0);
        const time = `${pad(hour)}:${pad(minute)}`;
        const { when } = whenIn(`remind me at ${time} to rest`, CLOCK, "en");
        expect(when).toEqual(time > CLOCK.time ? today(time) : tomorrow(time));
      }),
    );
  });

  it("of twelve hours is the next such time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 11 }), (hour) => {
        const { when } = whenIn(`at ${hour}`, CLOCK, "en");
        const candidates = [hour, hour + 12].map((h) => `${pad(h)}:00`).filter((time) => time > CLOCK.time);
        expect(when).toEqual(today(candidates[0] ?? ""));
      }),
    );
  });

  it("on a weekday is that weekday within the next seven days", () => {
    const names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    fc.assert(
      fc.property(fc.nat({ max: 6 }), hours, (day, hour) => {
        fc.pre(hour >= 13);
        const { when } = whenIn(`on ${names[day]} at ${hour}:00`, CLOCK, "en");
        expect(when).toMatchObject({ on: "once", time: `${hour}:00` });
        const date = when?.on === "once" ? when.date : "";
        expect(dayOfWeek(date)).toBe(day + 1);
        expect(date > CLOCK.date && date <= addDays(CLOCK.date, 7)).toBe(true);
      }),
    );
  });

  it("in so many minutes is so many minutes from now", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (n) => {
        const { when } = whenIn(`in ${n} minutes`, CLOCK, "en");
        const at = 10 * 60 + 20 + n;
        expect(when).toEqual(today(`${pad(Math.floor(at / 60) % 24)}:${pad(at % 60)}`));
      }),
    );
  });
});
