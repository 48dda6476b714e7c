/** `waldo tasks`: the person's list, and what they add, finish, drop or move. */
import { randomUUID } from "node:crypto";
import { LocalDate, type TaskView, WaldoError } from "@waldo/contracts";
import type { MemoryOptions } from "../memory/open-memory.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { withDoor } from "./own-door.ts";

export type TaskOptions = MemoryOptions & { readonly due?: string };

export function listTasks(options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("tasks", { query: { limit: 500 } });
    const open = items.filter(({ status }) => status === "open");
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const [i, task] of open.entries()) terminal.print(lineOf(i + 1, task, terminal));
    if (open.length === 0) terminal.print("The list is empty. Add to it with: waldo tasks add <words>");
  });
}

export function addTask(words: readonly string[], options: TaskOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const due = options.due === undefined ? {} : { due: typed(LocalDate, options.due, "--due") };
    const task = await call("addTask", { body: { title: words.join(" "), ...due }, key: randomUUID() });
    terminal.print(options.json ? JSON.stringify(task) : `Added: ${wordsOf(task)}`);
  });
}

type Change = { readonly status?: TaskView["status"]; readonly due?: string | null };

/** Changes the open task with this number, as the list shows it. */
export function changeTask(number: number, change: Change, options: TaskOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { items } = await call("tasks", { query: { limit: 500 } });
    const chosen = items.filter(({ status }) => status === "open")[number - 1];
    if (!chosen) throw new WaldoError("InvalidInput", `there is no open task ${number}: waldo tasks shows them`);
    const task = await call("changeTask", { params: { taskId: chosen.taskId }, body: change });
    terminal.print(options.json ? JSON.stringify(task) : `${SAID[task.status]}: ${wordsOf(task)}`);
  });
}

const SAID = { open: "Changed", done: "Done", dropped: "Dropped" } as const;

function lineOf(number: number, task: TaskView, { c }: Terminal): string {
  const outside = task.fromOutside ? c.dim(" (words from outside)") : "";
  return `${c.dim(String(number).padStart(3))}  ${wordsOf(task)}${outside}`;
}

function wordsOf({ title, due }: TaskView): string {
  return due === undefined ? title : `${title}, due ${due}`;
}
