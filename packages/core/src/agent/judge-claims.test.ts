/** Tests which result carries which claim. A claim that no result carries is refused, however near a result comes. */
import type { HealthAnswer, ToolResult } from "@waldo/contracts";
import { DATE, night, ok, sign, strain } from "@waldo/testkit/brief-day";
import { health } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import type { DayScore } from "./candidate.ts";
import { judge } from "./judge.ts";

const crs = (more: Partial<DayScore> = {}) =>
  ok("get_crs", {
    date: DATE,
    status: "final",
    form: 70,
    recovery: 66,
    bodyZone: "steady",
    confidence: 1,
    pillars: {},
    missing: [],
    sources: [],
    ...more,
  });
const failed = (error: "not_found" | "failed" | "denied", message = "none"): ToolResult => ({
  callId: "get_crs",
  name: "get_crs",
  ok: false,
  error,
  message,
});

/** Returns the places behind the claims of a text, or the reason why it is refused. */
function traced(text: string, results: readonly ToolResult[], owner?: readonly string[]): string {
  const verdict = judge(text, { results, owner: owner ?? [], today: "2026-10-30" });
  return verdict.ok ? verdict.claims.map(({ callId, path }) => `${callId} ${path}`).join(", ") : verdict.reason;
}
const band = (pillar: string, is: string) => crs({ pillars: { [pillar]: { score: 50, band: is, confidence: 1 } } });

describe("a claim of the score", () => {
  it.each<[string, ToolResult, string]>([
    ["You're steady now.", crs(), "get_crs bodyZone"],
    ["You're steady now.", crs({ bodyZone: "flagging" }), "untraced_bodyZone"],
    ["HRV is the main drag.", crs({ drag: "cass" }), "get_crs drag"],
    ["HRV is the main drag.", crs({ drag: "rrs" }), "untraced_drag"],
    ["No breathing data arrived.", crs({ missing: ["rrs"] }), "get_crs missing"],
    ["No breathing data arrived.", crs({ missing: ["cass"] }), "untraced_missing"],
    ["This may still move.", crs({ status: "provisional" }), "get_crs status"],
    ["This may still move.", crs(), "untraced_provisional"],
    ["I can't score today.", crs({ form: undefined, recovery: undefined }), "get_crs reason"],
    ["I can't score today.", crs({ form: undefined }), "untraced_no_score"],
    ["I can't score today.", crs({ recovery: undefined }), "untraced_no_score"],
    ["Your HRV is low.", band("cass", "well_below"), "get_crs pillars.cass.band"],
    ["Your HRV is low.", band("cass", "below"), "get_crs pillars.cass.band"],
    ["Your HRV is low.", band("cass", "usual"), "untraced_pillar"],
    ["Your HRV is low.", band("rrs", "below"), "untraced_pillar"],
    ["Your HRV is as usual.", band("cass", "usual"), "get_crs pillars.cass.band"],
    ["Your HRV is as usual.", band("cass", "above"), "untraced_pillar"],
    ["Your HRV is high.", band("cass", "above"), "get_crs pillars.cass.band"],
    ["Your HRV is high.", band("cass", "well_above"), "get_crs pillars.cass.band"],
    ["Your HRV is high.", band("cass", "well_below"), "untraced_pillar"],
    ["You're steady now.", { ...crs(), name: "get_tasks" }, "untraced_bodyZone"],
    ["You're steady now.", ok("get_crs", { bodyZone: "steady" }), "untraced_bodyZone"],
    // The score says nothing of these.
    ["Form has been rising for days.", crs(), "untraced_trend"],
    ["It has held since this morning.", crs(), "untraced_since_morning"],
    ["It is the third day in a row.", crs(), "untraced_streak"],
    ["It was the lowest in three weeks.", crs(), "untraced_rank"],
    ["You went to bed for about two hours.", crs(), "untraced_hours"],
    ["It is usually here by about half past eight.", crs(), "untraced_arrival"],
  ])("%j by %j", (text, result, place) => {
    expect(traced(text, [result])).toBe(place);
  });

  it.each<[string, ToolResult, string]>([
    ["No sleep arrived.", failed("not_found"), "get_crs error"],
    ["I can't score today.", failed("not_found"), "get_crs error"],
    ["No sleep arrived.", failed("failed"), "untraced_missing"],
    ["I can't score today.", failed("denied"), "untraced_no_score"],
    ["You're steady now.", failed("not_found"), "untraced_bodyZone"],
    ["There are 12 of them.", failed("failed", "at most 12 calls"), "get_crs message"],
    ["There are 12 of them.", failed("failed", "at most 13 calls"), "untraced_number"],
    ["You're steady now.", failed("failed", "steady"), "untraced_bodyZone"],
  ])("%j by a call that failed: %j", (text, result, place) => {
    expect(traced(text, [result])).toBe(place);
    // A later result may support what the failed one does not.
    expect(traced("You're steady now.", [result, crs()])).toBe("get_crs bodyZone");
  });
});

