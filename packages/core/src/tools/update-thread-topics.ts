import { z } from "zod";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { loadThread, ThreadId, Topics } from "./threads.ts";

/** Says what a conversation is about. */
export const updateThreadTopics = defineWrite({
  name: "update_thread_topics",
  description: "Set the topics of a thread; they replace the ones it had.",
  args: z.strictObject({ threadId: ThreadId, topics: Topics }),
  title: ({ threadId, topics }) => `Topics of ${threadId}: ${topics.join(", ") || "none"}`,
  async plan({ threadId, topics }, { store, userId, now }) {
    const { key, thread, version } = await loadThread(store, userId, threadId, now);
    const after = { ...thread, topics, updatedAt: now };
    return { value: { threadId, topics: topics.length }, ...changeRow(key, version, after, thread) };
  },
});
