import { z } from "zod";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { loadMessage, MessageId, ThreadId } from "./threads.ts";

/** Shows a hidden message again. */
export const restoreMessage = defineWrite({
  name: "restore_message",
  description: "Bring back a message that was deleted.",
  args: z.strictObject({ threadId: ThreadId, messageId: MessageId }),
  title: ({ threadId, messageId }) => `Restore the message ${messageId} in ${threadId}`,
  async plan({ threadId, messageId }, { store, userId }) {
    const { row, message } = await loadMessage(store, userId, threadId, messageId);
    if (message.hiddenAt === undefined) return { value: { messageId, hidden: false }, writes: [] };
    const { hiddenAt: _, ...after } = row.body;
    return { value: { messageId, hidden: false }, ...changeRow(row.key, row.version, after, row.body) };
  },
});
