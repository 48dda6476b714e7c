/** The task list of a person, for the task tools and for today's page. */

import { keys, Task, type UserId } from "@waldo/contracts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

/** Lists open tasks first, by due date, then open goals, then the others; at most `limit`. */
export async function listTasks(store: Store, userId: UserId, limit: number): Promise<Task[]> {
  const tasks: Task[] = [];
  for await (const row of queryAll(store, keys.task.all(userId))) tasks.push(Task.parse(row.body));
  const rank = (task: Task) =>
    `${task.status !== "open" ? 2 : task.goal ? 1 : 0}${task.due ?? "9999-99-99"}${String(task.createdAt).padStart(15, "0")}`;
  return tasks.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, limit);
}

/** Lists the open goals of the list, by due date; at most `limit`. */
export async function listGoals(store: Store, userId: UserId, limit: number): Promise<Task[]> {
  const all = await listTasks(store, userId, Number.POSITIVE_INFINITY);
  return all.filter(({ goal, status }) => goal && status === "open").slice(0, limit);
}

export async function loadTask(
  store: Store,
  userId: UserId,
  taskId: string,
): Promise<(Row & { task: Task }) | undefined> {
  const row = await store.get(keys.task(userId, taskId));
  return row && { ...row, task: Task.parse(row.body) };
}
