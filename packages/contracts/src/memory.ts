import { z } from "zod";
import { EpochMs, Origin, UserId } from "./ids.ts";
import type { Trigger } from "./triggers.ts";

export const HALLS = ["facts", "events", "discoveries", "preferences", "advice"] as const;
export const Hall = z.enum(HALLS);
export type Hall = z.infer<typeof Hall>;

/** Halls that steer what is done later: what is in them comes from the person, never from what others wrote (R10). */
export const STEERING_HALLS: readonly Hall[] = ["preferences", "advice"];

/** Which halls a trigger reads: its hall mix (seed 000 §4d). A midday Brief reads events and preferences; chat reads all. */
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
};

/** Which halls a trigger may stage notes for. What a schedule, a patrol or the system says is never learned. */
export const HALLS_WRITTEN: Partial<Record<Trigger, readonly Hall[]>> = {
  user_message: HALLS,
  dreaming_mode: ["facts", "events", "discoveries"],
};

/** Confidence (CARA, seed 000 §4g): confirmed +0.1, contradicted −0.2; below 0.5 a block stops loading. */
export const CARA = { start: 0.7, confirmed: 0.1, contradicted: -0.2, floor: 0.5 } as const;

/** md5(claim + conditions)[:12]: the same words about the same circumstances are the same pattern. */
export const PatternId = z.string().regex(/^[0-9a-f]{12}$/);
export type PatternId = z.infer<typeof PatternId>;

/** Instants a block keeps of its own use; older ones no longer move its activation noticeably. */
export const MAX_USES = 16;

/**
 * One remembered claim as it stands now; what it was before is in its versions. `validFrom`/`validTo` say when it holds
 * in the world, `recordedAt` when this state of it was written. Never deleted: closed, or superseded (R11).
 */
export const MemoryBlock = z.strictObject({
  patternId: PatternId,
  hall: Hall,
  claim: z.string().min(1).max(2000),
  /** When it holds: "on workdays". */
  conditions: z.string().max(500),
  /** What it is about, in a few words. Of one hall and topic one claim holds: a new one supersedes the old in place. */
  topic: z.string().min(1).max(60).optional(),
  origin: Origin,
  confidence: z.number().min(0).max(1),
  salience: z.number().min(0).max(1),
  validFrom: EpochMs,
  validTo: EpochMs.optional(),
  supersededBy: PatternId.optional(),
  /** Whose word closed it: whoever is believed less does not open it again. */
  closedBy: Origin.optional(),
  /** The pattern this one took the place of. */
  supersedes: PatternId.optional(),
  recordedAt: EpochMs,
  /** Grows by one with every change of the claim; names its versions. */
  revision: z.number().int().positive(),
  /** Runs and diary entries it came from. */
  sources: z.array(z.string()).max(20),
  /** When it was learned and used, latest last: the presentations of ACT-R. */
  uses: z.array(EpochMs).max(MAX_USES),
  /** Prompts it was loaded into, and how often the answer drew on it. */
  loaded: z.number().int().nonnegative(),
  cited: z.number().int().nonnegative(),
});
export type MemoryBlock = z.infer<typeof MemoryBlock>;

export const BLOCK_CHANGES = ["noted", "confirmed", "contradicted", "superseded", "restored", "retired"] as const;

/** One entry of a block's history, append-only: the block as it stood after the change. The entry before is its pre-image. */
export const BlockVersion = z.strictObject({
  block: MemoryBlock,
  change: z.enum(BLOCK_CHANGES),
  /** Who changed it: a dream's id, or `owner`. */
  by: z.string(),
});
export type BlockVersion = z.infer<typeof BlockVersion>;

/** Something staged for the Scribe. `trust` is for whoever reads it before: nothing in the inbox is settled. */
const staged = {
  origin: Origin,
  trust: z.literal("provisional"),
  at: EpochMs,
  /** The run it was said in. */
  source: z.string(),
};

export const MemoryNote = z.strictObject({
  kind: z.literal("note"),
  hall: Hall,
  claim: z.string().min(1).max(2000),
  conditions: z.string().max(500).default(""),
  topic: z.string().min(1).max(60).optional(),
  /** The pattern this is to take the place of. */
  replaces: PatternId.optional(),
  ...staged,
});
export type MemoryNote = z.infer<typeof MemoryNote>;

/** The person said that a remembered claim is right, or wrong. */
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

/** Which claims a run loaded and which of them its answer drew on. The Scribe counts it and clears it. */
export const MemoryUse = z.strictObject({
  at: EpochMs,
  loaded: z.array(PatternId),
  cited: z.array(PatternId),
});
export type MemoryUse = z.infer<typeof MemoryUse>;

/**
 * One row per person that every change of memory is serialised by: whoever writes blocks or a new index puts it under
 * its version.
 */
export const MemoryHead = z.strictObject({
  /** Archive folder of the index generation in force; absent before the first. */
  segment: z.string().optional(),
  /** The one before it, kept for whoever had begun to read. */
  previous: z.string().optional(),
  generation: z.number().int().nonnegative(),
  /** Diary entries of runs created before this instant are in the segment. */
  indexedTo: EpochMs,
  /** Blocks that hold now. */
  live: z.number().int().nonnegative(),
});
export type MemoryHead = z.infer<typeof MemoryHead>;

/** One diary entry: of one session, or compressed from several, which it then cites. */
export const Episode = z.strictObject({
  runId: z.string(),
  at: EpochMs,
  trigger: z.string(),
  summary: z.string(),
  origin: Origin,
  /** The entries a compressed one was made from. They are kept. */
  sources: z.array(z.string()).optional(),
});
export type Episode = z.infer<typeof Episode>;

/** The states of `dream.asl.json` that do work, in order. Each may fail alone; the morning never waits for one. */
export const DREAM_PHASES = ["CONSOLIDATE", "SCRIBE", "ARCHIVE", "PRECOMPUTE", "CHECKPOINT", "COMMITMENTS"] as const;
export const DreamPhase = z.enum(DREAM_PHASES);
export type DreamPhase = z.infer<typeof DreamPhase>;

export const DreamId = z.string().regex(/^dream-\d{4}-\d{2}-\d{2}$/);
export type DreamId = z.infer<typeof DreamId>;

/** Input of the machine: ids only (R6). */
export const DreamInput = z.strictObject({ userId: UserId, dreamId: DreamId });
export type DreamInput = z.infer<typeof DreamInput>;

/** What a Task of the machine is handed. */
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
      /** Why a phase was skipped or refused; words of ours. */
      reason: z.string().optional(),
      /** How many of what: entries read, blocks noted, rows archived. */
      counts: z.record(z.string(), z.number()).optional(),
    }),
  ),
});
export type Dream = z.infer<typeof Dream>;

/** What the nights so far have come to, for the gate and for the breaker. */
export const Dreaming = z.strictObject({
  lastDreamAt: EpochMs.optional(),
  /** Diary entries of runs created before this instant have been consolidated. */
  consolidatedTo: EpochMs,
  /** Nights in a row whose consolidation failed, and the last of them. */
  failures: z.number().int().nonnegative(),
  failedAt: EpochMs.optional(),
  failedDream: DreamId.optional(),
  /** Tasks whose lateness has been mentioned. */
  reminded: z.array(z.string()),
});
export type Dreaming = z.infer<typeof Dreaming>;
