/** What a Brief suggests at each hour: what follows from its cause, and nothing rather than what does not fit. */

import { advised, brief, DATE, type Day, type Moment, night, resultsOf, sign, strain } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import type { SuggestionCause } from "../../skills/suggestion.ts";
import { addDays } from "../../time.ts";
import { adviceFor } from "./brief-writer.ts";

const low = { zone: "flagging" } as const;
const EARLY = [`Train@${addDays(DATE, 1)} 07:30-08:00`];
const SHORTER = [sign("sleepLength", "low")];
const said = (day: Day, moment?: Moment) => advised(brief(day, moment)).advice;

describe("a morning suggests", () => {
  it.each<[string, Day, SuggestionCause, Moment?]>([
    ["after strain, on an ordinary day", { afterBodyStrain: 2 }, "afterStrain"],
    ["after strain, on a good day", { zone: "energized", afterBodyStrain: 2 }, "afterStrain"],
    ["after strain, with another cause", { afterBodyStrain: 2, night: night("rough", 10) }, "afterStrain"],
    ["after strain, told late", { afterBodyStrain: 2 }, "afterStrain", { time: "15:00" }],
    ["after a rough night", { ...low, night: night("rough", 10), signs: SHORTER }, "roughNight"],
    ["after a short night", { ...low, drag: "sleep", night: night("short", 10) }, "shortNight"],
    ["after a late bed", { night: night("short", 10, { halfHoursLate: 4 }), signs: SHORTER }, "lateBed"],
    [
      "after an early waking",
      { ...low, drag: "sleep", night: night("short", 9), signs: [sign("wakeTime", "low", "far")] },
      "earlyWake",
    ],
    ["while the week lacks sleep", { ...low, drag: "sleep", night: night("usual", 14, { halfHoursOwed: 9 }) }, "debt"],
    ["while the pulse is up", { drag: "rhrts", signs: [sign("restingHr", "high")] }, "pulseUp"],
    ["while breathing is faster", { drag: "rrs", signs: [sign("breathing", "high")] }, "breathing"],
    ["at the best of the heart", { zone: "energized", lift: "cass", signs: [sign("hrv", "high")] }, "recoveryHigh"],
  ])("%s what is for that: %s", (_, day, cause, moment) => {
    expect(said(day, moment)?.cause).toBe(cause);
  });
});

describe("an evening suggests", () => {
  const evening: Moment = { variant: "evening", time: "20:30" };
  it.each<[string, Day, SuggestionCause | undefined]>([
    ["what prepares an early start", { events: EARLY }, "earlyStart"],
    ["what makes up for the week", { night: night("usual", 14, { halfHoursOwed: 4 }), debtIsNews: true }, "debt"],
    ["nothing at the end of an ordinary day", {}, undefined],
    ["nothing that the morning of a strain said", strain(4, 3, "hrv", "restingHr"), undefined],
  ])("%s", (_, day, cause) => {
    expect(said(day, evening)?.cause).toBe(cause);
  });

  it("names the hour for the lights in words, where it is known", () => {
    const told = { helped: [], leftOut: [], told: [{ act: "lights-out", ago: 9, followed: 1 }] };
    const day: Day = {
      ...{ night: night("usual", 14, { halfHoursOwed: 4 }), debtIsNews: true },
      agenda: { suggestions: told },
    };
    expect(brief({ ...day, lightsOut: "22:30" }, evening)).toMatch(/Lights out around half past ten/);
    expect(brief(day, evening)).not.toMatch(/Lights out/);
  });
});

describe("through a day", () => {
  const advice = (day: Day, time: string) => adviceFor({ date: DATE, time }, resultsOf(day));

  it("a later Brief does not repeat an act of today, and an answer may", () => {
    const day: Day = { ...low, thisMorning: "steady", sinceMorning: "down" };
    const midday = { variant: "midday", time: "13:00" } as const;
    const act = said(day, midday)?.act;
    const agenda = { suggestions: { helped: [], leftOut: [], told: [{ act, ago: 0 }] } };
    expect(act).toBeDefined();
    expect(said({ ...day, agenda }, midday)?.act).not.toBe(act);
    expect(advice({ ...day, agenda }, "13:00")).toBe(advice(day, "13:00"));
  });

  it("is none without a score, or without what was found", () => {
    const [score, health] = resultsOf({});
    expect(adviceFor({ date: DATE }, score ? [score] : [])).toBeUndefined();
    expect(adviceFor({ date: DATE }, health ? [health] : [])).toBeUndefined();
  });

  it("names a time only where an event has it", () => {
    const told = { helped: [], leftOut: [], told: [{ act: "gap", ago: 8, followed: 1 }] };
    const day: Day = { night: night("short", 10), signs: SHORTER, agenda: { suggestions: told } };
    expect(brief({ ...day, events: [`Call@${DATE} 09:30-10:00`] })).toMatch(/after the event at 09:30/);
    expect(brief(day)).not.toMatch(/event/);
  });
});
