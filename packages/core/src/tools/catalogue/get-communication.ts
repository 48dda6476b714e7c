import * as z from "zod";
import { addDays, DAY_MS, localDate, localTime } from "../../time.ts";
import { defineRead } from "../define.ts";
import { listDrafts } from "../drafts.ts";
import { clip, pageOf } from "../result-size.ts";
import { listThreads, type MessageRow, messagesOf } from "../threads.ts";
import { timeZoneOf } from "../time-zone.ts";
import type { ToolContext } from "../tool.ts";

const DAYS = 7;
/** How many titled threads the tool reads, the latest first. */
const TITLED_THREADS = 20;
const LAST_MESSAGES = 4;

/** Returns what was said lately and what waits: counts, the last words of each side, and unsent mails. */
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
      // The latest come first, so that the oldest are the ones that do not fit.
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
