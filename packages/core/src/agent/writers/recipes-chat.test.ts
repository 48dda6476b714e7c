/** The recipes for plans, events, meetings, weeks and focus: what they read, propose and say without a language model. */

import type { ToolResult } from "@waldo/contracts";
import { DATE, ok } from "@waldo/testkit/brief-day";
import {
  answers,
  asking,
  at,
  cal,
  chat,
  crs,
  diary,
  found,
  health,
  noScore,
  patrol,
  tasks,
  weeks,
} from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { followUps, readsOf, writeSkill } from "./write-skill.ts";
import type { Told } from "./writer.ts";

describe("the plan of today", () => {
  const none = "Nothing else takes your time today.";
  const day = [
    at("Standup", "09:00-10:00"),
    at("Call", "11:00-12:00"),
    at("Lunch", "13:00-13:30"),
    at("Talk", "14:00-15:00"),
  ];
  answers(
    "compose-today",
    {},
    [
      "my day?",
      [tasks(...["a one", "b one", "c one", "d one", "e one"].map((title): [string, string] => [title, DATE]))],
      `${none} Take “a one” first, then “b one” and “c one”; “d one” and “e one” are due too.`,
    ],
    ["my day?", [cal(...day.slice(0, 1))], "Ahead of you today: “Standup” at 09:00. No task has to be squeezed in."],
    [
      "my day?",
      [cal(...day.slice(0, 3))],
      "Ahead of you today: “Standup” at 09:00, “Call” at 11:00 and “Lunch” at 13:00. No task has to be squeezed in. The widest free stretch is from 10:00 to 11:00.",
    ],
    [
      "my day?",
      [cal(...day)],
      "Ahead of you today: “Standup” at 09:00, “Call” at 11:00 and “Lunch” at 13:00, and more after that. No task has to be squeezed in. The widest free stretch is from 10:00 to 11:00.",
    ],
    [
      "my day?",
      [cal(...day)],
      "Ahead of you today: “Talk” at 14:00. No task has to be squeezed in.",
      { time: "13:01" },
    ],
  );

  it("leaves out what does not take the person's time, or is on another day", () => {
    const events = [
      at("Free", "08:00-09:00", { busy: false }),
      { title: "All day", date: DATE },
      { ...at("Old", "08:30-09:00"), date: "2026-10-29" },
      at("Real", "10:00-11:00", { busy: true }),
    ];
    expect(writeSkill(chat("compose-today", "my day?"), [cal(...events)])).toMatch(
      /^Ahead of you today: “Real” at 10:00\./,
    );
  });

  it("takes a calendar that cannot be read as none", () => {
    for (const time of ["9:00-10:00", "09:00-10:00 ", "x09:00-10:00", "09:00"])
      expect(writeSkill(chat("compose-today", "my day?"), [cal(at("Standup", time))])).toMatch(/^Nothing else takes/);
  });

  it("reads the score, the calendar and the tasks, and gives a Brief the first event", () => {
    expect(readsOf(chat("compose-today", "my day?"))).toEqual([
      { name: "get_crs", args: {} },
      { name: "query_calendar", args: {} },
      { name: "get_tasks", args: { limit: 20 } },
    ]);
    const brief: Told = { trigger: "brief", variant: "morning", date: DATE, time: "08:00", skills: ["compose-today"] };
    const results = [crs("steady"), health({}), cal(at("Swim", "07:00-07:30"), ...day)];
    expect(writeSkill(brief, results)).toContain("“Standup” at 09:00 is first on your calendar.");
    expect(writeSkill(brief, results.slice(0, 2))).not.toContain("calendar.");
  });
});

describe("the preparation of an event", () => {
  const budget = at("Budget review", "11:00-12:00", { location: "Room 4" });
  answers("prep-for-event", { budget });

  it("looks the event up by its title", () => {
    const told = chat("prep-for-event", "prep me");
    expect(readsOf(told)).toEqual([{ name: "query_calendar", args: {} }]);
    const query = "Budget review";
    expect(followUps(told, [cal(budget)])).toEqual([
      { name: "search_episodes", args: { query } },
      { name: "search_connector", args: { query } },
    ]);
    expect(followUps(told, [cal(at("x".repeat(300), "09:00-10:00"))])[0]?.args).toEqual({ query: "x".repeat(200) });
    expect(followUps(told, [cal(at("  ", "09:00-10:00"))])).toEqual([]);
    expect(followUps(told, [cal()])).toEqual([]);
  });

  it("adds one thing more to a patrol", () => {
    const said = (...results: ToolResult[]) =>
      writeSkill(patrol("prep-for-event"), [crs("steady"), ...results])?.replace(/^.*? changed\. ?/, "");
    const notes = found(["tasks", "budget figures"]);
    expect(said()).toBe("");
    expect(said(cal(budget))).toBe("“Budget review” at 11:00 is next.");
    expect(said(cal(budget), notes)).toBe("“Budget review” at 11:00 is next. Among your tasks: “budget figures”.");
    expect(said(cal(budget), notes, diary(["2026-10-20", "late"]))).toBe(
      "“Budget review” at 11:00 is next. Your diary of 2026-10-20 says “late”.",
    );
  });
});

