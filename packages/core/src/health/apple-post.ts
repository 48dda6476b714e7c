/**
 * Reads a post of Health Auto Export, and joins it with earlier posts into days. Posts come only while the phone is
 * unlocked, so their windows repeat and overlap:
 *
 * - Metric, minute and app identify a point. For one minute of a sum the larger value counts, because a window may end
 *   within the minute. For other metrics the newer value counts. So a total never doubles, and a partial window removes
 *   nothing.
 * - Stage, start and app identify a segment of sleep, and the later end counts. Start and device identify a night.
 * - Data of a day that ended more than {@link POSTED_DAYS} days ago is not kept. A day's total that was stored before
 *   never falls.
 */
import {
  APPLE_METRICS,
  type ApplePoint,
  type ApplePost,
  type EpochMs,
  type IntradaySample,
  POSTED_DAYS,
  type Posted,
  SAMPLE_HOURS,
  SLEEP_STAGES,
  type Source,
  type SourceDay,
} from "@waldo/contracts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { createAppleDays } from "./import/apple-days.ts";
import { APPLE_TYPES, appleSource, unitFactor } from "./import/apple-record.ts";
import { createSleepSegments, stageOfWord } from "./import/apple-sleep.ts";
import { createDayCollector, knownMinutes, type SleepReading } from "./import/day-collector.ts";
import { createNotes } from "./import/import-notes.ts";
import { dateAt, parseClock } from "./import/local-time.ts";
import { plausibleDays } from "./import/plausible-days.ts";

/** How long the row of posted data stays after the last post. By then its days are over in every time zone. */
export const POSTED_ROW_MS = (POSTED_DAYS + 2) * DAY_MS;
/** From this time of the clock on, a sleep belongs to the night that ends on the next date. */
const EVENING_MS = 18 * HOUR_MS;
/**
 * The most points that are kept, so that the row stays below the item limit of 400 KB. This is nearly two days of
 * minutes for all sums.
 */
const MOST_POINTS = 8_000;
const MOST_SEGMENTS = 2_000;
const MOST_NIGHTS = 50;

type AppleMetric = (typeof APPLE_METRICS)[number];
/** How the points of a day become one value. The rule is the same as for an export. */
const TAKE = new Map(Object.values(APPLE_TYPES).map(({ metric, take }) => [metric, take]));

/** The app's names of the metrics that are read here. */
const NAMES: Readonly<Record<string, AppleMetric>> = {
  heart_rate_variability: "hrvSdnnMs",
  heart_rate_variability_sdnn: "hrvSdnnMs",
  heart_rate_variability_rmssd: "hrvRmssdMs",
  respiratory_rate: "respiratoryRateRpm",
  resting_heart_rate: "restingHrBpm",
  step_count: "steps",
  active_energy: "activeEnergyKcal",
  apple_exercise_time: "activeMinutes",
};

type Point = Posted["points"][number];
type Segment = Posted["segments"][number];
type Night = Posted["nights"][number];

/** The content of one post in Waldo's units. */
type Read = {
  readonly points: {
    readonly metric: AppleMetric;
    readonly at: Moment;
    readonly value: number;
    readonly app: string;
  }[];
  readonly segments: {
    readonly stage: (typeof SLEEP_STAGES)[number];
    readonly from: Moment;
    readonly to: Moment;
    readonly app: string;
  }[];
  readonly nights: Night[];
  readonly heart: { readonly at: number; readonly bpm: number }[];
  passedOver: number;
  readonly metrics: Map<string, Set<Outcome>>;
};
/** `unused`: nothing here needs the entry. `unread`: the entry is needed, but its time, unit or word is unknown. */
type Outcome = "read" | "unused" | "unread";
type Moment = { readonly at: EpochMs; readonly offset: number };

/** Reads `2024-03-01 23:10:00 +0530` or `2024-03-01 11:10:00 PM +0530`. A time without an offset gives undefined. */
function momentOf(text: string | undefined): Moment | undefined {
  const clock = text === undefined ? undefined : parseClock(text);
  if (clock?.offsetMinutes === undefined) return undefined;
  return { at: clock.wall - clock.offsetMinutes * MINUTE_MS, offset: clock.offsetMinutes };
}

