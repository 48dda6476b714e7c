/**
 * Compares one reading of a day with the person's own last weeks. signs.ts and strain.ts call it. A left-out day
 * (strain.ts) does not count for what is usual, but it counts in rankings of days.
 */
import type { Metric, SignName, SleepEpisode, Source } from "@waldo/contracts";
import { hrvOf, usualLoadBefore } from "./pillars.ts";
import type { Signal } from "./signals.ts";
import {
  BASELINE_DAYS,
  BASELINE_OLDEST_DAYS,
  baselineBefore,
  circularStatistics,
  clockDifference,
  countBefore,
  median,
  pooledDeviation,
  robustDeviation,
  WARM_UP_NIGHTS,
} from "./statistics.ts";
import { asleepShare, comparable, type DayRow, type Timeline, wallMinute } from "./timeline.ts";

/** The sizes of a sign, in deviations. With a limit below 1, one day in three would stand out in every reading. */
export const SIZES = { slight: 1, clear: 1.5, far: 2.5 } as const;

/** How far one person's nights differ, before those nights are known: the development wearables, rounded. */
const USUAL_SPREAD = { sleepLength: 55, bedTime: 50, wakeTime: 50 } as const;
/** A smaller difference, in minutes, is not mentioned, however regular the person is. */
const LEAST_MINUTES = { sleepLength: 45, bedTime: 45, wakeTime: 45 } as const;

/** A reading of breathing that is off by this many deviations is a fault of the sensor. */
const FAULTY_Z = 8;

/**
 * The days of a person, and the numbers of the days that do not count for what is usual. With `asOf`, earlier days are
 * read as they look on that day: what was measured before a break that is known by then is compared with nothing.
 */
export type Weeks = { readonly timeline: Timeline; readonly leftOut: ReadonlySet<number>; readonly asOf?: number };

/**
 * A reading compared with the person's own: how many deviations it is off, among how many known days it is the most
 * extreme on its side, and its place among the last 28, when so many are known. Equal values share the later place.
 */
export type Reading = { readonly z: number; readonly mostOf: number; readonly place?: number };

/** The days among which a reading has a place, itself included. */
const PLACED_DAYS = 28;

/**
 * Returns how far off a reading is. Returns undefined without the reading, or with fewer than seven days to compare
 * with.
 */
export function readingOn(weeks: Weeks, row: DayRow, sign: SignName): Reading | undefined {
  return READ[sign](weeks, row);
}

export const SIGN_NAMES = [
  "sleepLength",
  "sleepQuality",
  "bedTime",
  "wakeTime",
  "hrv",
  "restingHr",
  "breathing",
  "activity",
] as const satisfies readonly SignName[];

const READ: Record<SignName, (weeks: Weeks, row: DayRow) => Reading | undefined> = {
  sleepLength: (weeks, row) => nightReading(weeks, row, "sleepLength", minutesAsleep),
  sleepQuality: (weeks, row) => {
    if (row.night === undefined || row.sleepSource === undefined) return undefined;
    return against(weeks, { signal: "sleepEfficiency", source: row.sleepSource }, row.day, asleepShare(row.night));
  },
  bedTime: (weeks, row) => clockReading(weeks, row, "bedTime", ({ start }) => start),
  wakeTime: (weeks, row) => clockReading(weeks, row, "wakeTime", ({ end }) => end),
  hrv: (weeks, row) => metricReading(weeks, row, hrvOf(weeks.timeline, row)),
  restingHr: (weeks, row) => metricReading(weeks, row, "restingHrBpm"),
  breathing: (weeks, row) => {
    const reading = metricReading(weeks, row, "respiratoryRateRpm");
    return reading !== undefined && Math.abs(reading.z) > FAULTY_Z ? undefined : reading;
  },
  activity: activityReading,
};

function metricReading(weeks: Weeks, row: DayRow, metric: Metric & Signal): Reading | undefined {
  const reading = row.metrics[metric];
  const value = comparable(metric, reading?.value);
  if (reading === undefined || value === undefined) return undefined;
  return against(weeks, { signal: metric, source: reading.source }, row.day, value);
}

type Dated = { readonly day: number; readonly value: number };

