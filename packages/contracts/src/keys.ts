import type { UserId } from "./ids.ts";

export const TABLES = ["agent", "health"] as const;
export type Table = (typeof TABLES)[number];

export type Key = { readonly table: Table; readonly pk: string; readonly sk: string };

/**
 * Every partition in one place: the store adapters address rows with them and infra writes the same prefixes
 * into the `dynamodb:LeadingKeys` conditions, so a key and the policy that guards it cannot drift apart.
 */
export const PARTITION = {
  /** Agent state and memory. */
  agent: (user: string) => `USER#${user}`,
  /** Raw health: `ingest` writes, `crs` reads. Nobody else (R7). */
  raw: (user: string) => `RAW#${user}`,
  /** Scores, zones and words. The agent step may read these. */
  derived: (user: string) => `DERIVED#${user}`,
} as const;

const agent = (user: UserId, sk: string): Key => ({ table: "agent", pk: PARTITION.agent(user), sk });
const raw = (user: UserId, sk: string): Key => ({ table: "health", pk: PARTITION.raw(user), sk });
const derived = (user: UserId, sk: string): Key => ({ table: "health", pk: PARTITION.derived(user), sk });
const pad = (n: number, width: number) => String(n).padStart(width, "0");

/** Every row kind and its sort key. Prefixes end in `#`, so one kind's range never runs into another's. */
export const keys = {
  profile: (u: UserId) => agent(u, "PROFILE"),
  lease: (u: UserId) => agent(u, "LEASE"),
  waiting: (u: UserId, createdAt: number, runId: string) => agent(u, `WAITING#${pad(createdAt, 15)}#${runId}`),
  run: (u: UserId, runId: string) => agent(u, `RUN#${runId}`),
  step: (u: UserId, runId: string, step: number) => agent(u, `STEP#${runId}#${pad(step, 4)}`),
  outbox: (u: UserId, runId: string, ordinal: number) => agent(u, `OUTBOX#${runId}#${pad(ordinal, 3)}`),
  /** Points at an outbox row that outlived its run unsettled; the next wake flushes it. */
  outboxDue: (u: UserId, runId: string, ordinal: number) => agent(u, `OUTBOXDUE#${runId}#${pad(ordinal, 3)}`),
  channel: (u: UserId, channel: string) => agent(u, `CHANNEL#${channel}`),
  pushBudget: (u: UserId, date: string) => agent(u, `PUSHBUDGET#${date}`),
  message: (u: UserId, threadId: string, at: number, key: string) =>
    agent(u, `MESSAGE#${threadId}#${pad(at, 15)}#${key}`),
  checkpoint: (u: UserId, date: string, kind: string) => agent(u, `CHECKPOINT#${date}#${kind}`),
  /** What has been said today, and whether the morning Brief waits for the night. */
  dayState: (u: UserId, date: string) => agent(u, `DAYSTATE#${date}`),
  /** How far a played day has come: what is before it has been done. */
  played: (u: UserId, date: string) => agent(u, `PLAYED#${date}`),
  /** The last occurrence of a cadence that was done, or given up with a reason. */
  cadence: (u: UserId, name: string) => agent(u, `CADENCE#${name}`),
  /** Which schedules are in force, and since when: the zone may have moved. */
  scheduled: (u: UserId) => agent(u, "SCHEDULED"),
  /** The body clock is still in another zone until then. */
  jetLag: (u: UserId) => agent(u, "JETLAG"),
  patrol: (u: UserId, at: number) => agent(u, `PATROL#${pad(at, 15)}`),
  /** When something last happened: the person said something, a Fetch, an intervention. */
  last: (u: UserId, what: "heard" | "fetch" | "intervention") => agent(u, `LAST#${what}`),
  fetch: (u: UserId, at: number) => agent(u, `FETCH#${pad(at, 15)}`),
  /** The log's entry of something that was done, with the name to undo it by. */
  patrolAction: (u: UserId, at: number, effectId: string) => agent(u, `PATROL#${pad(at, 15)}#${effectId}`),
  proposal: (u: UserId, proposalId: string) => agent(u, `PROPOSAL#${proposalId}`),
  handoff: (u: UserId, handoffId: string) => agent(u, `HANDOFF#${handoffId}`),
  /** Leads from a run or a proposal to the handoff that waits for it. */
  handoffOf: (u: UserId, waitedFor: string) => agent(u, `HANDOFFOF#${waitedFor}`),
  /** That an effect happened, once, and how to take it back. */
  effect: (u: UserId, effectId: string) => agent(u, `EFFECT#${effectId}`),
  /** A standing intent. */
  watch: (u: UserId, watchId: string) => agent(u, `WATCH#${watchId}`),
  task: (u: UserId, taskId: string) => agent(u, `TASK#${taskId}`),
  calendar: (u: UserId, start: number, uid: string) => agent(u, `CALENDAR#${pad(start, 15)}#${uid}`),
  draft: (u: UserId, kind: "document" | "email" | "schedule", draftId: string) => agent(u, `DRAFT#${kind}#${draftId}`),
  sheetCell: (u: UserId, sheet: string, cell: string) => agent(u, `SHEET#${sheet}#${cell}`),
  thread: (u: UserId, threadId: string) => agent(u, `THREAD#${threadId}`),
  /** What the person said, kept until the run that answers it has read it. */
  heard: (u: UserId, runId: string) => agent(u, `HEARD#${runId}`),
  /** Messages a person sent in one hour of the clock. */
  rate: (u: UserId, hour: number) => agent(u, `RATE#${pad(hour, 9)}`),
  incident: (u: UserId, at: number, runId: string) => agent(u, `INCIDENT#${pad(at, 15)}#${runId}`),
  episode: (u: UserId, at: number, runId: string) => agent(u, `EPISODE#${pad(at, 15)}#${runId}`),
  inbox: (u: UserId, at: number, id: string) => agent(u, `INBOX#${pad(at, 15)}#${id}`),
  /** A claim as it stands; its past is in the versions. */
  block: (u: UserId, patternId: string) => agent(u, `BLOCK#${patternId}`),
  blockVersion: (u: UserId, patternId: string, revision: number) =>
    agent(u, `BLOCKVERSION#${patternId}#${pad(revision, 6)}`),
  /** The row that every change of memory is serialised by. */
  memory: (u: UserId) => agent(u, "MEMORY"),
  /** A block that changed since the index was built, until the next one is. */
  memoryDelta: (u: UserId, patternId: string) => agent(u, `MEMORYDELTA#${patternId}`),
  /** Which claim holds a topic of a hall. */
  memoryTopic: (u: UserId, hall: string, slot: string) => agent(u, `MEMORYTOPIC#${hall}#${slot}`),
  /** What a run loaded and drew on, until the Scribe has counted it. */
  memoryUse: (u: UserId, runId: string) => agent(u, `MEMORYUSE#${runId}`),
  dream: (u: UserId, dreamId: string) => agent(u, `DREAM#${dreamId}`),
  dreaming: (u: UserId) => agent(u, "DREAMING"),
  /** How far a kind of row has been moved to the archive. Its put is the receipt without which no such row is deleted. */
  archived: (u: UserId, kind: string) => agent(u, `ARCHIVED#${kind}`),
  /** What one run, wake, phase of a night or message has used. `of` names it. A day is all of its date. */
  meter: (u: UserId, date: string, of: string) => agent(u, `METER#${date}#${of}`),
  /** A model tier's circuit breaker. */
  breaker: (u: UserId, tier: string) => agent(u, `BREAKER#${tier}`),
  sourceDay: (u: UserId, date: string, source: string) => raw(u, `DAY#${date}#${source}`),
  /** Intraday readings, for two days. */
  sample: (u: UserId, at: number) => raw(u, `SAMPLE#${pad(at, 15)}`),
  imported: (u: UserId, digest: string) => raw(u, `IMPORT#${digest}`),
  /** The zone a person's days are counted in, for the roles that may not read the profile. */
  zone: (u: UserId) => derived(u, "ZONE"),
  /** Form at the last patrol tick, overwritten by the next. */
  live: (u: UserId) => derived(u, "LIVE"),
  crs: (u: UserId, date: string) => derived(u, `CRS#${date}`),
  crsVersion: (u: UserId, date: string, version: number) => derived(u, `CRSVERSION#${date}#${pad(version, 4)}`),
} as const;

/** Archive object names. Everything of one person is under prefixes that carry the person's id. */
export const objects = {
  workspace: (u: UserId, path: string) => `workspace/${u}/${path}`,
  archive: (u: UserId, path: string) => `archive/${u}/${path}`,
  index: (u: UserId, path: string) => `index/${u}/${path}`,
  spill: (owner: string, digest: string) => `spill/${owner}/${digest}.json`,
} as const;
export const OBJECT_ROOTS = ["workspace", "archive", "index", "spill"] as const;
