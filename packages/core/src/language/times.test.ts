/** When something shall happen, as people say it on Wednesday 2026-03-04 at 10:20. */

import type { When } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
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
  for (const language of ["en", "de", "es", "fr"] as const)
    reads(language, casesOf<Case>("times", `reads ${language}`, { before, days, once, today, tomorrow }));
  reads("en", [
    ["tmrw 7.15 library books", tomorrow("07:15"), "library books"],
    ["tomorrow 7.5 km", undefined],
    ["move the second one to 8", undefined],
    ["twenty to nine", today("20:40")],
    ["mon wed fri 7am vitamin d", days("07:00", 1, 3, 5), "vitamin d"],
    ["tues, thurs and sat at 9 bins", days("09:00", 2, 4, 6), "bins"],
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

describe("a time that cannot be set", () => {
  it.each([
    ["last friday at 9", "passed"],
    ["every other tuesday at 9", "unclear"],
    ["june first two thousand and forty", "unclear"],
    ["call Sam", undefined],
  ] as const)("%s: tells that it is %s", (said, asks) => {
    expect(whenIn(said, CLOCK, "en")).toMatchObject({ dated: expect.any(Boolean) });
    expect(whenIn(said, CLOCK, "en").asks).toBe(asks);
    expect(whenIn(said, CLOCK, "en").when).toBeUndefined();
  });
});

describe("a time in a named zone", () => {
  const london = { ...CLOCK, timeZone: "Europe/London" };

  it.each([
    ["en", "remind me tomorrow at 9am New York time to join the call", tomorrow("14:00"), "remind me to join the call"],
    ["en", "at 9am EST", today("14:00"), undefined],
    ["de", "morgen um 9 Uhr New Yorker Zeit", tomorrow("14:00"), undefined],
    ["es", "mañana a las 9 hora de Madrid", tomorrow("08:00"), undefined],
    ["fr", "demain à 9h heure de Paris", tomorrow("08:00"), undefined],
  ] as const)("%s: %s is on the clock of the person", (language, said, when, rest) => {
    const found = whenIn(said, london, language);
    expect(found.when).toEqual(when);
    if (rest !== undefined) expect(found.rest).toBe(rest);
  });

  it("counts each date by its own offset, when only one zone has summer time", () => {
    const { when } = whenIn("on 10 march at 9am New York time", london, "en");
    expect(when).toEqual(once("2026-03-10", "13:00"));
  });

  it("is asked if the place or the zone of the person is not known, or if it repeats", () => {
    expect(whenIn("tomorrow at 9am Springfield time", london, "en")).toMatchObject({ asks: "unclear" });
    expect(whenIn("tomorrow at 9am New York time", CLOCK, "en")).toMatchObject({ asks: "unclear" });
    expect(whenIn("every day at 9am Tokyo time", london, "en").when).toBeUndefined();
  });
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
