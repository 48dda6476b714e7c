import { LocalDate } from "@waldo/contracts";
import { z } from "zod";
import { defineWrite } from "./define.ts";
import { loadTask, type Task } from "./tasks.ts";
import { ToolFailure } from "./tool.ts";

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
  title: ({ taskId, title, due, status }) =>
    `Change task ${taskId}: ${[title && `title “${title}”`, due && `due ${due}`, status].filter(Boolean).join(", ")}`,
  async plan({ taskId, title, due, status }, { store, userId, now }) {
    const found = await loadTask(store, userId, taskId);
    if (!found) throw new ToolFailure("not_found", `there is no task ${taskId}`);
    const { key, version, task } = found;
    const changed: Task = {
      ...task,
      ...(title ? { title } : {}),
      ...(due ? { due } : {}),
      ...(status ? { status } : {}),
      updatedAt: now,
    };
    return {
      value: { taskId, status: changed.status },
      writes: [{ op: "put", key, body: changed, when: [{ is: "version", version }] }],
      undo: [{ op: "put", key, body: task, when: [{ is: "version", version: version + 1 }] }],
    };
  },
});
