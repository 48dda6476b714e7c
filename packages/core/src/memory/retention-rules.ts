/**
 * How long each kind of row stays in the store, and where it goes then (seed 000 §4f, ADR-0056): one table, and for each
 * way of telling what is due, one query. What has no rule stays: messages are the person's own thread, claims that hold
 * are the memory, and what was done and approved (effects, proposals, handoffs, incidents) is the record.
 *
 * Diary, log and nights are asked for by time, so the cost of a night does not grow with what is kept. Runs are scanned,
 * which this rule itself keeps few; so is the history of claims, which the watermark keeps small.
 */
import {
  type EpochMs,
  keys,
  MemoryBlock,
  OutboxRow,
  RunHeader,
  TERMINAL_STATES,
  type UserId,
  Watch,
} from "@waldo/contracts";
import { isSettled } from "../channels/outbox.ts";
import type { Row, Store } from "../ports.ts";
import { ANNOUNCED } from "../store/archived-rows-place.ts";
import type { ArchiveKind } from "../store/audited-kinds.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS, HOUR_MS } from "../time.ts";
import { isLive } from "./blocks.ts";

/** Versions of a claim that stay in the store besides the one that says how it stands. */
export const KEPT_VERSIONS = 5;

export type RetentionRule = {
  readonly rows: string;
  /** Days in the store, counted from `since`. */
  readonly hotDays: number;
  /** Days the watermark leaves in any case; absent: it does not touch these rows. */
  readonly leastDays?: number;
  /** What the days are counted from: the instant, date or hour in the key, a run's end, a claim's closing. */
  readonly since: "instant" | "date" | "hour" | "ended" | "closed" | "answered" | "said" | "over";
  readonly to: ArchiveKind | "cleared";
  /** What brings a row there: its age, how much there is of its kind, or that it is done with. */
  readonly trigger: "age" | "age and size" | "size and age" | "on-complete and age" | "process-and-remove";
};

/** In the order of what is coldest: what the watermark takes first stands first. */
export const RETENTION: readonly RetentionRule[] = [
  // A week of sessions is what the next dreams may still have to take in.
  { rows: "EPISODE#", hotDays: 90, leastDays: 7, since: "instant", to: "episodes", trigger: "age" },
  { rows: "PATROL#", hotDays: 30, leastDays: 2, since: "instant", to: "patrol", trigger: "age and size" },
  // A run's row is what makes its event happen once; a scheduler repeats events for up to 24 hours.
  { rows: "RUN#", hotDays: 7, leastDays: 2, since: "ended", to: "runs", trigger: "on-complete and age" },
  // What was said without a run, and standing intents that are spent, cancelled or out of time.
  {
    rows: "OUTBOX#run-watch-, OUTBOX#run-dream-, OUTBOX#run-note-",
    hotDays: 7,
    since: "said",
    to: "runs",
    trigger: "on-complete and age",
  },
  { rows: "WATCH#", hotDays: 30, since: "over", to: "runs", trigger: "on-complete and age" },
  // Of a claim that holds, older versions than the last KEPT_VERSIONS go at once.
  { rows: "BLOCKVERSION#", hotDays: 90, leastDays: 7, since: "closed", to: "memory-history", trigger: "size and age" },
  { rows: "DREAM#dream-", hotDays: 30, since: "date", to: "dreams", trigger: "age" },
  // Copies of what the health ledger and the thread hold, and counters of windows that have passed.
  { rows: "CHECKPOINT#", hotDays: 30, since: "date", to: "cleared", trigger: "age" },
  { rows: "DAYSTATE#", hotDays: 30, since: "date", to: "cleared", trigger: "age" },
  { rows: "PUSHBUDGET#", hotDays: 2, since: "date", to: "cleared", trigger: "process-and-remove" },
  { rows: "RATE#", hotDays: 2, since: "hour", to: "cleared", trigger: "process-and-remove" },
  // They expire by themselves (meter/rows.ts), and where nothing expires the sweep takes them.
  { rows: "METER#", hotDays: 70, since: "date", to: "cleared", trigger: "age" },
  // A run that failed leaves behind what it was asked; the thread has it.
  { rows: "HEARD#", hotDays: 2, since: "answered", to: "cleared", trigger: "process-and-remove" },
];

/** Rows that belong together and go together. */
export type Unit = readonly Row[];

/** What of a rule is older than `before`, oldest first. */
export function dueUnits(store: Store, userId: UserId, rule: RetentionRule, before: EpochMs): AsyncIterable<Unit> {
  switch (rule.since) {
    case "instant":
    case "date":
    case "hour":
      return dueByKey(store, userId, rule, before);
    case "ended":
      return dueRuns(store, userId, before);
    case "closed":
      return dueHistory(store, userId, before);
    case "answered":
      return dueWords(store, userId, before);
    case "said":
      return dueAnnouncements(store, userId, before);
    case "over":
      return dueWatches(store, userId, before);
  }
}

