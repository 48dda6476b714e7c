/** What the person has and enters: tasks, reminders, the calendar. */

import { isOwn, keys, type Task, type TaskView, Watch } from "@waldo/contracts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { activeWatches, whenWords } from "../cadence/watches.ts";
import { eventsBetween } from "../calendar/rows.ts";
import { digest } from "../digest.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { listTasks, loadTask } from "../tools/tasks.ts";
import { type Call, DoorRefusal, type Handlers, profileOf } from "./handlers.ts";
import { span } from "./span.ts";

export const ownHandlers: Handlers<"tasks" | "addTask" | "changeTask" | "reminders" | "cancelReminder" | "calendar"> = {
  tasks: async ({ ports, userId, query }) => ({
    items: (await listTasks(ports.store, userId, query.limit)).map(taskView),
  }),

  async addTask(call) {
    const { ports, userId, body, key } = call;
    const { store, clock } = ports;
    const { title, due, goal, goalId } = body;
    await profileOf(call);
    if (goalId !== undefined) await checkGoal(call, goal, goalId);
    const taskId = digest(userId, "task", key).slice(0, 12);
    const now = clock.now();
    const dates = { createdAt: now, updatedAt: now };
    const task: Task = {
      ...{ taskId, title, status: "open", origin: "owner", ...dates },
      ...(due ? { due } : {}),
      ...(goal ? { goal } : {}),
      ...(goalId === undefined ? {} : { goalId }),
    };
    return retryConflicts(async () => {
      const known = await loadTask(store, userId, taskId);
      // The same request again is answered with the task as it is now. It may have been changed since.
      if (known) return taskView(known.task);
      await store.transact([putNew(keys.task(userId, taskId), task)]);
      return taskView(task);
    });
  },

  async changeTask(call) {
    const { ports, userId, params, body } = call;
    const { store, clock } = ports;
    const { title, due, status, goalId } = body;
    const { taskId } = params;
    return retryConflicts(async () => {
      const found = await loadTask(store, userId, taskId);
      if (!found) throw new DoorRefusal("NotFound", "there is no such task");
      const { due: before, goalId: belonged, ...rest } = found.task;
      const on = due === undefined ? before : due;
      const of = goalId === undefined ? belonged : goalId;
      if (typeof goalId === "string") await checkGoal(call, rest.goal, goalId);
      const task: Task = {
        ...rest,
        ...(on === null || on === undefined ? {} : { due: on }),
        ...(of === null || of === undefined ? {} : { goalId: of }),
        ...(title === undefined ? {} : { title, origin: "owner" as const }),
        ...(status === undefined ? {} : { status }),
        updatedAt: clock.now(),
      };
      await store.transact([putOver(found, found.key, task)]);
      return taskView(task);
    });
  },

  async reminders(call) {
    const { timeZone } = await profileOf(call);
    const active = await activeWatches(call.ports.store, call.userId);
    return {
      items: active.map((watch) => ({
        watchId: watch.watchId,
        text: watch.text,
        on: watch.when.on,
        fires: whenWords(watch.when, timeZone),
        ...(watch.when.on === "time" ? { at: watch.when.at } : {}),
        fromOutside: !isOwn(watch),
      })),
    };
  },

  async cancelReminder({ ports, userId, params: { watchId } }) {
    const { store } = ports;
    const key = keys.watch(userId, watchId);
    await retryConflicts(async () => {
      const row = await store.get(key);
      if (!row) throw new DoorRefusal("NotFound", "there is no such reminder");
      const watch = Watch.parse(row.body);
      if (watch.state === "active") await store.transact([putOver(row, key, { ...watch, state: "cancelled" })]);
    });
    await wakeForReminders(ports, userId);
    return {};
  },

  async calendar({ ports, userId, query }) {
    const { from, to } = span(query);
    const events = await eventsBetween(ports.store, userId, from, to);
    return {
      items: events.map(({ eventId, title, location, start, end, allDay, busy }) => ({
        ...{ eventId, title, start, end, allDay, busy },
        ...(location === undefined ? {} : { location }),
      })),
    };
  },
};

function taskView(task: Task): TaskView {
  const { taskId, title, due, status, goal, goalId } = task;
  return {
    ...{ taskId, title, status, fromOutside: !isOwn(task) },
    ...(due === undefined ? {} : { due }),
    ...(goal ? { goal } : {}),
    ...(goalId === undefined ? {} : { goalId }),
  };
}

/** Refuses a task that would belong to no goal of the person, and a goal that would belong to another one. */
async function checkGoal(
  { ports: { store }, userId }: Pick<Call<"addTask">, "ports" | "userId">,
  isGoal: true | undefined,
  goalId: string,
): Promise<void> {
  if (isGoal) throw new DoorRefusal("InvalidInput", "body.goalId: a goal belongs to no other goal");
  if ((await loadTask(store, userId, goalId))?.task.goal) return;
  throw new DoorRefusal("InvalidInput", "body.goalId: there is no such goal");
}
