/**
 * Tests the cause that a morning names, with its size, and the advice of that morning. The words come from lists by
 * date.
 */
import { brief, DATE, type Day, morning, night, say, sign, strain } from "@waldo/testkit/brief-day";
import { describe, expect, it } from "vitest";
import * as words from "./brief-words.ts";

const NOTHING = words.ofDate(words.NOTHING_STANDS_OUT, DATE);
const SMALL = words.ofDate(words.NO_ONE_CAUSE, DATE);
const owing = (hours: string) => words.ofDate(words.OWING, DATE).replace("%", hours);
const AWAKE = ", although you were awake more than usual during the night";
const LONG = ": you slept about nine hours, much more than you usually get";

describe("the cause of a morning", () => {
  const low = { zone: "flagging" } as const;
  const owingMuch = { night: night("usual", 14, { halfHoursOwed: 8 }) };
  it.each<[Day, string, words.Cause, string?]>([
    // One sign of strain alone is no cause.
    [strain(1, 1, "hrv"), `: ${NOTHING}`, "plain"],
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
    ...(
      [
        [26, "thirteen"],
        [28, "fourteen"],
      ] as const
    ).map(([halfHours, hours]): [Day, string, words.Cause, string] => [
      { nightsKnown: 5, night: night("first", halfHours) },
      `: you slept about ${hours} hours`,
      "first",
      say(words.FIRST_NIGHTS, "two days"),
    ]),
    // A night in pieces has no length that could be called short.
    ...[undefined, night("short", 9, { inPieces: true })].map((night): [Day, string, words.Cause, string] => [
      { nightsKnown: 5, night, missing: ["sleep"] },
      `: ${words
        .ofDate(words.FIRST_NIGHTS, DATE)
        .replace("%", "two days")
        .replace(/^./, (c) => c.toLowerCase())
        .slice(0, -1)}`,
      "first",
      say(words.NO_SLEEP),
    ]),
    [{ nightsKnown: 7 }, `: ${NOTHING}`, "plain"],
    // Good news, when it raises the score most.
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
      { lift: "rhrts", signs: [sign("restingHr", "low", "far", { mostOf: 30 })] },
      ": your resting heart rate is far below your usual, the lowest in a month",
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
    // The pillar that lowers the score.
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
    // A sleep debt is the same for days. On a good day, an unusual reading of today comes before it.
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
    // A poor night, and what lowers the score, come before a reading that is clearly unusual.
    [
      { drag: "sleep", night: night("rough", 10), signs: [sign("hrv", "low")] },
      ", although you slept about five hours, less than you usually get",
      "sleepFine",
    ],
    [
      { drag: "rhrts", signs: [sign("breathing", "high"), sign("restingHr", "high")] },
      ", although your resting heart rate is clearly above your usual",
      "heart",
    ],
    [
      { drag: "motion", signs: [sign("breathing", "high"), sign("activity", "low")] },
      ", although you moved clearly less than usual yesterday",
      "still",
    ],
    [
      { drag: "motion", signs: [sign("breathing", "high"), sign("activity", "high")] },
      ", although you moved clearly more than usual yesterday",
      "active",
    ],
    [{ drag: "sleep", signs: [sign("sleepQuality", "low", "slight")] }, `: ${NOTHING}`, "plain"],
    // When a person owes much sleep, the Brief tells what is a little off today before it tells the debt.
    [
      { drag: "rhrts", ...owingMuch, signs: [sign("hrv", "low", "slight"), sign("restingHr", "high", "slight")] },
      ", although your resting heart rate is a little above your usual",
      "heart",
    ],
    [
      { ...owingMuch, signs: [sign("sleepLength", "low", "slight"), sign("hrv", "low", "slight")] },
      ", although your heart's recovery is a little below your usual",
      "heart",
    ],
    [
      { ...owingMuch, signs: [sign("sleepQuality", "low", "slight")] },
      `, although ${owing("about four hours")}`,
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
    [
      { ...low, drag: "sleep", night: night("broken", 15, { halfHoursNeeded: 15 }) },
      ": you were awake more than usual during the night",
      "low",
    ],
    [{ drag: "sleep", night: night("broken", 15, { halfHoursNeeded: 15, halfHoursOwed: 5 }) }, AWAKE, "plain"],
    [
      { signs: [sign("sleepQuality", "low")], night: night("usual", 16, { halfHoursNeeded: 15, halfHoursOwed: 2 }) },
      AWAKE,
      "plain",
    ],
    [
      { signs: [sign("sleepQuality", "low")], night: night("usual", 16, { halfHoursNeeded: 15, halfHoursOwed: 3 }) },
      AWAKE,
      "sleepFine",
    ],
    [
      { signs: [sign("sleepQuality", "low")], night: night("usual", 16, { halfHoursNeeded: 15, halfHoursOwed: 8 }) },
      AWAKE,
      "sleepLow",
    ],
    // For a night in pieces, the text does not treat the longest piece as the whole night.
    [
      { ...low, drag: "sleep", night: night("rough", 8, { inPieces: true }), signs: [sign("sleepLength", "low")] },
      ": you slept in pieces of about four hours at most",
      "sleepLow",
    ],
    // An unusual reading that moved the score only a little.
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
    [{ signs: [sign("restingHr", "low")] }, ": your resting heart rate is clearly below your usual", "plain"],
    [{ signs: [sign("breathing", "low")] }, ": your breathing is clearly slower than usual", "plain"],
    [{ signs: [sign("sleepLength", "low")] }, `: ${NOTHING}`, "plain"],
    [
      { signs: [sign("sleepQuality", "high")], night: night("usual", 14, { halfHoursLate: 4 }) },
      `: ${NOTHING}`,
      "plain",
    ],
    // A long night is good news when the person is well and owes little.
    [{ night: night("usual", 18), signs: [sign("sleepLength", "high")] }, LONG, "good"],
    [{ night: night("usual", 18, { halfHoursOwed: 7 }), signs: [sign("sleepLength", "high")] }, LONG, "good"],
    [{ night: night("usual", 18, { halfHoursOwed: 8 }), signs: [sign("sleepLength", "high")] }, LONG, "plain"],
    [{ night: night("usual", 18), signs: [sign("sleepLength", "high", "slight")] }, `: ${NOTHING}`, "plain"],
    [
      { drag: "circadian", night: night("usual", 18), signs: [sign("wakeTime", "high"), sign("sleepLength", "high")] },
      LONG,
      "good",
    ],
    [
      { ...low, night: night("usual", 18), signs: [sign("sleepLength", "high"), sign("hrv", "low")] },
      ": your heart's recovery is clearly below your usual",
      "heart",
    ],
    [
      { ...strain(1, 1, "hrv"), night: night("usual", 18), signs: [sign("sleepLength", "high"), sign("hrv", "low")] },
      ", although your heart's recovery is clearly below your usual",
      "heart",
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
    [
      { ...low, drag: "sleep", night: night("broken", 14, { inPieces: true }) },
      ": you were awake more than usual during the night",
      "sleepLow",
    ],
    [{ signs: [sign("wakeTime", "low")] }, ": you woke earlier than you usually do", "plain"],
    [{ signs: [sign("bedTime", "low")] }, ": you went to bed earlier than you usually do", "plain"],
    [{ signs: [sign("bedTime", "low", "slight")] }, `: ${NOTHING}`, "plain"],
    [{ ...low, signs: [sign("wakeTime", "low")] }, ": you woke earlier than you usually do", "low"],
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
      { afterBodyStrain: 2, signs: [sign("hrv", "low", "slight")] },
      ", although your heart's recovery is a little below your usual",
      "heart",
      say(words.SIGNS_LEFT),
    ],
    [
      { zone: "energized", lift: "cass", signs: [sign("hrv", "high")] },
      ": your heart's recovery is clearly above your usual",
      "good",
    ],
    [low, `: ${SMALL}`, "low"],
    [{ zone: "depleted" }, `: ${SMALL}`, "low"],
  ])("%j is%s", (day, told, cause, second) => {
    expect(brief(day)).toBe(morning(day.zone, told, second, words.SUGGEST[cause]));
  });
});
