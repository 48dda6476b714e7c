import { keys } from "@waldo/contracts";
import { z } from "zod";
import { digest } from "../digest.ts";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { text } from "./text-args.ts";
import { type Thread, Topics } from "./threads.ts";

/** Opens a conversation with a title. The same title asked for twice in one run is one thread. */
export const createThread = defineWrite({
  name: "create_thread",
  description: "Open a thread with a title, and topics if there are any.",
  args: z.strictObject({ title: text(120), topics: Topics.optional() }),
  title: ({ title }) => `Open the thread “${title}”`,
  async plan({ title, topics = [] }, { store, userId, runId, now }) {
    const threadId = `t-${digest(runId, title).slice(0, 12)}`;
    const key = keys.thread(userId, threadId);
    const row = await store.get(key);
    if (row?.body["status"] === "active") return { value: { threadId }, writes: [] };
    const thread: Thread = { threadId, title, topics, status: "active", createdAt: now, updatedAt: now };
    return { value: { threadId }, ...changeRow(key, row?.version, thread, { ...thread, status: "archived" }) };
  },
});
