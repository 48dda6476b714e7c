import { z } from "zod";
import { EpochMs, Origin } from "./ids.ts";

export const HALLS = ["facts", "events", "discoveries", "preferences", "advice"] as const;
export const Hall = z.enum(HALLS);
export type Hall = z.infer<typeof Hall>;

/** Below this confidence a block stops loading (CARA). */
export const CARA_FLOOR = 0.5;

/** One version of one remembered claim. Bi-temporal: superseded, never deleted (R11). */
export const MemoryBlock = z.strictObject({
  patternId: z.string().regex(/^[0-9a-f]{12}$/),
  hall: Hall,
  claim: z.string().min(1).max(2000),
  conditions: z.string().max(500),
  origin: Origin,
  confidence: z.number().min(0).max(1),
  salience: z.number().min(0).max(1),
  validFrom: EpochMs,
  validTo: EpochMs.optional(),
  supersededBy: z.string().optional(),
  recordedAt: EpochMs,
});
export type MemoryBlock = z.infer<typeof MemoryBlock>;

/** A staged observation. Only the Scribe turns it into a block. */
export const MemoryIntent = z.strictObject({
  hall: Hall,
  claim: z.string().min(1).max(2000),
  conditions: z.string().max(500).default(""),
  origin: Origin,
  trust: z.literal("provisional"),
  at: EpochMs,
});
export type MemoryIntent = z.infer<typeof MemoryIntent>;

/** One diary entry per session. */
export const Episode = z.strictObject({
  runId: z.string(),
  at: EpochMs,
  trigger: z.string(),
  summary: z.string(),
  origin: Origin,
});
export type Episode = z.infer<typeof Episode>;
