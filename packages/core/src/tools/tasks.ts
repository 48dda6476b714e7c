import { EpochMs, keys, LocalDate, Origin, type UserId } from "@waldo/contracts";
import { z } from "zod";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/** One thing to do, in the person's own list. */
export const Task = z.strictObject({
  taskId: z.string(),
  title: z.string().min(1).max(200),
  due: LocalDate.optional(),
  status: z.enum(["open", "done", "dropped"]),
  /** Whose words the title is. Absent: the person's, or their agent's. */
  origin: Origin.optional(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
});
export type Task = z.infer<typeof Task>;

/** Whether a task's words may stand on a page of ours (R10). */
export function isOwn({ origin }: Pick<Task, "origin">): boolean {
  return origin !== "untrusted";
}

/** Open tasks first, by due date, then the rest; at most `limit`. */
export async function listTasks(store: Store, userId: UserId, limit: number): Promise<Task[]> {
  const { table, pk } = keys.task(userId, "");
  const tasks: Task[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "TASK#" })) tasks.push(Task.parse(row.body));
  const rank = (task: Task) =>
    `${task.status === "open" ? 0 : 1}${task.due ?? "9999-99-99"}${String(task.createdAt).padStart(15, "0")}`;
  return tasks.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, limit);
}

export async function loadTask(
  store: Store,
  userId: UserId,
  taskId: string,
): Promise<(Row & { task: Task }) | undefined> {
  const row = await store.get(keys.task(userId, taskId));
  return row && { ...row, task: Task.parse(row.body) };
}
