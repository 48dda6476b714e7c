/** Goals behind the door, and the tasks that belong to one. */
import { expect, it } from "vitest";
import { doorHouse } from "../../../embedded/test/door-house.ts";

it("a task belongs to a goal, moves to another one, and to none", async () => {
  const { send } = await doorHouse({ days: 0 });
  const add = async (key: string, body: object) => (await send("POST", "/tasks", { body, key })).value;
  const garden = await add("goal-00001", { title: "A garden", goal: true });
  const run = await add("goal-00002", { title: "Run a half marathon", goal: true });
  const task = await add("task-00001", { title: "Buy seeds", goalId: garden.taskId });
  expect(task).toMatchObject({ goalId: garden.taskId });
  const path = `/tasks/${task.taskId}`;
  expect((await send("PATCH", path, { body: { goalId: run.taskId } })).value.goalId).toBe(run.taskId);
  expect((await send("PATCH", path, { body: { title: "Buy shoes" } })).value.goalId).toBe(run.taskId);
  expect((await send("PATCH", path, { body: { goalId: null } })).value).not.toHaveProperty("goalId");
  // The end of a goal leaves its tasks.
  await send("PATCH", path, { body: { goalId: garden.taskId } });
  await send("PATCH", `/tasks/${garden.taskId}`, { body: { status: "done" } });
  expect(
    (await send("GET", "/tasks")).value.items.find(({ taskId }: { taskId: string }) => taskId === task.taskId),
  ).toMatchObject({ status: "open", goalId: garden.taskId });
});

it("no task belongs to what is no goal, and no goal to another one", async () => {
  const { send } = await doorHouse({ days: 0 });
  const add = (key: string, body: object) => send("POST", "/tasks", { body, key });
  const { taskId } = (await add("task-00001", { title: "Buy seeds" })).value;
  const goal = (await add("goal-00001", { title: "A garden", goal: true })).value;
  expect((await add("task-00002", { title: "Dig", goalId: taskId })).status).toBe(400);
  expect((await add("task-00003", { title: "Dig", goalId: "none" })).status).toBe(400);
  expect((await add("goal-00002", { title: "A house", goal: true, goalId: goal.taskId })).status).toBe(400);
  expect((await send("PATCH", `/tasks/${goal.taskId}`, { body: { goalId: goal.taskId } })).status).toBe(400);
});