describe("a claim of the findings", () => {
  const lowest = "It was the lowest in three weeks.";
  const slept = "You slept for about five hours.";
  const low = sign("hrv", "low", "clear", { mostOf: 21 });
  it.each<[string, Partial<HealthAnswer>, string]>([
    ["Form has been rising for days.", { trend: "rising" }, "get_health trend"],
    ["Form has been rising for days.", { trend: "falling" }, "untraced_trend"],
    ["It has held since this morning.", { sinceMorning: "level" }, "get_health sinceMorning"],
    ["It has held since this morning.", { sinceMorning: "up" }, "untraced_since_morning"],
    ["It is the third day in a row.", strain(2, 3, "hrv"), "get_health bodyStrain.days"],
    ["It is the third day in a row.", strain(2, 4, "hrv"), "untraced_streak"],
    ["It is the third day in a row.", { daysInZone: 3 }, "get_health daysInZone"],
    ["It is the third day in a row.", { daysInZone: 2 }, "untraced_streak"],
    ["It is the third day in a row.", { signs: [sign("hrv", "low"), sign("breathing", "high")] }, "untraced_streak"],
    [
      "It is the third day in a row.",
      { signs: [sign("hrv", "low"), sign("breathing", "high", "clear", { days: 3 })] },
      "get_health signs.1.days",
    ],
    ["It is usually here by about half past eight.", { usualArrival: "08:30" }, "get_health usualArrival"],
    ["It is usually here by about half past eight.", { usualArrival: "08:00" }, "untraced_arrival"],
    ["It is usually here by about half past eight.", {}, "untraced_arrival"],
    [lowest, { signs: [sign("breathing", "low"), low] }, "get_health signs.1.mostOf"],
    [lowest, { signs: [{ ...low, mostOf: 22 }] }, "get_health signs.0.mostOf"],
    [lowest, { signs: [{ ...low, mostOf: 20 }] }, "untraced_rank"],
    [lowest, { signs: [sign("hrv", "low")] }, "untraced_rank"],
    [lowest, { signs: [{ ...low, side: "high" }] }, "untraced_rank"],
    [lowest, { signs: [{ ...low, sign: "breathing" }] }, "untraced_rank"],
    [slept, { night: night("usual", 10) }, "get_health night"],
    [slept, { night: night("usual", 9, { halfHoursOwed: 10 }) }, "untraced_hours"],
    [slept, { night: night("usual", 9, { halfHoursLate: 10 }) }, "untraced_hours"],
    [slept, { night: night("usual", 9) }, "untraced_hours"],
    [slept, {}, "untraced_hours"],
    ["You're steady now.", { bodyZone: "steady" }, "untraced_bodyZone"],
    ["HRV is the main drag.", { drag: "cass" }, "untraced_drag"],
  ])("%j by %j", (text, found, place) => {
    expect(traced(text, [health(found)])).toBe(place);
  });

  it("is none of findings that cannot be read", () => {
    expect(traced(slept, [ok("get_health", { night: night("usual", 10) })])).toBe("untraced_hours");
  });
});

