import { ThreadId } from "@waldo/contracts";
/** Tools over single messages. Sending is the end of a run; hiding and restoring change one row. */

import * as z from "zod";
import { changeRow } from "../change-row.ts";
import { defineRead, defineWrite } from "../define.ts";
import { text } from "../text-args.ts";
import { loadMessage, MessageId, messagesOf } from "../threads.ts";
import type { Target, ToolContext } from "../tool.ts";

/**
 * Sends nothing. A run has one candidate: the text it ends with. That text goes through the gates and the outbox, and
 * it is the only output of a run that reaches a person (R4). The tool tells a model that wants to speak that it may,
 * and how.
 */
export const sendMessage = defineRead({
  name: "send_message",
  description: "Says you have your message ready. It goes out when you end your turn with it as plain text.",
  args: z.strictObject({ text: text(4000) }),
  origin: "system",
  async run() {
    return {
      accepted: true,
      next: "end your turn with the message itself, as plain text: that text is checked and sent",
    };
  },
});

type Named = { readonly threadId: string; readonly messageId: string };

/** The message that a call is about. Messages of a thread are what it could be mistaken for. */
async function messageTarget<Args extends Named>(args: Args, { store, userId }: ToolContext): Promise<Target<Args>> {
  const { message } = await loadMessage(store, userId, args.threadId, args.messageId);
  const others = (await messagesOf(store, userId, args.threadId)).filter(
    ({ messageId }) => messageId !== args.messageId,
  );
  const origin = message.from === "owner" ? "owner" : undefined;
  return { args, shown: message.text, origin, words: message.text, rivals: others.map((other) => other.message.text) };
}

/** Hides a message. The row stays, and `restore_message` shows it again (R11). */
export const deleteMessage = defineWrite({
  name: "delete_message",
  description: "Hide a message from its thread. It can be restored.",
  args: z.strictObject({ threadId: ThreadId, messageId: MessageId }),
  title: ({ threadId, messageId }) => `Delete the message ${messageId} from ${threadId}`,
  asking: { phrases: () => ["delete", "hide", "remove"], implied: ["threadId", "messageId"] },
  target: messageTarget,
  async plan({ threadId, messageId }, { store, userId, now }) {
    const { row, message } = await loadMessage(store, userId, threadId, messageId);
    if (message.hiddenAt !== undefined) return { value: { messageId, hidden: true }, writes: [] };
    const after = { ...row.body, hiddenAt: now };
    return { value: { messageId, hidden: true }, ...changeRow(row.key, row.version, after, row.body) };
  },
});

/** Shows a hidden message again. */
export const restoreMessage = defineWrite({
  name: "restore_message",
  description: "Bring back a message that was deleted.",
  args: z.strictObject({ threadId: ThreadId, messageId: MessageId }),
  title: ({ threadId, messageId }) => `Restore the message ${messageId} in ${threadId}`,
  asking: { phrases: () => ["restore", "bring back", "undelete", "show"], implied: ["threadId", "messageId"] },
  target: messageTarget,
  async plan({ threadId, messageId }, { store, userId }) {
    const { row, message } = await loadMessage(store, userId, threadId, messageId);
    if (message.hiddenAt === undefined) return { value: { messageId, hidden: false }, writes: [] };
    const { hiddenAt: _, ...after } = row.body;
    return { value: { messageId, hidden: false }, ...changeRow(row.key, row.version, after, row.body) };
  },
});