function against(
  { timeline, leftOut, asOf }: Weeks,
  { signal, source }: { readonly signal: Signal; readonly source: Source },
  day: number,
  value: number,
): Reading | undefined {
  const all = timeline.comparable(source, signal, asOf ?? day);
  const trailing = all.slice(countBefore(all, day - BASELINE_OLDEST_DAYS), countBefore(all, day));
  const usual = trailing.filter((one) => !leftOut.has(one.day));
  const baseline = baselineBefore(signal, usual, day);
  if (baseline === undefined || usual.length < WARM_UP_NIGHTS) return undefined;
  const z = (value - baseline.center) / baseline.deviation;
  return { z, ...rankOf(trailing, value, z) };
}

function rankOf(ascending: readonly Dated[], value: number, z: number): Pick<Reading, "mostOf" | "place"> {
  const last = ascending.slice(1 - PLACED_DAYS);
  const beaten = last.filter((one) => (z < 0 ? one.value <= value : one.value >= value)).length;
  return {
    mostOf: mostOf(ascending, value, z),
    ...(last.length < PLACED_DAYS - 1 ? {} : { place: beaten + 1 }),
  };
}

/** Returns the number of days, including this one, among which the value is the most extreme on its side. */
function mostOf(ascending: readonly Dated[], value: number, z: number): number {
  const beaten = ascending.findLastIndex((one) => (z < 0 ? one.value <= value : one.value >= value));
  return ascending.length - beaten;
}

/** Returns yesterday's load compared with the days before. Today's load is not known when the day begins. */
function activityReading({ timeline, leftOut }: Weeks, row: DayRow): Reading | undefined {
  const load = usualLoadBefore(timeline, row.day - 1, leftOut);
  if (load === undefined) return undefined;
  const z = (load.value - load.center) / load.deviation;
  const among = mostOf(load.readings, load.value, z);
  // A load that the person reaches every week does not count as higher than usual.
  return z > 0 && among < WARM_UP_NIGHTS ? { z: 0, mostOf: among } : { z, mostOf: among };
}

function nightReading(
  weeks: Weeks,
  row: DayRow,
  name: keyof typeof USUAL_SPREAD,
  read: (night: SleepEpisode) => number,
): Reading | undefined {
  const { night } = row;
  const nights = nightsBefore(weeks, row);
  if (night === undefined || nights.length < WARM_UP_NIGHTS) return undefined;
  const numbers = nights.map((one) => read(one.night));
  const center = median(numbers) ?? 0;
  const deviation = pooledDeviation(
    robustDeviation(numbers, center),
    numbers.length,
    USUAL_SPREAD[name],
    WARM_UP_NIGHTS,
  );
  const value = read(night);
  if (Math.abs(value - center) < LEAST_MINUTES[name]) return { z: 0, mostOf: 1 };
  const z = (value - center) / deviation;
  const ranked = nightsBefore({ ...weeks, leftOut: NONE }, row).map((one) => ({
    day: one.day,
    value: read(one.night),
  }));
  return { z, ...rankOf(ranked, value, z) };
}

const NONE: ReadonlySet<number> = new Set();

/** Returns a clock time compared with the person's usual one. A later time is positive. */
function clockReading(
  weeks: Weeks,
  row: DayRow,
  name: "bedTime" | "wakeTime",
  read: (night: SleepEpisode) => number,
): Reading | undefined {
  const minute = (night: SleepEpisode) => wallMinute(read(night), night.offsetMinutes);
  const usual = circularStatistics(nightsBefore(weeks, row).map(({ night }) => minute(night)))?.mean;
  if (usual === undefined || row.night?.timesAssumed) return undefined;
  return nightReading(weeks, row, name, (night) => clockDifference(minute(night), usual));
}

export type KnownNight = { readonly day: number; readonly night: SleepEpisode };

/** Returns the last thirty usual nights before the day that the same source recorded, oldest first. */
export function nightsBefore(
  { timeline, leftOut }: Weeks,
  { day, sleepSource }: { readonly day: number; readonly sleepSource?: DayRow["sleepSource"] | undefined },
): KnownNight[] {
  const nights: KnownNight[] = [];
  for (let back = 1; back <= BASELINE_OLDEST_DAYS && nights.length < BASELINE_DAYS; back++) {
    const row = timeline.on(day - back);
    if (leftOut.has(day - back)) continue;
    if (row?.night !== undefined && (sleepSource === undefined || row.sleepSource === sleepSource))
      nights.push({ day: row.day, night: row.night });
  }
  return nights.reverse();
}

function minutesAsleep(night: SleepEpisode): number {
  return night.asleepMinutes;
}
