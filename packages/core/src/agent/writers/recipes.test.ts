/** What each recipe reads, proposes and says without a language model, and who writes at all. */

import { type BundledSkill, type ToolResult, ZONES, type Zone } from "@waldo/contracts";
import { calendar, DATE } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import {
  answers,
  at,
  cal,
  chat,
  crs,
  diary,
  health,
  patrol,
  RECIPE_PARTS,
  tasks,
  weeks,
} from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { followUps, hasWriter, readsOf, writeSkill } from "./write-skill.ts";
import type { Told } from "./writer.ts";

const names = (told: Told, results?: readonly ToolResult[]) =>
  (results ? followUps(told, results) : readsOf(told)).map(({ name }) => name);

describe("a slip to decline with", () => {
  const slip = (reason: string, what: string) =>
    `Here is one to send: “${reason}, so I'll pass on ${what}. Can we find another day?”`;
  const quiet = "Waldo is keeping some quiet time free for me";
  answers("permission-slip", { quiet, slip });
  it("reads the body zone", () =>
    expect(readsOf(chat("permission-slip", "x"))).toEqual([{ name: "get_crs", args: {} }]));
});

describe("a Fetch", () => {
  const fetch: Told = { trigger: "fetch_alert", date: DATE, skills: [] };
  it("offers something else in each body zone, and the steady offer where none is known", () => {
    const said = ZONES.map((zone) => writeSkill(fetch, [crs(zone)]));
    expect(new Set(said).size).toBe(ZONES.length);
    for (const text of said) expect(text).toMatch(/^That has been a tense stretch, with little movement in it\. \w/);
    expect(writeSkill(fetch, [])).toBe(said[ZONES.indexOf("steady")]);
    expect(readsOf(fetch)).toEqual([{ name: "get_crs", args: {} }]);
  });
});

describe("a patrol", () => {
  it.each(
    casesOf<[string, ToolResult[], string]>("writers-recipes", "a patrol: says how Form stands: …", RECIPE_PARTS),
  )("says how Form stands: %s", (_, results, text) => {
    expect(writeSkill(patrol(), results)).toBe(text);
  });

  it("reads the score and the day, and adds the sentence of one recipe, the first that has one", () => {
    expect(names(patrol())).toEqual(["get_crs", "get_health"]);
    expect(names(patrol("prep-for-event"))).toEqual(["get_crs", "get_health", "query_calendar"]);
    const results = [crs("steady"), cal(at("Focus", "14:00-15:00"))];
    const text = "A quiet look: you're steady, and nothing has changed.";
    expect(writeSkill(patrol("patrol-pass", "focus-block-prep", "prep-for-event"), results)).toBe(
      `${text} Your focus window is “Focus” at 14:00.`,
    );
    expect(writeSkill(patrol("prep-for-event", "focus-block-prep"), results)).toBe(`${text} “Focus” at 14:00 is next.`);
    expect(writeSkill(patrol("permission-slip"), results)).toBe(text);
  });

  it("names the waking of somebody who slept into the afternoon", () => {
    const night = { kind: "usual", halfHoursAsleep: 15, woke: "afternoon" } as const;
    const said = writeSkill(patrol("patrol-pass"), [crs("steady"), health({ sinceMorning: "down", night })]);
    expect(said).toMatch(/since you woke up\.$/);
  });
});

describe("an intervention", () => {
  const told: Told = { trigger: "intervention", date: DATE, skills: ["prep-for-event"] };
  it.each(
    casesOf<[string, ToolResult[], string]>("writers-recipes", "an intervention: names one thing: …", RECIPE_PARTS),
  )("names one thing: %s", (_, results, text) => {
    expect(writeSkill(told, results)).toBe(text);
  });

  it("proposes to move that task to tomorrow", () => {
    const args = { taskId: "id-tea", title: "tea", due: "2026-10-31" };
    expect(followUps(told, [tasks(["tea", DATE])])).toEqual([
      { name: "propose_action", args: { actions: [{ tool: "update_task", args }] } },
    ]);
    expect(followUps(told, [tasks()])).toEqual([]);
    expect(readsOf(told)).toEqual([
      { name: "get_crs", args: {} },
      { name: "get_tasks", args: { limit: 20 } },
      { name: "query_calendar", args: {} },
    ]);
  });
});

