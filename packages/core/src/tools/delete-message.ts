import { z } from "zod";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { loadMessage, MessageId, ThreadId } from "./threads.ts";

/** Hides a message. The row stays, and `restore_message` shows it again (R11). */
export const deleteMessage = defineWrite({
  name: "delete_message",
  description: "Hide a message from its thread. It can be restored.",
  args: z.strictObject({ threadId: ThreadId, messageId: MessageId }),
  title: ({ threadId, messageId }) => `Delete the message ${messageId} from ${threadId}`,
  async plan({ threadId, messageId }, { store, userId, now }) {
    const { row, message } = await loadMessage(store, userId, threadId, messageId);
    if (message.hiddenAt !== undefined) return { value: { messageId, hidden: true }, writes: [] };
    const after = { ...row.body, hiddenAt: now };
    return { value: { messageId, hidden: true }, ...changeRow(row.key, row.version, after, row.body) };
  },
});
