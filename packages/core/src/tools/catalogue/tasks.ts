/** Tools over the person's task list. */

import { isOwn, keys, LocalDate, type Task } from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import { originOf, type Sourced, sourceOf } from "../provenance.ts";
import { changeRow, listGoals, listTasks, loadTask } from "../rows.ts";
import { defineRead, defineWrite, ToolFailure } from "../tool.ts";

/** Returns the task list. One title from outside turns the whole result into outside text. */
export const getTasks = defineRead({
  name: "get_tasks",
  description: "The person's tasks, open ones first, with due dates; or, of the same list, their open goals alone.",
  args: z.strictObject({ limit: z.number().int().min(1).max(20).default(10), goals: z.literal(true).optional() }),
  origin: { of: ({ tasks }: { readonly tasks: readonly Sourced[] }) => sourceOf(tasks) },
  async run({ limit, goals }, { store, userId }) {
    const tasks = goals ? await listGoals(store, userId, limit) : await listTasks(store, userId, limit);
    return {
      tasks: tasks.map(({ taskId, title, due, status, goal, origin }) => ({
        taskId,
        title,
        due,
        status,
        ...(goal ? { goal } : {}),
        ...(isOwn({ origin }) ? {} : { from: "outside" as const }),
      })),
    };
  },
});

/** Adds a task. If one run adds the same task twice, it is one task. */
export const writeTask = defineWrite({
  name: "write_task",
  description: "Add a task to the person's list, with an optional due date.",
  args: z.strictObject({ title: z.string().min(1).max(200), due: LocalDate.optional() }),
  title: ({ title, due }) => `Add the task “${title}”${due ? ` for ${due}` : ""}`,
  asking: {
    phrases: () => ["add", "put", "write", "note", "note down", "jot down", "list", "make", "create", "remind me to"],
  },
  async plan({ title, due }, context) {
    const { store, userId, runId, now } = context;
    const taskId = digest(runId, title, due ?? "").slice(0, 12);
    const key = keys.task(userId, taskId);
    const row = await store.get(key);
    if (row?.body["status"] === "open") return { value: { taskId }, writes: [] };
    const dates = { createdAt: now, updatedAt: now };
    const origin = originOf(context, [title]);
    const task: Task = { taskId, title, ...(due ? { due } : {}), status: "open", origin, ...dates };
    return { value: { taskId }, ...changeRow(key, row?.version, task, { ...task, status: "dropped" }) };
  },
});

/** How many open tasks a name is compared with, to make sure that it means only one. */
const MOST_RIVALS = 500;

export const updateTask = defineWrite({
  name: "update_task",
  description: "Change a task: its title, due date or status (open, done, dropped).",
  args: z
    .strictObject({
      taskId: z.string().min(1).max(40),
      title: z.string().min(1).max(200).optional(),
      due: LocalDate.optional(),
      status: z.enum(["open", "done", "dropped"]).optional(),
    })
    .refine(({ title, due, status }) => (title ?? due ?? status) !== undefined, "say what to change"),
  title: ({ title, due, status }, shown) =>
    `Change ${shown === undefined ? "a task" : `the task “${shown}”`}: ${[title && `title “${title}”`, due && `due ${due}`, status].filter(Boolean).join(", ")}`,
  asking: {
    phrases: ({ status }) => [
      ...(status === "done" ? ["mark", "tick", "tick off", "check off", "complete", "finish", "close"] : []),
      ...(status === "dropped" ? ["drop", "cancel", "remove", "delete", "forget"] : []),
      ...(status === "open" ? ["reopen", "open"] : []),
      ...(status === undefined ? ["change", "rename", "move", "set", "postpone", "reschedule"] : []),
    ],
    implied: ["taskId", "status"],
  },
  async target(args, { store, userId }) {
    const found = await loadTask(store, userId, args.taskId);
    if (!found) throw new ToolFailure("not_found", `there is no task ${args.taskId}`);
    const { title: words, due: on, origin } = found.task;
    const others = (await listTasks(store, userId, MOST_RIVALS)).filter(
      ({ taskId, status }) => taskId !== args.taskId && status === "open",
    );
    return { args, shown: on ? `${words} (${on})` : words, origin, words, rivals: others.map(({ title }) => title) };
  },
  async plan({ taskId, title, due, status }, context) {
    const { store, userId, now } = context;
    const found = await loadTask(store, userId, taskId);
    if (!found) throw new ToolFailure("not_found", `there is no task ${taskId}`);
    const { key, version, task } = found;
    const changed: Task = {
      ...task,
      ...(title ? { title, origin: originOf(context, [title]) } : {}),
      ...(due ? { due } : {}),
      ...(status ? { status } : {}),
      updatedAt: now,
    };
    return {
      value: { taskId, status: changed.status },
      ...changeRow(key, version, changed, task),
    };
  },
});