function readPost({ data: { metrics } }: ApplePost): Read {
  const read: Read = { points: [], segments: [], nights: [], heart: [], passedOver: 0, metrics: new Map() };
  for (const { name, units, data } of metrics)
    for (const entry of data) {
      const outcome =
        name === "sleep_analysis"
          ? readSleep(read, entry, units)
          : name === "heart_rate"
            ? readHeart(read, entry)
            : readPoint(read, entry, Object.hasOwn(NAMES, name) ? NAMES[name] : undefined, units);
      if (outcome !== "read") read.passedOver++;
      read.metrics.set(name, (read.metrics.get(name) ?? new Set()).add(outcome));
    }
  return read;
}

function readPoint(read: Read, entry: ApplePoint, metric: AppleMetric | undefined, units: string): Outcome {
  if (!metric) return "unused";
  const at = momentOf(entry.date);
  const factor = unitFactor(metric, units === "steps" ? "count" : units);
  if (!at || factor === undefined || entry.qty === undefined) return "unread";
  read.points.push({ metric, at, value: entry.qty * factor, app: entry.source ?? WATCH });
  return "read";
}

function readHeart(read: Read, { date, Avg, qty }: ApplePoint): Outcome {
  const at = momentOf(date);
  const bpm = Avg ?? qty;
  if (!at || bpm === undefined) return "unread";
  if (bpm < 20 || bpm > 260) return "unused";
  read.heart.push({ at: at.at, bpm });
  return "read";
}

function readSleep(read: Read, entry: ApplePoint, units: string): Outcome {
  const app = entry.source ?? WATCH;
  const [from, to] = [momentOf(entry.startDate), momentOf(entry.endDate)];
  const stage = entry.value === undefined ? undefined : stageOfWord(entry.value);
  if (from && to && stage) {
    if (to.at > from.at) read.segments.push({ stage, from, to, app });
    return to.at > from.at ? "read" : "unused";
  }
  const reading = nightOf(entry, units === "min" ? 1 : 60);
  if (reading) read.nights.push({ source: sourceOf(app), reading });
  else return isNightKnown(entry) ? "unused" : "unread";
  return "read";
}

/** True for a night whose times can be read. The night may have no minute of sleep. */
function isNightKnown({ sleepStart, sleepEnd, inBedStart, inBedEnd }: ApplePoint): boolean {
  return momentOf(sleepStart ?? inBedStart) !== undefined && momentOf(sleepEnd ?? inBedEnd) !== undefined;
}

/** Returns a night that the app has put together. Its durations are in hours, unless its unit says otherwise. */
function nightOf(entry: ApplePoint, minutes: number): SleepReading | undefined {
  const { core, deep, rem } = entry;
  const starts = [momentOf(entry.sleepStart), momentOf(entry.inBedStart)].flatMap((one) => one ?? []);
  const ends = [momentOf(entry.sleepEnd), momentOf(entry.inBedEnd)].flatMap((one) => one ?? []);
  const start = starts.sort((a, b) => a.at - b.at)[0];
  const end = ends.sort((a, b) => b.at - a.at)[0];
  const staged = (core ?? 0) + (deep ?? 0) + (rem ?? 0);
  const asleep = Math.max(entry.totalSleep ?? 0, entry.asleep ?? 0, staged);
  if (!start || !end || end.at <= start.at || asleep <= 0) return undefined;
  const whole = (hours: number | undefined) => (hours === undefined ? undefined : Math.round(hours * minutes));
  return {
    ...{ start: start.at, end: end.at, offsetMinutes: end.offset, asleepMinutes: Math.round(asleep * minutes) },
    ...knownMinutes({
      awakeMinutes: whole(entry.awake),
      ...(staged > 0 ? { lightMinutes: whole(core), deepMinutes: whole(deep), remMinutes: whole(rem) } : {}),
    }),
  };
}

/** The device name for an entry that has none. */
const WATCH = "Apple Watch";
/** Apps of other makers write into Health too. As in an export, a value of an unknown device counts as the phone's. */
const sourceOf = (app: string): Source => appleSource(app, "") ?? "phone";

const NOTHING: Posted = { names: [], points: [], segments: [], nights: [], unread: {} };

export type Merged = {
  /** The posted data that replaces the stored one. */
  readonly posted: Posted;
  /** The days that the post changes, with their new values. */
  readonly days: readonly SourceDay[];
  readonly samples: readonly IntradaySample[];
  readonly passedOver: number;
  /** The metrics that Waldo uses but could not read at all. */
  readonly unread: readonly string[];
  /** The instant of the latest entry, and the device's offset from UTC at that time, in minutes. */
  readonly latest: Moment | undefined;
};

