/** Tests what is said of reminders, and which calls are made for them. It is Friday 2026-10-30, 10:20. */

import type { When } from "@waldo/contracts";
import { failure, play, saidBefore } from "@waldo/testkit/chat-scene";
import { asking } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";

const LIST = [{ name: "get_watches", args: {} }];
type Row = { readonly text: string; readonly fires?: string; readonly date?: string; readonly time?: string };
const list = (...rows: readonly (Row & { readonly weekdays?: readonly number[]; readonly from?: "outside" })[]) => ({
  get_watches: { reminders: rows.map((row) => ({ watchId: `id-${row.text}`, fires: "some day", ...row })) },
});
const set = { watch: { watchId: "w1", fires: "on Saturday at 09:00" } };
const once = (time: string, date = "2026-10-30"): When => ({ on: "once", date, time });

describe("a new reminder", () => {
  it.each<[When, object]>([
    [once("17:30"), { date: "2026-10-30", time: "17:30" }],
    [{ on: "days", time: "08:00" }, { time: "08:00" }],
    [
      { on: "days", time: "08:00", days: [1, 2] },
      { time: "08:00", weekdays: [1, 2] },
    ],
    [{ on: "before", minutes: 15, event: "first" }, { before: { event: "first", minutes: 15 } }],
    [
      { on: "before", minutes: 15, event: "dentist", date: "2026-11-02" },
      { before: { event: "dentist", minutes: 15, date: "2026-11-02" } },
    ],
  ])("of %j is set with %j", (when, args) => {
    expect(play("remind", { slots: { text: "call Ana", when }, tools: set })).toEqual({
      asked: [[{ name: "watch", args: { text: "call Ana", ...args } }]],
      say: "done",
      words: { text: "I will remind you on Saturday at 09:00: “call Ana”." },
    });
  });

  it("asks for what is missing", () => {
    expect(play("remind")).toEqual({ asked: [], say: "askWhat", words: {} });
    expect(play("remind", { slots: { when: once("17:30") } })).toEqual({ asked: [], say: "askText", words: {} });
    expect(play("remind", { slots: { text: "call Ana" } })).toEqual({ asked: [], say: "askWhen", words: {} });
  });

  it("says that it is known, and quotes nothing that a message may not say", () => {
    const tools = { watch: { ...set.watch, known: true } };
    const slots = { text: "my HRV is 41 ms", when: once("17:30") };
    expect(play("remind", { slots, tools }).words["text"]).toBe(
      "You have that one already: on Saturday at 09:00, what you said.",
    );
    const long = play("remind", { slots: { text: "x".repeat(300), when: once("17:30") }, tools: set });
    expect(long.asked[0]?.[0]?.args).toMatchObject({ text: "x".repeat(190) });
  });

  it.each([
    ["that moment has passed", "that moment has passed"],
    ["there is no such event ahead in the calendar", "I found no such event"],
    ["there are 20 standing reminders already: cancel one first", "there are too many reminders already"],
    ["the store did not answer", "it did not work"],
  ])("says why it is not set: %s", (message, reason) => {
    const tools = { watch: failure("failed", message) };
    expect(play("remind", { slots: { text: "call Ana", when: once("17:30") }, tools })).toMatchObject({
      say: "done",
      words: { text: `I have not set “call Ana”: ${reason}.` },
    });
  });

  it("of two is two, and what was not understood of one is said", () => {
    const [a, b] = [
      { text: "pills", when: once("17:00") },
      { text: "plants", when: once("19:00") },
    ];
    const both = play("remind", { slots: [a, b], tools: set });
    expect(both.asked).toEqual([
      [
        { name: "watch", args: { text: "pills", date: "2026-10-30", time: "17:00" } },
        { name: "watch", args: { text: "plants", date: "2026-10-30", time: "19:00" } },
      ],
    ]);
    expect(both.words["text"]?.match(/I will remind you/g)).toHaveLength(2);
    expect(play("remind", { slots: [a, { text: "plants" }], tools: set }).words["text"]).toMatch(
      /“pills”\. I did not understand when for “plants”, so that is not set\.$/,
    );
    expect(play("remind", { slots: [a, { when: once("19:00") }], tools: set }).words["text"]).toMatch(
      /“pills”\. I did not understand when, so that is not set\.$/,
    );
  });
});

it("a reminder that waits for a tap is not said to be set", () => {
  const waits = { error: "needs_approval", message: "", proposed: asking().proposed };
  const slots = { text: "call Ana", when: once("17:30") };
  expect(play("remind", { slots, tools: { watch: { failure: waits } } })).toMatchObject({ say: "failed", words: {} });
});

