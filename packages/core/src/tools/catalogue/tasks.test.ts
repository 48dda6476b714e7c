/** The person's tasks and own appointments: what is told, added, changed and taken back. It is Friday, 09:00, in London. */
import { type CalendarEvent, keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { DATE, meetingOf, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import { calendarKey } from "../../calendar/rows.ts";
import type { Json, Write } from "../../ports.ts";
import { DAY_MS, HOUR_MS } from "../../time.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";
import { proposeSchedule } from "./actions.ts";
import { updateTask, writeTask } from "./tasks.ts";

type Name =
  | "get_tasks"
  | "write_task"
  | "update_task"
  | "undo_last"
  | "query_calendar"
  | "propose_action"
  | "hand_over";

async function person(...writes: Write[]) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  for (const write of writes) await store.transact([write]);
  let run = 0;
  const call = (name: Name, args: Json, more: Partial<ToolContext> = {}, id = "1") =>
    dispatchTool({ id, name, args }, { ...context, runId: `run-${++run}`, ...more });
  return {
    store,
    context,
    call,
    told: async (name: Name, args: Json) => {
      const result = await call(name, args);
      return result.ok ? result.value : { error: result.error };
    },
    task: async (taskId = "task1") => (await store.get(keys.task("me", taskId)))?.body,
  };
}
const heard = (words: string, outside = false) =>
  ({ autonomy: "L2", heard: { owner: [words], outside, recalled: [] } }) as const;
const task = (taskId: string, title: string, more: object = {}): Write => ({
  op: "put",
  key: keys.task("me", taskId),
  body: { taskId, title, status: "open", createdAt: 1, updatedAt: 1, ...more },
});
const event = (title: string, start: number, more: Partial<CalendarEvent> = {}): Write => {
  const meeting = meetingOf(title, start, { eventId: start.toString(16).padStart(24, "0"), ...more });
  return { op: "put", key: calendarKey("me", meeting), body: JSON.parse(JSON.stringify(meeting)) };
};

describe("the list of tasks", () => {
  it("tells each task with its date, and which came from outside", async () => {
    const { told } = await person(
      task("t2", "Milk", { due: DATE, origin: "owner" }),
      task("t3", "Win a prize", { origin: "untrusted" }),
    );
    expect(await told("get_tasks", {})).toEqual({
      tasks: expect.arrayContaining([
        { taskId: "t2", title: "Milk", due: DATE, status: "open" },
        { taskId: "t3", title: "Win a prize", status: "open", from: "outside" },
      ]),
    });
    expect(await told("get_tasks", { limit: 1 })).toMatchObject({ tasks: [{}] });
    expect(await told("get_tasks", { limit: 0 })).toEqual({ error: "invalid_arguments" });
    expect(await told("get_tasks", { limit: 21 })).toEqual({ error: "invalid_arguments" });
  });

  it("holds ten tasks unless more are asked for", async () => {
    const { told } = await person(...Array.from({ length: 24 }, (_, i) => task(`n${i}`, `a${i}`)));
    const count = async (args: Json) =>
      Object.values((await told("get_tasks", args)) as Record<string, Json[]>)[0]?.length;
    expect(await count({})).toBe(10);
    expect(await count({ limit: 20 })).toBe(20);
  });
});

describe("a new task", () => {
  it("is one task when a run asks twice, and dropped by an undo", async () => {
    const { call, task: row } = await person();
    const milk = { title: "Milk", due: DATE };
    const first = await call("write_task", milk, { runId: "run-m" });
    const taskId = first.ok ? Object(first.value).taskId : "";
    expect(await row(taskId)).toMatchObject({ ...milk, status: "open", createdAt: NOW, updatedAt: NOW });
    expect(await call("write_task", milk, { runId: "run-m", now: NOW + 5 })).toMatchObject({ value: { taskId } });
    expect(await call("write_task", milk, { runId: "run-m", now: NOW + 6 }, "2")).toMatchObject({ value: { taskId } });
    expect(await row(taskId)).toMatchObject({ updatedAt: NOW });
    for (const other of [{ title: "Milk" }, { title: "Tea", due: DATE }, { title: "Milk", due: "2026-10-31" }])
      expect(await call("write_task", other, { runId: "run-m" })).not.toMatchObject({ value: { taskId } });
    expect(await call("write_task", milk, { runId: "run-o" })).not.toMatchObject({ value: { taskId } });
    const { call: again, task: undone } = await person();
    await again("write_task", milk, { runId: "run-m" });
    expect(await again("undo_last", {})).toMatchObject({ ok: true });
    expect(await undone(taskId)).toMatchObject({ status: "dropped" });
    expect(await again("write_task", { title: "" })).toMatchObject({ error: "invalid_arguments" });
  });

  it.each(["add", "put", "write", "note", "note down", "jot down", "list", "make", "create", "remind me to"])(
    "needs no tap when the person says “%s” and its title",
    async (verb) => {
      const { call } = await person();
      expect(await call("write_task", { title: "buy milk" }, heard(`${verb} buy milk`, true))).toMatchObject({
        ok: true,
      });
      expect(await call("write_task", { title: "buy milk" }, heard("what a day", true))).toMatchObject({ ok: false });
    },
  );

  it("is shown with its date", () => {
    expect(writeTask.title({ title: "Milk", due: DATE })).toBe(`Add the task “Milk” for ${DATE}`);
    expect(writeTask.title({ title: "Milk" })).toBe("Add the task “Milk”");
  });
});

it("a title with words of others is outside text, in a new task and in one that changes", async () => {
  const { context } = await person();
  const outside = { ...context, ...heard("add Milk", true) };
  const bodyOf = (effect: { writes: readonly Write[] }) => effect.writes.map((write) => "body" in write && write.body);
  const [milk, prize] = [{ title: "Milk" }, { title: "Win a prize" }];
  expect(bodyOf(await writeTask.plan(milk, outside))).toMatchObject([{ ...milk, origin: "agent" }]);
  expect(bodyOf(await writeTask.plan(prize, outside))).toMatchObject([{ ...prize, origin: "untrusted" }]);
  const change = async (title: object) => bodyOf(await updateTask.plan({ taskId: "task1", ...title }, outside));
  expect(await change(milk)).toMatchObject([{ ...milk, origin: "agent" }]);
  expect(await change(prize)).toMatchObject([{ ...prize, origin: "untrusted" }]);
});

describe("a task", () => {
  it("is changed by the id that it was given, and not after it is gone", async () => {
    const { call, context } = await person();
    const added = await call("write_task", { title: "Milk" });
    const taskId = added.ok ? Object(added.value).taskId : "";
    expect(await call("update_task", { taskId, status: "done" })).toMatchObject({ ok: true, value: { taskId } });
    await expect(updateTask.plan({ taskId: "none", status: "done" }, context)).rejects.toMatchObject({
      error: "not_found",
    });
  });

  it("changes only where it is told to, and changes back", async () => {
    const { call, task: row } = await person();
    const before = await row();
    expect(await call("update_task", { taskId: "task1", due: DATE })).toMatchObject({ value: { status: "open" } });
    expect(await row()).toEqual({ ...before, due: DATE, updatedAt: NOW });
    await call("undo_last", {});
    expect(await row()).toEqual(before);
    await call("update_task", { taskId: "task1", title: "Call Ana", status: "done" });
    expect(await row()).toMatchObject({ title: "Call Ana", status: "done" });
    expect(await call("update_task", { taskId: "task1" })).toMatchObject({ error: "invalid_arguments" });
    expect(await call("update_task", { taskId: "none", status: "done" })).toMatchObject({ error: "not_found" });
    expect(await call("update_task", { taskId: "task1", title: "" })).toMatchObject({ error: "invalid_arguments" });
  });

  const TITLE = "Call the dentist MINE";
  it.each<[string, object, readonly string[]]>([
    ["done", { status: "done" }, ["mark", "tick", "tick off", "check off", "complete", "finish", "close"]],
    ["dropped", { status: "dropped" }, ["drop", "cancel", "remove", "delete", "forget"]],
    ["open", { status: "open" }, ["reopen", "open"]],
    ["on another date", { due: DATE }, ["change", "rename", "move", "set", "postpone", "reschedule"]],
  ])("is %s without a tap when the person says so", async (_, change, verbs) => {
    const args = { taskId: "task1", ...change };
    const on = "due" in change ? ` to ${DATE}` : "";
    for (const verb of verbs) {
      const { call } = await person();
      expect([verb, await call("update_task", args, heard(`${verb} “${TITLE}”${on}`))]).toMatchObject([
        verb,
        { ok: true },
      ]);
    }
    for (const verb of ["mark", "drop", "reopen", "change"].filter((one) => !verbs.includes(one))) {
      const { call } = await person();
      expect([verb, await call("update_task", args, heard(`${verb} “${TITLE}”${on}`))]).toMatchObject([
        verb,
        { ok: false },
      ]);
    }
  });

  it("needs a tap where two open tasks bear the name, and the tap shows the task", async () => {
    const args = { taskId: "task1", status: "done" };
    const done = (...writes: Write[]) =>
      person(...writes).then(({ call }) => call("update_task", args, heard(`mark “${TITLE}”`)));
    expect(await done(task("t2", TITLE))).toMatchObject({ ok: false, proposed: [{ concerns: TITLE }] });
    expect(await done(task("t2", TITLE, { status: "done" }))).toMatchObject({ ok: true });
    const { call } = await person(task("task1", TITLE, { due: DATE }));
    expect(await call("update_task", args, heard("what a day"))).toMatchObject({
      proposed: [{ concerns: `${TITLE} (${DATE})` }],
    });
  });

  it("is shown with what changes", () => {
    expect(updateTask.title({ taskId: "t", title: "Tea", due: DATE, status: "open" }, "Milk")).toBe(
      `Change the task “Milk”: title “Tea”, due ${DATE}, open`,
    );
    expect(updateTask.title({ taskId: "t", status: "done" })).toBe("Change a task: done");
  });
});

describe("a task of several steps", () => {
  const said = (text: unknown): Write => ({
    op: "put",
    key: keys.heard("me", "run-h"),
    body: { text } as Json & object,
  });
  const handOver = (made: Awaited<ReturnType<typeof person>>, more: Partial<ToolContext> = {}, id = "1") =>
    made.call("hand_over", {}, { runId: "run-h", ...more }, id);
  const handoffs = async ({ store }: Awaited<ReturnType<typeof person>>) => {
    const { rows } = await store.query(keys.handoff.all("me"));
    return rows.map(({ body }) => body);
  };

  it("is the person's message, taken over once", async () => {
    const made = await person(said("Plan my week"));
    const first = await handOver(made);
    const handoffId = expect.stringMatching(/^h-[0-9a-f]{16}$/);
    expect(first).toMatchObject({ ok: true, value: { handoffId } });
    const row = { goal: "Plan my week", date: DATE, createdAt: NOW };
    expect(await handoffs(made)).toMatchObject([row]);
    const again = await handOver(made, { now: NOW + 5 }, "2");
    expect(again).toMatchObject({ ok: true, value: first.ok ? (first.value as object) : {} });
    expect(await handoffs(made)).toMatchObject([row]);
  });

  it.each([[undefined], [""], [7]])("is not taken over without its words: %j", async (text) => {
    const made = await person(...(text === undefined ? [] : [said(text)]));
    expect(await handOver(made)).toMatchObject({ ok: false, error: "failed" });
    expect(await handoffs(made)).toEqual([]);
  });

  it.each([
    ...["plan", "move", "organise", "organize", "reschedule", "rearrange", "arrange", "sort out", "prepare"],
    ...["find time", "take care of", "make a plan"],
  ])("needs no tap after text from outside when the person says “%s”", async (verb) => {
    const asked = async (words: string) => handOver(await person(said(words)), heard(words, true));
    expect(await asked(`Please ${verb} my calls`)).toMatchObject({ ok: true });
    expect(await asked("What about my calls")).toMatchObject({
      error: "needs_approval",
      proposed: [{ title: "Work out a plan for what you asked" }],
    });
  });
});

describe("the calendar", () => {
  it("is told of a day, or of days, on the person's clock", async () => {
    const tomorrow = event("Tea", NOW + DAY_MS, { origin: "agent" });
    const night = event("Night train", NOW + 12 * HOUR_MS, {
      end: NOW + 22 * HOUR_MS,
      busy: false,
      status: "tentative",
    });
    const trip = event("Trip", NOW + 2 * DAY_MS - 9 * HOUR_MS, { end: NOW + 4 * DAY_MS - 9 * HOUR_MS, allDay: true });
    const { told } = await person(tomorrow, night, trip);
    const titles = async (args: Json) => {
      const { events } = (await told("query_calendar", args)) as { events: { title: string }[] };
      return events.map(({ title }) => title);
    };
    expect(await titles({})).toEqual(["Budget MINE", "Night train"]);
    expect(await titles({ date: "2026-10-31" })).toEqual(["Night train", "Tea"]);
    expect(await titles({ days: 2 })).toEqual(["Budget MINE", "Night train", "Tea"]);
    expect(await told("query_calendar", { days: 3 })).toMatchObject({
      from: DATE,
      days: 3,
      timeZone: "Europe/London",
      events: [
        { title: "Budget MINE", date: DATE, time: "11:00-12:00", location: "Room MINE", from: "outside" },
        {
          title: "Night train",
          date: DATE,
          until: "2026-10-31",
          time: "21:00-07:00",
          busy: false,
          status: "tentative",
        },
        { title: "Tea", date: "2026-10-31", time: "09:00-10:00" },
        { title: "Trip", date: "2026-11-01", until: "2026-11-02", allDay: true },
      ],
    });
    for (const days of [0, 15]) expect(await told("query_calendar", { days })).toEqual({ error: "invalid_arguments" });
    const plain = (await told("query_calendar", { date: "2026-10-31" })) as { events: object[] };
    expect(plain.events[1]).toEqual({ title: "Tea", date: "2026-10-31", time: "09:00-10:00" });
  });
});

describe("an appointment", () => {
  const walk = { title: "Walk", date: DATE, time: "16:00", minutes: 30 };

  /** The rows that the plan writes are written, as after a tap. */
  const put = async (args: object, now: number, ...writes: Write[]) => {
    const { store, context } = await toolWorld(openSqliteStore(":memory:"));
    for (const write of writes) await store.transact([write]);
    const planned = await proposeSchedule.plan({ ...walk, ...args }, { ...context, now });
    await store.transact([...planned.writes]);
    const day = async () => JSON.stringify(await dispatchTool({ id: "1", name: "query_calendar", args: {} }, context));
    return { value: planned.value, day, undo: () => store.transact([...(planned.undo ?? [])]) };
  };

  it("is put where nothing else takes time, tentatively, and cancelled by an undo", async () => {
    const free = event("Free", NOW + 7 * HOUR_MS, { busy: false });
    const holiday = event("Holiday", NOW - 9 * HOUR_MS, { end: NOW + 15 * HOUR_MS, allDay: true });
    const { value, day, undo } = await put({}, NOW, free, holiday);
    expect(value).toEqual({ date: DATE, time: "16:00", minutes: 30, status: "tentative" });
    expect(await day()).toContain(
      JSON.stringify({ title: "Walk", date: DATE, time: "16:00-16:30", status: "tentative" }),
    );
    await undo();
    expect(await day()).not.toContain("Walk");
  });

  it("with a title of others is outside text", async () => {
    const { context } = await person();
    const outside = { ...context, ...heard("put Walk on Friday", true) };
    const bodyOf = async (title: string) =>
      (await proposeSchedule.plan({ ...walk, title }, outside)).writes.map((write) => "body" in write && write.body);
    expect(await bodyOf("Walk")).toMatchObject([{ title: "Walk", origin: "agent" }]);
    expect(await bodyOf("Win a prize")).toMatchObject([{ title: "Win a prize", origin: "untrusted" }]);
  });

  it("is refused in the past and where the time is taken, without the other title", async () => {
    await expect(put({ time: "08:59" }, NOW)).rejects.toMatchObject({
      error: "failed",
      message: expect.stringContaining("over"),
    });
    expect(await put({ time: "09:00" }, NOW)).toMatchObject({ value: { time: "09:00" } });
    await expect(put({ time: "11:30" }, NOW)).rejects.toMatchObject({
      error: "failed",
      message: expect.not.stringContaining("Budget"),
    });
    expect(await put({ time: "12:00" }, NOW)).toMatchObject({ value: { time: "12:00" } });
    const takes = (minutes: number) => proposeSchedule.args.safeParse({ ...walk, minutes }).success;
    expect([4, 5, 720, 721].map(takes)).toEqual([false, true, true, false]);
  });

  it("is shown with its beginning and end", () => {
    expect(proposeSchedule.title(walk)).toBe(`Schedule “Walk” on ${DATE}, 16:00 to 16:30`);
    expect(proposeSchedule.leaves).toEqual(["title"]);
  });
});

describe("a proposal", () => {
  it("holds the arguments as they would be carried out, with the row that each is about", async () => {
    const { call } = await person();
    const actions = [
      { tool: "update_task", args: { taskId: "task1", status: "done" } },
      { tool: "write_task", args: { title: "Pack" } },
    ];
    expect(await call("propose_action", { actions })).toMatchObject({
      ok: true,
      value: { proposed: ["Change a task: done", "Add the task “Pack”"] },
      proposed: [
        { tool: "update_task", concerns: "Call the dentist MINE" },
        { tool: "write_task", args: { title: "Pack" } },
      ],
    });
  });

  it("of wrong arguments is refused with what is wrong with them", async () => {
    const { call } = await person();
    const actions = [{ tool: "write_task", args: { title: "Pack", due: "soon" } }];
    expect(await call("propose_action", { actions })).toMatchObject({
      error: "failed",
      message: expect.stringMatching(/^write_task: .*date/i),
    });
  });

  it.each<[string, object[], string]>([
    ["no action", [], "invalid_arguments"],
    [
      "eleven",
      Array.from({ length: 11 }, () => ({ tool: "write_task", args: { title: "Pack" } })),
      "invalid_arguments",
    ],
    ["a read", [{ tool: "get_tasks", args: {} }], "failed"],
    ["a tool that may not be proposed", [{ tool: "execute_action", args: {} }], "failed"],
    ["arguments that are wrong", [{ tool: "write_task", args: { title: "" } }], "failed"],
    ["a task that does not exist", [{ tool: "update_task", args: { taskId: "none", status: "done" } }], "not_found"],
  ])("of %s is refused", async (_, actions, error) => {
    const { call } = await person();
    expect(await call("propose_action", { actions: JSON.parse(JSON.stringify(actions)) })).toMatchObject({
      ok: false,
      error,
    });
  });
});