describe("a day to recover", () => {
  const told = (more: Partial<Told> = {}): Told => ({ ...patrol("recovery-day"), ...more });
  const said = (results: ToolResult[], more: Partial<Told> = {}) =>
    writeSkill(told(more), [crs("depleted"), ...results])?.replace(/^.*? changed\. ?/, "");
  it.each(
    casesOf<[string, ToolResult[], string, Partial<Told>?]>(
      "writers-recipes",
      "a day to recover: names what to move: …",
      RECIPE_PARTS,
    ),
  )("names what to move: %s", (_, results, text, more) => {
    expect(said(results, more)).toBe(text);
  });

  it("is named once: not in the evening, and at midday only when the zone is another", () => {
    const line = /Let this be a day to recover/;
    const brief = (variant: Told["variant"], ...more: ToolResult[]) =>
      writeSkill(told({ trigger: "brief", variant }), [crs("depleted"), health({}), cal(), ...more]);
    expect(brief("morning")).toMatch(line);
    expect(brief("evening")).not.toMatch(line);
    const midday = (thisMorning: Zone) =>
      writeSkill(told({ trigger: "brief", variant: "midday" }), [
        crs("depleted"),
        health({ thisMorning, sinceMorning: "down" }),
        cal(),
      ]);
    expect(midday("depleted")).not.toMatch(line);
    expect(midday("energized")).toMatch(line);
    expect(writeSkill(told(), [crs("depleted"), health({ thisMorning: "depleted" }), cal()])).toMatch(line);
  });

  it("reads the score and the calendar", () => {
    expect(names(chat("recovery-day", "x"))).toEqual(["get_crs", "query_calendar"]);
  });

  it("says the same to somebody who asks", () => {
    expect(writeSkill(chat("recovery-day", "x"), [crs("depleted"), cal()])).toBe(
      "Let this be a day to recover: nothing in your calendar has to move.",
    );
    expect(writeSkill(chat("recovery-day", "x"), [crs("depleted")])).toBeUndefined();
  });

  it.each(
    casesOf<[string, object[], string | undefined, Partial<Told>?]>(
      "writers-recipes",
      "a day to recover: proposes a quiet half hour …",
      { at },
    ),
  )("proposes a quiet half hour %s", (_, events, time, more) => {
    const args = { title: "Quiet half hour", date: DATE, time, minutes: 30 };
    const asks = followUps(told({ trigger: "brief", variant: "morning", ...more }), [crs("depleted"), cal(...events)]);
    expect(asks).toEqual(
      time === undefined ? [] : [{ name: "propose_action", args: { actions: [{ tool: "propose_schedule", args }] } }],
    );
  });

  it("proposes nothing in the evening, and nothing where the trigger may not", () => {
    expect(followUps(told({ trigger: "brief", variant: "evening" }), [crs("depleted"), cal()])).toEqual([]);
    expect(followUps(told(), [crs("depleted"), cal()])).toEqual([]);
  });
});

describe("catching up", () => {
  answers("catch-up");

  it.each(casesOf<[string, boolean]>("writers-recipes", "catching up: … is answered: …"))(
    "%j is answered: %s",
    (message, isAnswered) => {
      expect(hasWriter(chat("catch-up", message))).toBe(isAnswered);
    },
  );

  it("reads what a return needs, and gives a Brief one sentence", () => {
    expect(readsOf(chat("catch-up", "hi"))).toEqual([
      { name: "get_crs", args: {} },
      { name: "get_health", args: {} },
      { name: "get_master_metrics", args: {} },
      { name: "search_episodes", args: { query: "since 2026-10-24" } },
      { name: "query_calendar", args: {} },
      { name: "get_tasks", args: { limit: 20 } },
    ]);
    const brief: Told = { trigger: "brief", variant: "morning", date: DATE, skills: ["catch-up"] };
    const results = [crs("steady"), health({}), weeks(70, null)];
    expect(writeSkill(brief, results)).toContain("On the whole it was a normal week.");
    expect(writeSkill(brief, [...results, diary([DATE, "first"])])).toContain("Your diary noted “first”.");
  });

  it("leaves out what may not be said again", () => {
    const unsayable = "a rough night";
    const said = writeSkill(chat("catch-up", "hi"), [
      crs("steady"),
      diary([DATE, unsayable], [DATE, "first"]),
      tasks([unsayable, DATE], ["tea", DATE]),
    ]);
    expect(said).toMatch(/noted “first”\. Due by now: “tea”\.$/);
    const focus = [cal(at("Focus", "14:00-15:00")), tasks([unsayable])];
    expect(writeSkill(chat("focus-block-prep", "focus"), focus)).toContain("I found nothing that belongs to it.");
  });
});