describe("a claim of a pillar", () => {
  const short = sign("sleepLength", "low");
  it.each<[string, Partial<HealthAnswer>, string]>([
    ["Your sleep was poor.", { signs: [sign("hrv", "low"), short] }, "get_health signs.1"],
    ["Your sleep was poor.", { signs: [sign("sleepQuality", "low")] }, "get_health signs.0"],
    ["Your sleep was poor.", { signs: [sign("sleepQuality", "high")] }, "untraced_pillar"],
    ["Your sleep was good.", { signs: [sign("sleepLength", "high")] }, "get_health signs.0"],
    ["Your sleep was good.", { signs: [sign("sleepQuality", "high")] }, "get_health signs.0"],
    ["Your HRV is low.", { signs: [sign("hrv", "low")] }, "get_health signs.0"],
    ["Your HRV is low.", { signs: [sign("hrv", "high")] }, "untraced_pillar"],
    ["Your HRV is high.", { signs: [sign("hrv", "high")] }, "get_health signs.0"],
    ["Your HRV is as usual.", { signs: [sign("hrv", "high")] }, "untraced_pillar"],
    ["Your resting heart rate is up.", { signs: [sign("restingHr", "high")] }, "get_health signs.0"],
    ["Your resting heart rate is up.", { signs: [sign("restingHr", "low")] }, "untraced_pillar"],
    ["Your resting heart rate is low.", { signs: [sign("restingHr", "low")] }, "get_health signs.0"],
    ["Your breathing is faster.", { signs: [sign("breathing", "high")] }, "get_health signs.0"],
    ["Your breathing is slower.", { signs: [sign("breathing", "low")] }, "get_health signs.0"],
    ["Your rhythm is off.", { signs: [sign("bedTime", "low")] }, "get_health signs.0"],
    ["Your rhythm is off.", { signs: [sign("bedTime", "high")] }, "get_health signs.0"],
    ["Your rhythm is off.", { signs: [sign("wakeTime", "low")] }, "get_health signs.0"],
    ["Your rhythm is off.", { signs: [sign("wakeTime", "high")] }, "get_health signs.0"],
    ["Your rhythm is settled.", { signs: [sign("wakeTime", "high")] }, "untraced_pillar"],
    ["Your activity was below.", { signs: [sign("activity", "low")] }, "get_health signs.0"],
    ["Your activity was off.", { signs: [sign("activity", "high")] }, "get_health signs.0"],
    ["Your activity was good.", { signs: [sign("activity", "high")] }, "untraced_pillar"],
    // Signs of strain are worse, never better.
    ["Your HRV is low.", strain(2, 1, "restingHr", "hrv"), "get_health bodyStrain.signs"],
    ["Your HRV is high.", strain(2, 1, "restingHr", "hrv"), "untraced_pillar"],
    ["Your HRV is low.", strain(2, 1, "restingHr", "breathing"), "untraced_pillar"],
    // The result of the night supports only claims about sleep.
    ["Your sleep was poor.", { night: night("rough", 10) }, "get_health night.kind"],
    ["Your sleep was poor.", { night: night("short", 10) }, "get_health night.kind"],
    ["Your sleep was poor.", { night: night("broken", 10) }, "get_health night.kind"],
    ["Your sleep was as usual.", { night: night("usual", 10) }, "get_health night.kind"],
    ["Your sleep was good.", { night: night("good", 10) }, "get_health night.kind"],
    ["Your sleep was good.", { night: night("first", 10) }, "untraced_pillar"],
    ["Your sleep was poor.", { night: night("first", 10) }, "untraced_pillar"],
    ["Your sleep was poor.", { night: night("good", 10) }, "untraced_pillar"],
    ["Your sleep was good.", { night: night("short", 10) }, "untraced_pillar"],
    ["Your HRV is low.", { night: night("rough", 10) }, "untraced_pillar"],
    ["Your sleep was poor.", {}, "untraced_pillar"],
    // A night that is short for anyone may be the person's usual night.
    ["Your sleep was as usual.", { night: night("short", 10) }, "get_health night.kind"],
    ["Your sleep was as usual.", { night: night("short", 10), signs: [short] }, "untraced_pillar"],
    [
      "Your sleep was as usual.",
      { night: night("short", 10), signs: [sign("sleepLength", "high")] },
      "get_health night.kind",
    ],
    ["Your sleep was as usual.", { night: night("short", 10), signs: [sign("hrv", "low")] }, "get_health night.kind"],
    ["Your sleep was as usual.", { night: night("rough", 10) }, "untraced_pillar"],
    ["Your sleep was poor.", { night: night("usual", 10, { halfHoursOwed: 1 }) }, "get_health night.halfHoursOwed"],
    ["Your sleep was poor.", { night: night("usual", 10, { halfHoursOwed: 0 }) }, "untraced_pillar"],
    ["Your sleep was poor.", { night: night("usual", 10) }, "untraced_pillar"],
    ["Your sleep was good.", { night: night("usual", 10, { halfHoursOwed: 1 }) }, "untraced_pillar"],
  ])("%j by %j", (text, found, place) => {
    expect(traced(text, [health(found)])).toBe(place);
  });
});