describe("the summary of a meeting", () => {
  const doc = (text: string) => ok("read_document", { title: "Notes", text, part: 1, parts: 1 });
  const ask = "Paste the transcript or name the document, and I will pull out what was decided and who does what.";
  const failed: ToolResult = { ...noScore, name: "read_document" };
  answers("summarise-meeting", { ask, doc, failed }, [
    "summarise",
    [
      doc(
        Array.from({ length: 7 }, (_, i) => `We agreed on plan ${"abcdefg"[i]}\nTom will do ${"abcdefg"[i]}`).join(
          "\n",
        ),
      ),
    ],
    "It was about “We agreed on plan a”. Decided: “We agreed on plan a”, “We agreed on plan b” and “We agreed on plan c”. To do: “Tom will do a”, “Tom will do b”, “Tom will do c”, “Tom will do d” and “Tom will do e”.",
  ]);

  it.each<[string, string | undefined]>([
    ['summarise the document "Planning meeting"', "Planning meeting"],
    ["summarise ‘Planning’ please", "Planning"],
    ["summarise the notes called Planning meeting. Now", "Planning meeting"],
    ["summarise the transcript named  Plan ", "Plan"],
    ["summarise the doc called Plan?", "Plan"],
    ["summarise it", undefined],
    ['summarise "x"', undefined],
    ['summarise "Plan"\nfirst line\nsecond line', undefined],
  ])("reads the document that is named: %j", (message, name) => {
    expect(readsOf(chat("summarise-meeting", message))).toEqual(
      name === undefined ? [] : [{ name: "read_document", args: { name } }],
    );
  });

  it("proposes the tasks, each in 200 characters", () => {
    const told = chat("summarise-meeting", "summarise");
    const long = `Tom will ${"call ".repeat(60)}`.trim();
    expect(followUps(told, [doc(`Ana will write\n${long}`)])).toEqual([
      {
        name: "propose_action",
        args: {
          actions: ["Ana will write", long.slice(0, 200)].map((title) => ({ tool: "write_task", args: { title } })),
        },
      },
    ]);
    const spaced = followUps(told, [doc("-  00:12Tom  will call Ana  \nWe met.  Ana will write")]);
    expect(spaced).toMatchObject([
      { args: { actions: [{ args: { title: "Tom will call Ana" } }, { args: { title: "Ana will write" } }] } },
    ]);
    expect(followUps(told, [doc("We spoke of spring.")])).toEqual([]);
    expect(followUps(told, [])).toEqual([]);
  });
});

describe("the week", () => {
  const stood = "On the whole it was a normal week";
  answers("weekly-review");

  it("is looked up by its first day, and kept as a document", () => {
    const told = chat("weekly-review", "my week?");
    expect(readsOf(told)).toEqual([
      { name: "get_master_metrics", args: {} },
      { name: "search_episodes", args: { query: "since 2026-10-24" } },
      { name: "get_tasks", args: { limit: 20 } },
    ]);
    const text = `${stood}. Open on your list: “a one”.`;
    const action = { tool: "draft_document", args: { name: `Week to ${DATE}`, text } };
    expect(followUps(told, [weeks(70, null), tasks(["  a\n one "])])).toEqual([
      { name: "propose_action", args: { actions: [action] } },
    ]);
    expect(followUps(told, [])).toEqual([]);
  });

  it("is the sentence of a Brief, without diary and tasks", () => {
    const brief: Told = { trigger: "brief", variant: "evening", date: DATE, skills: ["weekly-review"] };
    const text = writeSkill(brief, [crs("steady"), health({}), weeks(70, null), tasks(["a one"]), asking()]);
    expect(text).toContain(`${stood}. One tap keeps it as a document.`);
    expect(text).not.toContain("a one");
  });
});

describe("a focus block", () => {
  const deep = at("Deep work: pricing paper", "14:00-15:00");
  const window = "Your focus window is “Deep work: pricing paper” at 14:00.";
  answers("focus-block-prep", { deep });

  it.each<[string, object[], string | undefined]>([
    ["focus", [deep], "pricing paper"],
    ["focus", [at("Focus time: (draft) & more", "14:00-15:00")], "draft more"],
    ["focus", [at("Heads down, no meetings — Ana's plan", "14:00-15:00")], "Ana's plan"],
    ["focus", [at("Focus block", "14:00-15:00")], undefined],
    ["focus", [], undefined],
    ["help me work on the plan. Then rest", [deep], "the plan"],
    ["concentrate on well-being!", [], "well-being"],
    [`focus on ${"word ".repeat(40)}`, [], "word ".repeat(24).trim()],
    ["focus on it", [deep], "pricing paper"],
  ])("is looked up by its subject: %j %#", (message, events, query) => {
    expect(followUps(chat("focus-block-prep", message), [cal(...events)])).toEqual(
      query === undefined ? [] : [{ name: "search_connector", args: { query } }],
    );
  });

  it("reads the calendar and the tasks, and gives a patrol the window and what is at hand", () => {
    expect(readsOf(chat("focus-block-prep", "focus"))).toEqual([
      { name: "query_calendar", args: {} },
      { name: "get_tasks", args: { limit: 20 } },
    ]);
    const said = (...results: ToolResult[]) =>
      writeSkill(patrol("focus-block-prep"), [crs("steady"), ...results])?.replace(/^.*? changed\. ?/, "");
    expect(said(cal(deep), found(["drafts", "paper"]))).toBe(`${window} At hand: “paper”.`);
    expect(said(cal(deep))).toBe(window);
    expect(said(cal(at("Lunch", "12:00-13:00")))).toBe("");
  });
});
