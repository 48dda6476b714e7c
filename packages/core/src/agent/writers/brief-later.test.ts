/** Tests what the Briefs after the morning say, and what each says without a score. */
import type { BriefVariant, HealthAnswer, ToolResult } from "@waldo/contracts";
import { brief, calendar, DATE, type Day, type Moment, night, ok, say } from "@waldo/testkit/brief-day";
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
  it.each<[string, Day, (string | undefined)[], Moment?]>([
    ["where nothing was said before", { events: [event] }, ["You're steady now.", next]],
    ["where only the zone was said", { events: [event], thisMorning: "steady" }, ["You're steady now.", next]],
    ["where only the move is known", { sinceMorning: "up" }, ["You're steady now."]],
    [
      "where nothing was said, with another recipe",
      { events: [event] },
      ["You're steady now.", "Aside."],
      { aside: "Aside." },
    ],
    ["that is level", moved("level"), [say(words.UNCHANGED), next]],
    ["that is level, with another recipe", moved("level"), [say(words.UNCHANGED), "Aside."], { aside: "Aside." }],
    [
      "that is level after a correction",
      moved("level", { corrected: true }),
      [say(words.WHY_MOVED.corrected), say(words.STILL, "steady"), next],
    ],
    [
      "that is level after a correction, with another recipe",
      moved("level", { corrected: true }),
      [say(words.WHY_MOVED.corrected), say(words.STILL, "steady"), "Aside."],
      { aside: "Aside." },
    ],
    ["a little down", moved("down", same), [say(words.MOVED_WITHIN.down, "steady"), say(words.WHY_MOVED.hours), next]],
    [
      "a little up after a correction",
      moved("up", { ...same, corrected: true, events: [] }),
      [say(words.MOVED_WITHIN.up, "steady"), say(words.WHY_MOVED.corrected)],
    ],
    [
      "a little up, with another recipe",
      moved("up", same),
      [say(words.MOVED_WITHIN.up, "steady"), "Aside.", next],
      { aside: "Aside." },
    ],
    [
      "down",
      moved("down"),
      [say(words.MOVED.down, "energized", "steady"), say(words.WHY_MOVED.hours), say(words.NEXT_HOURS.down)],
    ],
    [
      "up",
      moved("up", { thisMorning: "flagging" }),
      [say(words.MOVED.up, "flagging", "steady"), say(words.WHY_MOVED.hours), say(words.NEXT_HOURS.up)],
    ],
    [
      "down, with another recipe",
      moved("down"),
      [say(words.MOVED.down, "energized", "steady"), "Aside.", say(words.NEXT_HOURS.down)],
      { aside: "Aside." },
    ],
  ])("%s", (_, day, said, moment) => {
    expect(brief(day, { variant: "midday", ...moment })).toBe(said.join(" "));
  });
});

describe("an event Brief", () => {
  const SHIFT = 2;
  const changed = say(words.CHANGED, "steady");
  it.each<[string, Day, string[], Moment?]>([
    ["says what changed and what follows", {}, [changed, say(words.NEXT_HOURS.down, "", "", SHIFT)]],
    [
      "says why",
      { sinceMorning: "down" },
      [changed, say(words.WHY_MOVED.hours, "", "", SHIFT), say(words.NEXT_HOURS.down, "", "", SHIFT)],
    ],
    ["of a level day has no reason", { sinceMorning: "level" }, [changed, say(words.NEXT_HOURS.down, "", "", SHIFT)]],
    [
      "goes up with Form",
      { sinceMorning: "up" },
      [changed, say(words.WHY_MOVED.hours, "", "", SHIFT), say(words.NEXT_HOURS.up, "", "", SHIFT)],
    ],
    [
      "of an energized person goes up",
      { zone: "energized" },
      [say(words.CHANGED, "energized"), say(words.NEXT_HOURS.up, "", "", SHIFT)],
    ],
    [
      "names a correction",
      { corrected: true },
      [changed, say(words.WHY_MOVED.corrected, "", "", SHIFT), say(words.NEXT_HOURS.down, "", "", SHIFT)],
    ],
    [
      "ends with another recipe",
      { sinceMorning: "up" },
      [changed, say(words.WHY_MOVED.hours, "", "", SHIFT), "Aside."],
      { aside: "Aside." },
    ],
  ])("%s", (_, day, said, moment) => {
    expect(brief(day, { variant: "event", ...moment })).toBe(said.join(" "));
  });
});

