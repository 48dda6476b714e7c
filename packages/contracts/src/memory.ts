/**
 * The memory of a person: claims, their history, the diary, and the nightly run that consolidates them. Memory code,
 * tools and the dream machine share these schemas.
 */

import * as z from "zod";
import { Area } from "./areas.ts";
import { EpochMs, type LocalDate, Origin, UserId } from "./ids.ts";
import { ThreadId } from "./person-rows.ts";
import type { Trigger } from "./triggers.ts";
import { SystemText } from "./words.ts";

export const HALLS = ["facts", "events", "discoveries", "preferences", "advice"] as const;
export const Hall = z.enum(HALLS);
export type Hall = z.infer<typeof Hall>;

/** Halls whose claims steer later actions. Only the person fills them, never text that others wrote (R10). */
export const STEERING_HALLS: readonly Hall[] = ["preferences", "advice"];

/** Which halls a trigger reads (docs/sources.md, Memory halls). All Briefs share one row; a chat reads all halls. */
export const HALLS_READ: Record<Trigger, readonly Hall[]> = {
  brief: ["preferences", "events", "discoveries", "facts"],
  fetch_alert: ["preferences", "discoveries"],
  patrol: ["preferences", "events", "discoveries"],
  handoff_explore: ["facts", "events", "preferences"],
  handoff_plan: ["facts", "preferences", "advice"],
  handoff_act: ["preferences"],
  handoff_replan: ["facts", "preferences", "advice"],
  intervention: ["preferences", "events", "discoveries", "advice"],
  user_message: HALLS,
  dreaming_mode: HALLS,
  pre_activity_spot: ["preferences", "discoveries"],
  heartbeat: ["preferences", "events"],
  ambient: ["events", "preferences"],
};

/** Which halls a trigger may stage notes for. What a schedule, a patrol or the system says is never learned. */
export const HALLS_WRITTEN: Partial<Record<Trigger, readonly Hall[]>> = {
  user_message: HALLS,
  dreaming_mode: ["facts", "events", "discoveries"],
};

/** md5(claim + conditions)[:12]: the same words under the same conditions are the same pattern. */
export const PatternId = z.string().regex(/^[0-9a-f]{12}$/);
export type PatternId = z.infer<typeof PatternId>;

/** How many instants of its own use a block keeps. Older ones no longer change its activation noticeably. */
export const MAX_USES = 16;

/**
 * One remembered claim as it stands now; its versions hold its history. `validFrom`/`validTo` say when it is true in
 * the world, `recordedAt` when this state of it was written. A claim is never deleted: it is closed or superseded
 * (R11).
 */
export const MemoryBlock = z.strictObject({
  patternId: PatternId,
  hall: Hall,
  claim: z.string().min(1).max(2000),
  /** When the claim is true, for example "on workdays". */
  conditions: z.string().max(500),
  /**
   * What the claim is about, in a few words. One hall and topic has one claim; a new claim supersedes the old one in
   * place.
   */
  topic: z.string().min(1).max(60).optional(),
  origin: Origin,
  confidence: z.number().min(0).max(1),
  salience: z.number().min(0).max(1),
  validFrom: EpochMs,
  validTo: EpochMs.optional(),
  supersededBy: PatternId.optional(),
  /** The origin that closed the claim. A less trusted origin cannot open it again. */
  closedBy: Origin.optional(),
  /** The pattern that this one replaced. */
  supersedes: PatternId.optional(),
  recordedAt: EpochMs,
  /** Grows by one with every change of the claim. The number names the versions of the claim. */
  revision: z.number().int().positive(),
  /** The runs and diary entries that the claim came from. */
  sources: z.array(SystemText).max(20),
  /** When the claim was learned and used, latest last: the presentations of ACT-R. */
  uses: z.array(EpochMs).max(MAX_USES),
  /**
   * What the run that noted the claim had looked at. Empty: the claim is in the person's own words. Older rows do not
   * say.
   */
  areas: z.array(Area).optional(),
  /** How many prompts loaded the claim; `cited` counts the answers that used it. */
  loaded: z.number().int().nonnegative(),
  cited: z.number().int().nonnegative(),
});
export type MemoryBlock = z.infer<typeof MemoryBlock>;

export const BLOCK_CHANGES = ["noted", "confirmed", "contradicted", "superseded", "restored", "retired"] as const;

/**
 * One entry of a block's history, append-only: the block as it stood after the change. The entry before holds the state
 * before the change.
 */
export const BlockVersion = z.strictObject({
  block: MemoryBlock,
  change: z.enum(BLOCK_CHANGES),
  /** Who changed the claim: the id of a dream, or `owner`. */
  by: SystemText,
  /**
   * Claims that the change closed because this one took their place. The list holds only claims that neither
   * `supersedes` nor the state before names. Absent: the change closed no such claim.
   */
  alsoClosed: z.array(PatternId).optional(),
});
export type BlockVersion = z.infer<typeof BlockVersion>;

/**
 * Fields of a note that is staged for the Scribe. `trust` warns a reader that comes before the Scribe: nothing in the
 * inbox is settled.
 */
const staged = {
  origin: Origin,
  trust: z.literal("provisional"),
  at: EpochMs,
  /** The run in which it was said. */
  source: SystemText,
};

export const MemoryNote = z.strictObject({
  kind: z.literal("note"),
  hall: Hall,
  claim: z.string().min(1).max(2000),
  conditions: z.string().max(500).default(""),
  topic: z.string().min(1).max(60).optional(),
  /** The pattern that this claim is to replace. */
  replaces: PatternId.optional(),
  /** As of a claim. */
  areas: z.array(Area).optional(),
  ...staged,
});
export type MemoryNote = z.infer<typeof MemoryNote>;

