import { z } from "zod";
import { defineRead } from "./define.ts";
import { text } from "./text-args.ts";

/**
 * Sends nothing. A run has one candidate, the text it ends with; that goes through the gates and the outbox, and is the
 * only thing of a run that reaches anybody (R4). A model that wants to speak is told that it may, and how.
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
