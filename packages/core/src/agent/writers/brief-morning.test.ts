/** What a morning says of signs that moved together, what it adds to its cause, and what it advises. */

import {
  BRIEF_PARTS,
  brief,
  DATE,
  type Day,
  type Moment,
  morning,
  night,
  resultsOf,
  say,
  sign,
  strain,
} from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import * as words from "./brief-words.ts";
import { adviceFor } from "./brief-writer.ts";

const NOTHING = `: ${words.ofDate(words.ALL_USUAL, DATE)}`;
const HRV_LOW = "your heart's recovery is low";
const RHR_UP = "your resting heart rate is up";
const FASTER = "your breathing is faster";

describe("signs of strain that moved together", () => {
  const low = { zone: "flagging" } as const;
  it.each<[Day, string, words.Cause, string]>([
    ...casesOf<[Day, string, words.Cause, string]>(
      "brief-morning",
      "signs of strain that moved together: … are told: …",
      { sign, strain },
    ),
    [
      { ...low, ...strain(2, 1, "hrv", "restingHr", "breathing") },
      ": three signs moved together, and it is not your sleep",
      "strain",
      `${HRV_LOW}, ${RHR_UP} and ${FASTER}`,
    ],
    [
      { ...low, ...strain(3, 2, "hrv", "restingHr") },
      ": several signs have moved together, for the second day in a row",
      "strain",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    [
      { ...low, ...strain(3, 3, "hrv", "restingHr") },
      ": several signs have moved together, for the third day in a row",
      "strainDays",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    [
      { zone: "depleted", ...strain(4, 1, "hrv", "restingHr") },
      ": two signs moved, together further than in the months before, and it is not your sleep",
      "strainFar",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    [
      { zone: "depleted", ...strain(4, 3, "hrv", "restingHr") },
      ": several signs have moved for the third day in a row, together further than in the months before",
      "strainFar",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    [
      { ...low, ...strain(3, 2, "hrv", "restingHr"), night: night("rough", 9) },
      ": several signs have moved together, for the second day in a row, now after about four and a half hours of sleep",
      "strain",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    // Signs that moved together come before good news.
    [
      { lift: "cass", signs: [sign("hrv", "high")], ...strain(2, 1, "restingHr", "breathing") },
      ", although two signs moved together, and it is not your sleep",
      "strain",
      `${RHR_UP} and ${FASTER}`,
    ],
  ])("%j are told: %s", (day, told, cause, signs) => {
    expect(brief(day)).toBe(morning(day.zone, told, say(words.THE_SIGNS, signs), words.SUGGEST[cause]));
  });

  it.each(
    casesOf<[string, Day, string]>("brief-morning", "signs of strain that moved together: after …", { night, sign }),
  )("after %s", (_, day, reason) => {
    expect(brief({ zone: "flagging", ...day, ...strain(2, 1, "hrv", "restingHr") })).toContain(
      `: two signs moved together${reason}.`,
    );
  });
});

describe("nothing takes the place of the advice on a day of strain", () => {
  const grave = { zone: "depleted", ...strain(4, 3, "hrv", "restingHr") } as const;
  const advice = words.SUGGEST.strainFar;
  it.each<[string, Day, Moment?]>([
    ["alone", grave],
    ["a correction of an earlier day", { ...grave, earlier: { date: "2026-10-24", is: "flagging" } }],
    ["what another recipe says", grave, { aside: "Aside." }],
    ["an event", { ...grave, events: [`Standup@${DATE} 09:30-09:45`] }],
    ["a provisional score", { ...grave, status: "provisional" }],
  ])("%s", (_name, day, moment = {}) => {
    const text = brief(day, moment);
    expect(advice.some((one) => text?.endsWith(one))).toBe(true);
    expect(text?.split(/(?<=[.!?]) /).length).toBeLessThanOrEqual(3);
  });
});

describe("the second sentence of a morning", () => {
  const event = `Standup@${DATE} 09:30-09:45`;
  const first = say(words.FIRST_EVENT, "“Standup” at 09:30");
  it.each<[string, Day, string | undefined, Moment?]>([
    ...casesOf<[string, Day, string | undefined, Moment?]>("brief-morning", "the second sentence of a morning: …", {
      ...BRIEF_PARTS,
      event,
      first,
    }),
    [
      "is what another recipe says, before all else",
      { events: [event], ...strain(2, 1, "hrv", "breathing") },
      "Aside.",
      { aside: "Aside." },
    ],
    ["says what is left while a sign is off", { afterBodyStrain: 1, ...strain(1, 1, "hrv") }, say(words.SIGNS_LEFT)],
  ])("%s", (_, day, second, moment) => {
    const text = brief(day, moment) ?? "";
    const [, rest = ""] = /^.*?\. (.*)$/.exec(text) ?? [];
    const advice = Object.values(words.SUGGEST).map((list) => words.ofDate(list, DATE));
    expect(advice.map((one) => (second === undefined ? one : `${second} ${one}`))).toContain(rest);
  });
});

describe("a morning in another time zone", () => {
  const travelled = { agenda: { travelled: true } };
  it("says so, and then what another recipe or the day advises", () => {
    expect(brief(travelled)).toBe(morning("steady", NOTHING, say(words.TRAVELLED), words.SUGGEST.plain));
    expect(brief(travelled, { aside: "Aside." })).toBe(morning("steady", NOTHING, say(words.TRAVELLED), ["Aside."]));
  });

  it("names the signs of strain first", () => {
    const text = brief({ ...travelled, ...strain(2, 1, "hrv", "restingHr") });
    expect(text).toContain(say(words.THE_SIGNS, `${HRV_LOW} and ${RHR_UP}`));
    expect(text).not.toContain(say(words.TRAVELLED));
  });
});

it("another recipe comes before a plan that should wait", () => {
  const text = brief({ ...strain(2, 1, "hrv", "restingHr"), agenda: { plan: "I run" } }, { aside: "Aside." });
  expect(text).toMatch(/ Aside\. /);
  expect(text).not.toContain("I run");
});

describe("the advice of a morning", () => {
  it.each<[string, Day, words.Cause, Moment?]>([
    ["after strain, on an ordinary day", { afterBodyStrain: 2 }, "after"],
    ["after strain, on a good day", { zone: "energized", afterBodyStrain: 2 }, "after"],
    ["after strain, with another cause", { afterBodyStrain: 2, night: night("rough", 10) }, "after"],
    ["after strain, told late", { afterBodyStrain: 2 }, "after", { time: "15:00" }],
    ["without strain", { zone: "energized" }, "good"],
  ])("%s", (_, day, cause, moment) => {
    expect(brief(day, moment)?.endsWith(words.ofDate(words.SUGGEST[cause], DATE))).toBe(true);
  });
});

describe("the advice of an hour", () => {
  const advice = (day: Day, time?: string) => adviceFor({ date: DATE, time }, resultsOf(day));
  const of = (cause: words.Cause) => say(words.SUGGEST[cause]);
  const next = (way: "up" | "down") => say(words.NEXT_HOURS[way], "", "", 4);
  const low = { zone: "flagging" } as const;

  it.each<[string, string | undefined, Day, string]>([
    ["no hour", undefined, {}, of("plain")],
    ["no hour, of somebody who woke late", undefined, { night: night("usual", 15, { woke: "afternoon" }) }, next("up")],
    ["a minute before four", "03:59", {}, next("up")],
    ["four", "04:00", {}, of("plain")],
    ["a minute before eleven", "10:59", {}, of("plain")],
    ["eleven", "11:00", {}, next("up")],
  ])("is that of the morning, or of the hours ahead: %s", (_, time, day, text) => {
    expect(advice(day, time)).toBe(text);
  });

  it.each<[words.Cause, Day]>([
    ["strain", strain(2, 1, "hrv", "restingHr")],
    ["strainDays", { ...low, ...strain(3, 3, "hrv", "restingHr") }],
    ["strainFar", strain(4, 1, "hrv", "restingHr")],
    ["first", { nightsKnown: 3 }],
  ])("is the same at any hour: %s", (cause, day) => {
    expect([advice(day, "08:00"), advice(day, "15:00")]).toEqual([of(cause), of(cause)]);
  });

  it.each<["up" | "down", string, Day]>([
    ["up", "a good day", { zone: "energized" }],
    ["up", "an ordinary day", {}],
    ["up", "a day well begun, though late", { signs: [sign("wakeTime", "high")] }],
    ["up", "a day well begun after little movement", { signs: [sign("activity", "low")] }],
    ["down", "a late day not well begun", { ...low, drag: "circadian", signs: [sign("wakeTime", "high")] }],
    ["down", "a day after much movement", { signs: [sign("activity", "high", "far")] }],
    ["down", "a day with less in it", low],
  ])("goes %s at three in the afternoon of %s", (way, _, day) => {
    expect(advice(day, "15:00")).toBe(next(way));
  });

  const woke = (part: "morning" | "afternoon") => ({ night: night("usual", 15, { woke: part }), lightsOut: "22:30" });
  it.each<[string, string, Day, string]>([
    ["a minute before six", "17:59", woke("morning"), next("up")],
    ["six", "18:00", woke("morning"), say(words.LIGHTS_OUT, "half past ten")],
    ["six, and when to sleep is not known", "18:00", { ...woke("morning"), lightsOut: undefined }, say(words.CLOSE)],
    ["six, of somebody who woke late", "18:00", woke("afternoon"), next("up")],
    ["six, after a night that is not known", "18:00", { night: undefined }, next("up")],
  ])("is about the night from six in the evening on: %s", (_, time, day, text) => {
    expect(advice(day, time)).toBe(text);
  });

  const events = [12, 13, 14, 15, 16].map((hour) => `Call@${DATE} ${hour}:10-${hour}:40`);
  const full = (way: "up" | "down") => say(words.FULL_DAY[way], "five", "16:40");
  it.each<[string, string, Day, string]>([
    ["an ordinary one", "08:00", { events }, full("up")],
    ["a good one", "08:00", { events, zone: "energized" }, full("up")],
    ["one with less in it", "08:00", { events, ...low }, full("down")],
    ["one with a sign that is off", "08:00", { events, signs: [sign("hrv", "low")] }, of("heart")],
    ["one that has begun", "09:00", { events: [`Call@${DATE} 08:00-08:30`, ...events] }, of("plain")],
    ["one that is told late", "12:00", { events }, next("up")],
  ])("follows from a full day, and not from every one: %s", (_, time, day, text) => {
    expect(advice(day, time)).toBe(text);
  });

  it("is none without a score, or without what was found", () => {
    const [score, health] = resultsOf({});
    expect(adviceFor({ date: DATE }, score ? [score] : [])).toBeUndefined();
    expect(adviceFor({ date: DATE }, health ? [health] : [])).toBeUndefined();
  });
});
