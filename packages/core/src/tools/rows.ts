// Reads and changes rows for the tools: undoable changes, drafts that are not sent, and the task list.
import {
  Draft,
  type Handoff,
  type HandoffId,
  type Key,
  keys,
  type LocalDate,
  MOST_GOAL,
  Task,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../digest.ts";
import { folded } from "../folding.ts";
import type { Row, Store, Write } from "../ports.ts";
import { putNew, putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";

/**
 * Returns the write that changes a row, and the write that undoes it. Each fails if the row has changed since, so a row
 * that was changed again is not undone. `before` is the content that the undo writes, because rows are never deleted
 * (R11).
 */
export function changeRow(
  key: Key,
  version: number | undefined,
  after: object,
  before: object,
): { readonly writes: readonly Write[]; readonly undo: readonly Write[] } {
  return {
    writes: [putOver(version === undefined ? undefined : { version }, key, after)],
    undo: [putOver({ version: (version ?? 0) + 1 }, key, before)],
  };
}

export type DocumentDraft = Extract<Draft, { kind: "document" }>;
export type EmailDraft = Extract<Draft, { kind: "email" }>;

/** Returns the id of a document by its name. Spaces and capital letters are ignored. */
export function documentId(name: string): string {
  return digest("document", folded(name).toLowerCase().replace(/\s+/g, " ").trim()).slice(0, 16);
}

export async function loadDocument(
  store: Store,
  userId: UserId,
  name: string,
): Promise<{ readonly row: Row; readonly document: DocumentDraft } | undefined> {
  const row = await store.get(keys.draft(userId, "document", documentId(name)));
  const document = row && Draft.parse(row.body);
  return row && document?.kind === "document" ? { row, document } : undefined;
}

/** Lists every draft that was not discarded, latest first. */
export async function listDrafts(store: Store, userId: UserId): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for await (const row of queryAll(store, keys.draft.all(userId))) drafts.push(Draft.parse(row.body));
  return drafts.filter(({ status }) => status === "draft").sort((a, b) => b.updatedAt - a.updatedAt);
}

/**
 * Returns the row of a task that is handed over. `cause` gives it its name, so the same message is the same handoff
 * (R5).
 */
export function handedOver(
  userId: UserId,
  cause: string,
  { goal, date, now }: { readonly goal: string; readonly date: LocalDate; readonly now: number },
): { readonly handoffId: HandoffId; readonly write: Write } {
  const handoffId = `h-${digest(userId, cause).slice(0, 16)}`;
  const dates = { createdAt: now, updatedAt: now };
  const row: Handoff = { handoffId, userId, date, goal: goal.slice(0, MOST_GOAL), plans: 0, ...dates };
  return { handoffId, write: putNew(keys.handoff(userId, handoffId), row) };
}

/** Lists at most `limit` tasks: open tasks first, by due date, then open goals, then the others. */
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
