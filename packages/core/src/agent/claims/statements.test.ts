/** Tests what a reply may say of the person's day, tasks, reminders, memory and of what was done. */
import type { ToolCall, ToolResult } from "@waldo/contracts";
import { casesOf } from "@waldo/testkit/data";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { judge } from "../judge.ts";
import { detailsIn } from "./details.ts";
import type { Evidence } from "./evidence.ts";
import { without as cut, sentencesOf } from "./sentences.ts";

const TODAY = "2026-10-30"; // a Friday
const ok = (name: string, value: Json): ToolResult => ({ callId: name, name, ok: true, value, origin: "system" });

const results: ToolResult[] = [
  ok("query_calendar", {
    from: TODAY,
    days: 4,
    timeZone: "Europe/Berlin",
    events: [
      { title: "Design review", date: TODAY, time: "14:00-15:00" },
      { title: "Dentist", date: "2026-11-02", time: "09:30-10:00" },
    ],
  }),
  ok("get_tasks", {
    tasks: [
      { taskId: "t1", title: "Pay the rent", due: TODAY, status: "open" },
      { taskId: "t2", title: "Buy milk", due: "2026-10-28", status: "open" },
      { taskId: "t3", title: "Call the plumber", status: "done" },
    ],
  }),
  ok("read_memory", { claims: [{ id: "p", hall: "facts", claim: "My sister's name is Anna", from: "owner" }] }),
  ok("watch", { watchId: "w" }),
];
const calls: ToolCall[] = [
  { id: "watch", name: "watch", args: { text: "call mum", date: "2026-10-31", time: "09:00" } },
];
const evidence: Evidence = { results, calls, owner: ["what is on?"], today: TODAY, reply: true };
const without = (name: string): Evidence => ({
  ...evidence,
  results: results.filter((one) => one.name !== name),
  calls: [],
});

describe("a reply", () => {
  it.each(casesOf<string>("statements", "a reply: may say what is true, and what is known"))(
    "may say what is true, and what is known: %s",
    (text) => {
      expect([text, judge(text, evidence)]).toMatchObject([text, { ok: true }]);
    },
  );

  it.each(casesOf<[string, string]>("statements", "a reply: may not say …"))("may not say %j: %s", (text, reason) => {
    expect([text, judge(text, evidence)]).toMatchObject([text, { ok: false, reason }]);
  });

  it.each([
    ["Your calendar is empty tomorrow.", "query_calendar", "untraced_empty_day"],
    ["You have a meeting this afternoon.", "query_calendar", "untraced_day"],
    ["You have three tasks.", "get_tasks", "untraced_tasks"],
    ["I'll remind you.", "watch", "untraced_deed_remind"],
    ["Done.", "watch", "untraced_deed_any"],
    ["Your sister's name is Anna.", "read_memory", "untraced_memory"],
  ])("may not say %j when nobody looked or did it", (text, tool, reason) => {
    expect(judge(text, without(tool))).toMatchObject({ ok: false, reason });
  });

  it("does not say done what only waits for a tap", () => {
    const waiting: ToolResult = {
      callId: "x",
      name: "propose_schedule",
      ok: false,
      error: "needs_approval",
      message: "the person will be asked",
    };
    const asked: Evidence = { ...evidence, results: [...results, waiting] };
    expect(judge("I've moved the design review.", asked)).toMatchObject({
      ok: false,
      reason: "untraced_deed_calendar",
    });
    expect(judge("It takes one tap of yours.", asked)).toMatchObject({ ok: true });
  });

  it("may say a task done that this run has closed", () => {
    const closed: Evidence = {
      ...evidence,
      results: [...results, ok("update_task", { taskId: "t1", status: "done" })],
    };
    expect(judge("Pay the rent is done.", closed)).toMatchObject({ ok: true });
  });

  it("may count with the person's own numbers", () => {
    const own: Evidence = { ...evidence, owner: ["I spent 20 on lunch and 25 on a taxi, how much?"] };
    expect(judge("You spent $45 in all.", own)).toMatchObject({ ok: true });
  });

  it("names the sentences at fault, and only those", () => {
    const verdict = judge("Good morning. Your calendar is empty today. Take it slowly.", evidence);
    expect(verdict.ok === false && verdict.at.map(({ text }) => text)).toEqual(["Your calendar is empty today."]);
  });
});

