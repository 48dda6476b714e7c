import { keys } from "@waldo/contracts";
import { z } from "zod";
import { changeRow } from "./change-row.ts";
import { defineWrite } from "./define.ts";
import { type DocumentDraft, documentId, loadDocument } from "./drafts.ts";
import { text } from "./text-args.ts";

/** Writes a document of the person's, or writes it anew. The version before comes back with an undo. */
export const draftDocument = defineWrite({
  name: "draft_document",
  description: "Write a document by name; an existing one of that name is replaced, and an undo brings it back.",
  args: z.strictObject({ name: text(80), text: text(8000) }),
  title: ({ name }) => `Write the document “${name}”`,
  async plan({ name, text: words }, { store, userId, now }) {
    const found = await loadDocument(store, userId, name);
    const draftId = documentId(name);
    const document: DocumentDraft = {
      kind: "document",
      draftId,
      name,
      text: words,
      status: "draft",
      createdAt: found?.document.createdAt ?? now,
      updatedAt: now,
    };
    const before: DocumentDraft = found?.document ?? { ...document, status: "discarded" };
    const key = keys.draft(userId, "document", draftId);
    return { value: { name, replaced: found !== undefined }, ...changeRow(key, found?.row.version, document, before) };
  },
});
