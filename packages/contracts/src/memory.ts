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

/** Halls whose claims influence later actions. Only the person's words fill them, never text by others (R10). */
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

/**
 * The halls for which a trigger may stage notes. Nothing is learned from messages of a schedule, a patrol or the
 * system.
 */
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
 * One remembered claim in its present state. Its versions hold its history. `validFrom`/`validTo` tell when it is true
 * in the world, `recordedAt` when this state was written. A claim is never deleted: it is closed or superseded (R11).
 */
export const MemoryBlock = z.strictObject({
  patternId: PatternId,
  hall: Hall,
  claim: z.string().min(1).max(2000),
  /** When the claim is true, for example "on workdays". */
  conditions: z.string().max(500),
  /**
   * The subject of the claim in a few words. For one hall and topic there is one claim; a new claim supersedes the old
   * one.
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
  /** Grows by one with every change of the claim. It is the number of the version. */
  revision: z.number().int().positive(),
  /** The runs and diary entries that the claim came from. */
  sources: z.array(SystemText).max(20),
  /** When the claim was learned and used, latest last (the presentations in ACT-R). */
  uses: z.array(EpochMs).max(MAX_USES),
  /**
   * The areas that the run had read when it noted the claim. If the list is empty, the claim is in the person's own
   * words. Older rows do not have it.
   */
  areas: z.array(Area).optional(),
  /** How many prompts held the claim. `cited` counts the answers that used it. */
  loaded: z.number().int().nonnegative(),
  cited: z.number().int().nonnegative(),
});
export type MemoryBlock = z.infer<typeof MemoryBlock>;

export const BLOCK_CHANGES = ["noted", "confirmed", "contradicted", "superseded", "restored", "retired"] as const;

/**
 * One entry of a claim's history, append-only: the claim after the change. The entry before it holds the earlier state.
 */
export const BlockVersion = z.strictObject({
  block: MemoryBlock,
  change: z.enum(BLOCK_CHANGES),
  /** Who changed the claim: the id of a dream, or `owner`. */
  by: SystemText,
  /**
   * Claims that the change closed because this one replaced them, if neither `supersedes` nor the earlier state names
   * them.
   */
  alsoClosed: z.array(PatternId).optional(),
});
export type BlockVersion = z.infer<typeof BlockVersion>;

/**
 * Fields of a note that is staged for the Scribe. `trust` warns code that reads it earlier: nothing in the inbox is
 * settled.
 */
const staged = {
  origin: Origin,
  trust: z.literal("provisional"),
  at: EpochMs,
  /** The run in which the person said it. */
  source: SystemText,
};

export const MemoryNote = z.strictObject({
  kind: z.literal("note"),
  hall: Hall,
  claim: z.string().min(1).max(2000),
  conditions: z.string().max(500).default(""),
  topic: z.string().min(1).max(60).optional(),
  /** The claim that this note will replace. */
  replaces: PatternId.optional(),
  /** The same as in a claim. */
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

/** The claims that a run loaded, and those that its answer used. The Scribe counts them and deletes the row. */
export const MemoryUse = z.strictObject({
  at: EpochMs,
  loaded: z.array(PatternId),
  cited: z.array(PatternId),
});
export type MemoryUse = z.infer<typeof MemoryUse>;

/** The most subjects that a person can have forgotten. The head is read in every run, so it must stay short. */
export const MOST_FORGOTTEN_SUBJECTS = 400;

/**
 * One row per person that puts all changes of memory in one order: code that writes blocks or a new index also writes
 * this row under its version.
 */
export const MemoryHead = z.strictObject({
  /** The archive folder of the current index generation. Absent before the first one. */
  segment: SystemText.optional(),
  /** The folder of the generation before. It is kept for code that has begun to read from it. */
  previous: SystemText.optional(),
  generation: z.number().int().nonnegative(),
  /** Diary entries of runs that were created before this instant are in the segment. */
  indexedTo: EpochMs,
  /** How many claims are believed: live, with enough confidence to be loaded. */
  live: z.number().int().nonnegative(),
  /**
   * The forgotten subjects. In the diary entry of a run that began before `at`, sentences with all these words are left
   * out (R11: the entry itself stays).
   */
  forgotten: z
    .array(z.strictObject({ words: z.string().min(1).max(300), at: EpochMs }))
    .max(MOST_FORGOTTEN_SUBJECTS)
    .optional(),
  /** The deleted conversations. Diary entries of runs that began there up to `at` are not read. */
  deleted: z.array(z.strictObject({ threadId: ThreadId, at: EpochMs })).optional(),
});
export type MemoryHead = z.infer<typeof MemoryHead>;

/** One diary entry. It belongs to one session, or was compressed from several entries, which `sources` then names. */
export const Episode = z.strictObject({
  runId: SystemText,
  at: EpochMs,
  trigger: SystemText,
  summary: z.string(),
  origin: Origin,
  /** The entries that a compressed entry was made from. These entries are kept. */
  sources: z.array(SystemText).optional(),
  /** The conversation of the session. Absent in entries of earlier releases. */
  threadId: ThreadId.optional(),
  /** The areas that the session read. Absent in older entries, where they are unknown. */
  areas: z.array(Area).optional(),
});
export type Episode = z.infer<typeof Episode>;

/**
 * The states of `dream.asl.json` that do work, in order. Each may fail alone, and the morning Brief does not wait for
 * them.
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

/** Returns the id of the night that ends on `date`. The next function is its inverse. */
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

/** One night with the results of its phases. */
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
      /** Counts of entries read, blocks noted, rows archived and so on. */
      counts: z.record(SystemText, z.number()).optional(),
    }),
  ),
});
export type Dream = z.infer<typeof Dream>;

/** The state of the nights so far. The gate and the breaker of the dream use it. */
export const Dreaming = z.strictObject({
  lastDreamAt: EpochMs.optional(),
  /** Diary entries of runs that were created before this instant have been consolidated. */
  consolidatedTo: EpochMs,
  /** How many nights in a row the consolidation failed, and when it failed last. */
  failures: z.number().int().nonnegative(),
  failedAt: EpochMs.optional(),
  failedDream: DreamId.optional(),
  /** The late tasks that were mentioned already. */
  reminded: z.array(SystemText),
});
export type Dreaming = z.infer<typeof Dreaming>;
