/** What was written for the person and is not sent: documents and unsent mail. */
import { Draft, keys, type UserId } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { folded } from "../folding.ts";
import type { Row, Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";

export type DocumentDraft = Extract<Draft, { kind: "document" }>;
export type EmailDraft = Extract<Draft, { kind: "email" }>;

/** The id of a document by its name. Spaces and capital letters in the name make no difference. */
export function documentId(name: string): string {
  return digest("document", folded(name).toLowerCase().replace(/\s+/g, " ").trim()).slice(0, 16);
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

/** Lists every draft that was not discarded, latest first. */
export async function listDrafts(store: Store, userId: UserId): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for await (const row of queryAll(store, keys.draft.all(userId))) drafts.push(Draft.parse(row.body));
  return drafts.filter(({ status }) => status === "draft").sort((a, b) => b.updatedAt - a.updatedAt);
}
