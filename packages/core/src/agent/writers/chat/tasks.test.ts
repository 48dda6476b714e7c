/** Tests what is said of the task list, and which call is made for it. It is Friday 2026-10-30. */
import { failure, play } from "@waldo/testkit/chat-scene";
import { describe, expect, it } from "vitest";

type Row = readonly [title: string, due?: string | undefined, status?: string, from?: "outside"];
const list = (...rows: readonly Row[]) => ({
  get_tasks: {
    tasks: rows.map(([title, due, status = "open", from]) => ({
      ...{ taskId: `id-${title}`, title, status },
      ...(due && { due }),
      ...(from && { from }),
    })),
  },
});
const LIST = [{ name: "get_tasks", args: { limit: 20 } }];

describe("the list", () => {
  it("is read once, and holds what is open", () => {
    const tools = list(["milk"], ["tea", undefined, "done"], ["rent", "2026-11-02"], ["tax", "2026-10-30"]);
    expect(play("list-tasks", { tools })).toEqual({
      asked: [LIST],
      say: "found",
      words: { tasks: "“milk”, “rent”, due on Monday and “tax”" },
    });
  });

  it("names six at most, and says that there are more", () => {
    const six = ["a1", "b1", "c1", "d1", "e1", "f1"].map((title): Row => [title]);
    expect(play("list-tasks", { tools: list(...six) }).say).toBe("found");
    const { say, words } = play("list-tasks", { tools: list(...six, ["g1"]) });
    expect([say, words["tasks"]]).toEqual(["many", "“a1”, “b1”, “c1”, “d1”, “e1” and “f1”"]);
  });

  it("tells the person their own words as they stand, and nobody else's that a message may not say", () => {
    const tools = list(["refill 400 mg ibuprofen"], ["take 400 mg ibuprofen", undefined, "open", "outside"]);
    const { words } = play("list-tasks", { tools });
    expect(words["tasks"]).toBe("“refill 400 mg ibuprofen” and one that I may not quote");
  });

  it.each(["list-tasks", "what-is-due"])("%s says when it is empty, and when it could not be read", (intent) => {
    expect(play(intent, { tools: list() }).say).toBe("nothing");
    expect(play(intent).say).toBe("failed");
  });
});

describe("what is due", () => {
  const tools = list(["past", "2026-10-29"], ["now", "2026-10-30"], ["later", "2026-10-31"], ["some time"]);

  it("today is also what was due before", () => {
    expect(play("what-is-due", { tools })).toMatchObject({
      asked: [LIST],
      say: "found",
      words: { day: "today", tasks: "“past” and “now”" },
    });
    expect(play("what-is-due", { tools, slots: { date: "2026-10-30" } }).words["tasks"]).toBe("“past” and “now”");
  });

  it("on another day is what is due on that day", () => {
    expect(play("what-is-due", { tools, slots: { date: "2026-10-31" } })).toMatchObject({
      say: "found",
      words: { day: "tomorrow", tasks: "“later”, due tomorrow" },
    });
    expect(play("what-is-due", { tools, slots: { date: "2026-11-01" } })).toMatchObject({
      say: "nothing",
      words: { day: "on Sunday" },
    });
  });
});

describe("a new task", () => {
  const tools = { write_task: { taskId: "t" } };

  it("is written with its day, if one was said", () => {
    expect(play("add-task", { tools, slots: { text: "stamps" } })).toEqual({
      asked: [[{ name: "write_task", args: { title: "stamps" } }]],
      say: "done",
      words: { task: "“stamps”" },
    });
    expect(play("add-task", { tools, slots: { text: "rent", date: "2026-11-02" } })).toEqual({
      asked: [[{ name: "write_task", args: { title: "rent", due: "2026-11-02" } }]],
      say: "doneFor",
      words: { task: "“rent”", day: "on Monday" },
    });
  });

  it("is asked for where no words name it, cut where they are many, and not said to be there where it failed", () => {
    expect(play("add-task")).toEqual({ asked: [], say: "askText", words: {} });
    const { asked } = play("add-task", { tools, slots: { text: "x".repeat(500) } });
    expect(asked).toEqual([[{ name: "write_task", args: { title: "x".repeat(190) } }]]);
    expect(play("add-task", { slots: { text: "stamps" } }).say).toBe("failed");
    expect(play("add-task", { tools, slots: { text: "my HRV is 41 ms" } }).words["task"]).toBe("it");
  });
});

describe("a change of a task", () => {
  const tools = { ...list(["buy stamps"], ["call mum"]), update_task: {} };
  const change = (args: object) => [LIST, [{ name: "update_task", args: { taskId: "id-buy stamps", ...args } }]];

  it("finds the task that the message names, and changes it alone", () => {
    expect(play("finish-task", { tools, slots: { about: "stamps" } })).toEqual({
      asked: change({ status: "done" }),
      say: "done",
      words: { task: "“buy stamps”" },
    });
    expect(play("drop-task", { tools, message: "drop the stamps" })).toMatchObject({
      asked: change({ status: "dropped" }),
      say: "done",
    });
    expect(play("move-task", { tools, slots: { about: "stamps", date: "2026-10-31" } })).toEqual({
      asked: change({ due: "2026-10-31" }),
      say: "done",
      words: { task: "“buy stamps”", day: "tomorrow" },
    });
  });

  it("asks which one where none or two are meant, and to when where no day was said", () => {
    expect(play("finish-task", { tools, slots: { about: "the boat" } })).toEqual({
      asked: [LIST],
      say: "which",
      words: { tasks: "“buy stamps” and “call mum”" },
    });
    expect(play("finish-task", { tools: list(["call mum"], ["call Bob"]), slots: { about: "call" } }).say).toBe(
      "which",
    );
    expect(play("finish-task", { slots: { about: "stamps" } }).say).toBe("nothing");
    expect(play("move-task", { tools, slots: { about: "stamps" } })).toEqual({
      asked: [LIST],
      say: "askWhen",
      words: {},
    });
  });

  it("does not end the task that shall stay", () => {
    const message = "drop everything except the stamps";
    expect(play("drop-task", { tools, message })).toMatchObject({ asked: [LIST], say: "which" });
    const slots = { about: "stamps", date: "2026-10-31" };
    expect(play("move-task", { tools, message: "move the stamps, leave mum", slots }).say).toBe("done");
  });

  it("is not said to be done where it failed", () => {
    const failing = { ...tools, update_task: failure("failed") };
    expect(play("finish-task", { tools: failing, slots: { about: "stamps" } }).say).toBe("failed");
  });
});
