/**
 * Tests what Waldo says of itself in a chat without a model, and of what it set for the person. It is Friday
 * 2026-10-30, 10:20.
 */
import { failure, play } from "@waldo/testkit/chat-scene";
import { describe, expect, it } from "vitest";

describe("a promise that shall go", () => {
  it("is found by the words of the slot, or else by the message", () => {
    const tools = { drop_intention: { id: "i1", dropped: "the offer" } };
    expect(play("leave-it", { slots: { about: "offer" }, tools })).toEqual({
      asked: [[{ name: "drop_intention", args: { about: "offer" } }]],
      say: "done",
      words: { what: "“the offer”" },
    });
    const message = `never mind ${"x".repeat(300)}`;
    expect(play("leave-it", { message, tools }).asked).toEqual([
      [{ name: "drop_intention", args: { about: message.slice(0, 190) } }],
    ]);
  });

  it("is said without its words where they may not be repeated, and is not said to be gone where it is not", () => {
    const said = (tools: object) => play("leave-it", { message: "never mind it", tools: tools as never }).say;
    expect(said({ drop_intention: { id: "i1", dropped: "why my HRV is 41 ms" } })).toBe("doneUnquoted");
    expect(said({ drop_intention: failure("not_found") })).toBe("nothing");
    expect(said({ drop_intention: failure("failed") })).toBe("failed");
  });
});

describe("the log of the day", () => {
  const log = (more: object) => ({ get_log: { looked: 3, said: [], done: [], ...more } });
  const ask = [[{ name: "get_log", args: {} }]];
  const at = (kind: string) => ({ at: "07:00", kind });
  const did = (...all: string[]) => ({ done: all.map((what) => ({ at: "08:00", what })) });

  it("says what was said unasked, by its kind", () => {
    const said = ["brief", "fetch", "patrol", "reminder", "other"].map(at);
    expect(play("what-did-you-do", { tools: log({ said }) })).toEqual({
      asked: ask,
      say: "found",
      words: {
        text: "Unasked, I sent you a Brief at 07:00, a message about stress at 07:00, a note at 07:00, a reminder at 07:00 and a message at 07:00.",
      },
    });
  });

  it("says the last three deeds, in their own words", () => {
    const tools = log(did("one", "two", "three"));
    expect(play("what-did-you-do", { tools }).words["text"]).toBe(
      "I said nothing unasked today. I did this for you: “one”, “two” and “three”.",
    );
    const both = log({ said: [at("brief")], ...did("one") });
    expect(play("what-did-you-do", { tools: both }).words["text"]).toBe(
      "Unasked, I sent you a Brief at 07:00. I did this for you: “one”.",
    );
  });

  it("says so where there is nothing to say, or no log", () => {
    expect(play("what-did-you-do", { tools: log({}) }).say).toBe("nothing");
    expect(play("what-did-you-do", { tools: log(did("your HRV was 41 ms")) }).say).toBe("nothing");
    expect(play("what-did-you-do").say).toBe("failed");
  });
});

describe("the reasons", () => {
  const reasons = (looked: string[], ...from: string[]) => ({
    get_reasons: { by: "model", statements: from.map((one) => ({ kind: "k", from: one })), looked },
  });

  it("are named once each, in words for a person", () => {
    const tools = reasons(["get_health", "update_memory", "other"], "get_crs", "read_memory", "get_crs");
    expect(play("why-said", { tools })).toEqual({
      asked: [[{ name: "get_reasons", args: {} }]],
      say: "found",
      words: { sources: "today's score, what you told me and your night and what stands out in it" },
    });
    const all = [
      "get_master_metrics",
      "query_calendar",
      "get_tasks",
      "get_agenda",
      "get_watches",
      "search_episodes",
      "watch",
      "owner",
      "known",
    ];
    expect(play("why-said", { tools: reasons(all) }).words["sources"]).toBe(
      "your last two weeks, your calendar, your task list, what you set for the day, your reminders, my diary, your own words and what I know of you",
    );
  });

  it("are words alone, or none", () => {
    expect(play("why-said", { tools: reasons(["other"]) }).say).toBe("words");
    expect(play("why-said").say).toBe("nothing");
  });
});

describe("quiet", () => {
  const set = (quiet: object | false) => [[{ name: "update_profile", args: { quiet } }]];
  const tools = { update_profile: {} };

  it("lasts until the time that is said, or until tomorrow's morning", () => {
    const when = { on: "once", date: "2026-10-30", time: "15:00" } as const;
    expect(play("quiet-until", { slots: { when }, tools })).toEqual({
      asked: set({ date: "2026-10-30", time: "15:00" }),
      say: "done",
      words: { time: "15:00", day: "today" },
    });
    const tomorrow = { asked: set({ date: "2026-10-31", time: "08:00" }), words: { time: "08:00", day: "tomorrow" } };
    expect(play("quiet-until", { tools })).toMatchObject(tomorrow);
    expect(play("quiet-until", { slots: { when: { on: "days", time: "15:00" } }, tools })).toMatchObject(tomorrow);
  });

  it("is said to be set, and ended, only where it was", () => {
    expect(play("quiet-until", { tools: { update_profile: failure("failed", "more than 14 days ahead") } }).say).toBe(
      "tooLong",
    );
    expect(play("quiet-until", { tools: { update_profile: failure("failed", "passed") } }).say).toBe("failed");
    expect(play("speak-again", { tools })).toMatchObject({ asked: set(false), say: "done" });
    expect(play("speak-again").say).toBe("failed");
  });
});

it("what was done last is taken back, and named where it may be", () => {
  const undo = (gives: object) => play("undo", { tools: { undo_last: gives } });
  expect(undo({ undone: "Add the task “Milk”" })).toEqual({
    asked: [[{ name: "undo_last", args: {} }]],
    say: "done",
    words: { what: "“Add the task 'Milk'”" },
  });
  expect(undo({ undone: "HRV is 41 ms" }).say).toBe("doneUnquoted");
  expect(undo({}).say).toBe("doneUnquoted");
  expect(undo(failure("not_found")).say).toBe("nothing");
  expect(undo(failure("failed")).say).toBe("failed");
});

it("a name is set and said without marks", () => {
  const tools = { update_profile: {} };
  expect(play("call-me", { slots: { text: "Sam" }, tools })).toEqual({
    asked: [[{ name: "update_profile", args: { name: "Sam" } }]],
    say: "done",
    words: { name: "Sam" },
  });
  expect(play("call-me", { slots: { text: "x".repeat(80) }, tools }).asked[0]?.[0]?.args).toEqual({
    name: "x".repeat(60),
  });
  expect(play("call-me", { tools })).toEqual({ asked: [], say: "askText", words: {} });
  expect(play("call-me", { slots: { text: "Sam" } }).say).toBe("failed");
  expect(play("call-me", { slots: { text: "HRV is 41 ms" }, tools }).say).toBe("failed");
});

it("a fixed answer knows the time and the date", () => {
  expect(play("time-date")).toEqual({ asked: [], say: "found", words: { time: "10:20", date: "Friday 30 October" } });
});

it("a greeting after days away is answered with what has changed", () => {
  expect(play("hello")).toMatchObject({ asked: [], say: "found", words: { time: "10:20" } });
  const told = { skills: ["catch-up"] };
  const back = play("hello", {
    told,
    tools: { search_episodes: { episodes: [{ date: "2026-10-28", on: "brief", summary: "Bought a boat." }] } },
  });
  expect(back.asked.length).toBeGreaterThan(0);
  expect(back.say).toBe("back");
  expect(back.words["text"]).toBeTruthy();
  expect(play("hello", { told }).say).toBe("found");
});