/** Joins a post with the earlier posts. */
export function mergePost(post: ApplePost, before: Posted = NOTHING, now: EpochMs): Merged {
  const read = readPost(post);
  const unread = [...read.metrics].flatMap(([name, outcomes]) =>
    outcomes.has("unread") && !outcomes.has("read") ? [name] : [],
  );
  const since = Object.entries(before.unread).filter(([name]) => !read.metrics.get(name)?.has("read"));
  const all = {
    ...joinedWith(before, read),
    unread: { ...Object.fromEntries(unread.map((name) => [name, now])), ...Object.fromEntries(since) },
  };
  const ends = [
    ...read.points.map(({ at }) => at),
    ...read.segments.map(({ to }) => to),
    ...read.nights.map(({ reading }) => ({ at: reading.end, offset: reading.offsetMinutes })),
  ];
  const touched = new Set(ends.map(({ at, offset }) => dateAt(at, offset)));
  // A segment of the evening belongs to the night that ends on the next date.
  const isTouched = ({ date, sleeps }: SourceDay) =>
    touched.has(date) ||
    sleeps.some(({ start, end }) => read.segments.some(({ from, to }) => from.at < end && start < to.at));
  return {
    posted: keptOf(all, now),
    days: daysOf(all).filter(isTouched),
    samples: samplesOf(read, now),
    passedOver: read.passedOver,
    unread,
    latest: ends.reduce<Moment | undefined>((last, one) => (last && last.at >= one.at ? last : one), undefined),
  };
}

function joinedWith(before: Posted, read: Read): Omit<Posted, "unread"> {
  const names = [...new Set([...before.names, ...[...read.points, ...read.segments].map(({ app }) => app)])];
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const points = read.points.map(({ metric, at, value, app }): Point => {
    return [APPLE_METRICS.indexOf(metric), minuteOf(at.at), at.offset, value, indexOf.get(app) ?? 0];
  });
  const segments = read.segments.map(({ stage, from, to, app }): Segment => {
    return [SLEEP_STAGES.indexOf(stage), minuteOf(from.at), minuteOf(to.at), to.offset, indexOf.get(app) ?? 0];
  });
  const ofMinute = ([metric, minute, , , app]: Point) => `${metric} ${minute} ${app}`;
  const ofSegment = ([stage, from, , , app]: Segment) => `${stage} ${from} ${app}`;
  // Several entries for one minute in one post are parts of that minute.
  const own = collapsed(points, ofMinute, (a, b): Point => (isSum(b) ? [b[0], b[1], b[2], a[3] + b[3], b[4]] : b));
  return {
    names,
    points: collapsed([...before.points, ...own], ofMinute, (old, next) =>
      isSum(next) && old[3] > next[3] ? old : next,
    ),
    segments: collapsed([...before.segments, ...segments], ofSegment, (old, next) => (old[2] > next[2] ? old : next)),
    nights: collapsed(
      [...before.nights, ...read.nights],
      ({ source, reading }) => `${source} ${reading.start}`,
      (old, next) => (old.reading.end > next.reading.end ? old : next),
    ),
  };
}

const minuteOf = (at: EpochMs) => Math.floor(at / MINUTE_MS);
const isSum = ([metric]: Point) => TAKE.get(metricAt(metric)) === "sum";

function metricAt(index: number): AppleMetric {
  return APPLE_METRICS[index] ?? "steps";
}

/** Returns one row for each name, in the order of their first appearance. `choose` picks one of two rows. */
function collapsed<T>(rows: readonly T[], nameOf: (row: T) => string, choose: (old: T, next: T) => T): T[] {
  const known = new Map<string, T>();
  for (const row of rows) {
    const name = nameOf(row);
    const old = known.get(name);
    known.set(name, old === undefined ? row : choose(old, row));
  }
  return [...known.values()];
}

/** Returns the instant at which the local day of an instant ends. */
function dayEnd(at: EpochMs, offsetMinutes: number): EpochMs {
  const shift = offsetMinutes * MINUTE_MS;
  return (Math.floor((at + shift) / DAY_MS) + 1) * DAY_MS - shift;
}

