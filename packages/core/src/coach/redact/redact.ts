/**
 * Takes the last messages back, everywhere: a person said what they would rather not have said.
 *
 *   asked    the row of the redaction: which messages, and which runs. It holds no words
 *   then     the words go from pages, archive, rows, contexts, and bodies that were too large for a row
 *   then     the claims and notes that came of them go, and the index is built anew
 *   then     every row and every file is searched
 *   done     the messages themselves lose their words, together with the receipt and its announcement
 *
 * 1. What was learned goes after all other rows, and the messages go last. So whoever begins again after a kill still knows
 *    which words are looked for.
 * 2. Each step takes out what it finds, so it may be done again. Rows are counted in the transaction that changes them.
 * 3. No row of the journal, the diary or the history is deleted (R11). They lose their words, and the receipt stands in the
 *    same transaction (store/audited.ts).
 * 4. A run at work could write the words again. So the redaction waits for it, and the next wake goes on.
 */
import {
  announcementId,
  isError,
  type Key,
  keys,
  kindOf,
  Message,
  PARTITION,
  type RedactedPart,
  Redaction,
  RunHeader,
  type UserId,
} from "@waldo/contracts";
import { announcement } from "../../channels/announce.ts";
import { flushRun } from "../../channels/outbox.ts";
import { livedDate } from "../../health/ledger.ts";
import { writeRecent } from "../../memory/pages/recent-context.ts";
import { rebuildIndex } from "../../memory/search/index-files.ts";
import { findLease } from "../../paused.ts";
import type { Ports, Row, Write } from "../../ports.ts";
import { loadProfile } from "../../profile.ts";
import { isTerminal } from "../../run/journal.ts";
import { putOver, retryConflicts } from "../../store/cas.ts";
import { queryAll } from "../../store/query-all.ts";
import { redactContexts } from "./contexts.ts";
import { redactArchive, redactPages, redactSpilled } from "./objects.ts";
import { answeredSince, type Hunt, huntOf, messageRows } from "./plan.ts";
import { receiptText } from "./receipt.ts";
import { changeOf } from "./rows.ts";
import { isTooShort } from "./scrub.ts";
import { type Found, search } from "./search.ts";

/** How many rows one transaction changes. It also holds the receipt, and DynamoDB takes a hundred. */
const ROWS_AT_ONCE = 40;
/** How often the rows are gone through. Another process may write while they are. */
const MOST_PASSES = 5;

/** `waits`: a run is at work. `gone`: there is no such redaction, or it is done. */
export type Redacted = "done" | "waits" | "gone";

/** Does what is left of a redaction. It may be killed at every await and run twice. */
export async function continueRedaction(ports: Ports, userId: UserId, key: Key): Promise<Redacted> {
  const row = await ports.store.get(key);
  const redaction = row && Redaction.parse(row.body);
  if (!redaction || redaction.state === "done") return "gone";
  if (await isAtWork(ports, userId, redaction)) return "waits";
  const late = await answeredSince(ports.store, userId, redaction);
  if (late.length > 0) {
    await retryConflicts(() =>
      change(ports.store, key, (before) => ({ ...before, messages: [...before.messages, ...late] })),
    );
    return continueRedaction(ports, userId, key);
  }
  const task: Task = { userId, hunt: await huntOf(ports, userId, redaction) };
  const count = (part: RedactedPart, more: number) => counted(ports, key, part, more);
  await count("pages", await redactPages(ports, task));
  await count("archive", await redactArchive(ports, task));
  await redactRows(ports, key, task, (row) => !isSource(row));
  await redactContexts(ports, task, {
    row: (writes) => change(ports.store, key, (before) => added(before, "contexts", 1), writes),
    files: (opened) => count("archive", opened),
  });
  // The page tells of an exchange in its first words. Its diary entry has none left.
  await writeRecent(ports, userId);
  await count("archive", await redactSpilled(ports, task));
  await redactRows(ports, key, task, isSource);
  await retryConflicts(() => rebuildIndex(ports, userId));
  const messages = await messageRows(ports.store, userId, redaction);
  const found = await search(
    ports,
    userId,
    task.hunt,
    messages.map((one) => one.key),
  );
  return finish(ports, userId, { key, messages, found });
}

/** A paused person is not waited for: nothing works for them. */
async function isAtWork({ store, clock }: Ports, userId: UserId, { runIds }: Redaction): Promise<boolean> {
  const lease = await findLease(store, userId);
  if (lease?.pausedAt !== undefined) return false;
  if (lease?.owner !== undefined && lease.expiresAt > clock.now()) return true;
  for (const runId of runIds) {
    const run = await store.get(keys.run(userId, runId));
    if (run && !isTerminal(RunHeader.parse(run.body).state)) return true;
  }
  return false;
}