describe("an evening", () => {
  const SHIFT = 5;
  const events = [`Dinner@${DATE} 20:00-21:00`, "Standup@2026-10-31 09:30-09:45", "Lunch@2026-10-31 12:30-13:00"];
  const tomorrow = say(words.TOMORROW, "“Standup” at 09:30");
  const lights = say(words.LIGHTS_OUT, "half past ten");
  const ends = say(words.DAY_ENDS, "steady");
  const owing = { night: night("usual", 14, { halfHoursOwed: 3 }) };
  const owed = say(words.OWED, "about an hour and a half");
  it.each<[string, Day, string[], Moment?]>([
    ["of an ordinary day", {}, [ends, say(words.CLOSE)]],
    ["names no light without a reason", { lightsOut: "22:30" }, [ends, say(words.CLOSE)]],
    ["names the first event of tomorrow", { events }, [tomorrow, say(words.CLOSE)]],
    ["names the lights for it", { events, lightsOut: "22:30" }, [tomorrow, lights]],
    ["names what the week lacks", { ...owing, lightsOut: "22:30" }, [ends, owed, lights]],
    [
      "does not name a small debt",
      { night: night("usual", 14, { halfHoursOwed: 2 }), lightsOut: "22:30" },
      [ends, say(words.CLOSE)],
    ],
    ["says both", { ...owing, events, lightsOut: "22:30" }, [tomorrow, owed, lights]],
    [
      "has another recipe first",
      { ...owing, events, lightsOut: "22:30" },
      ["Aside.", owed, lights],
      { aside: "Aside." },
    ],
    [
      "in another zone says it",
      { thisMorning: "energized", sinceMorning: "down" },
      [
        say(words.MOVED.down, "energized", "steady", SHIFT),
        say(words.WHY_MOVED.hours, "", "", SHIFT),
        say(words.CLOSE),
      ],
    ],
    [
      "in another zone, after a night that is not known",
      { thisMorning: "energized", sinceMorning: "down", night: undefined },
      [
        say(words.MOVED.down, "energized", "steady", SHIFT),
        say(words.WHY_MOVED.hours, "", "", SHIFT),
        say(words.CLOSE),
      ],
    ],
    [
      "in another zone, up",
      { thisMorning: "flagging", sinceMorning: "up", events },
      [say(words.MOVED.up, "flagging", "steady", SHIFT), say(words.WHY_MOVED.hours, "", "", SHIFT), tomorrow],
    ],
    [
      "in another zone, with another recipe",
      { thisMorning: "flagging", sinceMorning: "up", events },
      [say(words.MOVED.up, "flagging", "steady", SHIFT), say(words.WHY_MOVED.hours, "", "", SHIFT), "Aside."],
      { aside: "Aside." },
    ],
    ["in the same zone", { thisMorning: "steady", sinceMorning: "down" }, [ends, say(words.CLOSE)]],
    [
      "in another zone that did not move",
      { thisMorning: "energized", sinceMorning: "level" },
      [ends, say(words.CLOSE)],
    ],
    ["in another zone, and why is not known", { thisMorning: "energized" }, [ends, say(words.CLOSE)]],
    [
      "after a correction",
      { corrected: true, events },
      [say(words.WHY_MOVED.corrected, "", "", SHIFT), ends, tomorrow],
    ],
    [
      "after a correction, without an event",
      { corrected: true },
      [say(words.WHY_MOVED.corrected, "", "", SHIFT), ends, say(words.CLOSE)],
    ],
    [
      "after a correction, with another recipe",
      { corrected: true, events },
      [say(words.WHY_MOVED.corrected, "", "", SHIFT), ends, "Aside."],
      { aside: "Aside." },
    ],
  ])("%s", (_, day, said, moment) => {
    expect(brief(day, { variant: "evening", time: "20:30", ...moment })).toBe(said.join(" "));
  });
});

it.each([
  ["00:00", "midnight"],
  ["00:29", "midnight"],
  ["00:30", "half past twelve"],
  ["12:00", "twelve"],
  ["21:30", "half past nine"],
  ["23:00", "eleven"],
])("lights at %s are said as %s", (lightsOut, time) => {
  const owing = night("usual", 14, { halfHoursOwed: 3 });
  expect(brief({ night: owing, lightsOut }, { variant: "evening" })).toContain(say(words.LIGHTS_OUT, time));
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
    ["says in the morning that the night is missing", "morning", [none], soon],
    ["the same when a score has no zone", "morning", [empty, health({})], soon],
    ["says what comes first", "morning", [none, ...calendar(event)], `${soon} ${first}`],
    [
      "says when it usually comes",
      "morning",
      [none, health({ usualArrival: "08:30" })],
      `${say(words.NOT_YET)} ${say(words.USUALLY_HERE, "half past eight")}`,
    ],
    [
      "says it once: next morning only the event",
      "morning",
      [none, health({ daysWithout: 1 }), ...calendar(event)],
      first,
    ],
    [
      "says it on the first day, also after days without",
      "morning",
      [none, health({ daysWithout: 3, gapIsNew: true })],
      soon,
    ],
    ["says it once: without an event, nothing", "morning", [none, health({ daysWithout: 1 })], undefined],
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
    ["is silent where nobody looked", "morning", calendar(event), undefined],
    ["is silent where the look-up failed", "morning", [{ ...none, error: "failed" } as ToolResult], undefined],
    ["says only the event where the body is not read", "morning", [denied, denied, ...calendar(event)], first],
    ["is silent in the evening where the body is not read", "evening", [denied, ...calendar(event)], undefined],
    ["is silent where another look-up found nothing", "morning", [{ ...none, name: "get_tasks" }], undefined],
    [
      "takes a health answer that cannot be read as none",
      "morning",
      [none, ok("get_health", { daysWithout: 1 })],
      soon,
    ],
    ["takes a failed health answer as none", "morning", [none, { ...none, name: "get_health" }], soon],
  ])("%s", (_, variant, results, text) => {
    expect(without(variant, ...results)).toBe(text);
  });
});
