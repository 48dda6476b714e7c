import { METRICS } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { lockHealth } from "./health-lockout.ts";

const inside = (text: string) => lockHealth(text, true).text;
const shown = (text: string) => lockHealth(text, false).text;

describe("readings are withheld from every reader", () => {
  it.each(casesOf<[string, string]>("health-lockout", "readings are withheld from every reader"))(
    "%j",
    (text, expected) => {
      expect(inside(text)).toBe(expected);
      expect(shown(text)).toBe(expected);
    },
  );

  it.each([...METRICS, "asleepMinutes", "deepMinutes"])("as the key %s, in JSON and in code", (key) => {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(inside(`{"${key}":41.5}`)).toBe(`{"${key}":null}`);
    expect(inside(`{"${snake}": 41}`)).toBe(`{"${snake}": null}`);
  });
});

describe("scores stay inside; outside, the body zone replaces them", () => {
  it.each(
    casesOf<[string, string]>(
      "health-lockout",
      "scores stay inside; outside, the body zone replaces them: is shown as",
    ),
  )("%j is shown as %j", (text, expected) => {
    expect(inside(text)).toBe(text);
    expect(shown(text)).toBe(expected);
  });

  it("a change has no body zone, and a percentage of change stays inside", () => {
    expect(shown("Form is up 5 points")).toBe("Form is up [withheld]");
    expect(shown("HRV down 12%")).toBe("HRV down [withheld]");
    expect(inside("HRV down 12%")).toBe("HRV down 12%");
  });
});

it.each(casesOf<string>("health-lockout", "leaves … unchanged"))("leaves %j unchanged", (text) => {
  expect(lockHealth(text, false)).toEqual({ text, raw: 0, scores: 0 });
});