describe("what carries a statement", () => {
  const says = (text: string, more: Partial<Evidence> = {}) => {
    const verdict = judge(text, { ...evidence, ...more });
    return verdict.ok ? "carried" : verdict.reason;
  };
  const missing = (name: string, error: "not_found" | "failed"): ToolResult => {
    return { callId: name, name, ok: false, error, message: "nothing was found" };
  };

  it("for a memory that was never told: a tool of memory that found nothing", () => {
    const never = "You never told me your shoe size.";
    const rest = results.filter(({ name }) => name !== "read_memory");
    expect(says(never, { results: [...rest, missing("read_memory", "not_found")] })).toBe("carried");
    expect(says(never, { results: [...rest, missing("read_memory", "failed")] })).toBe("untraced_empty_memory");
    expect(says(never, { results: [...rest, missing("get_crs", "not_found")] })).toBe("untraced_empty_memory");
    expect(says(never, { results: rest })).toBe("untraced_empty_memory");
  });

  const later = ok("query_calendar", {
    from: TODAY,
    days: 2,
    events: [{ title: "Fair", date: "2026-10-31", time: "10:00-11:00" }],
  });
  const day = (more: object) =>
    ok("query_calendar", { from: TODAY, days: 1, events: [{ title: "Fair", date: TODAY, ...more }] });
  const look = (args: Json): ToolCall => ({ id: "query_calendar", name: "query_calendar", args });
  const long = { title: "Great green zebra garden picnic", date: TODAY, time: "18:00" };
  const changed = (value: Json) => ({ results: [...results, ok("update_task", value)] });
  const tasks = (...list: Json[]) => ({ results: [ok("get_tasks", { tasks: list })], calls: [] });
  const open = (title: string, due?: string) => ({ taskId: title, title, status: "open", ...(due ? { due } : {}) });
  it.each<[string, Json[], string]>([
    ["You have no tasks.", [{ taskId: "a", title: "Tea", status: "done" }], "carried"],
    ["You have no tasks.", [open("Tea")], "untraced_empty_tasks"],
    ["You have no overdue tasks.", [open("Tea", TODAY)], "carried"],
    ["You have no overdue tasks.", [open("Tea")], "carried"],
    ["You have no overdue tasks.", [open("Tea", "2026-10-29")], "untraced_empty_tasks"],
    ["You have no tasks due today.", [open("Tea", "2026-10-31")], "carried"],
    ["You have no tasks due today.", [open("Tea")], "carried"],
    ["You have no tasks due today.", [open("Tea", TODAY)], "untraced_empty_tasks"],
  ])("%s with %j: %s", (text, list, verdict) => {
    expect(says(text, tasks(...list))).toBe(verdict);
  });

  it.each<[string, object, string]>([
    ["an event that blocks nothing", { time: "10:00-11:00", busy: false }, "carried"],
    ["an event of the whole day", { allDay: true }, "carried"],
    ["an event that takes time", { time: "10:00-11:00" }, "untraced_empty_day"],
  ])("for an empty day with %s: %s", (_, event, verdict) => {
    expect(says("You have no meetings today.", { results: [day(event)] })).toBe(verdict);
  });

  it("for a thing that is named in the plural: the same thing", () => {
    const list = ok("get_tasks", { tasks: [open("Buy berries", TODAY), open("Wash glass", "2026-11-02")] });
    const more = { results: [list], calls: [] };
    expect(says("Buying a berry is due today, so buy it.", more)).toBe("carried");
    expect(says("Buy the berries by 3 November.", more)).toBe("untraced_date");
    expect(says("Wash the glass on Tuesday.", more)).toBe("untraced_weekday");
  });

  it("for what was done: the arguments of its own call", () => {
    const done = [ok("w1", {}), ok("w2", {})].map((result) => ({ ...result, name: "watch" }));
    const made = (id: string, time: string): ToolCall => ({
      id,
      name: "watch",
      args: { text: "tea", date: TODAY, time },
    });
    const more = { results: done, calls: [made("w1", "09:00"), made("w2", "17:00")] };
    expect(says("I'll remind you at 9:00.", more)).toBe("carried");
    expect(says("I'll remind you at 9:00 and at 17:00.", more)).toBe("carried");
    expect(says("I'll remind you at 18:00.", more)).toBe("untraced_time");
    // A time that is only in somebody's calendar is not the time of a reminder.
    expect(says("I'll remind you at 14:00.", { ...more, results: [...results, ...done] })).toBe("untraced_time");
  });

  it("for what was done as the person said it: their words as well", () => {
    const note: ToolCall = { id: "n", name: "update_memory", args: { hall: "facts", claim: "A flight" } };
    const more = { results: [{ ...ok("update_memory", {}), callId: "n" }], calls: [note], owner: [] };
    const flight = "I've noted it for about 18:00.";
    expect(says(flight, more)).toBe("untraced_time");
    expect(says(flight, { ...more, owner: ["My flight is at 18:00"] })).toBe("carried");
    expect(says(flight, { ...more, known: ["The flight is at 18:00"] })).toBe("carried");
  });

  it("is named with each claim, by the call and the place in its answer", () => {
    const text =
      "The design review is at 14:00. I've checked your calendar. Your sister's name is Anna. Nothing is planned for tomorrow. You have three tasks.";
    const verdict = judge(text, evidence);
    expect(verdict.ok && verdict.claims).toMatchObject([
      { kind: "named", callId: "query_calendar", path: "events.0" },
      { kind: "deed_look", callId: "query_calendar", path: "" },
      { kind: "named", callId: "query_calendar" },
      { kind: "memory", callId: "read_memory", path: "claims.0" },
      { kind: "memory", callId: "read_memory", path: "claims.0" },
      { kind: "empty_day", callId: "query_calendar", path: "" },
      { kind: "tasks", callId: "get_tasks", path: "tasks.0" },
    ]);
  });

  it.each<[string, string, Partial<Evidence>]>([
    ...casesOf<[string, string, Partial<Evidence>]>("statements", "what carries a statement: …: … %#", {
      changed,
      later,
      missing,
      ok,
      open,
      tasks,
    }),
    [
      "untraced_task_state",
      "Pay the rent is done.",
      { results: [...results, ok("write_task", { taskId: "t1", status: "done" })] },
    ],
  ])("%s: %s %#", (verdict, text, more) => {
    expect(says(text, more)).toBe(verdict);
  });

  it.each(
    casesOf<[string, string, readonly ToolResult[], ToolCall[]?]>(
      "statements",
      "what carries a statement: …, by what a tool answered: … %#",
      { day, long, look, missing, ok, open },
    ),
  )("%s, by what a tool answered: %s %#", (verdict, text, given, asked = []) => {
    const said = { owner: ["a zebra at 18:00"], known: ["A zebra at 17:00"] };
    expect(says(text, { results: given, calls: asked, ...said })).toBe(verdict);
  });

  it("for a number of things: all of a list, those of a date, of a status, or due by today", () => {
    const list = [
      ...["2026-10-28", "2026-10-29", TODAY].map((due) => open("Due", due)),
      ...["x", "y"].map((title) => open(title)),
      ...[..."abcdefg"].map((taskId) => ({ taskId, title: "Old", status: "done" })),
    ];
    const count = (text: string) => says(text, tasks(...list));
    expect(count("You have three tasks due.")).toBe("carried");
    expect(count("You have five open tasks.")).toBe("carried");
    expect(count("You have twelve tasks in all.")).toBe("carried");
    expect(count("You have six tasks.")).toBe("untraced_number");
    // The open task comes after ten others.
    expect(says("You have no open tasks.", tasks(...list.slice(5), ...list.slice(5, 9), open("Tea")))).toBe(
      "untraced_empty_tasks",
    );
  });

  it("for what the person or an earlier turn said: their words, line by line", () => {
    const more = { results: [], calls: [], owner: ["My dog is called Rex."], known: ["Likes tea\nHates the cold"] };
    expect(says("You told me your dog is called Rex.", more)).toBe("carried");
    expect(says("You told me you hate the cold.", more)).toBe("carried");
    expect(says("You told me your dog is called Max.", more)).toBe("untraced_memory");
  });
});

