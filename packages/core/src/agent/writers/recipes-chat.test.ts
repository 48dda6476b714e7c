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
  answers("compose-today", [
    ["my day?", [], undefined],
    ["my day?", [cal()], `${none} No task has to be squeezed in.`],
    ["my day?", [cal(), crs("steady")], `${none} You're steady, so no task has to be squeezed in.`],
    ["my day?", [tasks()], `${none} No task has to be squeezed in.`],
    ["my day?", [tasks(["milk"])], `${none} Take “milk” first.`],
    ["my day?", [tasks(["milk"], ["tea"])], `${none} Take “milk” first, then “tea”.`],
    ["my day?", [tasks(["a one"], ["b one"], ["c one"])], `${none} Take “a one” first, then “b one” and “c one”.`],
    [
      "my day?",
      [tasks(["a one"], ["b one"], ["c one"], ["d one"])],
      `${none} Take “a one” first, then “b one” and “c one”; the rest can wait.`,
    ],
    [
      "my day?",
      [tasks(["some time"], ["later", "2026-10-31"], ["now", DATE])],
      `${none} Take “now” first, then “some time” and “later”.`,
    ],
    [
      "my day?",
      [crs("flagging"), tasks(["some time"], ["now", DATE], ["past", "2026-10-29"])],
      `${none} You're flagging, so only “now”, then “past”; the rest can wait.`,
    ],
    ["my day?", [tasks(["some time"], ["now", DATE])], `${none} Take “now” first, then “some time”.`],
    [
      "my day?",
      [crs("flagging"), tasks(["some time"], ["now", DATE])],
      `${none} You're flagging, so only “now”; the rest can wait.`,
    ],
    [
      "my day?",
      [crs("flagging"), tasks(["some time"], ["other"])],
      `${none} You're flagging, so only “some time”, then “other”.`,
    ],
    [
      "my day?",
      [crs("depleted"), tasks(["now", DATE], ["some time"])],
      `${none} You're depleted, so only “now”; the rest can wait.`,
    ],
    // A due task cannot wait, so the answer names it even if the plan does not include it.
    [
      "my day?",
      [crs("depleted"), tasks(["now", DATE], ["past", "2026-10-29"], ["some time"])],
      `${none} You're depleted, so take “now” first; “past” is due too.`,
    ],
    [
      "my day?",
      [tasks(...["a one", "b one", "c one", "d one", "e one"].map((title): [string, string] => [title, DATE]))],
      `${none} Take “a one” first, then “b one” and “c one”; “d one” and “e one” are due too.`,
    ],
    [
      "my day?",
      [crs("depleted"), tasks(["now", DATE], ["HRV was 41 ms", DATE], ["tea", DATE])],
      `${none} You're depleted, so take “now” first; “tea” and one more are due too.`,
    ],
    [
      "my day?",
      [crs("energized"), tasks(["HRV was 41 ms"], ["tea"])],
      `${none} You're energized, so take one more from your list first, then “tea”.`,
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
    [
      "my day?",
      [cal(at("Standup", "09:00-10:00"), at("Call", "10:59-12:00"))],
      "Ahead of you today: “Standup” at 09:00 and “Call” at 10:59. No task has to be squeezed in.",
    ],
    // One event has no stretch between events, also where it ends after midnight.
    [
      "my day?",
      [cal(at("Night shift", "22:00-01:00"))],
      "Ahead of you today: “Night shift” at 22:00. No task has to be squeezed in.",
    ],
    // A longer gap wins, and an event within another one ends no stretch.
    [
      "my day?",
      [
        cal(
          at("Standup", "09:00-13:00"),
          at("Call", "09:30-10:00"),
          at("Lunch", "14:00-14:30"),
          at("Talk", "16:00-17:00"),
        ),
      ],
      "Ahead of you today: “Standup” at 09:00, “Call” at 09:30 and “Lunch” at 14:00, and more after that. No task has to be squeezed in. The widest free stretch is from 14:30 to 16:00.",
    ],
  ]);

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
  const nothing = "I know nothing more about it.";
  answers("prep-for-event", [
    ["prep me", [], undefined],
    ["prep me", [cal()], "Nothing else takes your time today."],
    ["prep me", [cal(at("Standup", "09:00-09:30"), budget)], `Next is “Standup” at 09:00. ${nothing}`],
    [
      "prep me for the budget",
      [cal(at("Standup", "09:00-09:30"), budget)],
      `Next is “Budget review” at 11:00, in “Room 4”. ${nothing}`,
    ],
    [
      "prep me",
      [cal(at("Standup", "09:00-09:30"), budget)],
      `Next is “Budget review” at 11:00, in “Room 4”. ${nothing}`,
      { time: "09:01" },
    ],
    ["prep me", [cal(at("Tea", "09:00-09:30", { location: "HRV was 41 ms" }))], `Next is “Tea” at 09:00. ${nothing}`],
    [
      "prep me",
      [cal(budget), found(["calendar", "Budget review · Room 4 · With Ana · last figures"])],
      "Next is “Budget review” at 11:00, in “Room 4”. The invitation says “With Ana · last figures”.",
    ],
    [
      "prep me",
      [cal(at("Tea", "09:00-09:30")), found(["calendar", "Tea · With Ana"])],
      "Next is “Tea” at 09:00. The invitation says “With Ana”.",
    ],
    [
      "prep me",
      [cal(budget), found(["calendar", "Other · x"], ["tasks", "Budget review · x · y"])],
      "Next is “Budget review” at 11:00, in “Room 4”. Among your tasks: “Budget review · x · y”.",
    ],
    [
      "prep me",
      [cal(budget), found(["drafts", "Holidays"], ["drafts", "the budget draft"])],
      "Next is “Budget review” at 11:00, in “Room 4”. Among your drafts: “the budget draft”.",
    ],
    [
      "prep me",
      [cal(budget), found(["drafts", "budget: you have atrial fibrillation"])],
      `Next is “Budget review” at 11:00, in “Room 4”. ${nothing}`,
    ],
    [
      "prep me",
      [cal(budget), diary(["2026-10-01", "It was moved"], ["2026-10-20", "They said: It is late Waldo: Noted."])],
      "Next is “Budget review” at 11:00, in “Room 4”. Your diary of 2026-10-20 says “It is late”.",
    ],
    [
      "prep me",
      [cal(budget), diary(["2026-10-20", "They said: It is all late"], ["2026-10-01", "x"])],
      "Next is “Budget review” at 11:00, in “Room 4”. Your diary of 2026-10-20 says “It is all late”.",
    ],
    [
      "prep me",
      [cal(budget), diary(["2026-10-20", "HRV was 41 ms"])],
      "Next is “Budget review” at 11:00, in “Room 4”. Your diary of 2026-10-20 touches it.",
    ],
  ]);

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
  const [noGist, noDecision, noTodo] = [
    "Here is what I found in it.",
    "No decision stands out.",
    "Nobody was given anything to do.",
  ];
  const failed: ToolResult = { ...noScore, name: "read_document" };
  answers("summarise-meeting", [
    ["summarise", [], ask],
    ["summarise", [noScore, tasks()], ask],
    [
      "summarise",
      [failed],
      "I could not read a document of that name; paste the transcript and I will take it from there.",
    ],
    ["summarise", [ok("read_document", { odd: true })], ask],
    ["summarise", [doc("Short.")], `${noGist} ${noDecision} ${noTodo}`],
    ["summarise", [doc("We spoke of spring.")], `It was about “We spoke of spring”. ${noDecision} ${noTodo}`],
    [
      "summarise",
      [doc("We spoke of spring. We agreed on May. Tom will call Ana."), asking()],
      "It was about “We spoke of spring”. Decided: “We agreed on May”. To do: “Tom will call Ana”. The to-dos are before you as tasks.",
    ],
    [
      "summarise",
      [doc("[00:12] Ana: We decided on May.\n- 01:02:03 Tom: I'll  call them\n* Ana agreed that she will write")],
      "It was about “Ana: We decided on May”. Decided: “Ana: We decided on May” and “Ana agreed that she will write”. To do: “Tom: I'll call them”.",
    ],
    ["summarise", [doc("We spoke of HRV 41 ms, all of us.")], `${noGist} ${noDecision} ${noTodo}`],
    [
      "summarise",
      [
        doc(
          Array.from({ length: 7 }, (_, i) => `We agreed on plan ${"abcdefg"[i]}\nTom will do ${"abcdefg"[i]}`).join(
            "\n",
          ),
        ),
      ],
      "It was about “We agreed on plan a”. Decided: “We agreed on plan a”, “We agreed on plan b” and “We agreed on plan c”. To do: “Tom will do a”, “Tom will do b”, “Tom will do c”, “Tom will do d” and “Tom will do e”.",
    ],
    [
      "summarise",
      [
        doc(
          "Lets go with the blue one\nTodo: the invoice\nAction: print slides\nWe need to book it\nPlease take care of Ana",
        ),
      ],
      "It was about “Lets go with the blue one”. Decided: “Lets go with the blue one”. To do: “Todo: the invoice”, “Action: print slides”, “We need to book it” and “Please take care of Ana”.",
    ],
    [
      "summarise",
      [doc("We met at 10:30 in the park.  \n-   a   walk  by  ten  ")],
      `It was about “We met at 10:30 in the park”. ${noDecision} ${noTodo}`,
    ],
    // Without a document, the message holds the transcript.
    [
      "Summarise this\nWe spoke of spring.\nTom will call Ana.",
      [],
      `It was about “We spoke of spring”. ${noDecision} To do: “Tom will call Ana”.`,
    ],
    ["Summarise this\nTom will call Ana.", [], ask],
    [
      `Summarise: We spoke of spring. ${"Nobody said more of it. ".repeat(7)}`,
      [],
      `It was about “We spoke of spring”. ${noDecision} ${noTodo}`,
    ],
    [
      `We spoke of spring. ${"Nobody said more of it. ".repeat(7)}`,
      [],
      `It was about “We spoke of spring”. ${noDecision} ${noTodo}`,
    ],
    [
      `${"We spoke of spring and more than that ".repeat(3)}: Tom will call. ${"Nobody said more of it. ".repeat(3)}`,
      [],
      `It was about “Nobody said more of it”. ${noDecision} To do: “${"We spoke of spring and more than that ".repeat(3)}: Tom…”.`,
    ],
    [
      "Summarise this\nx\ny",
      [doc("We spoke of spring.")],
      `It was about “We spoke of spring”. ${noDecision} ${noTodo}`,
    ],
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
  const stood = "On the whole the week was in the steady zone";
  answers("weekly-review", [
    ["my week?", [], undefined],
    ["my week?", [weeks(null, 60)], "No day of this week has been scored."],
    ["my week?", [weeks(70, null)], `${stood}.`],
    ["my week?", [weeks(70, 65.1)], `${stood}, about the same as the week before.`],
    ["my week?", [weeks(70, 65)], `${stood}, higher than the week before.`],
    ["my week?", [weeks(70, 75)], `${stood}, lower than the week before.`],
    ["my week?", [weeks(70, 74.9, 5)], `${stood}, about the same as the week before, with two of its days not scored.`],
    ["my week?", [weeks(70, 74.9, 6)], `${stood}, about the same as the week before, with one of its days not scored.`],
    ["my week?", [weeks(5, null)], "On the whole the week was in the depleted zone."],
    ["my week?", [weeks(100, null)], "On the whole the week was in the energized zone."],
    [
      "my week?",
      [
        weeks(70, null),
        diary([DATE, "first"], ["2026-10-24", "second"], ["2026-10-23", "older"]),
        tasks(["a one"], ["done", DATE, "done"], ["b one"], ["c one"]),
        asking(),
      ],
      `${stood}. Your diary keeps “first” and “second”. Open on your list: “a one” and “b one”. I can keep it as a document; that is one tap.`,
    ],
    [
      "my week?",
      [weeks(70, null), diary([DATE, "x"], [DATE, "HRV was 41 ms"], [DATE, "y"], [DATE, "z"])],
      `${stood}. Your diary keeps “x” and “y”.`,
    ],
  ]);

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
    expect(text).toContain(`${stood}. I can keep it as a document; that is one tap.`);
    expect(text).not.toContain("a one");
  });
});

