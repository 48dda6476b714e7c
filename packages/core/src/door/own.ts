/** What the person has and enters: tasks, reminders, the calendar. */

import { isOwn, keys, type Task, type TaskView, Watch } from "@waldo/contracts";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { activeWatches, whenWords } from "../cadence/watches.ts";
import { eventsBetween } from "../calendar/rows.ts";
import { digest } from "../digest.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { listTasks, loadTask } from "../tools/tasks.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";
import { span } from "./span.ts";

export const ownHandlers: Handlers<"tasks" | "addTask" | "changeTask" | "reminders" | "cancelReminder" | "calendar"> = {
  tasks: async ({ ports, userId, query }) => ({
    items: (await listTasks(ports.store, userId, query.limit)).map(taskView),
  }),

  async addTask(call) {
    const { ports, userId, body, key } = call;
    const { store, clock } = ports;
    const { title, due, goal } = body;
    await profileOf(call);
    const taskId = digest(userId, "task", key).slice(0, 12);
    const now = clock.now();
    const dates = { createdAt: now, updatedAt: now };
    const task: Task = {
      ...{ taskId, title, status: "open", origin: "owner", ...dates },
      ...(due ? { due } : {}),
      ...(goal ? { goal } : {}),
    };
    return retryConflicts(async () => {
      const known = await loadTask(store, userId, taskId);
      // The same request again is answered with the task as it is now. It may have been changed since.
      if (known) return taskView(known.task);
      await store.transact([putNew(keys.task(userId, taskId), task)]);
      return taskView(task);
    });
  },

  async changeTask({ ports: { store, clock }, userId, params: { taskId }, body: { title, due, status } }) {
    return retryConflicts(async () => {
      const found = await loadTask(store, userId, taskId);
      if (!found) throw new DoorRefusal("NotFound", "there is no such task");
      const { due: before, ...rest } = found.task;
      const on = due === undefined ? before : due;
      const task: Task = {
        ...rest,
        ...(on === null || on === undefined ? {} : { due: on }),
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
  const { taskId, title, due, status, goal } = task;
  return {
    ...{ taskId, title, status, fromOutside: !isOwn(task) },
    ...(due === undefined ? {} : { due }),
    ...(goal ? { goal } : {}),
  };
}