/** Drops entries that are too old to be joined. If there are still too many, it drops the oldest. */
export function keptOf({ names, points, segments, nights, unread }: Posted, now: EpochMs): Posted {
  const isKept = (at: EpochMs, offset: number) => now < dayEnd(at, offset) + POSTED_DAYS * DAY_MS;
  const isKeptSleep = (end: EpochMs, offset: number) => isKept(end + DAY_MS - EVENING_MS, offset);
  return {
    names,
    unread,
    points: points
      .filter(([, minute, offset]) => isKept(minute * MINUTE_MS, offset))
      .sort((a, b) => a[1] - b[1])
      .slice(-MOST_POINTS),
    segments: segments
      .filter(([, , to, offset]) => isKeptSleep(to * MINUTE_MS, offset))
      .sort((a, b) => a[2] - b[2])
      .slice(-MOST_SEGMENTS),
    nights: nights
      .filter(({ reading }) => isKeptSleep(reading.end, reading.offsetMinutes))
      .sort((a, b) => a.reading.end - b.reading.end)
      .slice(-MOST_NIGHTS),
  };
}

/** Turns the entries into days by the rules of an export (import/apple-days.ts, import/apple-sleep.ts). */
function daysOf({ names, points, segments, nights }: Posted): SourceDay[] {
  const notes = createNotes();
  const collector = createDayCollector(notes);
  const days = createAppleDays(collector);
  const sleeps = createSleepSegments();
  const nameAt = (index: number) => names[index] ?? WATCH;
  for (const [stage, from, to, offset, app] of segments)
    sleeps.add({
      ...{ source: sourceOf(nameAt(app)), sourceName: nameAt(app), stage: SLEEP_STAGES[stage] ?? "asleep" },
      ...{ start: from * MINUTE_MS, end: to * MINUTE_MS, offset, line: 0 },
    });
  for (const [metricIndex, minute, offset, value, app] of points) {
    const [metric, source, instant] = [metricAt(metricIndex), sourceOf(nameAt(app)), minute * MINUTE_MS];
    const of = `${metric} ${source} ${dateAt(instant, offset)}` as const;
    if (TAKE.get(metric) === "sum") days.sum(of, nameAt(app), value, POST);
    else if (TAKE.get(metric) === "last") days.last(of, instant, value, POST);
    else days.sample(metric, source, { instant, offset, value, line: 0 });
  }
  const joined = [...sleeps.nights(POST.file, notes), ...nights.map((night) => ({ ...night, place: POST }))];
  days.finish(
    joined.sort((a, b) => a.reading.start - b.reading.start),
    POST.file,
  );
  return collector.days();
}

const POST = { file: "post", line: 0 };

/** The body counts as moving when more than `MOVING_STEPS` steps were counted within this time of a reading. */
const MOVING_MS = 3 * MINUTE_MS;
const MOVING_STEPS = 20;

/**
 * Returns the heart rate of the last two days, one reading per minute. The app's HRV is SDNN. Readings hold RMSSD, so
 * it is used for the day only.
 */
function samplesOf({ heart, points }: Read, now: EpochMs): IntradaySample[] {
  const moved = points
    .filter(
      ({ metric, value }) => (metric === "steps" && value >= MOVING_STEPS) || (metric === "activeMinutes" && value > 0),
    )
    .map(({ at }) => at.at)
    .sort((a, b) => a - b);
  const minutes = Map.groupBy(
    heart.filter(({ at }) => at >= now - SAMPLE_HOURS * HOUR_MS && at <= now),
    ({ at }) => minuteOf(at),
  );
  return [...minutes].map(([minute, readings]) => {
    const at = minute * MINUTE_MS;
    const heartRateBpm = readings.reduce((sum, { bpm }) => sum + bpm, 0) / readings.length;
    return { at, heartRateBpm: Math.round(heartRateBpm * 10) / 10, moving: isNear(moved, at) };
  });
}

/** True when one of the sorted instants is within `MOVING_MS`. */
function isNear(sorted: readonly EpochMs[], at: EpochMs): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < at - MOVING_MS) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Number.POSITIVE_INFINITY) <= at + MOVING_MS;
}

/** The totals of a day. */
const SUMS = APPLE_METRICS.filter((metric) => TAKE.get(metric) === "sum");

/**
 * Merges a new day into the stored day of the same device. The new values count, but a total never falls, and of
 * overlapping sleeps the longer one is kept.
 */
export function dayOver(stored: SourceDay | undefined, fresh: SourceDay): SourceDay {
  if (!stored) return fresh;
  const [joined = fresh] = plausibleDays([stored, fresh]);
  const totals = SUMS.flatMap((metric) => {
    const known = [stored.metrics[metric], fresh.metrics[metric]].flatMap((value) => value ?? []);
    return known.length === 0 ? [] : [[metric, Math.max(...known)] as const];
  });
  return { ...joined, metrics: { ...joined.metrics, ...Object.fromEntries(totals) } };
}
