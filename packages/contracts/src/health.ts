import { z } from "zod";
import { EpochMs, LocalDate } from "./ids.ts";

/** Where samples come from. `generic` is a daily CSV described by a column map. */
export const SOURCES = ["apple_watch", "oura", "whoop", "fitbit", "samsung", "phone", "generic"] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/**
 * Raw metrics of one day, with their unit in the name. RMSSD and SDNN are different quantities and are
 * never mixed (health.md, CASS).
 */
export const METRICS = [
  "hrvRmssdMs",
  "hrvSdnnMs",
  "restingHrBpm",
  "respiratoryRateRpm",
  "activeMinutes",
  "steps",
  "strain",
  "activeEnergyKcal",
] as const;
export const Metric = z.enum(METRICS);
export type Metric = z.infer<typeof Metric>;

/** One uninterrupted time in bed, as the source reports it. Minutes; start and end are instants. */
export const SleepEpisode = z
  .strictObject({
    start: EpochMs,
    end: EpochMs,
    /** UTC offset in force at the end of the episode, minutes east. Local clock = instant + offset. */
    offsetMinutes: z
      .number()
      .int()
      .min(-14 * 60)
      .max(14 * 60),
    asleepMinutes: z.number().nonnegative(),
    awakeMinutes: z.number().nonnegative().optional(),
    lightMinutes: z.number().nonnegative().optional(),
    deepMinutes: z.number().nonnegative().optional(),
    remMinutes: z.number().nonnegative().optional(),
    /** asleep / in bed, 0–1. */
    efficiency: z.number().min(0).max(1).optional(),
    nap: z.boolean(),
  })
  .refine((s) => s.end > s.start, "a sleep ends after it starts");
export type SleepEpisode = z.infer<typeof SleepEpisode>;

/** A value that was refused, kept for audit and never averaged in. */
export const Rejected = z.strictObject({ metric: z.string(), value: z.string(), reason: z.string(), at: z.string() });
export type Rejected = z.infer<typeof Rejected>;

/**
 * One source's view of one local day: `date` is the date on which the person woke. RAW: lives in the
 * health table's raw partitions only (R7).
 */
export const SourceDay = z.strictObject({
  date: LocalDate,
  source: Source,
  metrics: z.partialRecord(Metric, z.number()),
  sleeps: z.array(SleepEpisode),
  /** The device's own readiness or recovery, 0–100: for validation only, never an input of ours. */
  deviceScore: z.number().min(0).max(100).optional(),
  rejected: z.array(Rejected).optional(),
});
export type SourceDay = z.infer<typeof SourceDay>;

/** The reconciled day: one row a person a day, naming where each metric came from. RAW. */
export const HealthDay = z.strictObject({
  date: LocalDate,
  primarySource: Source,
  contributingSources: z.array(Source),
  metrics: z.partialRecord(Metric, z.strictObject({ value: z.number(), source: Source })),
  sleeps: z.array(SleepEpisode),
  sleepSource: Source.optional(),
});
export type HealthDay = z.infer<typeof HealthDay>;

export const PILLARS = ["sleep", "cass", "rhrts", "rrs", "circadian", "motion"] as const;
export const Pillar = z.enum(PILLARS);
export type Pillar = z.infer<typeof Pillar>;

/** The locked formula (ADR-0011). */
export const FORM_WEIGHTS = { sleep: 0.5, cass: 0.35, circadian: 0.075, motion: 0.075 } as const satisfies Partial<
  Record<Pillar, number>
>;
export const RECOVERY_WEIGHTS = { sleep: 0.5, cass: 0.25, rhrts: 0.15, rrs: 0.1 } as const satisfies Partial<
  Record<Pillar, number>
>;

/** Persona zones, best first, each with the lowest rounded Form that belongs to it. */
export const ZONES = ["energized", "steady", "flagging", "depleted"] as const;
export const Zone = z.enum(ZONES);
export type Zone = z.infer<typeof Zone>;
export const ZONE_FLOOR: Record<Zone, number> = { energized: 80, steady: 65, flagging: 50, depleted: 0 };

const score = z.number().min(0).max(100);

/** A pillar against the person's own norm, in words a person may read. */
export const BANDS = ["well_below", "below", "usual", "above", "well_above"] as const;
export const Band = z.enum(BANDS);
export type Band = z.infer<typeof Band>;

/** DERIVED: may leave the raw zone. Scores and words, never milliseconds, beats or minutes (R7). */
export const CrsResult = z.strictObject({
  date: LocalDate,
  /** Grows by one with each recomputation of the date; the highest is the score of the day. */
  version: z.number().int().positive(),
  status: z.enum(["provisional", "final"]),
  computedAt: EpochMs,
  form: score.optional(),
  recovery: score.optional(),
  zone: Zone.optional(),
  /** 0–1: how much of the formula stood on data and on a warmed-up baseline. */
  confidence: z.number().min(0).max(1),
  pillars: z.partialRecord(Pillar, z.strictObject({ score, band: Band, confidence: z.number().min(0).max(1) })),
  missing: z.array(Pillar),
  /** The pillar with the largest weighted loss against the person's own norm. */
  drag: Pillar.optional(),
  primarySource: Source.optional(),
  sources: z.array(Source),
  /** Why there is no score, in a sentence; present exactly when `form` and `recovery` are both absent. */
  reason: z.string().optional(),
});
export type CrsResult = z.infer<typeof CrsResult>;
