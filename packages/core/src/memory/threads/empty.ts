/**
 * Takes the words out of conversations that were deleted more than {@link RESTORE_DAYS} days ago. The rows stay, without
 * words (R11). Runs and diary entries of that time are in the archive, where nothing reads them any more; they go with the
 * person's erasure.
 */
import { type EpochMs, keys, Message, RESTORE_DAYS, Thread, type UserId } from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Row, type Store, type Write } from "../../ports.ts";
import { asRead, commitIf, putOver } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import { DAY_MS } from "../../time.ts";

/** Returns how many messages lost their words. At most `most` do in one night; the next night goes on. */
export async function emptyDeleted(store: Store, userId: UserId, now: EpochMs, most: number): Promise<number> {
  let emptied = 0;
  for await (const row of queryAll(store, keys.thread.all(userId))) {
    const thread = Thread.safeParse(row.body).data;
    if (thread?.deletedAt === undefined || thread.emptiedAt !== undefined) continue;
    if (thread.deletedAt + RESTORE_DAYS * DAY_MS > now) continue;
    emptied += await emptyThread(
      store,
      userId,
      { row, thread, deletedAt: thread.deletedAt },
      { now, most: most - emptied },
    );
    if (emptied >= most) break;
  }
  return emptied;
}

type Deleted = { readonly row: Row; readonly thread: Thread; readonly deletedAt: EpochMs };

async function emptyThread(
  store: Store,
  userId: UserId,
  { row, thread, deletedAt }: Deleted,
  { now, most }: { readonly now: EpochMs; readonly most: number },
): Promise<number> {
  const worded: { readonly row: Row; readonly message: Message }[] = [];
  for await (const one of queryAll(store, keys.message.all(userId, thread.threadId))) {
    const message = Message.safeParse(one.body).data;
    if (message && message.at <= deletedAt && message.text !== "") worded.push({ row: one, message });
    if (worded.length > most) break;
  }
  const due = worded.slice(0, most);
  // The person may bring the thread back at the same moment. Then its row has changed, and no batch commits.
  const unchanged: Write = { op: "check", key: row.key, when: asRead(row) };
  for (let at = 0; at < due.length; at += MAX_TRANSACTION_WRITES - 1) {
    const some = due.slice(at, at + MAX_TRANSACTION_WRITES - 1);
    const puts = some.map((one) => putOver(one.row, one.row.key, withoutWords(one.message, deletedAt)));
    if (!(await commitIf(store, [unchanged, ...puts]))) return at;
  }
  if (worded.length > most) return most;
  const nameless = thread.status === "deleted" ? { title: thread.threadId, topics: [], origin: "system" as const } : {};
  await commitIf(store, [putOver(row, row.key, { ...thread, ...nameless, emptiedAt: now } satisfies Thread)]);
  return due.length;
}

function withoutWords({ from, kind, at, runId }: Message, hiddenAt: EpochMs): Message {
  return { from, kind, at, text: "", hiddenAt, ...(runId === undefined ? {} : { runId }) };
}