/** The person said that a remembered claim is right or wrong. */
export const MemoryVerdict = z.strictObject({
  kind: z.literal("verdict"),
  hall: Hall,
  patternId: PatternId,
  says: z.enum(["confirmed", "contradicted"]),
  ...staged,
});
export type MemoryVerdict = z.infer<typeof MemoryVerdict>;

export const MemoryIntent = z.discriminatedUnion("kind", [MemoryNote, MemoryVerdict]);
export type MemoryIntent = z.infer<typeof MemoryIntent>;

/** Which claims a run loaded and which of them its answer used. The Scribe counts the row and deletes it. */
export const MemoryUse = z.strictObject({
  at: EpochMs,
  loaded: z.array(PatternId),
  cited: z.array(PatternId),
});
export type MemoryUse = z.infer<typeof MemoryUse>;

/** How many subjects a person can have forgotten. The head is read in every run, so it stays short. */
export const MOST_FORGOTTEN_SUBJECTS = 400;

/**
 * One row per person that puts all changes of memory in one order: code that writes blocks or a new index also puts
 * this row under its version.
 */
export const MemoryHead = z.strictObject({
  /** The archive folder of the current index generation. Absent before the first one. */
  segment: SystemText.optional(),
  /** The folder of the generation before. The folder is kept for readers that had already begun to read from it. */
  previous: SystemText.optional(),
  generation: z.number().int().nonnegative(),
  /** Diary entries of runs that were created before this instant are in the segment. */
  indexedTo: EpochMs,
  /** How many blocks are believed now: live, and with enough confidence to load. Live blocks below that do not count. */
  live: z.number().int().nonnegative(),
  /**
   * What the person had forgotten. A diary entry of a run that began before `at` is read without the sentences that
   * hold all these words (R11: the entry itself stays).
   */
  forgotten: z
    .array(z.strictObject({ words: z.string().min(1).max(300), at: EpochMs }))
    .max(MOST_FORGOTTEN_SUBJECTS)
    .optional(),
  /** The conversations that the person deleted. No diary entry of a run that began there until `at` is read. */
  deleted: z.array(z.strictObject({ threadId: ThreadId, at: EpochMs })).optional(),
});
export type MemoryHead = z.infer<typeof MemoryHead>;

/** One diary entry: of one session, or compressed from several entries, which it then names in `sources`. */
export const Episode = z.strictObject({
  runId: SystemText,
  at: EpochMs,
  trigger: SystemText,
  summary: z.string(),
  origin: Origin,
  /** The entries that a compressed entry was made from. These entries are kept. */
  sources: z.array(SystemText).optional(),
  /** The conversation that the session was part of. Entries of earlier releases have none. */
  threadId: ThreadId.optional(),
  /** What the session looked at. Absent in older entries: unknown. */
  areas: z.array(Area).optional(),
});
export type Episode = z.infer<typeof Episode>;

/**
 * The states of `dream.asl.json` that do work, in order. Each may fail alone, and the morning Brief never waits for
 * one.
 */
export const DREAM_PHASES = [
  "CONSOLIDATE",
  "SCRIBE",
  "EVALUATE",
  "LEARN",
  "REFLECT",
  "ARCHIVE",
  "PRECOMPUTE",
  "CHECKPOINT",
  "COMMITMENTS",
] as const;
export const DreamPhase = z.enum(DREAM_PHASES);
export type DreamPhase = z.infer<typeof DreamPhase>;

export const DreamId = z.string().regex(/^dream-\d{4}-\d{2}-\d{2}$/);
export type DreamId = z.infer<typeof DreamId>;

/** Returns the id of the night that ends `date`. The next function is its inverse. */
export function dreamIdOf(date: LocalDate): DreamId {
  return `dream-${date}`;
}
export function dateOfDream(dreamId: DreamId): LocalDate {
  return dreamId.slice("dream-".length);
}

/** The input of the machine: ids only (R6). */
export const DreamInput = z.strictObject({ userId: UserId, dreamId: DreamId });
export type DreamInput = z.infer<typeof DreamInput>;

/** The payload that a Task of the machine receives. */
export const DreamTask = DreamInput.extend({ phase: DreamPhase });
export type DreamTask = z.infer<typeof DreamTask>;

export const DreamOutcome = z.enum(["done", "skipped", "refused"]);
export type DreamOutcome = z.infer<typeof DreamOutcome>;

/** One night, as its phases left it. */
export const Dream = z.strictObject({
  dreamId: DreamId,
  userId: UserId,
  startedAt: EpochMs,
  phases: z.partialRecord(
    DreamPhase,
    z.strictObject({
      outcome: DreamOutcome,
      at: EpochMs,
      /** Why a phase was skipped or refused, in the system's own words. */
      reason: z.string().optional(),
      /** How many of each thing: entries read, blocks noted, rows archived. */
      counts: z.record(SystemText, z.number()).optional(),
    }),
  ),
});
export type Dream = z.infer<typeof Dream>;

/** The summary of the nights so far, for the gate and the breaker of the dream. */
export const Dreaming = z.strictObject({
  lastDreamAt: EpochMs.optional(),
  /** Diary entries of runs that were created before this instant have been consolidated. */
  consolidatedTo: EpochMs,
  /** How many nights in a row the consolidation failed, and when it failed last. */
  failures: z.number().int().nonnegative(),
  failedAt: EpochMs.optional(),
  failedDream: DreamId.optional(),
  /** The tasks whose lateness has been mentioned. */
  reminded: z.array(SystemText),
});
export type Dreaming = z.infer<typeof Dreaming>;