describe("a reminder of a zone", () => {
  it("is set with its own words, or with the zone's", () => {
    const slots = { zone: "flagging" } as const;
    expect(play("tell-when", { slots, tools: set })).toEqual({
      asked: [[{ name: "watch", args: { text: "you are flagging or lower", bodyZone: "flagging" } }]],
      say: "done",
      words: { zone: "flagging" },
    });
    const own = play("tell-when", { slots: { ...slots, text: "rest" }, tools: set });
    expect(own.asked[0]?.[0]?.args).toEqual({ text: "rest", bodyZone: "flagging" });
    expect(own.say).toBe("done");
    expect(play("tell-when", { slots }).say).toBe("failed");
    const long = play("tell-when", { slots: { ...slots, text: "x".repeat(300) }, tools: set });
    expect(long.asked[0]?.[0]?.args).toMatchObject({ text: "x".repeat(190) });
  });

  it.each([
    ["tell me when I am depleted: cancel the gym", "when I am depleted: cancel the gym", "cancel the gym"],
    ["depleted: no screens, say that to me", "depleted: no screens", "no screens"],
    ["wenn ich leer bin: geh schlafen", "wenn ich leer bin: geh schlafen", "geh schlafen"],
    ["remind me to take a break when I'm depleted", "take a break when I'm depleted", "take a break"],
    ["when I'm depleted, tell me to go to bed", "go to bed", "go to bed"],
  ])("keeps and names what is to be said then: %s", (message, text, what) => {
    const told = play("tell-when", { message, slots: { zone: "depleted", text }, tools: set });
    expect(told.asked).toEqual([[{ name: "watch", args: { text: what, bodyZone: "depleted" } }]]);
    expect(told).toMatchObject({ say: "doneText", words: { zone: "depleted", text: `“${what}”` } });
  });

  it("names nothing where nothing is to be said, or where it may not be repeated", () => {
    const told = (message: string, text: string) =>
      play("tell-when", { message, slots: { zone: "flagging", text }, tools: set }).say;
    expect(told("tell me when I'm flagging", "when I'm flagging")).toBe("done");
    expect(told("ping me once I hit flagging", "ping me once I hit flagging")).toBe("done");
    expect(told("flagging: my HRV is 41 ms", "flagging: my HRV is 41 ms")).toBe("done");
  });

  it("needs a zone that one can fall to", () => {
    expect(play("tell-when")).toEqual({ asked: [], say: "askZone", words: {} });
    expect(play("tell-when", { slots: { zone: "energized" } })).toEqual({ asked: [], say: "onlyDown", words: {} });
  });
});

describe("the list", () => {
  it("is read once, and says each with its moment, six at most", () => {
    const rows = ["a1", "b1", "c1", "d1", "e1", "f1"].map((text) => ({ text, fires: "daily" }));
    expect(play("list-reminders", { tools: list(...rows.slice(0, 1), { text: "my HRV is 41 ms" }) })).toEqual({
      asked: [LIST],
      say: "found",
      words: { reminders: "“a1” daily and “my HRV is 41 ms” some day" },
    });
    expect(play("list-reminders", { tools: list(...rows) }).say).toBe("found");
    const many = play("list-reminders", { tools: list(...rows, { text: "g1" }) });
    expect([many.say, many.words["reminders"]?.includes("g1")]).toEqual(["many", false]);
    expect(play("list-reminders", { tools: list() }).say).toBe("nothing");
    expect(play("list-reminders").say).toBe("failed");
  });
});

