import { keys } from "@waldo/contracts";
import { z } from "zod";
import { digest } from "../digest.ts";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import type { EmailDraft } from "./drafts.ts";
import { text } from "./text-args.ts";

/** Leaves a mail ready to be sent by the person. There is nothing in this system that sends it. */
export const draftEmail = defineWrite({
  name: "draft_email",
  description: "Draft a mail for the person to send themselves. It is not sent.",
  args: z.strictObject({ to: z.array(z.email().max(200)).min(1).max(10), subject: text(200), text: text(6000) }),
  title: ({ to, subject }) => `Draft a mail to ${to.join(", ")}: “${subject}”`,
  async plan({ to, subject, text: words }, { store, userId, runId, now }) {
    const draftId = digest("email", runId, ...to, subject, words).slice(0, 16);
    const key = keys.draft(userId, "email", draftId);
    const row = await store.get(key);
    if (row?.body["status"] === "draft") return { value: { draftId }, writes: [] };
    const draft: EmailDraft = {
      kind: "email",
      draftId,
      to,
      subject,
      text: words,
      status: "draft",
      createdAt: now,
      updatedAt: now,
    };
    return { value: { draftId }, ...changeRow(key, row?.version, draft, { ...draft, status: "discarded" }) };
  },
});
