/** `waldo threads`: lists conversations; names, archives, deletes or restores one. */
import { LocalDate, ThreadId, type ThreadView } from "@waldo/contracts";
import { localDate, localTime } from "@waldo/core/time";
import type { MemoryOptions } from "../memory/open-memory.ts";
import { count } from "../plural.ts";
import type { Terminal } from "../terminal.ts";
import { typed } from "../typed.ts";
import { withDoor } from "./own-door.ts";

export type ThreadOptions = MemoryOptions & { readonly archived: boolean; readonly deleted: boolean };

/** A list on a terminal shows this many conversations. */
const SHOWN = 30;

export function listThreads(options: ThreadOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { timeZone } = await call("me");
    const state = options.deleted ? "deleted" : options.archived ? "archived" : undefined;
    const { items } = await call("threads", { query: { limit: SHOWN, ...(state ? { state } : {}) } });
    if (options.json) return terminal.print(JSON.stringify(items, null, 2));
    for (const one of items) terminal.print(lineOf(one, timeZone, terminal));
    if (items.length === 0) terminal.print(state ? `No conversation is ${state}.` : "Nothing has been said yet.");
  });
}

/** Names, archives or restores a conversation. */
export function changeThread(
  id: string,
  change: { readonly title?: string; readonly state?: "active" | "archived" },
  options: MemoryOptions,
  terminal: Terminal,
): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const thread = await call("changeThread", { params: { threadId: threadIdOf(id) }, body: change });
    const said = change.title === undefined ? (change.state === "archived" ? "Put away" : "Back") : "Named";
    terminal.print(options.json ? JSON.stringify(thread) : `${said}: ${nameOf(thread)}`);
  });
}

/** Deletes the messages of a conversation up to now. */
export function deleteThread(id: string, options: MemoryOptions, terminal: Terminal): Promise<void> {
  return withDoor(options, terminal, async (call) => {
    const { timeZone } = await call("me");
    const thread = await call("deleteThread", { params: { threadId: threadIdOf(id) } });
    if (options.json) return terminal.print(JSON.stringify(thread));
    const until = thread.restoreUntil === undefined ? "" : ` until ${localDate(thread.restoreUntil, timeZone)}`;
    terminal.print(`Deleted: ${nameOf(thread)}. Bring it back${until} with: waldo threads restore ${id}`);
    terminal.print(
      terminal.c.dim("What I learned from it stays: waldo memory show lists it, and “forget …” takes it out."),
    );
  });
}

const DAY = "day-";

/** Returns the id of a thread from typed text. For the thread of a day the date is enough. */
function threadIdOf(id: string): string {
  return LocalDate.safeParse(id).success ? `${DAY}${id}` : typed(ThreadId, id, "the id");
}

const nameOf = ({ threadId, title }: ThreadView) => title ?? threadId.replace(DAY, "");

function lineOf(thread: ThreadView, timeZone: string, { c }: Terminal): string {
  const { threadId, title, topics, fromOutside, state, messages, last, restoreUntil } = thread;
  const marks = [
    ...topics,
    ...(fromOutside && title !== undefined ? ["words from outside"] : []),
    ...(state === "archived" ? ["archived"] : []),
    ...(restoreUntil === undefined ? [] : [`deleted, can be restored until ${localDate(restoreUntil, timeZone)}`]),
  ];
  const ending = last ? `${localTime(last.at, timeZone)} ${last.beginning}` : "";
  return [
    threadId.replace(DAY, ""),
    ...(title === undefined ? [] : [`“${title}”`]),
    c.dim(`${count(messages, "message")}${marks.length > 0 ? ` · ${marks.join(", ")}` : ""}`),
    ...(ending === "" ? [] : [ending]),
  ].join("  ");
}