describe("a reminder that shall go", () => {
  const two = list({ text: "water the plants" }, { text: "call Ana", fires: "on Friday" });
  const gone = (...texts: string[]) => texts.map((text) => ({ name: "cancel_watch", args: { watchId: `id-${text}` } }));
  const tools = { ...two, cancel_watch: {} };

  it("is the one that is named, by its words or its moment", () => {
    expect(play("cancel-reminder", { tools, slots: { about: "plants" } })).toEqual({
      asked: [LIST, gone("water the plants")],
      say: "done",
      words: { text: "“water the plants”" },
    });
    expect(play("cancel-reminder", { tools, message: "cancel the one on Friday" }).asked[1]).toEqual(gone("call Ana"));
  });

  it("is the only one, where the words name none", () => {
    const only = { ...list({ text: "call Ana" }), cancel_watch: {} };
    expect(play("cancel-reminder", { tools: only, slots: { about: "it" }, message: "cancel it" }).say).toBe("done");
    expect(play("cancel-reminder", { tools: only, message: "cancel my reminder" }).say).toBe("done");
    expect(play("cancel-reminder", { tools: only, slots: { about: "the boat" } }).asked).toEqual([LIST]);
    expect(play("cancel-reminder", { tools, slots: { about: "it" }, message: "cancel it" })).toEqual({
      asked: [LIST],
      say: "which",
      words: { reminders: "“water the plants” some day and “call Ana” on Friday" },
    });
  });

  it("is each one when all are meant, and none when one shall stay", () => {
    expect(play("cancel-reminder", { tools, message: "cancel all my reminders" })).toMatchObject({
      asked: [LIST, gone("water the plants", "call Ana")],
      say: "doneAll",
      words: { text: "“water the plants” and “call Ana”" },
    });
    for (const message of ["cancel all of them", "lösche alle", "cancela todos", "annule tous"])
      expect(play("cancel-reminder", { tools, message }).say).toBe("doneAll");
    for (const message of ["cancel all reminders except the plants", "cancel everything about my taxes"])
      expect(play("cancel-reminder", { tools, message })).toMatchObject({ asked: [LIST], say: "which" });
  });

  it("is said to be gone only where it went", () => {
    expect(play("cancel-reminder", { tools: two, slots: { about: "plants" } }).say).toBe("failed");
    expect(play("cancel-reminder", { tools: list() }).say).toBe("nothing");
    const unfit = list({ text: "my HRV is 41 ms", from: "outside" }, { text: "call Ana" });
    expect(play("cancel-reminder", { tools: unfit, message: "cancel it" })).toMatchObject({
      say: "which",
      words: { reminders: "one some day and “call Ana” some day" },
    });
    expect(play("cancel-reminder").say).toBe("nothing");
  });
});

