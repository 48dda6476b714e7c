/** Tools that write drafts, which only the person sends. */
import { keys } from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import { changeRow } from "../change-row.ts";
import { defineWrite } from "../define.ts";
import { type DocumentDraft, documentId, type EmailDraft, loadDocument } from "../drafts.ts";
import { originOf } from "../provenance.ts";
import { text } from "../text-args.ts";

/** Writes a document of the person, or replaces it. An undo brings the version before back. */
export const draftDocument = defineWrite({
  name: "draft_document",
  description: "Write a document by name; an existing one of that name is replaced, and an undo brings it back.",
  args: z.strictObject({ name: text(80), text: text(8000) }),
  title: ({ name }) => `Write the document “${name}”`,
  asking: { phrases: () => ["write", "write down", "draft", "note", "note down", "save", "make", "create"] },
  // A discarded document has nothing to lose.
  async target(args, { store, userId }) {
    const found = await loadDocument(store, userId, args.name);
    if (found?.document.status !== "draft") return undefined;
    const { name, text: words, origin } = found.document;
    return { args, shown: `${name}: ${words}`, origin, words: name, rivals: [], replaces: true };
  },
  async plan({ name, text: words }, context) {
    const { store, userId, now } = context;
    const found = await loadDocument(store, userId, name);
    const draftId = documentId(name);
    const document: DocumentDraft = {
      kind: "document",
      draftId,
      name,
      text: words,
      origin: originOf(context, [name, words]),
      status: "draft",
      createdAt: found?.document.createdAt ?? now,
      updatedAt: now,
    };
    const before: DocumentDraft = found?.document ?? { ...document, status: "discarded" };
    const key = keys.draft(userId, "document", draftId);
    return { value: { name, replaced: found !== undefined }, ...changeRow(key, found?.row.version, document, before) };
  },
});

/** Prepares a mail that the person sends themselves. No code in this system sends mail. */
export const draftEmail = defineWrite({
  name: "draft_email",
  description: "Draft a mail for the person to send themselves. It is not sent.",
  leaves: ["subject", "text"],
  args: z.strictObject({ to: z.array(z.email().max(200)).min(1).max(10), subject: text(200), text: text(6000) }),
  title: ({ to, subject }) => `Draft a mail to ${to.join(", ")}: “${subject}”`,
  async plan({ to, subject, text: words }, context) {
    const { store, userId, runId, now } = context;
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
      origin: originOf(context, [...to, subject, words]),
      status: "draft",
      createdAt: now,
      updatedAt: now,
    };
    return { value: { draftId }, ...changeRow(key, row?.version, draft, { ...draft, status: "discarded" }) };
  },
});
