/**
 * The health data of a person. Types marked RAW stay in the raw partitions of the health table; types marked DERIVED
 * may leave them (R7).
 */

import * as z from "zod";
import { Zone } from "./body-zones.ts";
import { EpochMs, LocalDate, TimeZone } from "./ids.ts";

/** The sources of health samples. `generic` is a daily CSV that a column map describes. */
export const SOURCES = ["apple_watch", "oura", "whoop", "fitbit", "samsung", "phone", "generic"] as const;
export const Source = z.enum(SOURCES);
export type Source = z.infer<typeof Source>;

/**
 * Raw metrics of one day, with their unit in the name. RMSSD and SDNN are different quantities and are
 * never mixed (docs/sources.md, Form and Recovery).
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

/** One uninterrupted time in bed, as the source reports it. Durations are in minutes; start and end are instants. */
export const SleepEpisode = z
  .strictObject({
    start: EpochMs,
    end: EpochMs,
    /** The UTC offset in force at the end of the episode, in minutes east. Local clock = instant + offset. */
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
    /** Time asleep divided by time in bed, 0–1. */
    efficiency: z.number().min(0).max(1).optional(),
    nap: z.boolean(),
  })
  .refine((s) => s.end > s.start, "a sleep ends after it starts");
export type SleepEpisode = z.infer<typeof SleepEpisode>;

/** A value that was refused. It is kept for audit and never enters an average. */
export const Rejected = z.strictObject({ metric: z.string(), value: z.string(), reason: z.string(), at: z.string() });
export type Rejected = z.infer<typeof Rejected>;

/**
 * What one source reports for one local day. `date` is the date on which the person woke. RAW: it stays in the raw
 * partitions of the health table (R7).
 */
export const SourceDay = z.strictObject({
  date: LocalDate,
  source: Source,
  metrics: z.partialRecord(Metric, z.number()),
  sleeps: z.array(SleepEpisode),
  /**
   * The device's own readiness or recovery score, 0–100. It serves only to validate our score and is never an input to
   * it.
   */
  deviceScore: z.number().min(0).max(100).optional(),
  rejected: z.array(Rejected).optional(),
});
export type SourceDay = z.infer<typeof SourceDay>;

/** The reconciled day: one row per person and day, which names the source of each metric. RAW. */
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

/** What is stored of an export that was taken in: enough to recognise it, and none of its content. RAW. */
export const TakenExport = z.strictObject({
  format: z.string(),
  first: LocalDate,
  last: LocalDate,
  /** The last date that has a night, which is the date worth playing. */
  lastNight: LocalDate,
  days: z.number().int().nonnegative(),
  /** The first notes of the import, for the person. `noteCount` counts all of them. */
  notes: z.array(z.strictObject({ file: z.string(), line: z.number(), message: z.string() })),
  noteCount: z.number().int().nonnegative(),
  /** Which rows of a file of several people were the person's, by column. */
  where: z.record(z.string(), z.string()).optional(),
});
export type TakenExport = z.infer<typeof TakenExport>;

/** The time zone in which a person's days are counted: the one their device reported last. */
export const ZoneRow = z.strictObject({ timeZone: TimeZone });
export type ZoneRow = z.infer<typeof ZoneRow>;

const score = z.number().min(0).max(100);

/** A pillar compared with the person's own norm, in words that a person may read. */
export const BANDS = ["well_below", "below", "usual", "above", "well_above"] as const;
export const Band = z.enum(BANDS);
export type Band = z.infer<typeof Band>;

/**
 * The score of a day. DERIVED: it may leave the raw partitions. It holds scores and words, never milliseconds, beats or
 * minutes (R7).
 */
export const CrsResult = z.strictObject({
  date: LocalDate,
  /** Grows by one each time the date is computed again. The highest version is the score of the day. */
  version: z.number().int().positive(),
  status: z.enum(["provisional", "final"]),
  computedAt: EpochMs,
  form: score.optional(),
  recovery: score.optional(),
  bodyZone: Zone.optional(),
  /** 0–1: how much of the formula rested on data and on a baseline with enough days. */
  confidence: z.number().min(0).max(1),
  pillars: z.partialRecord(Pillar, z.strictObject({ score, band: Band, confidence: z.number().min(0).max(1) })),
  missing: z.array(Pillar),
  /** The pillar with the largest weighted loss against the person's own norm. */
  drag: Pillar.optional(),
  primarySource: Source.optional(),
  sources: z.array(Source),
  /** Why there is no score, in one sentence. It is present exactly when `form` and `recovery` are both absent. */
  reason: z.string().optional(),
});
export type CrsResult = z.infer<typeof CrsResult>;
