/** What was written for the person and goes nowhere by itself: documents and unsent mail. */
import { EpochMs, keys, type UserId } from "@waldo/contracts";
import { z } from "zod";
import { digest } from "../digest.ts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

const draft = {
  draftId: z.string().regex(/^[0-9a-f]{16}$/),
  /** `discarded`: undone, kept and no longer shown. */
  status: z.enum(["draft", "discarded"]),
  createdAt: EpochMs,
  updatedAt: EpochMs,
};

export const Draft = z.discriminatedUnion("kind", [
  z.strictObject({
    ...draft,
    kind: z.literal("document"),
    name: z.string().min(1).max(80),
    text: z.string().max(8000),
  }),
  z.strictObject({
    ...draft,
    kind: z.literal("email"),
    to: z.array(z.string()).max(10),
    subject: z.string().max(200),
    text: z.string().max(6000),
  }),
]);
export type Draft = z.infer<typeof Draft>;
export type DocumentDraft = Extract<Draft, { kind: "document" }>;
export type EmailDraft = Extract<Draft, { kind: "email" }>;

/** A document is found again by its name, however that is spaced or capitalised. */
export function documentId(name: string): string {
  return digest("document", name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()).slice(0, 16);
}

export async function loadDocument(
  store: Store,
  userId: UserId,
  name: string,
): Promise<{ readonly row: Row; readonly document: DocumentDraft } | undefined> {
  const row = await store.get(keys.draft(userId, "document", documentId(name)));
  const document = row && Draft.parse(row.body);
  return row && document?.kind === "document" ? { row, document } : undefined;
}

/** Every draft that was not discarded, latest first. */
export async function listDrafts(store: Store, userId: UserId): Promise<Draft[]> {
  const { table, pk } = keys.draft(userId, "document", "");
  const drafts: Draft[] = [];
  for await (const row of queryAll(store, { table, pk, prefix: "DRAFT#" })) drafts.push(Draft.parse(row.body));
  return drafts.filter(({ status }) => status === "draft").sort((a, b) => b.updatedAt - a.updatedAt);
}
