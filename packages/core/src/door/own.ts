// Routes for the person's tasks, reminders, calendar, patrol log, model, and runs in detail.
import {
  ActionEntry,
  type FetchView,
  isOwn,
  keys,
  LAST_INSTANT_MS,
  type LogEntry,
  type ModelView,
  PatrolEntry,
  type Task,
  type TaskView,
  type UserId,
  Watch,
} from "@waldo/contracts";
import type * as z from "zod";
import { wakeForReminders } from "../cadence/reminder-times.ts";
import { activeWatches, whenWords } from "../cadence/watches.ts";
import { eventsBetween } from "../calendar/rows.ts";
import { digest } from "../digest.ts";
import type { Query, Row } from "../ports.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";
import { listTasks, loadTask } from "../tools/rows.ts";
import { undoButtons } from "../tools/undo.ts";
import { fetchView, findFetch } from "../voices/fetches.ts";
import { type Call, type DoorPorts, DoorRefusal, type Handlers, type ModelChoice, profileOf } from "./handlers.ts";

/** The most days that one request may ask for. */
const MOST_DAYS = 62;

/** Returns the two instants of a query. Refuses a range that is empty or longer than {@link MOST_DAYS} days. */
function span({ from, to }: { readonly from: number; readonly to: number }): { from: number; to: number } {
  if (to <= from || to - from > MOST_DAYS * DAY_MS)
    throw new DoorRefusal("InvalidInput", `query.to: it must be after from, by at most ${MOST_DAYS} days`);
  return { from, to };
}

/** Routes for the person's tasks, reminders and calendar. */
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
      // A repeated request gets the task as it is now. It may have changed since the first request.
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

/** Refuses a task whose goal does not exist, and a goal that belongs to another person. */
async function checkGoal(
  { ports: { store }, userId }: Pick<Call<"addTask">, "ports" | "userId">,
  isGoal: true | undefined,
  goalId: string,
): Promise<void> {
  if (isGoal) throw new DoorRefusal("InvalidInput", "body.goalId: a goal belongs to no other goal");
  if ((await loadTask(store, userId, goalId))?.task.goal) return;
  throw new DoorRefusal("InvalidInput", "body.goalId: there is no such goal");
}

/** The most rows that one request for actions reads. Between two actions the patrol may find nothing for a week. */
const MOST_ROWS = 1_000;

/** Returns the log of the patrol page by page: each look, why it did nothing, and each action with its undo. */
export const logHandlers: Handlers<"log"> = {
  async log({ ports, userId, query: { from, to = LAST_INSTANT_MS, include, limit, cursor } }) {
    if (to <= from) throw new DoorRefusal("InvalidInput", "query.to: it must be after from");
    const range = rangeOf(userId, { from, to, cursor });
    const found: { readonly id: string; readonly entry: ActionEntry | PatrolEntry }[] = [];
    let [read, isMore, last]: [number, boolean, Row | undefined] = [0, false, undefined];
    const most = include === "ticks" ? limit : MOST_ROWS;
    for await (const row of queryAll(ports.store, { ...range, descending: true, limit: most + 1 })) {
      isMore = found.length >= limit || read >= most;
      if (isMore) break;
      [read, last] = [read + 1, row];
      const tick = include === "ticks" ? PatrolEntry.safeParse(row.body).data : undefined;
      const entry = ActionEntry.safeParse(row.body).data ?? tick;
      if (entry) found.push({ id: placeOf(row), entry });
    }
    const items = await Promise.all(
      found.map(async ({ id, entry }) => ({ id, ...(await viewOf(ports, userId, entry)) })),
    );
    return { items, ...(isMore && last ? { next: placeOf(last) } : {}) };
  },
};

type Bounds = { readonly from: number; readonly to: number; readonly cursor: string | undefined };

/**
 * Returns the rows between two instants that are older than a cursor. A cursor is the place of the last row that was
 * read.
 */
function rangeOf(userId: UserId, { from, to, cursor }: Bounds): Query {
  const range = keys.patrol.between(userId, [from], [to]);
  if (cursor === undefined) return range;
  const place = `${keys.patrol.kind}#${Buffer.from(cursor, "base64url").toString()}`;
  const { from: first = "", to: end = "" } = range;
  if (place < first || place >= end) throw new DoorRefusal("InvalidInput", "query.cursor: it is of another list");
  return { ...range, to: place };
}

function placeOf({ key }: Row): string {
  return Buffer.from(key.sk.slice(keys.patrol.kind.length + 1)).toString("base64url");
}

async function viewOf(
  ports: DoorPorts,
  userId: UserId,
  entry: ActionEntry | PatrolEntry,
): Promise<Omit<z.input<typeof LogEntry>, "id">> {
  const { at, act, reason } = entry;
  const undo = act === "action" ? await undoButtons(ports.store, userId, entry, ports.clock.now()) : [];
  const fetch = act === "fetch_alert" ? await fetchOf(ports, userId, at) : undefined;
  return { at, act, what: reason, undo, ...(fetch ? { fetch } : {}) };
}

/** Returns the Fetch that a patrol look started. Both have the same instant. */
async function fetchOf(ports: DoorPorts, userId: UserId, at: number): Promise<FetchView | undefined> {
  const found = await findFetch(ports.store, userId, at);
  return found && fetchView(ports, userId, found);
}

/** Routes for the person's language model: which one writes, and another choice where the person may choose. */
export const modelHandlers: Handlers<"model" | "useModel" | "noModel"> = {
  model: ({ ports }) => ports.models.show(),

  async useModel(call) {
    return changeOf(call).use(call.body);
  },

  async noModel(call) {
    await changeOf(call).none();
    return call.ports.models.show();
  },
};

function changeOf({ ports }: Pick<Call<"model">, "ports">): NonNullable<ModelChoice["change"]> {
  if (ports.models.change) return ports.models.change;
  throw new DoorRefusal("Forbidden", "the operator of this deployment chooses the model, in waldo.models of cdk.json");
}

/** Models that the person cannot change: those of a deployment, or none. */
export function fixedModels(tiers: ModelView["tiers"]): ModelChoice {
  const from = tiers === null ? "none" : "deployment";
  return { show: async () => ({ from, tiers, changeable: false, savedIsUnused: false, local: [] }) };
}

/**
 * Routes for runs in detail and their cost. The code is loaded on its first request, because most requests do not need
 * it.
 */
export const insideHandlers: Handlers<"runSources" | "insideRuns" | "insideRun" | "insideCost" | "insideEval"> = {
  async runSources({ ports, userId, params: { runId } }) {
    const { sourcesOf } = await import("./inside/sources.ts");
    return sourcesOf(ports.store, userId, runId);
  },

  async insideRuns({ ports, userId, query }) {
    const { runsPage } = await import("./inside/sources.ts");
    const found = await runsPage(ports.store, userId, query);
    if (!found) throw new DoorRefusal("InvalidInput", "query.cursor: it is of another list");
    return found;
  },

  async insideRun({ ports, userId, params: { runId } }) {
    const { insideRun } = await import("./inside/run.ts");
    return insideRun(ports, userId, runId);
  },

  async insideCost({ ports, userId, query: { days } }) {
    const { costOf } = await import("../meter/bill.ts");
    return costOf(ports.store, userId, days);
  },

  async insideEval({ ports, userId, query: { nights } }) {
    const { lastNights } = await import("../dream/evaluated.ts");
    return { items: await lastNights(ports.store, userId, nights) };
  },
};
