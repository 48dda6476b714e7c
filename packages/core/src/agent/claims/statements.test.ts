/** What a reply may say of the person's day, tasks, reminders, memory and of what was done. */
import type { ToolCall, ToolResult } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ports.ts";
import { judge } from "../judge.ts";
import { detailsIn } from "./details.ts";
import type { Evidence } from "./evidence.ts";

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
  it.each([
    "The design review is at 14:00.",
    "You have the design review at 2 pm.",
    "Dentist is on Monday at half past nine.",
    "Your dentist appointment is on 2 November at 9:30.",
    "You have two things on your calendar.",
    "Nothing is planned for tomorrow.",
    "You're free on Sunday.",
    "Pay the rent is due today.",
    "Buy milk is overdue.",
    "Call the plumber is done.",
    "There are three tasks on your list.",
    "Your sister's name is Anna.",
    "I'll remind you to call mum tomorrow at nine.",
    "Reminder set for Saturday at 9:00.",
    "I've checked your calendar.",
    "Shall I move the design review to 16:00?",
    "I could move the design review if you like.",
    "You could put 30 minutes on your calendar for it.",
    "Set your alarm for 7:00 and your day will start well.",
    "A meeting of 45 minutes needs an agenda.",
    "15% of 80 is 12.",
    "Tuesday comes after Monday.",
    "The meeting in Yalta was in February 1945.",
  ])("may say what is true, and what is known: %s", (text) => {
    expect([text, judge(text, evidence)]).toMatchObject([text, { ok: true }]);
  });

  it.each([
    ["The design review is at 15:30.", "untraced_time"],
    ["You have the design review at 9:30.", "untraced_time"],
    ["Dentist is on Tuesday.", "untraced_weekday"],
    ["The dentist is tomorrow.", "untraced_date"],
    ["Your dentist appointment is on 3 November.", "untraced_date"],
    ["You have five things on your calendar.", "untraced_number"],
    ["You have 7 meetings on your calendar.", "untraced_number"],
    ["Your calendar is empty today.", "untraced_empty_day"],
    ["You're free today.", "untraced_empty_day"],
    ["Nothing is planned for next Thursday.", "untraced_empty_day"],
    ["You have no tasks.", "untraced_empty_tasks"],
    ["Nothing is overdue on your list.", "untraced_empty_tasks"],
    ["You have no new messages.", "untraced_empty_messages"],
    ["You have two new e-mails.", "untraced_messages"],
    ["Pay the rent is done.", "untraced_task_state"],
    ["Call the plumber is still open.", "untraced_task_state"],
    ["Pay the rent is overdue.", "untraced_task_state"],
    ["Your sister's name is Berta.", "untraced_memory"],
    ["You told me you prefer trains.", "untraced_memory"],
    ["I've moved the design review to 16:00.", "untraced_deed_calendar"],
    ["I've sent the invitation.", "untraced_deed_message"],
    ["I've added it to your list.", "untraced_deed_task"],
    ["Reminder set for Sunday at 9:00.", "untraced_weekday"],
    ["I'll remind you at 10:15 tomorrow.", "untraced_time"],
    ["I've cancelled your reminder.", "untraced_deed_unremind"],
    ["You spent $45 on taxis.", "untraced_number"],
  ])("may not say %j: %s", (text, reason) => {
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

describe("details", () => {
  it.each([
    ["at 3 pm", [[900]]],
    ["at 15:00", [[900]]],
    ["at 3:15", [[195, 915]]],
    ["half past nine", [[570, 1290]]],
    ["at nine", [[540, 1260]]],
    ["at noon", [[720]]],
    ["12 am", [[0]]],
    [
      "from 9 to 10",
      [
        [540, 1260],
        [600, 1320],
      ],
    ],
    ["in nine days", []],
  ])("%j holds these times", (text, times) => {
    expect(detailsIn(text, TODAY).times).toEqual(times);
  });

  it.each([
    ["2026-11-02", ["2026-11-02"]],
    ["2 November", ["2026-11-02"]],
    ["Nov 2nd, 2027", ["2027-11-02"]],
    ["on the 3rd of January", ["2027-01-03"]],
    ["tomorrow", ["2026-10-31"]],
    ["30 February", []],
  ])("%j holds these dates", (text, dates) => {
    expect(detailsIn(text, TODAY).dates).toEqual(dates);
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