describe("a reminder that is moved", () => {
  const old = { text: "call Ana", date: "2026-10-31", time: "09:00" };
  const tools = { ...list(old, { text: "water the plants" }), ...set, cancel_watch: {} };
  const moved = (args: object) => [
    LIST,
    [{ name: "watch", args: { text: "call Ana", ...args } }],
    [{ name: "cancel_watch", args: { watchId: "id-call Ana" } }],
  ];

  it("is set anew first, and then the old one goes", () => {
    const when = once("11:00", "2026-10-31");
    expect(play("move-reminder", { tools, slots: { about: "Ana", when } })).toEqual({
      asked: moved({ date: "2026-10-31", time: "11:00" }),
      say: "done",
      words: { text: "I will remind you on Saturday at 09:00: “call Ana”." },
    });
  });

  it("stays on its day and half of the day, where only an hour is said", () => {
    // "At 8", read at 10:20, is 20:00. For a reminder at nine in the morning it is eight in the morning.
    expect(play("move-reminder", { tools, slots: { about: "Ana", when: once("20:00") } }).asked).toEqual(
      moved({ date: "2026-10-31", time: "08:00" }),
    );
    expect(play("move-reminder", { tools, slots: { about: "Ana", when: once("15:00") } }).asked).toEqual(
      moved({ date: "2026-10-31", time: "15:00" }),
    );
    const message = "move Ana to tomorrow at 8";
    expect(
      play("move-reminder", { tools, message, slots: { about: "Ana", when: once("20:00", "2026-11-01") } }).asked,
    ).toEqual(moved({ date: "2026-11-01", time: "20:00" }));
    const today = { ...tools, ...list({ ...old, date: "2026-10-30", time: "11:00" }) };
    expect(play("move-reminder", { tools: today, slots: { about: "Ana", when: once("20:00") } }).asked).toEqual(
      moved({ date: "2026-10-30", time: "20:00" }),
    );
  });

  it("of every day stays one of every day, on its days", () => {
    const daily = { ...tools, ...list({ text: "call Ana", time: "08:00", weekdays: [1, 5] }) };
    expect(play("move-reminder", { tools: daily, slots: { about: "Ana", when: once("09:00") } }).asked).toEqual(
      moved({ time: "09:00", weekdays: [1, 5] }),
    );
    const each = { ...tools, ...list({ text: "call Ana", time: "08:00" }) };
    expect(play("move-reminder", { tools: each, slots: { about: "Ana", when: once("09:00") } }).asked).toEqual(
      moved({ time: "09:00" }),
    );
    const when: When = { on: "days", time: "07:00", days: [2] };
    expect(play("move-reminder", { tools, slots: { about: "Ana", when } }).asked).toEqual(
      moved({ time: "07:00", weekdays: [2] }),
    );
  });

  it("is the one that was just spoken of, where none is named, and a bare number is a time", () => {
    const told = saidBefore("I will remind you on Saturday at 09:00: “call Ana”.");
    for (const message of ["make it 11", "make it 11!"])
      expect(play("move-reminder", { tools, told, message }).asked).toEqual(
        moved({ date: "2026-10-31", time: "11:00" }),
      );
    const both = saidBefore("These are set: “call Ana” and “water the plants”.");
    expect(play("move-reminder", { tools, told: both, message: "make it 11" })).toMatchObject({
      asked: [LIST],
      say: "which",
    });
    const only = { ...tools, ...list(old) };
    expect(play("move-reminder", { tools: only, message: "make it 11" }).say).toBe("done");
    expect(play("move-reminder", { tools, message: "make it 11" }).say).toBe("which");
  });

  it("asks to when, and says that the old one stays where the new one failed", () => {
    expect(play("move-reminder", { tools, slots: { about: "Ana" }, message: "move Ana" })).toEqual({
      asked: [LIST],
      say: "askWhen",
      words: {},
    });
    const failing = { ...tools, watch: failure("failed", "that moment has passed") };
    const slots = { about: "Ana", when: once("11:00", "2026-10-31") };
    expect(play("move-reminder", { tools: failing, slots })).toMatchObject({
      asked: moved({ date: "2026-10-31", time: "11:00" }).slice(0, 2),
      say: "failed",
      words: { text: "I have not set “call Ana”: that moment has passed." },
    });
    expect(play("move-reminder", { tools: list(), slots }).say).toBe("nothing");
    expect(play("move-reminder", { slots }).say).toBe("nothing");
  });

  it("takes the moment as it is said, where the old one has no such moment", () => {
    const when: When = { on: "days", time: "19:00" };
    expect(play("move-reminder", { tools, slots: { about: "Ana", when } }).asked).toEqual(moved({ time: "19:00" }));
    const zoned = { ...tools, ...list({ text: "call Ana", fires: "when you are flagging" }) };
    expect(play("move-reminder", { tools: zoned, slots: { about: "Ana", when: once("20:00") } }).asked).toEqual(
      moved({ date: "2026-10-30", time: "20:00" }),
    );
  });

  it("is not guessed: of two, where none is named, nor from a number that is no time", () => {
    expect(play("move-reminder", { tools, message: "move it" })).toMatchObject({ asked: [LIST], say: "which" });
    const numbered = { tools, slots: { about: "Ana" }, message: "move the 2 calls to Ana" };
    expect(play("move-reminder", numbered)).toMatchObject({ asked: [LIST], say: "askWhen" });
    const eight = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1"].map((text) => ({ text }));
    expect(play("move-reminder", { tools: list(...eight), message: "move it" }).words["reminders"]).not.toContain("g1");
  });

  it("is the one that Waldo spoke of, whatever the person said since", () => {
    const thread = [
      { from: "waldo", text: "I will remind you: “call Ana”." },
      { from: "owner", text: "and water the plants" },
    ] as const;
    const { asked } = play("move-reminder", { tools, told: { thread }, message: "make it 11" });
    expect(asked).toEqual(moved({ date: "2026-10-31", time: "11:00" }));
  });

  it("to a half of the day that was said stays in that half", () => {
    const slots = { about: "Ana", when: once("16:00", "2026-10-31") };
    const { asked } = play("move-reminder", { tools, slots, message: "make the call to Ana 4 pm" });
    expect(asked).toEqual(moved({ date: "2026-10-31", time: "16:00" }));
  });

  it("to where it is already is not cancelled", () => {
    const same = { ...tools, watch: { watchId: "id-call Ana", fires: "on Saturday at 09:00", known: true } };
    const played = play("move-reminder", { tools: same, slots: { about: "Ana", when: once("09:00", "2026-10-31") } });
    expect([played.asked.length, played.say]).toEqual([2, "done"]);
  });

  it("and left beside its new self by a run that died, the old one goes", () => {
    const next = { text: "call Ana", date: "2026-10-31", time: "11:00", watchId: "id-new" };
    const left = { ...tools, ...list(old, next), watch: { watchId: "id-new", fires: "then", known: true } };
    const { asked } = play("move-reminder", {
      tools: left,
      slots: { about: "Ana", when: once("11:00", "2026-10-31") },
    });
    expect(asked).toEqual(moved({ date: "2026-10-31", time: "11:00" }));
    const daily = [
      { text: "call Ana", time: "09:00", weekdays: [1] },
      { text: "call Ana", time: "11:00", weekdays: [1], watchId: "id-new" },
    ];
    const both = { ...left, ...list(...daily) };
    expect(play("move-reminder", { tools: both, slots: { about: "Ana", when: once("11:00") } }).asked).toEqual(
      moved({ time: "11:00", weekdays: [1] }),
    );
  });
});
