/**
 * What the iOS app Health Auto Export posts by its REST API automation. The app's own documentation has the shapes
 * (docs/sources.md, Posts of Apple Health): common metrics have `qty` and `date`; heart rate has `Min`, `Avg` and `Max`;
 * sleep comes as segments or, aggregated, as nights. A member that is not known here is passed over.
 */
import * as z from "zod";
import { SleepEpisode, Source } from "./health.ts";
import { EpochMs } from "./ids.ts";

const number = z.number().optional().catch(undefined);
const text = z.string().optional().catch(undefined);

/** One entry of a metric, whatever its shape. */
export const ApplePoint = z.object({
  date: text,
  qty: number,
  Avg: number,
  source: text,
  // Segments of sleep.
  startDate: text,
  endDate: text,
  value: text,
  // Nights that the app has put together, in the metric's unit.
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
 * An entry, or a metric, with the wrong form is read as one without members. Such an entry or metric is passed over,
 * and the others are read.
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

/** The metrics of a day that are made of many points. */
export const APPLE_METRICS = [
  "hrvSdnnMs",
  "respiratoryRateRpm",
  "restingHrBpm",
  "steps",
  "activeEnergyKcal",
  "activeMinutes",
  // The index of a metric is stored, so a new one stands last.
  "hrvRmssdMs",
] as const;
export const SLEEP_STAGES = ["inBed", "asleep", "light", "deep", "rem", "awake"] as const;

const index = z.number().int().nonnegative();
const minute = z.number().int().nonnegative();
const offset = z.number().int();
const { nap: _nap, efficiency: _efficiency, timesAssumed: _timesAssumed, ...night } = SleepEpisode.shape;

/**
 * How many days of 24 hours what was posted stays after the day that it belongs to. The app's usual window is yesterday
 * and today, so a total is added up from windows until the end of the next day. The other day is for a phone that stays
 * locked (docs/decisions/0041-how-long-raw-health-stays.md).
 */
export const POSTED_DAYS = 2;

/**
 * What was posted of the last days, so that windows which overlap are counted once. One row a person, short-lived. RAW.
 * A point: metric, minute since the epoch, UTC offset in minutes, value, and the app or device in `names`. A segment:
 * stage, first and last minute, UTC offset at its end, and the same. A night is one that the app has put together.
 */
export const Posted = z.strictObject({
  names: z.array(z.string()),
  points: z.array(z.tuple([index, minute, offset, z.number(), index])),
  segments: z.array(z.tuple([index, minute, minute, offset, index])),
  nights: z.array(z.strictObject({ source: Source, reading: z.strictObject(night) })).default([]),
  /** Since when nothing of a metric can be read, by the app's name of it. */
  unread: z.record(z.string(), EpochMs).default({}),
});
export type Posted = z.infer<typeof Posted>;

/** What a post brought. */
export const AppleTaken = z.strictObject({
  dates: z.number().int(),
  /** Readings of the last two days. */
  samples: z.number().int(),
  /** Entries of a metric that is not used here, or that cannot be read. */
  passedOver: z.number().int(),
  /** The metrics that Waldo uses and could not read at all. Absent: Waldo could read every metric that it uses. */
  unread: z.array(z.string()).optional(),
});
export type AppleTaken = z.infer<typeof AppleTaken>;

/** The key of a phone that posts: its digest, and since when. Without a digest it was taken back. */
export const HookToken = z.strictObject({ digest: z.string().optional(), at: EpochMs });
