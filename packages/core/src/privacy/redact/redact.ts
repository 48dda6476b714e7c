// Deletes the last messages everywhere, because the person does not want to have said them.
//
//     asked    the row of the redaction: which messages, and which runs. It holds no words
// held     the lease and the hold against nights and other agents (store/in-hand.ts): nothing writes the words again
// a round  removes the words from pages, archive, rows, contexts and large bodies; when a search finds them
// nowhere else, it removes the claims and notes that came from them, builds the index again, and
// searches every row and file
// again    while the search finds words in a place that can be changed. After {@link MOST_ROUNDS} rounds the person is told,
//              the messages are hidden, and the next wake goes on
// done     the messages lose their words, in one commit with the receipt and its announcement
//
// 1. A claim is removed when the words are nowhere else, and the messages are emptied last. So a process that starts
//    again still knows the words.
// 2. Each step removes what it finds, so it may be repeated. The transaction that changes a row also counts it.
// 3. No row of the journal, the diary or the history is deleted (R11). They lose their words, and the receipt is part
//    of the same transaction (store/audited.ts).
// 4. While a run, a night or another agent works, the redaction waits, and the next wake continues. The end commits
//    only while the redaction still has both holds.
import {
  announcementId,
  type EpochMs,
  isError,
  type Key,
  keys,
  kindOf,
  Message,
  objects,
  PARTITION,
  type RedactedPart,
  Redaction,
  RunHeader,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import { announcement } from "../../channels/announce.ts";
import { flushRun } from "../../channels/outbox.ts";
import { livedDate } from "../../health/ledger.ts";
import { writeRecent } from "../../memory/pages/memory-page.ts";
import { rebuildIndex } from "../../memory/search/index-files.ts";
import { pausedSince } from "../../person/paused.ts";
import { loadProfile } from "../../person/profile.ts";
import type { Ports, Row, Write } from "../../ports.ts";
import { isTerminal } from "../../run/journal.ts";
import { heldAsOther, holdAsOther, leaveAsOther } from "../../run/lease.ts";
import { startWaiting } from "../../run/start.ts";
import { commitIf, putOver, retryConflicts } from "../../store/cas.ts";
import { leaveWords, takeWords, wordsTaken } from "../../store/in-hand.ts";
import { queryAll } from "../../store/query-all.ts";
import { redactArchive, redactPages, redactSpilled } from "./objects.ts";
import { answeredSince, type Hunt, huntOf, messageRows } from "./plan.ts";
import { changeOf } from "./rows.ts";
import { isTooShort, wordsOf } from "./scrub.ts";
import { type Found, search } from "./search.ts";

const WORDS: Readonly<Record<Exclude<RedactedPart, "messages">, string>> = {
  journal: "the journal",
  outbox: "what was sent",
  diary: "the diary",
  memory: "memory",
  actions: "what was done",
  contexts: "what other agents keep",
  other: "other rows",
  archive: "the archive",
  pages: "pages",
};
const PLACES = Object.keys(WORDS) as (keyof typeof WORDS)[];

/** `short` is the number of messages with words that occur in many places. Such words are not searched for. */
function receiptText({ removed, via }: Redaction, found: Found, short: number): string {
  const places = PLACES.flatMap((part) => ((removed[part] ?? 0) > 0 ? [`${WORDS[part]} (${removed[part]})`] : []));
  return [
    `I deleted ${countedWords(removed.messages ?? 0, "message")}.`,
    ...(places.length === 0 ? [] : [`Their words are also gone from ${places.join(", ")}.`]),
    foundText(found),
    ...(short === 0
      ? []
      : [`${countedWords(short, "of them is", "of them are")} too short to search for, and may stand elsewhere.`]),
    ...(via === "telegram" ? ["What Telegram keeps of this chat you delete there."] : []),
  ].join(" ");
}

/** This is said once, when some rows could not be changed. */
function leftText(rows: number): string {
  return `I deleted what I could. Your words still stand in ${countedWords(rows, "row")} that I could not change yet. I try again with every wake, and tell you when they are gone.`;
}

function foundText({ messages, own, names }: Found): string {
  const places = [
    ...(messages === 0 ? [] : [`${countedWords(messages, "other message")}, which I left as they are`]),
    ...(own === 0 ? [] : [`${countedWords(own, "entry", "entries")} of your own lists, files or reminders`]),
    ...(names === 0 ? [] : [`${countedWords(names, "name")} of projects or contexts, by which agents find them`]),
  ];
  return places.length === 0
    ? "I searched everything that I keep of you for them, and found them nowhere."
    : `I searched everything that I keep of you for them. They still stand in ${places.join(" and in ")}.`;
}

function countedWords(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** How many rows one transaction changes. It also holds the receipt, and DynamoDB allows a hundred writes. */
const ROWS_AT_ONCE = 40;
/** How often all rows are read in one round, because another process may write at the same time. */
const MOST_PASSES = 5;
/** How many rounds are made before the next wake continues. */
const MOST_ROUNDS = 4;
/** How many messages are hidden in one transaction. */
const HIDDEN_AT_ONCE = 40;

/**
 * `waits`: other work is active. `left`: the words are still in places from which they could not be removed, and the
 * next wake tries again. `gone`: there is no such redaction, or it is done.
 */
type Redacted = "done" | "waits" | "left" | "gone";

/** Continues a redaction. It may be killed at every await and run twice. */
export async function continueRedaction(ports: Ports, userId: UserId, key: Key): Promise<Redacted> {
  const redaction = await findOpen(ports, key);
  if (!redaction) return "gone";
  const [, name = ""] = keys.redaction.parse(key.sk) ?? [];
  const own = announcementId("command", name);
  if (!(await holdAsOther(ports, userId, own))) return "waits";
  try {
    if (!(await takeWords(ports, userId, own))) return "waits";
    if (await isUnanswered(ports, userId, redaction)) return "waits";
    return await takeOut(ports, userId, { key, name, own });
  } finally {
    await leaveWords(ports, userId, own);
    await leaveAsOther(ports, userId, own);
    await startWaiting(ports, userId);
  }
}

async function findOpen({ store }: Pick<Ports, "store">, key: Key): Promise<Redaction | undefined> {
  const row = await store.get(key);
  const redaction = row && Redaction.parse(row.body);
  return redaction?.state === "asked" ? redaction : undefined;
}

/** True while a run of these messages is not finished. For a paused person it is false, because no run works for them. */
async function isUnanswered({ store }: Ports, userId: UserId, { runIds }: Redaction): Promise<boolean> {
  if ((await pausedSince(store, userId)) !== undefined) return false;
  for (const runId of runIds) {
    const run = await store.get(keys.run(userId, runId));
    if (run && !isTerminal(RunHeader.parse(run.body).state)) return true;
  }
  return false;
}

/** The key of the redaction, and the name under which it holds the lock against other work. */
type Own = { readonly key: Key; readonly name: string; readonly own: RunId };

async function takeOut(ports: Ports, userId: UserId, own: Own): Promise<Redacted> {
  const { key } = own;
  for (let round = 1; ; round++) {
    const redaction = await findOpen(ports, key);
    if (!redaction) return "gone";
    const late = await answeredSince(ports.store, userId, redaction);
    if (late.length > 0)
      await retryConflicts(() =>
        change(ports.store, key, (before) => ({ ...before, messages: [...before.messages, ...late] })),
      );
    const now = { ...redaction, messages: [...redaction.messages, ...late] };
    const task: Task = { userId, hunt: await huntOf(ports, userId, now) };
    const messages = await messageRows(ports.store, userId, now);
    const spared = messages.map((one) => one.key.sk);
    await takeOutOfCopies(ports, key, task);
    let found = await search(ports, task, (row) => spared.includes(row.key.sk) || isSource(row), indexOf(userId));
    if (found.other === 0) {
      await redactRows(ports, key, task, isSource);
      await retryConflicts(() => rebuildIndex(ports, userId));
      found = await search(ports, task, (row) => spared.includes(row.key.sk));
      if (found.other === 0) return finish(ports, userId, { ...own, messages, found });
    }
    if (round === MOST_ROUNDS) return tellLeft(ports, userId, { ...own, messages, found });
  }
}

/** True for a file of the memory index. The index is made from what was learned, and is built again without the words. */
const indexOf = (userId: UserId) => (name: string) =>
  name.startsWith(objects.index(userId, "")) && !name.startsWith(objects.index(userId, "contexts/"));

/** Removes the words from all places except the messages and what was learned from them. */
async function takeOutOfCopies(ports: Ports, key: Key, task: Task): Promise<void> {
  const { userId } = task;
  const count = (part: RedactedPart, more: number) => counted(ports, key, part, more);
  await count("pages", await redactPages(ports, task));
  await count("archive", await redactArchive(ports, task));
  await redactRows(ports, key, task, (row) => !isSource(row));
  if (task.hunt.sought.length > 0)
    for (const { words } of ports.features)
      await words?.takeOut(
        ports,
        { userId, words: wordsOf(task.hunt.sought) },
        {
          row: (writes) => change(ports.store, key, (before) => added(before, "contexts", 1), writes),
          files: (opened) => count("archive", opened),
        },
      );
  // The page repeats the first words of an exchange. The exchange's diary entry has no words any more, so the page is
  // rewritten.
  await writeRecent(ports, userId);
  await count("archive", await redactSpilled(ports, task));
}

type Task = { readonly userId: UserId; readonly hunt: Hunt };

/** True for a claim, a note or an intention. The redaction searches for their words too. */
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

/**
 * Commits the changes of these rows, together with their count. Rows that another process changed meanwhile are tried
 * again.
 */
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

/** Files are written one by one. If a process is killed before it counts, the words are removed anyway. */
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

type End = Own & { readonly messages: readonly Row[]; readonly found: Found };

/**
 * Empties the messages and announces the receipt. All messages except the last lose their words earlier, when the
 * search has found the words nowhere else. `waits`: the lease or the lock was lost meanwhile, and another round begins.
 */
async function finish(ports: Ports, userId: UserId, { key, name, own, messages, found }: End): Promise<Redacted> {
  const { store, clock } = ports;
  const now = clock.now();
  const last = messages.slice(-HIDDEN_AT_ONCE);
  for (let at = 0; at < messages.length - last.length; at += HIDDEN_AT_ONCE) {
    const some = messages.slice(at, Math.min(at + HIDDEN_AT_ONCE, messages.length - last.length));
    const emptied = some.map((one) => putOver(one, one.key, withoutWords(one, now)));
    await retryConflicts(() => change(store, key, (before) => added(before, "messages", some.length), emptied));
  }
  const tell = await telling(ports, userId, { name, now });
  const outcome = await retryConflicts(async () => {
    const row = await store.get(key);
    const before = row && Redaction.parse(row.body);
    if (!before || before.state === "done") return "gone";
    const checks = [await heldAsOther(ports, userId, own), await wordsTaken(ports, userId, own)];
    if (checks.some((check) => check === undefined)) return "waits";
    const left = found.messages + found.own + found.names;
    const done: Redaction = { ...added(before, "messages", last.length), state: "done", left, doneAt: now };
    await store.transact([
      ...last.map((one) => putOver(one, one.key, withoutWords(one, now))),
      putOver(row, key, done),
      ...checks.flatMap((check) => check ?? []),
      ...tell(done, receiptText(done, found, messages.filter(isUnsought).length)),
    ]);
    return "done";
  });
  await flushRun(ports, userId, announcementId("command", name));
  return outcome;
}

/**
 * Tells the person once what cannot be removed now. The messages are hidden, and keep their words for the next search.
 */
async function tellLeft(ports: Ports, userId: UserId, { key, name, messages, found }: End): Promise<Redacted> {
  const { store, clock } = ports;
  const now = clock.now();
  for (const one of messages)
    if (one.body["hiddenAt"] === undefined)
      await commitIf(store, [putOver(one, one.key, { ...one.body, hiddenAt: now })]);
  const tell = await telling(ports, userId, { name: `${name}-left`, now });
  await retryConflicts(async () => {
    const row = await store.get(key);
    const before = row && Redaction.parse(row.body);
    if (!before || before.state === "done") return;
    const isFirst = before.left === undefined;
    await store.transact([
      putOver(row, key, { ...before, left: found.other }),
      ...(isFirst ? tell(before, leftText(found.other)) : []),
    ]);
  });
  await flushRun(ports, userId, announcementId("command", `${name}-left`));
  ports.log("warn", "redact.left", { rows: found.other });
  return "left";
}

/** Returns a function that makes the rows of one text to the person, on the channel of their request. */
async function telling(
  { store }: Ports,
  userId: UserId,
  { name, now }: { readonly name: string; readonly now: EpochMs },
) {
  const profile = await loadProfile(store, userId);
  const date = await livedDate(store, profile, now);
  const occasion = { by: "command", name, trigger: "user_message", date, now } as const;
  return ({ via }: Redaction, text: string): Write[] =>
    announcement(profile, occasion, {
      kind: "reply",
      text,
      origin: "agent",
      ...(via === "app" ? ({ only: "in_app" } as const) : {}),
    });
}

/** True for words of the person that occur in many places, such as "yes". */
function isUnsought({ body }: Row): boolean {
  const { from, text } = Message.parse(body);
  return from === "owner" && isTooShort(text);
}

/** Returns a message without its words. Its row stays, as in a deleted conversation. */
function withoutWords({ body }: Row, hiddenAt: number): Message {
  const { from, kind, at, runId } = Message.parse(body);
  return { from, kind, at, text: "", hiddenAt, ...(runId === undefined ? {} : { runId }) };
}