describe("a number", () => {
  const tool = (value: object) => ok("get_tasks", value);
  it.each<[string, object, string]>([
    ["There are 12 of them.", { count: 12 }, "get_tasks count"],
    ["There are 12 of them.", { count: 120 }, "untraced_number"],
    ["There are 12 of them.", { a: null, list: [{ n: 3 }, { n: 12 }] }, "get_tasks list.1.n"],
    ["There are 12 of them.", { a: true, text: "about 12." }, "get_tasks text"],
    ["There are 12 of them.", { text: "2026-12-01" }, "get_tasks text"],
    ["There are 12 of them.", { text: "a12b" }, "get_tasks text"],
    ["There are 12 of them.", { text: "12:30" }, "get_tasks text"],
    ["There are 12 of them.", { text: "112:30" }, "untraced_number"],
    ["There are 12 of them.", { text: "112 or 120" }, "untraced_number"],
    ["It is at 17:30.", { text: "17:30-18:00" }, "get_tasks text"],
    ["It is at 17:30.", { text: "17:30, or so" }, "get_tasks text"],
    ["It is at 17:30.", { text: "17 or 30" }, "untraced_number"],
    ["There are 1.5 of them.", { text: "1.5..." }, "get_tasks text"],
  ])("%j by %j", (text, value, place) => {
    expect(traced(text, [tool(value)])).toBe(place);
  });

  it("that the person said may be said back, and a body zone may not", () => {
    expect(traced("There are 12 of them.", [], ["no", "it was 12"])).toBe("owner message");
    expect(traced("There are 12 of them.", [], ["it was 13"])).toBe("untraced_number");
    expect(traced("You're steady now.", [], ["I am steady"])).toBe("untraced_bodyZone");
  });

  it("to call in a crisis is no claim", () => {
    expect(traced("You can call 116 123.", [])).toBe("");
  });
});

describe("rounded hours in an answer", () => {
  const judged = (text: string, halves: number) =>
    judge(text, { results: [health({ night: night("usual", halves) })], today: DATE, reply: true });
  it.each([
    "You slept about 7.5 hours.",
    "Around 7.5h asleep, as usual for you.",
    "You slept about 7 and a half hours.",
    "You slept seven and a half hours, so the day can stay as planned.",
    "You slept roughly 7h30 last night.",
    "Your night lasted about 7½ hours.",
    "You got about seven and a half hours of sleep.",
  ])("passes where it is so, and is untrue where it is not: %s", (text) => {
    expect(judged(text, 15)).toMatchObject({ ok: true });
    expect(judged(text, 10)).toMatchObject({ ok: false, reason: "untraced_hours" });
  });

  it.each(["You slept 7 hours and 12 minutes.", "You slept 7.3 hours.", "Your deep sleep last night was 2 hours."])(
    "is a reading where it is finer, or of a part of the night: %s",
    (text) => {
      expect(judged(text, 15)).toMatchObject({ ok: false, reason: "raw_value" });
    },
  );

  it.each(["Yes, a 20-minute nap before 3 pm is fine.", "Aim for eight hours of sleep tonight."])(
    "advice is none: %s",
    (text) => {
      expect(judged(text, 15)).toMatchObject({ ok: true });
    },
  );
});

describe("the size of a sign", () => {
  const judged = (text: string, size: "slight" | "clear" | "far") =>
    judge(text, { results: [health({ signs: [sign("restingHr", "high", size)] })], today: DATE, reply: true });
  it.each<[string, readonly string[]]>([
    ["Your resting heart rate is far up.", ["far"]],
    ["Your resting heart rate is extremely high this morning.", ["far"]],
    ["Your pulse is much higher than usual.", ["far"]],
    ["Your resting heart rate is clearly above your usual.", ["clear", "far"]],
    ["Your resting heart rate is slightly raised.", ["slight"]],
    ["Your resting heart rate is up.", ["slight", "clear", "far"]],
  ])("is that of the finding: %s", (text, sizes) => {
    for (const size of ["slight", "clear", "far"] as const)
      expect([size, judged(text, size).ok]).toEqual([size, sizes.includes(size)]);
  });
});
