/** The person's tasks and own appointments: what is told, added, changed and taken back. It is Friday, 09:00, in London. */
import { keys } from "@waldo/contracts";
import { openSqliteStore } from "@waldo/embedded/sqlite-store";
import { DATE, NOW, toolWorld } from "@waldo/testkit/tool-world";
import { describe, expect, it } from "vitest";
import type { Json, Write } from "../../ports.ts";
import { dispatchTool } from "../dispatch.ts";
import type { ToolContext } from "../tool.ts";
import { proposeSchedule } from "./actions.ts";
import { updateTask, writeTask } from "./tasks.ts";

type Name = "write_task" | "update_task" | "hand_over";

async function person(...writes: Write[]) {
  const { store, context } = await toolWorld(openSqliteStore(":memory:"));
  for (const write of writes) await store.transact([write]);
  let run = 0;
  const call = (name: Name, args: Json, more: Partial<ToolContext> = {}) =>
    dispatchTool({ id: "1", name, args }, { ...context, runId: `run-${++run}`, ...more });
  return { context, call };
}
const heard = (words: string, outside = false) =>
  ({ autonomy: "L2", heard: { owner: [words], outside, recalled: [] } }) as const;

describe("a new task", () => {
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
  const handOver = (made: Awaited<ReturnType<typeof person>>, more: Partial<ToolContext>) =>
    made.call("hand_over", {}, { runId: "run-h", ...more });

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

describe("an appointment", () => {
  const walk = { title: "Walk", date: DATE, time: "16:00", minutes: 30 };

  /** The rows that the plan writes are written, as after a tap. */
  const put = async (args: object, now: number) => {
    const { store, context } = await toolWorld(openSqliteStore(":memory:"));
    const planned = await proposeSchedule.plan({ ...walk, ...args }, { ...context, now });
    await store.transact([...planned.writes]);
    return { value: planned.value };
  };

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