describe("a question of the person", () => {
  const asked = [
    "They said: why am I so tired lately?\nWaldo: You slept less than usual.",
    "They said: how did I sleep\nWaldo: About seven hours.",
    "They said: so what do you know about me\nWaldo: A little.",
    "They said: tell me about Lisbon\nWaldo: It is a city.",
    "They said: warum bin ich so müde\nWaldo: Wenig Schlaf.",
  ];
  const told = "They said: I moved to the new flat\nWaldo: Good.";
  const brief: Told = { trigger: "brief", variant: "evening", date: DATE, skills: ["weekly-review"] };
  const recipes: readonly (readonly [string, Told])[] = [
    ["the review of a week", chat("weekly-review", "my week?")],
    ["catching up", chat("catch-up", "hi")],
    ["preparing an event", chat("prep-for-event", "prepare me for the flat")],
    ["the review of a week in the evening", brief],
  ];

  it.each(recipes)("is never told back as news: %s", (_, of) => {
    const results = [crs("steady"), health({}), weeks(70, null), cal(at("Flat", "14:00-15:00"))];
    const text = writeSkill(of, [...results, diary(...asked.map((one) => [DATE, one] as const))]) ?? "";
    expect(text).not.toMatch(/tired|sleep|know about me|Lisbon|müde/);
    const both = writeSkill(of, [...results, diary([DATE, asked[0] ?? ""], [DATE, told])]) ?? "";
    expect(both).not.toContain("tired");
    if (of !== brief) expect(both).toContain("new flat");
  });
});

describe("who writes", () => {
  it("is the first selected recipe that can answer", () => {
    const results = [crs("steady"), cal()];
    const skills: BundledSkill[] = ["catch-up", "permission-slip", "compose-today"];
    const said = (message: string, more: Partial<Told> = {}) =>
      writeSkill(chat("catch-up", message, { skills, ...more }), results);
    expect(said("hello")).toMatch(/^Since/);
    expect(said("no lunch today")).toMatch(/^Here is one to send/);
    expect(said("no lunch today", { skills: ["compose-today", "permission-slip"] })).toMatch(/^Nothing else/);
    expect(said("how are you", { skills: ["catch-up", "a-recipe-of-my-own"] })).toBeUndefined();
  });

  it("is nobody for triggers without words or a template", () => {
    for (const trigger of ["dreaming_mode", "handoff_plan", "pre_activity_spot"] as const) {
      const told: Told = { trigger, date: DATE, skills: ["compose-today"] };
      expect([hasWriter(told), readsOf(told), followUps(told, []), writeSkill(told, [cal()])]).toEqual([
        false,
        [],
        [],
        undefined,
      ]);
    }
    expect(hasWriter({ trigger: "user_message", date: DATE, skills: [] })).toBe(false);
    expect(hasWriter(patrol())).toBe(true);
  });

  it("asks for each call once, also for two recipes, and for none that the trigger may not use", () => {
    const brief: Told = { trigger: "brief", variant: "morning", date: DATE, skills: ["compose-today"] };
    expect(readsOf(brief)).toEqual([
      { name: "get_crs", args: {} },
      { name: "get_health", args: {} },
      { name: "query_calendar", args: { days: 2 } },
      { name: "get_agenda", args: {} },
      { name: "query_calendar", args: {} },
    ]);
    const midday = names({ ...brief, variant: "midday", skills: [] });
    expect(midday).toEqual(["get_crs", "get_health", "query_calendar", "get_agenda"]);
  });

  it("shows what is left of a text whose quotation may not be said, and says the person's own number", () => {
    const told = chat("prep-for-event", "what is at 17:30?");
    expect(writeSkill(told, [cal(at("Run", "17:30-18:00"))])).toMatch(/^Next is “Run” at 17:30\./);
    expect(writeSkill(told, calendar([`Meet 99 people@${DATE} 17:30-18:00`]))).toMatch(/at 17:30\./);
  });

  it("a Brief without a variant is none", () => {
    expect(writeSkill({ trigger: "brief", date: DATE, skills: [] }, [crs("steady"), health({})])).toBeUndefined();
  });
});
