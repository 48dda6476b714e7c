/**
 * What the iOS app Health Auto Export posts by its REST API automation. The app's own documentation describes these
 * forms (docs/sources.md, Posts of Apple Health): common metrics have `qty` and `date`; heart rate has `Min`, `Avg` and
 * `Max`; sleep comes as segments or, aggregated, as nights. Unknown members are ignored.
 */
import * as z from "zod";
import { SleepEpisode, Source } from "./health.ts";
import { EpochMs } from "./ids.ts";

const number = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);

/** One entry of a metric in any of its forms. */
export const ApplePoint = z.object({
  date: text,
  qty: number,
  Avg: number,
  source: text,
  // Segments of sleep.
  startDate: text,
  endDate: text,
  value: text,
  // Nights that the app has put together. Durations are in the metric's unit.
  sleepStart: text,
  sleepEnd: text,
  inBedStart: text,
  inBedEnd: text,
  totalSleep: number,
  asleep: number,
  awake: number,
  core: number,
  deep: number,
  rem: number,
});
export type ApplePoint = z.infer<typeof ApplePoint>;

/** The header that holds the key of a phone that posts. */
export const APPLE_TOKEN = "X-Waldo-Token";
/** The most bytes of one post. A function on AWS takes six million at most. */
export const APPLE_POST_BYTES = 4_000_000;
/** The most entries of one post. A week of minutes of everything that is read has about fifty thousand. */
export const APPLE_POST_ENTRIES = 60_000;

/**
 * An entry or a metric with a wrong form is read as one without members. It is then ignored, and the others are still
 * read.
 */
const AppleMetric = z
  .object({
    name: z.string(),
    units: z.string().default("").catch(""),
    data: z.array(ApplePoint.catch({})),
  })
  .catch({ name: "", units: "", data: [] });

export const ApplePost = z.object({
  data: z.object({
    metrics: z
      .array(AppleMetric)
      .max(300)
      .refine((all) => all.reduce((sum, { data }) => sum + data.length, 0) <= APPLE_POST_ENTRIES, "too many entries"),
  }),
});
export type ApplePost = z.infer<typeof ApplePost>;

/** Metrics of which a day has many points. */
export const APPLE_METRICS = [
  "hrvSdnnMs",
  "respiratoryRateRpm",
  "restingHrBpm",
  "steps",
  "activeEnergyKcal",
  "activeMinutes",
  // The stored rows hold the index of a metric, so a new metric must be added at the end.
  "hrvRmssdMs",
] as const;
export const SLEEP_STAGES = ["inBed", "asleep", "light", "deep", "rem", "awake"] as const;

const index = z.number().int().nonnegative();
const minute = z.number().int().nonnegative();
const offset = z.number().int();
const { nap: _nap, efficiency: _efficiency, timesAssumed: _timesAssumed, ...night } = SleepEpisode.shape;

/**
 * For how many days, of 24 hours each, posted data is kept after its own day. The app usually posts yesterday and
 * today, so a total can grow until the end of the next day. The second day is for a phone that stays locked
 * (docs/decisions/0041-how-long-raw-health-stays.md).
 */
export const POSTED_DAYS = 2;

/**
 * The data posted in the last days. It is kept so that overlapping windows are counted once. One short-lived row per
 * person. RAW. A point: metric, minute since the epoch, UTC offset in minutes, value, and the app or device in `names`.
 * A segment: stage, first and last minute, UTC offset at its end, and the app or device. A night is one that the app
 * has put together.
 */
export const Posted = z.strictObject({
  names: z.array(z.string()),
  points: z.array(z.tuple([index, minute, offset, z.number(), index])),
  segments: z.array(z.tuple([index, minute, minute, offset, index])),
  nights: z.array(z.strictObject({ source: Source, reading: z.strictObject(night) })).default([]),
  /** Since when no entry of a metric can be read, by the app's name of the metric. */
  unread: z.record(z.string(), EpochMs).default({}),
});
export type Posted = z.infer<typeof Posted>;

/** The result of a post. */
export const AppleTaken = z.strictObject({
  dates: z.number().int(),
  /** Readings of the last two days. */
  samples: z.number().int(),
  /** How many entries were ignored, because their metric is not used here or they could not be read. */
  passedOver: z.number().int(),
  /** The metrics that Waldo uses and could not read at all. Absent: Waldo could read every metric that it uses. */
  unread: z.array(z.string()).optional(),
});
export type AppleTaken = z.infer<typeof AppleTaken>;

/** The key of a phone that posts: its digest, and since when it exists. Without a digest the key was withdrawn. */
export const HookToken = z.strictObject({ digest: z.string().optional(), at: EpochMs });
