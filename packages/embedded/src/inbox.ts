/** `waldo inbox`: what was said to a person, and the result on each channel. */
import { keys, OutboxRow, type UserId } from "@waldo/contracts";
import { messageKey } from "@waldo/core/channels/outbox";
import { deletions, isGone } from "@waldo/core/memory/threads/deleted";
import type { Store } from "@waldo/core/ports";
import { queryAll } from "@waldo/core/store/query-all";
import { localDate, localTime } from "@waldo/core/time";
import { type MemoryOptions, withMemory } from "./memory/open-memory.ts";
import { kindName, saidOf, tailLine, textLines } from "./said.ts";
import type { Terminal } from "./terminal.ts";

export type InboxOptions = MemoryOptions & { readonly last: number };

/** Prints the last messages, the newest last. Messages that the person has hidden are left out. */
export function showInbox(options: InboxOptions, terminal: Terminal): Promise<void> {
  return withMemory(
    options,
    terminal,
    async (memory) => {
      const { store, userId, timeZone } = memory;
      const rows = await shownRows(store, userId);
      const ports = { store, clock: await memory.clock() };
      const all = (await saidOf(ports, rows)).sort((a, b) => a.at - b.at);
      const said = all.slice(-options.last);
      if (options.json) return terminal.print(JSON.stringify(said, null, 2));
      const { print, c, width } = terminal;
      if (said.length === 0) return print("nothing has been said yet");
      if (all.length > said.length)
        print(c.dim(` ${all.length - said.length} earlier: waldo inbox --last ${all.length}`));
      for (const one of said) {
        print(
          ` ${c.dim(`${localDate(one.at, timeZone)} ${localTime(one.at, timeZone)}`)}  ${c.yellow("●")} ${kindName(one.kind)}`,
        );
        for (const line of textLines(one.text, c, width)) print(line);
        print(tailLine(one, [one.runId], c, width));
      }
    },
    { shows: true },
  );
}

async function shownRows(store: Store, userId: UserId): Promise<OutboxRow[]> {
  const rows: OutboxRow[] = [];
  const deleted = await deletions(store, userId);
  let isHidden = false;
  for await (const { body } of queryAll(store, keys.outbox.all(userId))) {
    const row = OutboxRow.parse(body);
    if (row.message.channel === "in_app") {
      const { threadId } = row.message;
      isHidden = await isGone(store, messageKey(row, threadId), deleted.get(threadId));
    }
    if (!isHidden) rows.push(row);
  }
  return rows;
}
