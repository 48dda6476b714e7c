/** `waldo tasks` and `waldo goals`: shows the person's list; adds, finishes, drops or moves an entry. */
import { randomUUID } from "node:crypto";
import { LocalDate, type TaskView } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { withDoor } from "./own-door.ts";
import { byShortId, shortId } from "./short-id.ts";

export type TaskOptions = MemoryOptions & { readonly due?: string };
/** The part of the list that is shown or added to. */
export type ListKind = "task" | "goal";
const isOf = (kind: ListKind) => (task: TaskView) => (task.goal === true) === (kind === "goal");

export function listTasks(kind: ListKind, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const items = (await call("tasks", { query: { limit: 500 } })).items.filter(isOf(kind));
    const open = items.filter(({ status }) => status === "open");
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const task of open) terminal.print(lineOf(task, terminal));
    if (open.length === 0)
      terminal.print(
        `${kind === "task" ? "The list is empty" : "There is no goal"}. Add to it with: waldo ${kind}s add <words>`,
      );
  });
}

export function addTask(
  kind: ListKind,
  words: readonly string[],
  options: TaskOptions,
  terminal: Terminal,
): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const due = options.due === undefined ? {} : { due: typed(LocalDate, options.due, "--due") };
    const goal = kind === "goal" ? { goal: true as const } : {};
    const task = await call("addTask", { body: { title: words.join(" "), ...due, ...goal }, key: randomUUID() });
    terminal.print(options.json ? JSON.stringify(task) : `Added ${shortId(task.taskId)}: ${wordsOf(task)}`);
  });
}

type Change = { readonly status?: TaskView["status"]; readonly due?: string | null };

/** Changes the task whose id begins with this text. A finished task can be opened again. */
export function changeTask(id: string, change: Change, options: TaskOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("tasks", { query: { limit: 500 } });
    const { taskId } = byShortId(items, (one) => one.taskId, id, "waldo tasks");
    const task = await call("changeTask", { params: { taskId }, body: change });
    terminal.print(options.json ? JSON.stringify(task) : `${SAID[task.status]}: ${wordsOf(task)}`);
  });
}

const SAID = { open: "Open", done: "Done", dropped: "Dropped" } as const;

function lineOf(task: TaskView, { c }: Terminal): string {
  const outside = task.fromOutside ? c.dim(" (words from outside)") : "";
  return `${c.dim(shortId(task.taskId))}  ${wordsOf(task)}${outside}`;
}

function wordsOf({ title, due }: TaskView): string {
  return due === undefined ? title : `${title}, due ${due}`;
}
