import { z } from "zod";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { loadThread, ThreadId } from "./threads.ts";

/** Puts a conversation away. Its messages stay. */
export const archiveThread = defineWrite({
  name: "archive_thread",
  description: "Put a thread away. Nothing in it is lost.",
  args: z.strictObject({ threadId: ThreadId }),
  title: ({ threadId }) => `Put away the thread ${threadId}`,
  async plan({ threadId }, { store, userId, now }) {
    const { key, thread, version } = await loadThread(store, userId, threadId, now);
    if (thread.status === "archived") return { value: { threadId, status: "archived" }, writes: [] };
    const after = { ...thread, status: "archived", updatedAt: now } as const;
    return { value: { threadId, status: "archived" }, ...changeRow(key, version, after, thread) };
  },
});
