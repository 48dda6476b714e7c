/**
 * The health data of a person. Types marked RAW stay in the raw partitions of the health table; types marked DERIVED
 * may leave them (R7).
 */

import * as z from "zod";
import { Zone } from "./body-zones.ts";
import { EpochMs, LocalDate, LocalTime, TimeZone } from "./ids.ts";
import { Feeling } from "./own-day.ts";

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
    /** The UTC offset at the end of the episode, in minutes east. Local clock = instant + offset. */
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
    /** Set when the source gives the length of the sleep but not its times, so start and end are assumed. */
    timesAssumed: z.literal(true).optional(),
  })
  .refine((s) => s.end > s.start, "a sleep ends after it starts");
export type SleepEpisode = z.infer<typeof SleepEpisode>;

/** A refused value. It is kept for audit and never used in an average. */
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
   * The device's own readiness or recovery score, 0–100. It is only used to validate Waldo's score, never as an input.
   */
  deviceScore: z.number().min(0).max(100).optional(),
  rejected: z.array(Rejected).optional(),
});
export type SourceDay = z.infer<typeof SourceDay>;

/**
 * The device that was used for a part of a day, and the other devices that had it too, the most trusted first
 * (core/health/reconcile.ts). It holds no reading (R7).
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
  /** The parts of the day that more than one device had. */
  choices: z.array(SourceChoice),
});
export type HealthDay = z.infer<typeof HealthDay>;

export const PILLARS = ["sleep", "cass", "rhrts", "rrs", "circadian", "motion"] as const;
export const Pillar = z.enum(PILLARS);
export type Pillar = z.infer<typeof Pillar>;

/** What is stored about an imported export: enough to recognise it, and none of its content. RAW. */
export const TakenExport = z.strictObject({
  format: z.string(),
  first: LocalDate,
  last: LocalDate,
  /** The last date with a night. A played day uses it. */
  lastNight: LocalDate,
  days: z.number().int().nonnegative(),
  /** How many of the days have a night. Absent: a row of an earlier release. */
  nights: z.number().int().nonnegative().optional(),
  /** The first notes of the import, for the person. `noteCount` counts all of them. */
  notes: z.array(z.strictObject({ file: z.string(), line: z.number(), message: z.string() })),
  noteCount: z.number().int().nonnegative(),
  /** In a file of several people: the column values of the person's rows. */
  where: z.record(z.string(), z.string()).optional(),
});
export type TakenExport = z.infer<typeof TakenExport>;

/** The time zone in which a person's days are counted. Their device reported it last. */
export const ZoneRow = z.strictObject({ timeZone: TimeZone });
export type ZoneRow = z.infer<typeof ZoneRow>;

const clockMinutes = z.number().int().max(1439);

/** When a person usually wakes and goes to bed, to the quarter hour of their own clock. */
export const UsualTimes = z.strictObject({ wakeTime: LocalTime, sleepTime: LocalTime });
export type UsualTimes = z.infer<typeof UsualTimes>;

