/** Which result carries which claim. A claim that no result carries is refused, however near a result comes. */

import type { HealthAnswer, ToolResult } from "@waldo/contracts";
import { BRIEF_PARTS, DATE, night, ok, sign } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { health } from "@waldo/testkit/recipe-results";
import { steadyDay } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { DayScore } from "./candidate.ts";
import { judge } from "./judge.ts";

const crs = (more: Partial<DayScore> = {}) => ok("get_crs", { ...steadyDay({ date: DATE }), ...more });
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
  it.each(casesOf<[string, ToolResult, string]>("judge-claims", "a claim of the score: … by …", { band, crs, ok }))(
    "%j by %j",
    (text, result, place) => {
      expect(traced(text, [result])).toBe(place);
    },
  );

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
  it.each(
    casesOf<[string, Partial<HealthAnswer>, string]>("judge-claims", "a claim of the findings: … by …", {
      ...BRIEF_PARTS,
      low,
      lowest,
      slept,
    }),
  )("%j by %j", (text, found, place) => {
    expect(traced(text, [health(found)])).toBe(place);
  });

  it("is none of findings that cannot be read", () => {
    expect(traced(slept, [ok("get_health", { night: night("usual", 10) })])).toBe("untraced_hours");
  });
});

describe("a claim of a pillar", () => {
  const short = sign("sleepLength", "low");
  it.each(
    casesOf<[string, Partial<HealthAnswer>, string]>("judge-claims", "a claim of a pillar: … by …", {
      ...BRIEF_PARTS,
      short,
    }),
  )("%j by %j", (text, found, place) => {
    expect(traced(text, [health(found)])).toBe(place);
  });
});

describe("a number", () => {
  const tool = (value: object) => ok("get_tasks", value);
  it.each(casesOf<[string, object, string]>("judge-claims", "a number: … by …"))("%j by %j", (text, value, place) => {
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
