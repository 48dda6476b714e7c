/**
 * Finds the rows of the agent whose time in the store is over. Each kind of row declares how long it stays and where it
 * goes then (docs/sources.md, Retention). A kind without `stays` is kept for ever: messages are the person's own
 * thread, live claims are the memory, and effects, proposals, handoffs and incidents record what was done and approved.
 *
 * If the key of a kind begins with the time, old rows are found by a query. So the cost of a night does not grow with
 * the number of kept rows. Runs are scanned, and their rule keeps them few. The history of claims is scanned too, and
 * the watermark keeps it small.
 */
import {
  ANNOUNCERS,
  type AnyKeys,
  ARCHIVE_KINDS,
  type ArchiveKind,
  announcementId,
  type EpochMs,
  Intention,
  keys,
  MemoryBlock,
  OutboxRow,
  ROW_KINDS,
  RunHeader,
  Session,
  TERMINAL_STATES,
  type UserId,
  Watch,
} from "@waldo/contracts";
import { isSettled } from "../../channels/outbox.ts";
import type { Row, Store } from "../../ports.ts";
import { queryAll, rowsOf } from "../../store/query-all.ts";
import { DAY_MS } from "../../time.ts";
import { isLive } from "../claims/claim.ts";

/** How many versions of a live claim stay in the store, besides its present version. */
const KEPT_VERSIONS = 5;

type RetentionRule = {
  /** The name of these rows in a report. */
  readonly rows: string;
  /** How many days the rows stay in the store. `due` decides from which instant the days count. */
  readonly hotDays: number;
  /**
   * The watermark never moves rows that are younger than this many days. If this is absent, the watermark does not
   * touch these rows.
   */
  readonly leastDays?: number;
  readonly to: ArchiveKind | "cleared";
  /** Returns the units that are older than an instant, oldest first. */
  readonly due: Due;
};

/** Rows that belong together and are moved together. */
export type Unit = readonly Row[];

type Due = (store: Store, userId: UserId, before: EpochMs) => AsyncIterable<Unit>;

/** Finds old rows of a kind by their keys. Each row is its own unit, in the order of the keys. */
function byKey({ kind, before }: AnyKeys): Due {
  return async function* (store, userId, at) {
    const range = before(userId, at);
    if (!range) throw new Error(`no way to find the rows of ${kind} that are old`);
    for await (const row of queryAll(store, range)) yield [row];
  };
}

/** How to find old rows of a kind whose keys do not tell it. */
const BY_STATE: Readonly<Record<string, Due>> = {
  [keys.run.kind]: dueRuns,
  [keys.outbox.kind]: dueAnnouncements,
  [keys.watch.kind]: dueWatches,
  [keys.intention.kind]: dueIntentions,
  [keys.blockVersion.kind]: dueHistory,
  [keys.session.kind]: dueSessions,
  [keys.heard.kind]: dueWords,
};

const place = ({ to }: RetentionRule) => (to === "cleared" ? ARCHIVE_KINDS.length : ARCHIVE_KINDS.indexOf(to));

/** The rules in the order in which the watermark moves rows: the rows that are needed least come first. */
export const RETENTION: readonly RetentionRule[] = [...ROW_KINDS.values()]
  .flatMap(([kind]): RetentionRule[] => {
    if (kind?.partition !== "agent" || !kind.about.stays) return [];
    const { archive: to = "cleared", stays } = kind.about;
    const { days: hotDays, ...rest } = stays;
    return [{ rows: kind.kind, hotDays, ...rest, to, due: BY_STATE[kind.kind] ?? byKey(kind) }];
  })
  .sort((a, b) => place(a) - place(b));

/** Yields ended runs with their journal and their outbox. A run that still has something to deliver is left out. */
async function* dueRuns(store: Store, userId: UserId, before: EpochMs) {
  const over = (await rowsOf(store, keys.run.all(userId)))
    .map((row) => ({ row, header: RunHeader.parse(row.body) }))
    .filter(({ header }) => endOf(header) < before)
    .sort((a, b) => endOf(a.header) - endOf(b.header) || (a.header.runId < b.header.runId ? -1 : 1));
  if (over.length === 0) return;
  const owing = await owingRuns(store, userId);
  for (const { row, header } of over) {
    if (owing.has(header.runId)) continue;
    const outbox = await rowsOf(store, keys.outbox.all(userId, header.runId));
    if (!outbox.every(({ body }) => isSettled(OutboxRow.parse(body)))) continue;
    yield [...(await rowsOf(store, keys.step.all(userId, header.runId))), ...outbox, row];
  }
}

/** Returns when a run ended, or Infinity while it has not ended. */
function endOf({ state, endedAt, updatedAt }: RunHeader): EpochMs {
  return TERMINAL_STATES.some((terminal) => terminal === state) ? (endedAt ?? updatedAt) : Number.POSITIVE_INFINITY;
}

