import { keys, LocalDate } from "@waldo/contracts";
import { z } from "zod";
import { digest } from "../digest.ts";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import type { Task } from "./tasks.ts";

/** Adds a task. The same task asked for twice in one run is one task. */
export const writeTask = defineWrite({
  name: "write_task",
  description: "Add a task to the person's list, with an optional due date.",
  args: z.strictObject({ title: z.string().min(1).max(200), due: LocalDate.optional() }),
  title: ({ title, due }) => `Add the task “${title}”${due ? ` for ${due}` : ""}`,
  async plan({ title, due }, { store, userId, runId, now, heard, approval }) {
    const taskId = digest(runId, title, due ?? "").slice(0, 12);
    const key = keys.task(userId, taskId);
    const row = await store.get(key);
    if (row?.body["status"] === "open") return { value: { taskId }, writes: [] };
    // A tap is the person's own word; without one, what others said may be in the title.
    const origin = heard.outside && approval === undefined ? ({ origin: "untrusted" } as const) : {};
    const dates = { createdAt: now, updatedAt: now };
    const task: Task = { taskId, title, ...(due ? { due } : {}), status: "open", ...origin, ...dates };
    return { value: { taskId }, ...changeRow(key, row?.version, task, { ...task, status: "dropped" }) };
  },
});
