/** What the Briefs after the morning say, and what each says without a score. */

import type { BriefVariant, HealthAnswer, ToolResult } from "@waldo/contracts";
import { advised, BRIEF_PARTS, brief, calendar, DATE, type Day, type Moment, ok, say } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import { quoted } from "../../safety/quote.ts";
import * as words from "./brief-words.ts";
import { writeBrief } from "./brief-writer.ts";

describe("a midday", () => {
  const event = `Standup@${DATE} 14:00-14:15`;
  const next = "Next is “Standup” at 14:00.";
  const moved = (way: "up" | "down" | "level", more: Day = {}): Day => ({
    thisMorning: "energized",
    sinceMorning: way,
    events: [event],
    ...more,
  });
  const same = { thisMorning: "steady" } as const;
  it.each(
    casesOf<[string, Day, (string | undefined)[], Moment?]>("brief-later", "a midday: …", {
      event,
      moved,
      next,
      same,
      say,
      words,
    }),
  )("%s", (_, day, said, moment) => {
    expect(advised(brief(day, { variant: "midday", ...moment })).before).toBe(said.join(" "));
  });
});

describe("an event Brief", () => {
  const SHIFT = 2;
  const changed = say(words.CHANGED, "normal");
  it.each(
    casesOf<[string, Day, string[], Moment?]>("brief-later", "an event Brief: …", { ...BRIEF_PARTS, SHIFT, changed }),
  )("%s", (_, day, said, moment) => {
    expect(advised(brief(day, { variant: "event", ...moment })).before).toBe(said.join(" "));
  });
});

describe("an evening", () => {
  const SHIFT = 5;
  const events = [`Dinner@${DATE} 20:00-21:00`, "Standup@2026-10-31 09:30-09:45", "Lunch@2026-10-31 12:30-13:00"];
  const tomorrow = say(words.TOMORROW, "“Standup” at 09:30");
  const ends = say(words.DAY_ENDS, "normal");
  const owed = say(words.OWED, "about an hour and a half");
  it.each(
    casesOf<[string, Day, string[], Moment?]>("brief-later", "an evening: …", {
      ...BRIEF_PARTS,
      SHIFT,
      ends,
      events,
      owed,
      tomorrow,
    }),
  )("%s", (_, day, said, moment) => {
    expect(advised(brief(day, { variant: "evening", time: "20:30", ...moment })).before).toBe(said.join(" "));
  });
});

describe("a Brief without a score", () => {
  const event = [`Standup@${DATE} 09:30-09:45`];
  const first = say(words.FIRST_EVENT, "“Standup” at 09:30");
  const none: ToolResult = { callId: "1", name: "get_crs", ok: false, error: "not_found", message: "no score" };
  const denied: ToolResult = { ...none, error: "denied" };
  const empty = ok("get_crs", {
    date: DATE,
    status: "provisional",
    confidence: 0,
    pillars: {},
    missing: [],
    sources: [],
    reason: "nothing",
  });
  const health = (more: Partial<HealthAnswer>) =>
    ok("get_health", {
      date: DATE,
      status: "provisional",
      certainty: "low",
      pillars: {},
      missing: [],
      signs: [],
      nightsKnown: 9,
      knowsHrv: true,
      daysWithout: 0,
      ...more,
    });
  const without = (variant: BriefVariant, ...results: ToolResult[]) =>
    writeBrief({ variant, date: DATE }, results, quoted);
  const soon = [say(words.NOT_YET), say(words.WILL_LOOK)].join(" ");

  it.each<[string, BriefVariant, ToolResult[], string | undefined]>([
    ...casesOf<[string, BriefVariant, ToolResult[], string | undefined]>("brief-later", "a Brief without a score: …", {
      ...BRIEF_PARTS,
      denied,
      empty,
      event,
      health,
      none,
      soon,
    }),
    ["says what comes first", "morning", [none, ...calendar(event)], `${soon} ${first}`],
    [
      "says it once: next morning only the event",
      "morning",
      [none, health({ daysWithout: 1 }), ...calendar(event)],
      first,
    ],
    [
      "says that there was sleep by day alone",
      "morning",
      [none, health({ sleptByDay: true }), ...calendar(event)],
      `${say(words.ONLY_BY_DAY)} ${first}`,
    ],
    ["says in the evening that it never came", "evening", [none, ...calendar(event)], say(words.NEVER_CAME)],
    ["says that once too", "evening", [none, health({ daysWithout: 1 }), ...calendar(event)], undefined],
    ["is silent at midday", "midday", [none, ...calendar(event)], undefined],
    ["is silent at an event", "event", [none, ...calendar(event)], undefined],
    ["says only the event where the body is not read", "morning", [denied, denied, ...calendar(event)], first],
    ["is silent in the evening where the body is not read", "evening", [denied, ...calendar(event)], undefined],
  ])("%s", (_, variant, results, text) => {
    expect(without(variant, ...results)).toBe(text);
  });
});