/**
 * Yields claims that were closed before an instant, with all their versions. For all other claims it yields the
 * versions above the number that is kept.
 */
async function* dueHistory(store: Store, userId: UserId, before: EpochMs) {
  const patterns = new Map<string, { closedAt: EpochMs | undefined; versions: number; firstAt: EpochMs }>();
  for await (const row of queryAll(store, keys.blockVersion.all(userId))) {
    const { patternId, validTo, recordedAt } = MemoryBlock.parse(row.body["block"]);
    const { versions = 0, firstAt = recordedAt } = patterns.get(patternId) ?? {};
    const closedAt = validTo === undefined ? undefined : recordedAt;
    patterns.set(patternId, { closedAt, versions: versions + 1, firstAt });
  }
  const due = [...patterns]
    .map(([patternId, { closedAt, versions, firstAt }]) => ({
      patternId,
      at: firstAt,
      due: (closedAt ?? before) < before || versions > 1 + KEPT_VERSIONS,
    }))
    .filter((pattern) => pattern.due)
    .sort((a, b) => a.at - b.at || (a.patternId < b.patternId ? -1 : 1));
  for (const { patternId } of due) {
    const { block, versions } = await patternRows(store, userId, patternId);
    const stands = block && MemoryBlock.parse(block.body);
    const closed = stands && !isLive(stands) && stands.recordedAt < before;
    // Versions without their claim are left from a move that was interrupted.
    const whole = closed || !stands;
    const unit = whole ? [...versions, ...(block ? [block] : [])] : versions.slice(0, -1 - KEPT_VERSIONS);
    if (unit.length > 0) yield unit;
  }
}

/** Returns the rows of one claim: its present state, and its versions, oldest first. */
export async function patternRows(
  store: Store,
  userId: UserId,
  patternId: string,
): Promise<{ readonly block: Row | undefined; readonly versions: Row[] }> {
  const block = await store.get(keys.block(userId, patternId));
  return { block, versions: await rowsOf(store, keys.blockVersion.all(userId, patternId)) };
}

/** Yields announcements (messages without a run) that are completely delivered. */
async function* dueAnnouncements(store: Store, userId: UserId, before: EpochMs) {
  const owing = await owingRuns(store, userId);
  for (const by of ANNOUNCERS)
    for (const row of await rowsOf(store, keys.outbox.startingWith(userId, announcementId(by, "")))) {
      const said = OutboxRow.parse(row.body);
      if (said.updatedAt < before && isSettled(said) && !owing.has(said.runId)) yield [row];
    }
}

/** Yields standing intents that will not fire again. */
async function* dueWatches(store: Store, userId: UserId, before: EpochMs) {
  for (const row of await rowsOf(store, keys.watch.all(userId))) {
    const { state, lastFiredAt, createdAt, expiresAt } = Watch.parse(row.body);
    if (state !== "active" && Math.max(createdAt, lastFiredAt ?? 0, state === "expired" ? expiresAt : 0) < before)
      yield [row];
  }
}

/** Yields intentions that were carried out, given up or dropped. */
async function* dueIntentions(store: Store, userId: UserId, before: EpochMs) {
  for (const row of await rowsOf(store, keys.intention.all(userId))) {
    const { state, updatedAt } = Intention.parse(row.body);
    if (state !== "open" && updatedAt < before) yield [row];
  }
}

/** Yields links and sessions that have expired. */
async function* dueSessions(store: Store, userId: UserId, before: EpochMs) {
  for (const row of await rowsOf(store, keys.session.all(userId)))
    if (Session.parse(row.body).expiresAt < before) yield [row];
}

/** Yields the stored words of runs that have ended or no longer exist. */
async function* dueWords(store: Store, userId: UserId, before: EpochMs) {
  for (const row of await rowsOf(store, keys.heard.all(userId))) {
    const [runId = ""] = keys.heard.parse(row.key.sk) ?? [];
    const run = await store.get(keys.run(userId, runId));
    const at = run ? endOf(RunHeader.parse(run.body)) : Number(row.body["at"] ?? before);
    if (at < before) yield [row];
  }
}

/** Returns the runs that still have something to send. */
async function owingRuns(store: Store, userId: UserId): Promise<ReadonlySet<string>> {
  const due = await rowsOf(store, keys.outboxDue.all(userId));
  return new Set(due.flatMap(({ key }) => keys.outboxDue.parse(key.sk)?.[0] ?? []));
}

/** Returns the instant before which a rule's rows are due. */
export function dueBefore(now: EpochMs, days: number): EpochMs {
  return Math.max(0, now - days * DAY_MS);
}
