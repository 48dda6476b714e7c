import { METRICS } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { lockHealth } from "./health-lockout.ts";

const inside = (text: string) => lockHealth(text, true).text;
const shown = (text: string) => lockHealth(text, false).text;

describe("readings are withheld from every reader", () => {
  it.each([
    ["HRV 45 ms last night", "HRV [withheld] last night"],
    ["HRV 45–52ms", "HRV [withheld]"],
    ["HRV 45, 47 and 30 minutes of yoga", "HRV [withheld], [withheld] and 30 minutes of yoga"],
    ["HRV dropped from 52 to 45", "HRV dropped from [withheld]"],
    ["RHR: 52", "RHR: [withheld]"],
    ["a 52 resting heart rate", "a [withheld] resting heart rate"],
    ["your resting heart rate was 52 bpm", "your resting heart rate was [withheld]"],
    ["fifty-two beats per minute", "[withheld]"],
    ["４５ ms", "[withheld]"],
    ["45 milli-seconds", "[withheld]"],
    ["14.2 breaths/min", "[withheld]"],
    ["14,2 rpm", "[withheld]"],
    ["SpO2 97%", "SpO2 [withheld]"],
    ["skin temperature 36.5 °C", "skin temperature [withheld]"],
    ["slept 7h12m", "slept [withheld]"],
    ["You slept 7 hours and 12 minutes", "You slept [withheld]"],
    ["seven and a half hours of sleep", "[withheld] of sleep"],
    ["90 minutes of deep sleep", "[withheld] of deep sleep"],
    ["in bed for 8h", "in bed for [withheld]"],
    ["asleep 7:12", "asleep [withheld]"],
    ['{"restingHrBpm":52,"x":1}', '{"restingHrBpm":null,"x":1}'],
    ['{"steps": 8000}', '{"steps": null}'],
  ])("%j", (text, expected) => {
    expect(inside(text)).toBe(expected);
    expect(shown(text)).toBe(expected);
  });

  it.each([...METRICS, "asleepMinutes", "deepMinutes"])("as the key %s, in JSON and in code", (key) => {
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(inside(`{"${key}":41.5}`)).toBe(`{"${key}":null}`);
    expect(inside(`{"${snake}": 41}`)).toBe(`{"${snake}": null}`);
  });
});

describe("scores stay inside; outside, the body zone replaces them", () => {
  it.each([
    ["Form 62", "flagging"],
    ["Form 62 and 10 km today", "flagging and 10 km today"],
    ["Form 62, HRV below usual", "flagging, HRV below usual"],
    ["Today: Form 62.", "Today: flagging."],
    ["Your Form is 62 today.", "Your Form is flagging today."],
    ["Form dropped from 71 to 49.", "Form dropped from steady to depleted."],
    ["Form: 62/100, take it easy", "flagging, take it easy"],
    ["Form is 62 out of 100", "Form is flagging"],
    ["Recovery 81%", "energized"],
    ["a 79.6 recovery", "a energized recovery"],
    ["CASS 48", "depleted"],
    ['{"form":62,"recovery":81.2}', '{"form":"flagging","recovery":"energized"}'],
  ])("%j is shown as %j", (text, expected) => {
    expect(inside(text)).toBe(text);
    expect(shown(text)).toBe(expected);
  });

  it("a change has no body zone, and a percentage of change stays inside", () => {
    expect(shown("Form is up 5 points")).toBe("Form is up [withheld]");
    expect(shown("HRV down 12%")).toBe("HRV down [withheld]");
    expect(inside("HRV down 12%")).toBe("HRV down 12%");
  });
});

it.each([
  "a 30-minute meeting at 10:30",
  "go to bed 30 minutes earlier",
  "try to sleep within the next 30 minutes",
  "take 3 slow breaths",
  "25 °C outside",
  "your HRV over the last 7 days was below your usual",
  "keep your heart rate in zone 2",
  "your HRV is low, so move the 10:30 meeting",
  "fill out form 27B",
  "complete form 12 by Friday",
  "Form 1040 is due",
  "the score was 3-2",
  "recovery takes 48 hours",
  "Form has been steady for 3 days",
  "run 10 km, 8,000 steps, 300 kcal",
])("leaves %j unchanged", (text) => {
  expect(lockHealth(text, false)).toEqual({ text, raw: 0, scores: 0 });
});