/** A person's habits, as their syncs show them, in minutes of the local clock. It holds no reading of the body (R7). */
export const Habits = z.strictObject({
  /** The minute at which their day changes. A negative one is in the evening before. */
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

/** What can be unusual about a day. Each is compared with the person's own weeks. */
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

/** One unusual finding. DERIVED: it has a direction, a size and counts of days, but no reading. */
export const Sign = z.strictObject({
  sign: SignName,
  /** The direction of the value: `low` is shorter, earlier, lower or less; `high` is longer, later, higher or more. */
  side: z.enum(["low", "high"]),
  /** `slight` from 1 deviation on, `clear` from 1.5, `far` from 2.5. */
  size: z.enum(["slight", "clear", "far"]),
  /** Among this many known days the reading is the most extreme on its side. Absent below a week. */
  mostOf: z.number().int().positive().optional(),
  /** The place among the last 28 known days, from the most extreme on this side. Absent from the third place on. */
  place: z.number().int().min(1).max(2).optional(),
  /** For how many days in a row, including this one. */
  days: z.number().int().positive(),
});
export type Sign = z.infer<typeof Sign>;

/** A reading that was off until yesterday, and no longer is. DERIVED. */
export const Turn = z.strictObject({
  sign: SignName,
  /** The side on which it was off. */
  side: Sign.shape.side,
  /** For how many days in a row it was off, until yesterday. */
  days: z.number().int().positive(),
  /** True when it is off on the other side today. */
  crossed: z.literal(true).optional(),
});
export type Turn = z.infer<typeof Turn>;

/** What a fact of a day is about: one reading, or the sleep that the week lacks. */
export const FactSubject = z.enum([...SIGNS, "debt"]);
export type FactSubject = z.infer<typeof FactSubject>;

/** The name of a fact within its day, for example `hrv.high`. `back`: it was off for days and is usual again. */
export const FactId = z.templateLiteral([FactSubject, ".", z.enum(["low", "high", "back"])]);
export type FactId = z.infer<typeof FactId>;

/** One thing that may be said of a body on a date (core/day). DERIVED: it holds no reading. */
export const DayFact = z.strictObject({
  id: FactId,
  subject: FactSubject,
  /** Whether it is good news, bad news, or only different from the usual. */
  tone: z.enum(["good", "bad", "neutral"]),
  size: Sign.shape.size,
  /** The number of days, this one included, among which the value is the most extreme on its side. */
  mostOf: Sign.shape.mostOf,
  /** The first or second place on its side among the last 28 days. */
  place: Sign.shape.place,
  /** For how many days in a row, this one included, the value is off on this side. For `back`: how long it was off. */
  days: z.number().int().positive(),
  /** `back`: the value was off for days and is usual again. `crossed`: it went to the other side in one day. */
  turn: z.enum(["back", "crossed"]).optional(),
  /** Set on a day of strain for each sign of it: they are told together, and before all else. */
  together: z.literal(true).optional(),
});
export type DayFact = z.infer<typeof DayFact>;

/** How the person says that they feel. It is a fact of the day beside those of the body, and it outranks them. */
export const FeltFact = z.strictObject({
  id: z.literal("felt"),
  feeling: Feeling,
  tone: DayFact.shape.tone,
  /** Set when the body says otherwise: the zone of its readings. */
  against: Zone.optional(),
});
export type FeltFact = z.infer<typeof FeltFact>;

/** The facts of a day, the weightiest first, with the one that leads and a large one that points the other way. */
export const DayStory = z.strictObject({
  facts: z.array(DayFact),
  lead: FactId.optional(),
  other: FactId.optional(),
  felt: FeltFact.optional(),
});
export type DayStory = z.infer<typeof DayStory>;

/** The parts of a day by the local clock. They begin at midnight, 04:00, 12:00 and 18:00. */
export const DAY_PARTS = ["night", "morning", "afternoon", "evening"] as const;

/** The signals in which a new device or firmware is seen. */
export const BreakSignal = z.enum(["hrvRmssdMs", "hrvSdnnMs", "restingHrBpm", "respiratoryRateRpm", "sleepEfficiency"]);
export type BreakSignal = z.infer<typeof BreakSignal>;

/** A reading that went to another level in one step, as with a new device, and is compared anew. DERIVED. */
export const LevelBreak = z.strictObject({
  sign: SignName,
  /** The first day on the new level. */
  since: LocalDate,
  /** For how many days, this one included, the break has been known. It is told on the first of them. */
  days: z.number().int().positive(),
});
export type LevelBreak = z.infer<typeof LevelBreak>;

/** How the last night was. Times are rounded to half hours, as people speak of them. DERIVED. */
export const NightFinding = z.strictObject({
  /**
   * `rough`: clearly shorter than the person's own nights. `short`: too short for anyone, even if it is usual for them.
   * `broken`: clearly more time awake in bed. `good`: better than their own nights. `first`: too few nights to compare.
   */
  kind: z.enum(["rough", "short", "broken", "usual", "good", "first"]),
  halfHoursAsleep: z.number().int().nonnegative(),
  /** In which part of the day the person woke. Absent where that is not known, and in older rows. */
  woke: z.enum(DAY_PARTS).optional(),
  /**
   * Set when another sleep came shortly before, so this one is not the whole night. The half hours count this sleep
   * only.
   */
  inPieces: z.literal(true).optional(),
  /** In half hours: how much later than usual the person went to bed. Negative is earlier. Absent below half an hour. */
  halfHoursLate: z.number().int().optional(),
  /**
   * In half hours: the person's need, which is their usual night within the limits for adults. Absent while the usual
   * night is unknown.
   */
  halfHoursNeeded: z.number().int().positive().optional(),
  /**
   * In half hours: the sleep that the last seven nights lack compared with the need. Absent with fewer than five known
   * nights.
   */
  halfHoursOwed: z.number().int().nonnegative().optional(),
});
export type NightFinding = z.infer<typeof NightFinding>;

/** Signs of strain in heart and breath that moved together. */
export const BodyStrain = z.strictObject({
  /**
   * 1: one sign is off. 2: several signs together. 3: several together for three days. 4: further off than ever known.
   */
  step: z.number().int().min(1).max(4),
  signs: z.array(SignName),
  /** For how many days in a row several signs have been off. It is 1 on the first day. */
  days: z.number().int().positive(),
});
export type BodyStrain = z.infer<typeof BodyStrain>;

/**
 * The facts of a day that a Brief may mention. They depend only on the raw days, not on earlier computations. DERIVED.
 */
export const Findings = z.strictObject({
  night: NightFinding.optional(),
  /** True when the only long sleep of the date was by day, so the date has no night. */
  sleptByDay: z.literal(true).optional(),
  /** True when only a piece of the night was recorded, so the date has no night. */
  recordingGap: z.literal(true).optional(),
  /** The largest first. */
  signs: z.array(Sign),
  /** What was off for days, or far off, until yesterday. Absent when nothing was, and in older rows. */
  turns: z.array(Turn).optional(),
  bodyStrain: BodyStrain.optional(),
  /**
   * How many days ago the last strain ended that lasted for days or was far off. Absent after as many days as it
   * lasted, at least three and at most seven.
   */
  afterBodyStrain: z.number().int().positive().optional(),
  /** The breaks that became known in the last two weeks. Absent when there are none, and in older rows. */
  breaks: z.array(LevelBreak).optional(),
  /** How many nights are known, up to thirty. Below seven the usual values are unknown. */
  nightsKnown: z.number().int().nonnegative(),
  /** False when the person's devices gave no heart rate variability in these days. */
  knowsHrv: z.boolean(),
  /** How many days in a row before this one had no night. */
  daysWithout: z.number().int().nonnegative(),
  /** Form at waking on the fourteen days before, oldest first, rounded. A day without a score is left out. */
  before: z.array(z.strictObject({ date: LocalDate, form: score })),
});
export type Findings = z.infer<typeof Findings>;

/**
 * The values with which a day is compared. They depend only on earlier days, so they are computed once a day. Only the
 * scoring code uses them.
 */
export const ScoreBasis = z.strictObject({
  /**
   * The scale on which the person reads a pillar: their centre and spread of each pillar, and the one line that turns a
   * level (in deviations from the centre) into a score.
   */
  scale: z.strictObject({
    usual: z.record(Pillar, z.strictObject({ center: z.number(), deviation: z.number() })),
    line: z.strictObject({ base: z.number(), slope: z.number().positive() }),
  }),
  before: Findings.shape.before,
  /** The latest days with a sleep during the day and no night. Absent in older rows. */
  daySleeps: z.array(LocalDate).default([]),
  /** The latest days of strain, which do not count for the usual values. Absent in older rows. */
  leftOut: z.array(LocalDate).default([]),
  /** The latest days on which several signs were off together, with the sum of their deviations. */
  strained: z.array(z.strictObject({ date: LocalDate, sum: z.number() })).default([]),
  /** The latest breaks, which later days look no further back than. Absent in older rows. */
  breaks: z.array(z.strictObject({ source: Source, signal: BreakSignal, on: LocalDate, found: LocalDate })).default([]),
  /** The digest of the latest days before. If one of them is corrected, the basis is computed again. */
  of: z.string(),
});
export type ScoreBasis = z.infer<typeof ScoreBasis>;

/**
 * The half hours between which the person slept, counted on their clock from noon of the day before, rounded. DERIVED.
 */
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
  /** The moment for which Form was computed. */
  computedAt: EpochMs,
  /** Set when late or corrected data changed the score after the day was over. */
  rescoredAt: EpochMs.optional(),
  form: score.optional(),
  recovery: score.optional(),
  bodyZone: Zone.optional(),
  /** 0–1: the share of the formula that used data and a baseline with enough days. */
  confidence: z.number().min(0).max(1),
  /** Form is exactly the weighted sum of these scores, and so is Recovery, with Sleep as it was at waking. */
  pillars: z.partialRecord(
    Pillar,
    z.strictObject({
      score,
      /** Sleep alone, when the hours since waking or a nap changed it: the score with which Recovery is computed. */
      atWaking: score.optional(),
      /** Follows from the size of the fact in `by` alone. Without a fact the pillar is usual (core/day/bands.ts). */
      band: Band,
      by: FactId.optional(),
      confidence: z.number().min(0).max(1),
    }),
  ),
  missing: z.array(Pillar),
  /** The pillar of the weightiest bad fact. Absent when the day's story leads with good news. */
  drag: Pillar.optional(),
  /** The pillar of the good fact that leads the story of the day. */
  lift: Pillar.optional(),
  findings: Findings.optional(),
  /** Absent when no night or only its length is known, and in older rows. */
  sleepTimes: SleepTimes.optional(),
  /** Absent in the rows of an earlier release, which compared a day in another way. The day is then compared anew. */
  basis: ScoreBasis.optional().catch(undefined),
  primarySource: Source.optional(),
  sources: z.array(Source),
  /** The parts of the day that several devices had, and the device that was used. Absent when there are none. */
  choices: z.array(SourceChoice).optional(),
  /** Why there is no score, in one sentence. It is present exactly when `form` and `recovery` are both absent. */
  reason: z.string().optional(),
});
export type CrsResult = z.infer<typeof CrsResult>;

