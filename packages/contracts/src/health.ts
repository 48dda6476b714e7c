/**
 * The health data of a person. Types marked RAW stay in the raw partitions of the health table; types marked DERIVED
 * may leave them (R7).
 */

import * as z from "zod";
import { Zone } from "./body-zones.ts";
import { EpochMs, LocalDate, LocalTime, TimeZone } from "./ids.ts";

/** The sources of health samples. `generic` is a daily CSV that a column map describes. */
export const SOURCES = ["apple_watch", "oura", "whoop", "garmin", "fitbit", "samsung", "phone", "generic"] as const;
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
    /**
     * The source says how long the sleep was, but not when. Start and end are assumed. Absent: the source gives the
     * times.
     */
    timesAssumed: z.literal(true).optional(),
  })
  .refine((s) => s.end > s.start, "a sleep ends after it starts");
export type SleepEpisode = z.infer<typeof SleepEpisode>;

/** A value that was refused. The value is kept for audit and never enters an average. */
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

/**
 * From which device a part of a day comes, and which others had it too, the most trusted first: the one that is trusted
 * most is used (core/health/reconcile.ts). It holds no reading (R7).
 */
export const SourceChoice = z.strictObject({
  of: z.enum(["night", ...METRICS]),
  used: Source,
  over: z.array(Source).min(1),
});
export type SourceChoice = z.infer<typeof SourceChoice>;

