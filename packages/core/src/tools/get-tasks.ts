import { z } from "zod";
import { defineRead } from "./define.ts";
import { listTasks } from "./tasks.ts";

/** The task list. Titles may have come from outside by way of an approved action, so the result counts as outside text. */
export const getTasks = defineRead({
  name: "get_tasks",
  description: "The person's tasks, open ones first, with due dates.",
  args: z.strictObject({ limit: z.number().int().min(1).max(20).default(10) }),
  origin: "untrusted",
  async run({ limit }, { store, userId }) {
    const tasks = await listTasks(store, userId, limit);
    return { tasks: tasks.map(({ taskId, title, due, status }) => ({ taskId, title, due, status })) };
  },
});