/**
 * Why a pillar has no part in a score: no night or no reading came, the night has no clock times, fewer than three
 * nights with clock times are known, or no movement of that time or fewer than seven days of it.
 */
export const MissingPart = z.strictObject({
  pillar: Pillar,
  why: z.enum(["no_night", "no_reading", "no_times", "few_nights", "no_load"]),
});
export type MissingPart = z.infer<typeof MissingPart>;

/** How a score is the sum of its pillars. DERIVED. */
export const ScoreSum = z.strictObject({
  value: score,
  /** `weight` is the share among the pillars that are there, 0-1. `adds` is score times weight, in points. */
  parts: z.array(z.strictObject({ pillar: Pillar, score, weight: z.number(), adds: z.number() })),
  missing: z.array(MissingPart),
});
export type ScoreSum = z.infer<typeof ScoreSum>;

/** A sum is absent without its score, and for a row of an earlier release, whose pillars do not add up. */
export const ScoreSums = z.strictObject({ form: ScoreSum.optional(), recovery: ScoreSum.optional() });
export type ScoreSums = z.infer<typeof ScoreSums>;

/** A score with the facts of its day and its sums, for a surface that says them. DERIVED. */
export const ToldScore = CrsResult.extend({ story: DayStory, sums: ScoreSums });
export type ToldScore = z.infer<typeof ToldScore>;

/** The values of a day that a chart of many days needs. DERIVED. */
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