describe("details", () => {
  it.each(casesOf<[string, number[][]]>("statements", "details: … holds these times"))(
    "%j holds these times",
    (text, times) => {
      expect(detailsIn(text, TODAY).times).toEqual(times);
    },
  );

  it.each(casesOf<[string, string[]]>("statements", "details: … holds these dates"))(
    "%j holds these dates",
    (text, dates) => {
      expect(detailsIn(text, TODAY).dates).toEqual(dates);
    },
  );

  it.each<[string, readonly string[]]>([
    ["12.5 kilometres and 1,000 steps, then 3, or 4.", ["12.5", "1,000", "3", "4"]],
    ["at 15:00 on 2 November 2026 and on 2026-11-03", []],
    ["25:00 is no time", ["25:00"]],
    ["30 February is no date", ["30"]],
  ])("%j holds these numbers", (text, numbers) => {
    expect(detailsIn(text, TODAY).numbers).toEqual(numbers);
  });

  it("holds weekdays, and what was counted in words", () => {
    const { weekdays, counts } = detailsIn(
      "On Mondays and SUNDAY there are Three long team meetings and one walk.",
      TODAY,
    );
    expect([weekdays, counts]).toEqual([[1, 7], ["3"]]);
  });

  it("of a year's end belong to the year that is near", () => {
    expect(detailsIn("31 December", "2026-01-05").dates).toEqual(["2025-12-31"]);
    expect(detailsIn("1 January", "2026-12-28").dates).toEqual(["2027-01-01"]);
    expect(detailsIn("29 February", "2027-02-01").dates).toEqual(["2028-02-29"]);
  });
});