type Task = { readonly userId: UserId; readonly hunt: Hunt };

/** A claim, a note or a promise: its words are looked for too. */
function isSource({ key }: Row): boolean {
  const kind = kindOf(key);
  return kind === keys.block.kind || kind === keys.inbox.kind || kind === keys.intention.kind;
}

async function redactRows(ports: Ports, key: Key, { userId, hunt }: Task, among: (row: Row) => boolean): Promise<void> {
  const { store } = ports;
  const range = { table: key.table, pk: PARTITION.agent(userId) };
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    let changed = 0;
    let batch: Row[] = [];
    const commit = async () => {
      changed += await redactBatch(ports, key, batch, (row) => changeOf(row, hunt));
      batch = [];
    };
    for await (const row of queryAll(store, range)) {
      if (among(row) && changeOf(row, hunt)) batch.push(row);
      if (batch.length === ROWS_AT_ONCE) await commit();
    }
    await commit();
    if (changed === 0) return;
  }
}

/** Commits the changes of these rows with the count of them. Rows that another process changed meanwhile come again. */
async function redactBatch(
  { store }: Ports,
  key: Key,
  rows: readonly Row[],
  of: (row: Row) => ReturnType<typeof changeOf>,
): Promise<number> {
  if (rows.length === 0) return 0;
  const changes = rows.flatMap((row) => of(row) ?? []);
  try {
    await change(
      store,
      key,
      (before) => changes.reduce((sum, { part }) => added(sum, part, 1), before),
      changes.map(({ write }) => write),
    );
  } catch (error) {
    if (!isError(error, "ConditionFailed")) throw error;
  }
  return rows.length;
}

const added = (before: Redaction, part: RedactedPart, more: number): Redaction => ({
  ...before,
  removed: { ...before.removed, [part]: (before.removed[part] ?? 0) + more },
});

/** Files are written one by one. What a kill leaves uncounted is gone all the same. */
async function counted({ store }: Ports, key: Key, part: RedactedPart, more: number): Promise<void> {
  if (more > 0) await retryConflicts(() => change(store, key, (before) => added(before, part, more)));
}

async function change(
  store: Ports["store"],
  key: Key,
  of: (before: Redaction) => Redaction,
  writes: readonly Write[] = [],
): Promise<void> {
  const row = await store.get(key);
  if (!row) return;
  await store.transact([...writes, putOver(row, key, of(Redaction.parse(row.body)))]);
}

type End = { readonly key: Key; readonly messages: readonly Row[]; readonly found: Found };

async function finish(ports: Ports, userId: UserId, { key, messages, found }: End): Promise<Redacted> {
  const { store, clock } = ports;
  const profile = await loadProfile(store, userId);
  const now = clock.now();
  const date = await livedDate(store, profile, now);
  const [, name = ""] = keys.redaction.parse(key.sk) ?? [];
  const isDone = await retryConflicts(async () => {
    const row = await store.get(key);
    const before = row && Redaction.parse(row.body);
    if (!before || before.state === "done") return false;
    const left = found.messages + found.own + found.projects + found.other;
    const done: Redaction = { ...added(before, "messages", messages.length), state: "done", left, doneAt: now };
    const occasion = { by: "command", name, trigger: "user_message", date, now } as const;
    const only = done.via === "app" ? ({ only: "in_app" } as const) : {};
    await store.transact([
      ...messages.map((one) => putOver(one, one.key, withoutWords(one, now))),
      putOver(row, key, done),
      ...announcement(profile, occasion, {
        kind: "reply",
        text: receiptText(done, found, messages.filter(isUnsought).length),
        origin: "agent",
        ...only,
      }),
    ]);
    return true;
  });
  await flushRun(ports, userId, announcementId("command", name));
  return isDone ? "done" : "gone";
}

/** Words of the person that stand in many places, such as "yes". */
function isUnsought({ body }: Row): boolean {
  const { from, text } = Message.parse(body);
  return from === "owner" && isTooShort(text);
}

/** The row of a message stays without its words, as that of a conversation which was deleted. */
function withoutWords({ body }: Row, hiddenAt: number): Message {
  const { from, kind, at, runId } = Message.parse(body);
  return { from, kind, at, text: "", hiddenAt, ...(runId === undefined ? {} : { runId }) };
}
