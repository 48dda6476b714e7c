/** What a morning says of signs that moved together, what it adds to its cause, and what it advises. */

import {
  advised,
  BRIEF_PARTS,
  brief,
  DATE,
  type Day,
  type Moment,
  morning,
  night,
  say,
  sign,
  strain,
} from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import * as words from "./brief-words.ts";

const NOTHING = `: you slept about seven and a half hours, close to your usual, and nothing else stands out`;
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
    const { before, advice } = advised(brief(day));
    const [, joined = "", how = ""] = /^(: |, although )(.*)$/.exec(told) ?? [];
    expect(before).toBe(morning(day.zone, `${joined}${signs}`, say(["%."], how)));
    expect(advice?.cause).toBe(cause === "strain" ? "together" : cause);
  });

  it.each(
    casesOf<[string, Day, string]>("brief-morning", "signs of strain that moved together: after …", { night, sign }),
  )("after %s", (_, day, reason) => {
    expect(brief({ zone: "flagging", ...day, ...strain(2, 1, "hrv", "restingHr") })).toContain(
      `. Two signs moved together${reason}.`,
    );
  });
});

describe("nothing takes the place of the advice on a day of strain", () => {
  const grave = { zone: "depleted", ...strain(4, 3, "hrv", "restingHr") } as const;
  it.each<[string, Day, Moment?]>([
    ["alone", grave],
    ["a correction of an earlier day", { ...grave, earlier: { date: "2026-10-24", is: "flagging" } }],
    ["what another recipe says", grave, { aside: "Aside." }],
    ["an event", { ...grave, events: [`Standup@${DATE} 09:30-09:45`] }],
    ["a provisional score", { ...grave, status: "provisional" }],
  ])("%s", (_name, day, moment = {}) => {
    const text = brief(day, moment);
    expect(advised(text).advice?.cause).toBe("strainFar");
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
    const { before, advice } = advised(text);
    const [, rest] = /^.*?\. (.*)$/.exec(before) ?? [];
    expect(advice).toBeDefined();
    expect(rest).toBe(second);
  });
});

describe("a morning in another time zone", () => {
  const travelled = { agenda: { travelled: true } };
  it("says so, and then what another recipe or the day advises", () => {
    expect(advised(brief(travelled)).before).toBe(morning("steady", NOTHING, say(words.TRAVELLED)));
    expect(brief(travelled, { aside: "Aside." })).toBe(morning("steady", NOTHING, say(words.TRAVELLED), "Aside."));
  });

  it("names the signs of strain first", () => {
    const text = brief({ ...travelled, ...strain(2, 1, "hrv", "restingHr") });
    expect(text).toContain(` ${HRV_LOW} and ${RHR_UP}. `);
    expect(text).not.toContain(say(words.TRAVELLED));
  });
});

it("another recipe comes before a plan that should wait", () => {
  const text = brief({ ...strain(2, 1, "hrv", "restingHr"), agenda: { plan: "I run" } }, { aside: "Aside." });
  expect(text).toMatch(/ Aside\. /);
  expect(text).not.toContain("I run");
});
