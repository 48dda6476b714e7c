/** What a morning says: the cause that it names, what it adds, and what it advises. The words come from lists by date. */
import { brief, DATE, type Day, type Moment, night, say, sign, strain } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import * as words from "./brief-words.ts";

const NOTHING = words.ofDate(words.NOTHING_STANDS_OUT, DATE);
const SMALL = words.ofDate(words.NO_ONE_CAUSE, DATE);
const owing = (hours: string) => words.ofDate(words.OWING, DATE).replace("%", hours);
const HRV_LOW = "your heart's recovery is low";
const RHR_UP = "your resting heart rate is up";
const FASTER = "your breathing is faster";
describe("the cause of a morning", () => {
  const low = { zone: "flagging" } as const;
  it.each<[Day, string, words.Cause, string?]>([
    // Signs of strain come before all else.
    [strain(1, 1, "hrv"), `: ${NOTHING}`, "plain"],
    [
      strain(2, 1, "hrv", "restingHr"),
      ", although two signs moved together, and it is not your sleep",
      "strain",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
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
      strain(3, 3, "hrv", "restingHr"),
      ", although several signs have moved together, for the third day in a row",
      "strain",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    [
      { zone: "depleted", ...strain(4, 1, "hrv", "restingHr") },
      ": two signs moved, together further than in the months before, and it is not your sleep",
      "strainFar",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    // The first week has nothing to compare with.
    [
      { nightsKnown: 6, night: night("short", 9) },
      ", although you slept about four and a half hours, which is short for anyone",
      "sleepLow",
      say(words.FIRST_NIGHTS, "one day"),
    ],
    [
      { nightsKnown: 5, night: night("first", 14) },
      ": you slept about seven hours",
      "first",
      say(words.FIRST_NIGHTS, "two days"),
    ],
    [
      { nightsKnown: 5, night: undefined, missing: ["sleep"] },
      `: ${words
        .ofDate(words.FIRST_NIGHTS, DATE)
        .replace("%", "two days")
        .replace(/^./, (c) => c.toLowerCase())
        .slice(0, -1)}`,
      "first",
      say(words.NO_SLEEP),
    ],
    [{ nightsKnown: 7 }, `: ${NOTHING}`, "plain"],
    // Good news, when it lifts the score most.
    [
      { lift: "sleep", night: night("good", 18), signs: [sign("sleepLength", "high", "clear", { mostOf: 21 })] },
      ": you slept about nine hours, your longest night in three weeks",
      "good",
    ],
    [
      { ...low, lift: "sleep", night: night("good", 18), signs: [sign("sleepLength", "high", "slight")] },
      ", although you slept about nine hours, more than you usually get",
      "low",
    ],
    [
      { lift: "sleep", night: night("good", 18), signs: [sign("sleepLength", "high")] },
      ": you slept about nine hours, much more than you usually get",
      "good",
    ],
    [
      { lift: "sleep", night: night("good", 15), signs: [sign("sleepLength", "low")] },
      ": you were awake less than usual during the night",
      "good",
    ],
    [{ lift: "sleep" }, `: ${NOTHING}`, "plain"],
    [{ lift: "sleep", night: undefined }, `: ${NOTHING}`, "plain"],
    [
      { lift: "cass", signs: [sign("hrv", "high", "far", { mostOf: 90 })] },
      ": your heart's recovery is far above your usual, the highest in three months",
      "good",
    ],
    [
      { lift: "rhrts", signs: [sign("restingHr", "low", "slight")] },
      ": your resting heart rate is a little below your usual",
      "good",
    ],
    [
      { lift: "rrs", signs: [sign("breathing", "low", "clear", { mostOf: 28 })] },
      ": your breathing is clearly slower than usual, the slowest in three weeks",
      "plain",
    ],
    [{ lift: "rrs", signs: [sign("breathing", "low", "slight")] }, `: ${NOTHING}`, "plain"],
    [
      { lift: "cass", drag: "rhrts", signs: [sign("hrv", "high"), sign("restingHr", "high")] },
      ": your heart's recovery is clearly above your usual",
      "good",
    ],
    // What pulls the score down.
    [
      { drag: "sleep", night: night("rough", 10), signs: [sign("sleepLength", "low", "far", { mostOf: 14 })] },
      ", although you slept about five hours, your shortest night in two weeks",
      "sleepFine",
    ],
    [
      { ...low, drag: "sleep", night: night("rough", 10) },
      ": you slept about five hours, less than you usually get",
      "sleepLow",
    ],
    [
      { drag: "sleep", night: night("rough", 10, { halfHoursOwed: 8 }) },
      ", although you slept about five hours, less than you usually get",
      "sleepLow",
    ],
    [
      { drag: "sleep", night: night("rough", 10, { halfHoursOwed: 7 }) },
      ", although you slept about five hours, less than you usually get",
      "sleepFine",
    ],
    [
      { drag: "sleep", night: night("rough", 10, { halfHoursLate: 3 }) },
      ", although you slept about five hours, less than you usually get",
      "sleepFine",
      say(words.WENT_LATE, "about an hour and a half"),
    ],
    [
      { drag: "sleep", night: night("short", 11) },
      ", although you slept about five and a half hours, which is not rare for you and still short",
      "sleepFine",
    ],
    [
      { drag: "sleep", night: night("short", 11), signs: [sign("sleepLength", "low")] },
      ", although you slept about five and a half hours, much less than you usually get",
      "sleepFine",
    ],
    [
      { drag: "sleep", night: night("broken", 14) },
      ", although you were awake more than usual during the night",
      "sleepFine",
    ],
    [
      { drag: "sleep", night: night("usual", 14, { halfHoursOwed: 3 }) },
      `, although ${owing("about an hour and a half")}`,
      "sleepFine",
    ],
    [
      { drag: "sleep", night: night("usual", 14, { halfHoursOwed: 12 }) },
      `, although ${owing("about six hours")}`,
      "sleepLow",
    ],
    [
      { drag: "sleep", night: night("first", 14, { halfHoursOwed: 13 }) },
      `, although ${owing("more than six hours")}`,
      "sleepLow",
    ],
    [{ drag: "sleep", night: night("usual", 14, { halfHoursOwed: 2 }) }, `: ${NOTHING}`, "plain"],
    [{ ...low, drag: "sleep", night: undefined }, `: ${SMALL}`, "low"],
    [
      { drag: "cass", signs: [sign("hrv", "low")] },
      ", although your heart's recovery is clearly below your usual",
      "heart",
    ],
    [{ drag: "cass", signs: [sign("hrv", "low", "slight")] }, `: ${NOTHING}`, "plain"],
    [
      { ...low, drag: "cass", signs: [sign("hrv", "low", "slight")] },
      ": your heart's recovery is a little below your usual",
      "heart",
    ],
    [
      { drag: "cass", signs: [sign("hrv", "low", "far", { days: 2, mostOf: 30 })] },
      ", although your heart's recovery is far below your usual, the lowest in a month",
      "heart",
    ],
    [
      { drag: "cass", signs: [sign("hrv", "low", "far", { days: 3, mostOf: 60 })] },
      ", although your heart's recovery is below your usual, for the third day in a row",
      "heart",
    ],
    [
      { drag: "rhrts", signs: [sign("restingHr", "high", "clear", { mostOf: 60 })] },
      ", although your resting heart rate is clearly above your usual, the highest in two months",
      "heart",
    ],
    [
      { drag: "rrs", signs: [sign("breathing", "high", "far", { mostOf: 14 })] },
      ", although your breathing is far faster than usual, the fastest in two weeks",
      "heart",
    ],
    [
      { drag: "circadian", night: night("usual", 14, { halfHoursLate: 2 }) },
      ", although you went to bed about an hour later than usual",
      "timing",
    ],
    [
      { drag: "circadian", signs: [sign("wakeTime", "high")] },
      ", although you woke later than you usually do",
      "timing",
    ],
    [
      { drag: "circadian", night: undefined, signs: [sign("wakeTime", "low")] },
      ": you woke earlier than you usually do",
      "plain",
    ],
    [{ drag: "circadian", signs: [sign("bedTime", "low")] }, ": you went to bed earlier than you usually do", "plain"],
    [{ drag: "circadian", signs: [sign("bedTime", "high")] }, `: ${NOTHING}`, "plain"],
    [{ drag: "circadian", night: night("usual", 14, { halfHoursLate: 9 }) }, `: ${NOTHING}`, "plain"],
    [
      { drag: "circadian", night: night("usual", 14, { halfHoursLate: 8 }) },
      ", although you went to bed about four hours later than usual",
      "timing",
    ],
    [{ drag: "circadian", night: night("usual", 14, { halfHoursLate: 1 }) }, `: ${NOTHING}`, "plain"],
    [
      { drag: "motion", signs: [sign("activity", "low")] },
      ", although you moved clearly less than usual yesterday",
      "still",
    ],
    [
      { drag: "motion", signs: [sign("activity", "high", "far")] },
      ", although you moved far more than usual yesterday",
      "active",
    ],
    [
      { ...low, drag: "rhrts", signs: [sign("restingHr", "high", "slight")] },
      ": your resting heart rate is a little above your usual",
      "heart",
    ],
    [
      { ...low, drag: "rrs", signs: [sign("breathing", "high", "slight")] },
      ": your breathing is a little faster than usual",
      "heart",
    ],
    [
      { drag: "sleep", night: night("short", 11), signs: [sign("sleepLength", "low", "far", { mostOf: 30 })] },
      ", although you slept about five and a half hours, your shortest night in a month",
      "sleepFine",
    ],
    [{ lift: "sleep", night: night("broken", 14) }, `: ${NOTHING}`, "plain"],
    // A debt is the same for days. What is clearly off today comes before it, where the day is good.
    [
      {
        drag: "sleep",
        night: night("usual", 20, { halfHoursOwed: 5 }),
        signs: [sign("restingHr", "high", "far", { days: 14 })],
      },
      ", although your resting heart rate is above your usual, for more than ten days in a row",
      "heart",
    ],
    [
      {
        ...low,
        drag: "sleep",
        night: night("usual", 14, { halfHoursOwed: 9 }),
        signs: [sign("bedTime", "high", "far")],
      },
      `: ${owing("about four and a half hours")}`,
      "sleepLow",
    ],
    // A broken night that was long enough asks for no earlier bedtime.
    [
      { ...low, drag: "sleep", night: night("broken", 16, { halfHoursNeeded: 15 }) },
      ": you were awake more than usual during the night",
      "low",
    ],
    [
      { ...low, drag: "sleep", night: night("broken", 14, { halfHoursNeeded: 15 }) },
      ": you were awake more than usual during the night",
      "sleepLow",
    ],
    // A night in pieces is not told as if the longest were all of it.
    [
      { ...low, drag: "sleep", night: night("rough", 8, { inPieces: true }), signs: [sign("sleepLength", "low")] },
      ": you slept in pieces of about four hours at most",
      "sleepLow",
    ],
    [
      { ...low, ...strain(3, 2, "hrv", "restingHr"), night: night("rough", 9) },
      ": several signs have moved together, for the second day in a row, now after a rough night",
      "strain",
      `${HRV_LOW} and ${RHR_UP}`,
    ],
    // What stands out although it moved the score little.
    [
      { night: night("rough", 10, { halfHoursLate: 4 }) },
      ", although you slept about five hours, less than you usually get",
      "sleepFine",
      say(words.WENT_LATE, "about two hours"),
    ],
    [
      { ...low, night: night("short", 10) },
      ": you slept about five hours, which is not rare for you and still short",
      "sleepLow",
    ],
    [{ night: night("broken", 14) }, `: ${NOTHING}`, "plain"],
    [{ signs: [sign("hrv", "low")] }, ", although your heart's recovery is clearly below your usual", "heart"],
    [{ signs: [sign("restingHr", "high")] }, ", although your resting heart rate is clearly above your usual", "heart"],
    [{ signs: [sign("breathing", "high")] }, ", although your breathing is clearly faster than usual", "heart"],
    [
      { signs: [sign("hrv", "low", "slight"), sign("breathing", "high"), sign("restingHr", "high")] },
      ", although your breathing is clearly faster than usual",
      "heart",
    ],
    [
      { signs: [sign("hrv", "high"), sign("restingHr", "low"), sign("breathing", "low")] },
      ": your heart's recovery is clearly above your usual",
      "plain",
    ],
    [
      { signs: [sign("sleepQuality", "low")] },
      ", although you were awake more than usual during the night",
      "sleepFine",
    ],
    [
      { signs: [sign("sleepQuality", "low")], night: night("usual", 14, { halfHoursOwed: 8 }) },
      ", although you were awake more than usual during the night",
      "sleepLow",
    ],
    [{ signs: [sign("sleepQuality", "low", "slight")] }, `: ${NOTHING}`, "plain"],
    [{ signs: [sign("activity", "low")] }, ", although you moved clearly less than usual yesterday", "still"],
    [{ signs: [sign("wakeTime", "high")] }, ", although you woke later than you usually do", "timing"],
    [
      { signs: [sign("bedTime", "high")], night: night("usual", 14, { halfHoursLate: 4 }) },
      ", although you went to bed about two hours later than usual",
      "timing",
    ],
    [
      { ...low, drag: "sleep", night: night("short", 8, { inPieces: true }) },
      ": you slept in pieces of about four hours at most",
      "sleepLow",
    ],
    [{ signs: [sign("wakeTime", "low")] }, ": you woke earlier than you usually do", "plain"],
    [{ signs: [sign("bedTime", "low")] }, ": you went to bed earlier than you usually do", "plain"],
    [
      { signs: [sign("bedTime", "high"), sign("hrv", "low")] },
      ", although your heart's recovery is clearly below your usual",
      "heart",
    ],
    [{ signs: [sign("activity", "high")] }, ", although you moved clearly more than usual yesterday", "active"],
    [{ night: night("usual", 14, { halfHoursOwed: 8 }) }, `, although ${owing("about four hours")}`, "sleepLow"],
    [{ night: night("usual", 14, { halfHoursOwed: 7 }) }, `: ${NOTHING}`, "plain"],
    [{ night: undefined }, `: ${NOTHING}`, "plain"],
    [{ zone: "energized" }, `: ${NOTHING}`, "good"],
    [
      { zone: "energized", lift: "cass", signs: [sign("hrv", "high")] },
      ": your heart's recovery is clearly above your usual",
      "good",
    ],
    [low, `: ${SMALL}`, "low"],
    [{ zone: "depleted" }, `: ${SMALL}`, "low"],
    [
      { lift: "cass", signs: [sign("hrv", "high")], ...strain(2, 1, "restingHr", "breathing") },
      ", although two signs moved together, and it is not your sleep",
      "strain",
      `${RHR_UP} and ${FASTER}`,
    ],
  ])("%j is%s", (day, told, cause, second) => {
    const lead = `${words.ofDate(words.MORNING[day.zone ?? "steady"], DATE)}${told}.`;
    const detail = day.bodyStrain && second !== undefined ? say(words.THE_SIGNS, second) : second;
    expect(brief(day)).toBe([lead, detail, words.ofDate(words.SUGGEST[cause], DATE)].filter(Boolean).join(" "));
  });

  it.each<[string, Day, string]>([
    ["a rough night", { night: night("rough", 10, { halfHoursLate: 4 }) }, ", after a rough night"],
    ["a short night", { night: night("short", 10) }, ", after a short night"],
    ["a broken night", { night: night("broken", 10) }, ", after a broken night"],
    ["a late night", { night: night("usual", 14, { halfHoursLate: 3 }) }, ", after a late night"],
    ["an active day", { signs: [sign("activity", "high")] }, ", after a very active day"],
    ["a slightly active day", { signs: [sign("activity", "high", "slight")] }, ", and it is not your sleep"],
    ["a day of little movement", { signs: [sign("activity", "low")] }, ", and it is not your sleep"],
    ["an hour late", { night: night("usual", 14, { halfHoursLate: 2 }) }, ", and it is not your sleep"],
    ["sleep that pulls the score down", { drag: "sleep" }, ""],
    ["a night that was shorter", { signs: [sign("sleepLength", "low")] }, ""],
    ["a night that was longer", { signs: [sign("sleepLength", "high")] }, ", and it is not your sleep"],
    ["no night", { night: undefined }, ""],
  ])("of strain after %s", (_, day, reason) => {
    expect(brief({ zone: "flagging", ...day, ...strain(2, 1, "hrv", "restingHr") })).toContain(
      `: two signs moved together${reason}.`,
    );
  });
});
describe("the second sentence of a morning", () => {
  const event = `Standup@${DATE} 09:30-09:45`;
  const first = say(words.FIRST_EVENT, "“Standup” at 09:30");
  it.each<[string, Day, string | undefined, Moment?]>([
    [
      "is what another recipe says, before all else",
      { events: [event], ...strain(2, 1, "hrv", "breathing") },
      "Aside.",
      { aside: "Aside." },
    ],
    ["says that no sleep arrived", { missing: ["sleep", "cass"], status: "provisional" }, say(words.NO_SLEEP)],
    ["says that no heart's recovery arrived", { missing: ["cass"], status: "provisional" }, say(words.NO_HRV)],
    ["does not miss what the device never gives", { missing: ["cass"], knowsHrv: false }, undefined],
    ["says that the score may change", { status: "provisional", events: [event] }, say(words.PROVISIONAL)],
    ["says once what the device does not give", { knowsHrv: false, nightsKnown: 0 }, words.NO_HRV_DEVICE],
    ["says how long there is no usual yet", { knowsHrv: false, nightsKnown: 1 }, say(words.FIRST_NIGHTS, "six days")],
    ["names the turn after strain", { afterBodyStrain: 1, events: [event] }, say(words.SIGNS_GONE)],
    ["says what is left while a sign is off", { afterBodyStrain: 1, ...strain(1, 1, "hrv") }, say(words.SIGNS_LEFT)],
    ["is the first event", { events: [event], yesterday: "flagging", daysInZone: 3 }, first],
    [
      "is the first event that is still ahead",
      { events: [`Run@${DATE} 06:00-07:00`, event] },
      first,
      { time: "09:30" },
    ],
    ["is no event that is over", { events: [event] }, undefined, { time: "09:31" }],
    [
      "is that the day is free, and no event of tomorrow",
      { events: ["Standup@2026-10-31 09:30-09:45"] },
      say(words.FREE_DAY, "Friday"),
    ],
    ["is what was yesterday", { yesterday: "flagging", daysInZone: 3 }, say(words.YESTERDAY, "flagging")],
    ["is not the same of yesterday", { yesterday: "steady" }, undefined],
    ["counts the days from the third on", { daysInZone: 3 }, say(words.SAME_ZONE, "third", "steady")],
    ["does not count two", { daysInZone: 2 }, undefined],
    ["does not count past ten", { daysInZone: 11 }, undefined],
  ])("%s", (_, day, second, moment) => {
    const text = brief(day, moment) ?? "";
    const [, rest = ""] = /^.*?\. (.*)$/.exec(text) ?? [];
    const advice = Object.values(words.SUGGEST).map((list) => words.ofDate(list, DATE));
    expect(advice.map((one) => (second === undefined ? one : `${second} ${one}`))).toContain(rest);
  });
});

describe("the advice of a morning", () => {
  const advice = (day: Day) =>
    Object.entries(words.SUGGEST).flatMap(([cause, list]) =>
      brief(day)?.endsWith(words.ofDate(list, DATE)) ? [cause] : [],
    );
  it.each<[string, Day, words.Cause]>([
    ["after strain, on an ordinary day", { afterBodyStrain: 2 }, "after"],
    ["after strain, on a good day", { zone: "energized", afterBodyStrain: 2 }, "after"],
    ["after strain, with another cause", { afterBodyStrain: 2, night: night("rough", 10) }, "after"],
    ["without strain", { zone: "energized" }, "good"],
  ])("%s", (_, day, cause) => {
    expect(advice(day)).toEqual([cause]);
  });
});
