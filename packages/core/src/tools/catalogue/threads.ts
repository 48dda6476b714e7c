/** Tools for conversations: open one, archive one, set its topics. */
import { keys, type Thread, ThreadId, Topics } from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import { text } from "../args.ts";
import { originOf } from "../provenance.ts";
import { changeRow } from "../rows.ts";
import { listThreads, loadThread } from "../threads.ts";
import { defineWrite, type Target, type ToolContext } from "../tool.ts";

/** Returns the thread that a call is about. Its title is shown and identifies it. */
async function threadTarget<Args extends { readonly threadId: string }>(
  args: Args,
  { store, userId, now }: ToolContext,
): Promise<Target<Args>> {
  const { thread } = await loadThread(store, userId, args.threadId, now);
  const others = (await listThreads(store, userId)).filter(({ threadId }) => threadId !== args.threadId);
  const { title, topics, origin } = thread;
  const shown = topics.length === 0 ? title : `${title} (${topics.join(", ")})`;
  return { args, shown, origin, words: title, rivals: others.map((other) => other.title) };
}

/** Opens a conversation with a title. If one run opens the same title twice, it is one thread. */
export const createThread = defineWrite({
  name: "create_thread",
  description: "Open a thread with a title, and topics if there are any.",
  args: z.strictObject({ title: text(120), topics: Topics.optional() }),
  title: ({ title }) => `Open the thread “${title}”`,
  asking: { phrases: () => ["open", "start", "create", "make", "begin"] },
  async plan({ title, topics = [] }, context) {
    const { store, userId, runId, now } = context;
    const threadId = `t-${digest(runId, title).slice(0, 12)}`;
    const key = keys.thread(userId, threadId);
    const row = await store.get(key);
    if (row?.body["status"] === "active") return { value: { threadId }, writes: [] };
    const origin = originOf(context, [title, ...topics]);
    const thread: Thread = { threadId, title, topics, origin, status: "active", createdAt: now, updatedAt: now };
    return { value: { threadId }, ...changeRow(key, row?.version, thread, { ...thread, status: "archived" }) };
  },
});

/** Archives a conversation. Its messages stay. */
export const archiveThread = defineWrite({
  name: "archive_thread",
  description: "Put a thread away. Nothing in it is lost.",
  args: z.strictObject({ threadId: ThreadId }),
  title: ({ threadId }) => `Put away the thread ${threadId}`,
  asking: { phrases: () => ["archive", "put away", "close"], implied: ["threadId"] },
  target: threadTarget,
  async plan({ threadId }, { store, userId, now }) {
    const { key, thread, version } = await loadThread(store, userId, threadId, now);
    if (thread.status === "archived") return { value: { threadId, status: "archived" }, writes: [] };
    const after = { ...thread, status: "archived", updatedAt: now } as const;
    return { value: { threadId, status: "archived" }, ...changeRow(key, version, after, thread) };
  },
});

/** Sets the topics of a conversation. */
export const updateThreadTopics = defineWrite({
  name: "update_thread_topics",
  description: "Set the topics of a thread; they replace the ones it had.",
  args: z.strictObject({ threadId: ThreadId, topics: Topics }),
  title: ({ threadId, topics }) => `Topics of ${threadId}: ${topics.join(", ") || "none"}`,
  asking: { phrases: () => ["set", "change", "tag", "label"], implied: ["threadId"] },
  target: threadTarget,
  async plan({ threadId, topics }, context) {
    const { store, userId, now } = context;
    const { key, thread, version } = await loadThread(store, userId, threadId, now);
    const origin = originOf(context, topics, thread.origin ?? "untrusted");
    const after = { ...thread, topics, origin, updatedAt: now };
    return { value: { threadId, topics: topics.length }, ...changeRow(key, version, after, thread) };
  },
});