describe("sentences", () => {
  const texts = (text: string) => sentencesOf(text).map((one) => one.text);

  it("end at a stop and at the end of a line, and keep their places", () => {
    const text = "Good morning. # Today\n- one\n\n- two";
    expect(texts(text)).toEqual(["Good morning.", "# Today", "- one", "- two"]);
    for (const { text: one, start, end } of sentencesOf(text)) expect(text.slice(start, end).trim()).toBe(one);
  });

  it("of more than 600 characters are read in parts, cut at a space where there is one", () => {
    const words = `${"word ".repeat(150)}end`;
    const parts = sentencesOf(words);
    expect(parts.map(({ end, start }) => end - start)).toEqual([600, 153]);
    expect(texts("x".repeat(601)).map((part) => part.length)).toEqual([600, 1]);
    expect(texts("x".repeat(600))).toHaveLength(1);
  });

  it("hold what they quote, unless it is not closed in its line or is too long", () => {
    const quoting = "First “Sync is off. Sign in.” at ten. Then lunch.";
    expect(texts(quoting)).toEqual(["First “Sync is off. Sign in.” at ten.", "Then lunch."]);
    expect(texts("“One. Two.\nThree.” Four.")).toEqual(["“One.", "Two.", "Three.”", "Four."]);
    for (const part of texts(`“${"One two. ".repeat(100)}”`)) expect(part.length).toBeLessThanOrEqual(600);
    const [first] = sentencesOf(quoting);
    expect(first && cut(quoting, [first])).toBe("Then lunch.");
  });

  it("are cut out whole, in whatever order they are named", () => {
    const text = "One.\n\nTwo.\n\nThree. Four.";
    const [one, two, three] = sentencesOf(text);
    if (!one || !two || !three) throw new Error("there are four");
    expect(cut(text, [two])).toBe("One.\n\nThree. Four.");
    expect(cut(text, [three, one])).toBe("Two.\n\nFour.");
    expect(cut(text, [one, one])).toBe("Two.\n\nThree. Four.");
    expect(cut(text, [])).toBe(text);
  });
});

describe("how many events there are", () => {
  const events = [
    { title: "Design review", date: TODAY, time: "14:00-15:00" },
    { title: "Dentist", date: TODAY, time: "09:30-10:00" },
    { title: "Ana's birthday", date: TODAY, allDay: true },
    { title: "Gym", date: TODAY, time: "18:00-19:00", busy: false },
  ];
  const signs = Array.from({ length: 6 }, () => ({ sign: "hrv", side: "low", size: "slight", days: 1 }));
  const counting: Evidence = {
    results: [ok("query_calendar", { from: TODAY, days: 1, timeZone: "UTC", events }), ok("get_health", { signs })],
    today: TODAY,
    reply: true,
  };
  it.each([
    ["You have two events today.", true],
    ["You have four events today.", true],
    ["You have three events today.", false],
    ["You have six events today.", false],
  ])("“%s” passes: %s", (text, passes) => {
    expect(judge(text, counting).ok).toBe(passes);
  });
});
