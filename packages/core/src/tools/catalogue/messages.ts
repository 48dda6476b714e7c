// Tools for messages: drafts that only the person sends, the recent conversation, and single messages that are sent,
// hidden or shown again.
import { keys, ThreadId } from "@waldo/contracts";
import * as z from "zod";
import { digest } from "../../digest.ts";
import { addDays, DAY_MS, localDate, localTime } from "../../time.ts";
import { text, timeZoneOf } from "../args.ts";
import { originOf } from "../provenance.ts";
import { clip, pageOf } from "../result-size.ts";
import { changeRow, type DocumentDraft, documentId, type EmailDraft, listDrafts, loadDocument } from "../rows.ts";
import { listThreads, loadMessage, MessageId, type MessageRow, messagesOf } from "../threads.ts";
import { defineRead, defineWrite, type Target, type ToolContext } from "../tool.ts";

/** Writes or replaces a document of the person. An undo restores the earlier version. */
export const draftDocument = defineWrite({
  name: "draft_document",
  description: "Write a document by name; an existing one of that name is replaced, and an undo brings it back.",
  args: z.strictObject({ name: text(80), text: text(8000) }),
  title: ({ name }) => `Write the document “${name}”`,
  asking: { phrases: () => ["write", "write down", "draft", "note", "note down", "save", "make", "create"] },
  // A discarded document has no content that could be lost.
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

const DAYS = 7;
/** How many titled threads the tool reads, the latest first. */
const TITLED_THREADS = 20;
const LAST_MESSAGES = 4;

/** Returns the recent conversation and what waits: counts, the last words of each side, and unsent mails. */
export const getCommunication = defineRead({
  name: "get_communication",
  description:
    "Recent conversation: message counts, last contact, whether an answer is owed, the last few messages, unsent mail drafts.",
  args: z.strictObject({ days: z.number().int().min(1).max(30).optional() }),
  origin: "untrusted",
  async run({ days = DAYS }, context) {
    const { store, userId, now } = context;
    const timeZone = await timeZoneOf(store, userId);
    const rows = (await recentMessages(context, now - days * DAY_MS, timeZone))
      .filter(({ message }) => message.hiddenAt === undefined)
      .sort((a, b) => a.message.at - b.message.at);
    const from = (who: string) => rows.filter(({ message }) => message.from === who);
    const lastOf = (messages: readonly MessageRow[]) => {
      const last = messages.at(-1)?.message.at;
      return last === undefined ? null : at(last, timeZone);
    };
    const unsent = (await listDrafts(store, userId)).filter((draft) => draft.kind === "email");
    return {
      days,
      fromPerson: { count: from("owner").length, last: lastOf(from("owner")) },
      fromWaldo: { count: from("waldo").length, last: lastOf(from("waldo")) },
      unanswered: unanswered(rows),
      // The latest come first, so if there is too little room, the oldest are left out.
      recent: pageOf(
        rows
          .slice(-LAST_MESSAGES)
          .reverse()
          .map((row) => describeMessage(row, timeZone)),
      ).items,
      unsentMail: unsent.length,
    };
  },
});

function describeMessage({ messageId, threadId, message }: InThread, timeZone: string) {
  const { from, text } = message;
  return { threadId, messageId, from, at: at(message.at, timeZone), text: clip(text, 100) };
}

type InThread = MessageRow & { readonly threadId: string };

async function recentMessages(
  { store, userId, now }: ToolContext,
  since: number,
  timeZone: string,
): Promise<InThread[]> {
  const titled = await listThreads(store, userId);
  const threads = new Set(
    titled
      .filter(({ status }) => status === "active")
      .slice(0, TITLED_THREADS)
      .map(({ threadId }) => threadId),
  );
  for (let date = localDate(since, timeZone); date <= localDate(now, timeZone); date = addDays(date, 1))
    threads.add(`day-${date}`);
  const found: InThread[] = [];
  for (const threadId of threads)
    for (const row of await messagesOf(store, userId, threadId, Math.max(0, since))) found.push({ ...row, threadId });
  return found;
}

/** Counts the person's messages that have no answer after them in their thread. */
function unanswered(rows: readonly InThread[]): number {
  const waiting = new Map<string, number>();
  for (const { threadId, message } of rows)
    waiting.set(threadId, message.from === "owner" ? (waiting.get(threadId) ?? 0) + 1 : 0);
  return [...waiting.values()].reduce((sum, n) => sum + n, 0);
}

function at(instant: number, timeZone: string): string {
  return `${localDate(instant, timeZone)} ${localTime(instant, timeZone)}`;
}

/**
 * Sends nothing itself. The final text of a run is its only message. That text passes the gates and the outbox, and no
 * other output of a run reaches a person (R4). This tool tells a model how to send a message.
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

/** Returns the message that a call is about. It could be confused with other messages of the same thread. */
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