async function* dueByKey(store: Store, userId: UserId, { rows, since }: RetentionRule, before: EpochMs) {
  const { table, pk } = keys.profile(userId);
  const bound = {
    instant: () => String(Math.max(0, before)).padStart(15, "0"),
    date: () => new Date(before).toISOString().slice(0, 10),
    hour: () => String(Math.max(0, Math.floor(before / HOUR_MS))).padStart(9, "0"),
  };
  const to = since === "instant" || since === "date" || since === "hour" ? bound[since]() : "";
  for await (const row of queryAll(store, { table, pk, prefix: rows, to: `${rows}${to}` })) yield [row];
}

/** Runs that are over, with their journal and their outbox; none that still owes a delivery. */
async function* dueRuns(store: Store, userId: UserId, before: EpochMs) {
  const over = (await rowsOf(store, userId, "RUN#"))
    .map((row) => ({ row, header: RunHeader.parse(row.body) }))
    .filter(({ header }) => endOf(header) < before)
    .sort((a, b) => endOf(a.header) - endOf(b.header) || (a.header.runId < b.header.runId ? -1 : 1));
  if (over.length === 0) return;
  const owing = new Set((await rowsOf(store, userId, "OUTBOXDUE#")).map(({ body }) => String(body["runId"])));
  for (const { row, header } of over) {
    if (owing.has(header.runId)) continue;
    const outbox = await rowsOf(store, userId, `OUTBOX#${header.runId}#`);
    if (!outbox.every(({ body }) => isSettled(OutboxRow.parse(body)))) continue;
    yield [...(await rowsOf(store, userId, `STEP#${header.runId}#`)), ...outbox, row];
  }
}

/** When a run was over; never, while it is not. */
function endOf({ state, endedAt, updatedAt }: RunHeader): EpochMs {
  return TERMINAL_STATES.some((terminal) => terminal === state) ? (endedAt ?? updatedAt) : Number.POSITIVE_INFINITY;
}

/** Claims closed before an instant, whole; of all others the versions beyond those that are kept. */
async function* dueHistory(store: Store, userId: UserId, before: EpochMs) {
  const { table, pk } = keys.memory(userId);
  const patterns = new Map<string, { closedAt: EpochMs | undefined; versions: number; firstAt: EpochMs }>();
  for await (const row of queryAll(store, { table, pk, prefix: "BLOCKVERSION#" })) {
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
    // Versions without their claim are what a move cut short has left.
    const whole = closed || !stands;
    const unit = whole ? [...versions, ...(block ? [block] : [])] : versions.slice(0, -1 - KEPT_VERSIONS);
    if (unit.length > 0) yield unit;
  }
}

/** The rows of one claim: as it stands, and what it was, oldest first. */
export async function patternRows(
  store: Store,
  userId: UserId,
  patternId: string,
): Promise<{ readonly block: Row | undefined; readonly versions: Row[] }> {
  const block = await store.get(keys.block(userId, patternId));
  return { block, versions: await rowsOf(store, userId, `BLOCKVERSION#${patternId}#`) };
}

/** What was said without a run, and owes no delivery. */
async function* dueAnnouncements(store: Store, userId: UserId, before: EpochMs) {
  const owing = new Set((await rowsOf(store, userId, "OUTBOXDUE#")).map(({ body }) => String(body["runId"])));
  for (const prefix of ANNOUNCED)
    for (const row of await rowsOf(store, userId, prefix)) {
      const said = OutboxRow.parse(row.body);
      if (said.updatedAt < before && isSettled(said) && !owing.has(said.runId)) yield [row];
    }
}

/** Standing intents that will not fire again. */
async function* dueWatches(store: Store, userId: UserId, before: EpochMs) {
  for (const row of await rowsOf(store, userId, "WATCH#")) {
    const { state, lastFiredAt, createdAt, expiresAt } = Watch.parse(row.body);
    if (state !== "active" && Math.max(createdAt, lastFiredAt ?? 0, state === "expired" ? expiresAt : 0) < before)
      yield [row];
  }
}

/** What was said to runs that are over, or gone. */
async function* dueWords(store: Store, userId: UserId, before: EpochMs) {
  for (const row of await rowsOf(store, userId, "HEARD#")) {
    const run = await store.get(keys.run(userId, row.key.sk.slice("HEARD#".length)));
    const at = run ? endOf(RunHeader.parse(run.body)) : Number(row.body["at"] ?? before);
    if (at < before) yield [row];
  }
}

async function rowsOf(store: Store, userId: UserId, prefix: string): Promise<Row[]> {
  const { table, pk } = keys.profile(userId);
  const rows: Row[] = [];
  for await (const row of queryAll(store, { table, pk, prefix })) rows.push(row);
  return rows;
}

/** The instant before which a rule's rows are due. */
export function dueBefore(now: EpochMs, days: number): EpochMs {
  return Math.max(0, now - days * DAY_MS);
}