describe("a focus block", () => {
  const deep = at("Deep work: pricing paper", "14:00-15:00");
  const window = "Your focus window is “Deep work: pricing paper” at 14:00.";
  const [none, silence] = ["I found nothing that belongs to it.", "Open the first of it, and silence the rest."];
  const noWindow = "No focus window is left in today's calendar.";
  answers("focus-block-prep", [
    ["focus", [], undefined],
    ["focus", [cal()], `${noWindow} ${none} ${silence}`],
    [
      "focus",
      [cal(at("Lunch", "12:00-13:00")), tasks(["tea"])],
      `${noWindow} ${none} The next task on your list is “tea”.`,
    ],
    ["focus", [cal(deep)], `${window} ${none} ${silence}`],
    ["focus", [cal(deep)], `${noWindow} ${none} ${silence}`, { time: "14:01" }],
    ["focus", [cal(deep), tasks(["HRV was 41 ms"])], `${window} ${none} ${silence}`],
    [
      "focus",
      [
        cal(deep),
        tasks(["tea"]),
        found(["drafts", "the pricing sheet"], ["calendar", "the paper"], ["drafts", "holidays"], ["drafts", "paper"]),
      ],
      `${window} At hand: “the pricing sheet” and “paper”. ${silence}`,
    ],
    [
      "focus",
      [
        cal(deep),
        found(
          ["drafts", "paper a"],
          ["drafts", "paper: HRV 41 ms"],
          ["drafts", "paper b"],
          ["drafts", "paper c"],
          ["drafts", "paper d"],
        ),
      ],
      `${window} At hand: “paper a”, “paper b” and “paper c”. ${silence}`,
    ],
    [
      "help me focus on holidays",
      [cal(deep), found(["drafts", "paper"], ["drafts", "Holidays"])],
      `${window} At hand: “Holidays”. ${silence}`,
    ],
  ]);

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