/** The reconciled day: one row per person and day, which names the source of each metric. RAW. */
export const HealthDay = z.strictObject({
  date: LocalDate,
  primarySource: Source,
  contributingSources: z.array(Source),
  metrics: z.partialRecord(Metric, z.strictObject({ value: z.number(), source: Source })),
  sleeps: z.array(SleepEpisode),
  sleepSource: Source.optional(),
  /** What more than one device had. */
  choices: z.array(SourceChoice),
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
  /** How many of the days have a night. Absent: a row of an earlier release. */
  nights: z.number().int().nonnegative().optional(),
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

const clockMinutes = z.number().int().max(1439);

/** When a person usually wakes and goes to bed, to the quarter hour of their own clock. */
export const UsualTimes = z.strictObject({ wakeTime: LocalTime, sleepTime: LocalTime });
export type UsualTimes = z.infer<typeof UsualTimes>;

/** What a person's syncs have shown of their times, in minutes of the local clock. No reading of the body (R7). */
export const Habits = z.strictObject({
  /** The minute at which their day turns. A negative one is in the evening before. */
  turn: clockMinutes.min(-1439),
  /** When the last nights arrived, oldest first. */
  arrivals: z.array(z.strictObject({ date: LocalDate, minute: clockMinutes.min(0) })),
  /** Absent in older rows, and before the first night. */
  usual: UsualTimes.optional(),
});
export type Habits = z.infer<typeof Habits>;

const score = z.number().min(0).max(100);

/** A pillar compared with the person's own norm, in words that a person may read. */
export const BANDS = ["well_below", "below", "usual", "above", "well_above"] as const;
export const Band = z.enum(BANDS);
export type Band = z.infer<typeof Band>;

/** What can stand out about a day: each is compared with the person's own weeks. */
export const SIGNS = [
  "sleepLength",
  "sleepQuality",
  "bedTime",
  "wakeTime",
  "hrv",
  "restingHr",
  "breathing",
  "activity",
] as const;
export const SignName = z.enum(SIGNS);
export type SignName = z.infer<typeof SignName>;

/** One thing that stands out. DERIVED: it has a direction, a size and counts of days, and no reading. */
export const Sign = z.strictObject({
  sign: SignName,
  /** The plain direction: shorter, earlier, lower, less; or longer, later, higher, more. */
  side: z.enum(["low", "high"]),
  /** From one deviation on, from one and a half, and from two and a half. */
  size: z.enum(["slight", "clear", "far"]),
  /** The reading is the most extreme on its side among this many known days. Absent below a week. */
  mostOf: z.number().int().positive().optional(),
  /** For how many days in a row, this one included. */
  days: z.number().int().positive(),
});
export type Sign = z.infer<typeof Sign>;

/** The parts of a day by the local clock: from midnight, from four, from noon, from six in the evening. */
export const DAY_PARTS = ["night", "morning", "afternoon", "evening"] as const;

/** How the last night was. Times are in half hours, rounded, as people speak of them. DERIVED. */
export const NightFinding = z.strictObject({
  /**
   * `rough`: clearly shorter than the person's own nights. `short`: too short for anyone, also where it is usual.
   * `broken`: clearly more time awake in bed. `good`: better than their own. `first`: too few nights to compare.
   */
  kind: z.enum(["rough", "short", "broken", "usual", "good", "first"]),
  halfHoursAsleep: z.number().int().nonnegative(),
  /** In which part of the day the person woke. Absent where that is not known, and in older rows. */
  woke: z.enum(DAY_PARTS).optional(),
  /**
   * Another sleep came shortly before, so this one is not the whole night. The half hours are those of this sleep.
   * Absent: no other sleep came shortly before.
   */
  inPieces: z.literal(true).optional(),
  /** How much later than usual the person went to bed. Negative is earlier. Absent below half an hour. */
  halfHoursLate: z.number().int().optional(),
  /** What the person needs: their usual night, within what adults need. Absent while there is no usual. */
  halfHoursNeeded: z.number().int().positive().optional(),
  /** What the last seven nights lack against the person's need. Absent when fewer than five are known. */
  halfHoursOwed: z.number().int().nonnegative().optional(),
});
export type NightFinding = z.infer<typeof NightFinding>;

/** Signs of strain in heart and breath that moved together. */
export const BodyStrain = z.strictObject({
  /** 1: one sign off. 2: several together. 3: several together for three days. 4: far outside anything known. */
  step: z.number().int().min(1).max(4),
  signs: z.array(SignName),
  /** For how many days in a row several signs have been off. 1 on the first. */
  days: z.number().int().positive(),
});
export type BodyStrain = z.infer<typeof BodyStrain>;

/** What a Brief may say of a day. It depends on the raw days alone, not on which days were looked at before. DERIVED. */
export const Findings = z.strictObject({
  night: NightFinding.optional(),
  /** True when the only long sleep of the date was by day, so the date has no night. */
  sleptByDay: z.literal(true).optional(),
  /** True when only a piece of the night was recorded, so the date has no night. */
  recordingGap: z.literal(true).optional(),
  /** The largest first. */
  signs: z.array(Sign),
  bodyStrain: BodyStrain.optional(),
  /**
   * How many days ago several signs of strain were last off for days or far off. Absent after as many days as they
   * lasted, which are at least three and at most seven.
   */
  afterBodyStrain: z.number().int().positive().optional(),
  /** How many nights are known, up to thirty. Below seven there is no usual. */
  nightsKnown: z.number().int().nonnegative(),
  /** False when the person's devices never gave heart rate variability in the days looked at. */
  knowsHrv: z.boolean(),
  /** How many days in a row before this one had no night. */
  daysWithout: z.number().int().nonnegative(),
  /** Form at waking of the last fourteen days before, oldest first, rounded. A day without a score is left out. */
  before: z.array(z.strictObject({ date: LocalDate, form: score })),
});
export type Findings = z.infer<typeof Findings>;

const edges = z.tuple([z.number(), z.number(), z.number()]);

/**
 * What a day is scored against. It depends on the days before it alone, so it is computed once a day. It is for the
 * scoring code and not for readers.
 */
export const ScoreBasis = z.strictObject({
  norms: z.record(Pillar, z.strictObject({ center: z.number(), deviation: z.number() })),
  /** How far each pillar varies within the person, and where the body zones begin for Form and Recovery. */
  scale: z.strictObject({ spread: z.record(Pillar, z.number()), form: edges, recovery: edges }),
  before: Findings.shape.before,
  /** The latest days that have a sleep by day and no night. Absent in older rows. */
  daySleeps: z.array(LocalDate).default([]),
  /** The latest days of strain, which do not count as usual. Absent in older rows. */
  leftOut: z.array(LocalDate).default([]),
  /** The latest days on which several signs were off together, and by how many deviations in all. */
  strained: z.array(z.strictObject({ date: LocalDate, sum: z.number() })).default([]),
  /** The digest of the latest of the days before. When one of them is corrected, the basis is computed again. */
  of: z.string(),
});
export type ScoreBasis = z.infer<typeof ScoreBasis>;

/** Between which half hours the person slept, counted from the noon before the date by their clock, and rounded. DERIVED. */
export const SleepTimes = z.strictObject({ asleep: z.number().int(), awake: z.number().int() });
export type SleepTimes = z.infer<typeof SleepTimes>;

/**
 * The score of a day. DERIVED: it may leave the raw partitions. It holds scores and words, never milliseconds, beats or
 * minutes (R7).
 */
export const CrsResult = z.strictObject({
  date: LocalDate,
  /** Grows by one each time the date is computed again. The highest version is the score of the day. */
  version: z.number().int().positive(),
  status: z.enum(["provisional", "final"]),
  /** The moment for which Form holds. */
  computedAt: EpochMs,
  /** Set when the day was over and data that came late, or was corrected, changed its score. */
  rescoredAt: EpochMs.optional(),
  form: score.optional(),
  recovery: score.optional(),
  bodyZone: Zone.optional(),
  /** 0–1: how much of the formula rested on data and on a baseline with enough days. */
  confidence: z.number().min(0).max(1),
  pillars: z.partialRecord(Pillar, z.strictObject({ score, band: Band, confidence: z.number().min(0).max(1) })),
  missing: z.array(Pillar),
  /** The pillar with the largest weighted loss against the person's own norm. */
  drag: Pillar.optional(),
  /** The pillar with the largest weighted gain, when that gain is larger than the loss of the drag. */
  lift: Pillar.optional(),
  findings: Findings.optional(),
  /** Absent where no night is known, or only its length, and in older rows. */
  sleepTimes: SleepTimes.optional(),
  basis: ScoreBasis.optional(),
  primarySource: Source.optional(),
  sources: z.array(Source),
  /**
   * The parts of the day that more than one device had, and the device that was used. Absent: no two devices had the
   * same part.
   */
  choices: z.array(SourceChoice).optional(),
  /** Why there is no score, in one sentence. It is present exactly when `form` and `recovery` are both absent. */
  reason: z.string().optional(),
});
export type CrsResult = z.infer<typeof CrsResult>;

/** What a chart of many days needs of each. DERIVED. */
export const ScoredDay = CrsResult.pick({
  date: true,
  status: true,
  form: true,
  recovery: true,
  bodyZone: true,
  confidence: true,
  pillars: true,
  drag: true,
  sleepTimes: true,
  primarySource: true,
  rescoredAt: true,
});
export type ScoredDay = z.infer<typeof ScoredDay>;
