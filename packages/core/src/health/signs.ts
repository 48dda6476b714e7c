/**
 * Finds what stands out about a day: each reading against the person's own weeks, with its direction, its size and how
 * long it has lasted. crs.ts calls it. It depends on the raw days alone, so a date always gives the same findings. What
 * it returns has no reading in it.
 */
import type { BodyStrain, Findings, Metric, NightFinding, Sign, SignName, SleepEpisode } from "@waldo/contracts";
import { BASELINE_DAYS, BASELINE_OLDEST_DAYS, baselineBefore, WARM_UP_NIGHTS } from "./baseline.ts";
import { circularStatistics, clockDifference } from "./circular.ts";
import { usualLoadBefore } from "./motion.ts";
import { median, pooledDeviation, robustDeviation } from "./robust.ts";
import type { Signal } from "./signals.ts";
import { asleepShare, comparable, type DayRow, type Timeline, wallMinute } from "./timeline.ts";

/** From how many deviations on a reading stands out. Below 1, one day in three would stand out in every reading. */
const SIZES = { slight: 1, clear: 1.5, far: 2.5 } as const;

/** How far one person's nights differ, before those nights are known: the development wearables, rounded. */
const USUAL_SPREAD = { sleepLength: 55, bedTime: 50, wakeTime: 50 } as const;
/** A smaller difference is not worth a word, however regular the person is. */
const LEAST_MINUTES = { sleepLength: 45, bedTime: 45, wakeTime: 45 } as const;

/** Fewer hours asleep are too few for any adult (Watson et al., Sleep 2015;38:843: at least seven; under six harms). */
const SHORT_MINUTES = 6 * 60;
/** What a person needs is their own usual night, within what adults need. */
const NEED_MINUTES = { least: 7 * 60, most: 9 * 60 } as const;
const DEBT_NIGHTS = 7;
const LEAST_DEBT_NIGHTS = 5;

/** How many days back a run of days is counted. */
export const RUN_DAYS = 21;

/** Breathing does not move so far in a night. Such a reading is a fault of the sensor. */
const FAULTY_Z = 8;

/** A reading against the person's own: how many deviations it is off, and where it stands among the known days. */
type Reading = { readonly z: number; readonly mostOf: number };

/** Returns what stands out on a day, the largest first. A day without a row has no signs. */
export function findingsOf(timeline: Timeline, day: number, before: Findings["before"]): Findings {
  const row = timeline.on(day);
  const known = {
    nightsKnown: nightsBefore(timeline, { day, sleepSource: row?.sleepSource }).length,
    knowsHrv: timeline.days.some(({ metrics }) => metrics.hrvRmssdMs !== undefined || metrics.hrvSdnnMs !== undefined),
    daysWithout: daysWithout(timeline, day),
    before,
  };
  if (row === undefined) return { signs: [], ...known };
  const signs = (Object.keys(READ) as SignName[])
    .flatMap((name) => {
      const reading = READ[name](timeline, row);
      if (reading === undefined || sizeOf(reading.z) === undefined) return [];
      return [{ reading, sign: signOf(timeline, row, name, reading) }];
    })
    .sort((a, b) => Math.abs(b.reading.z) - Math.abs(a.reading.z))
    .map(({ sign }) => sign);
  const night = nightOf(timeline, row, signs);
  const bodyStrain = strainOf(timeline, row);
  const lastStrain = strainBefore(timeline, day);
  return {
    ...(night === undefined ? {} : { night }),
    signs,
    ...(bodyStrain === undefined ? {} : { bodyStrain }),
    ...(lastStrain === undefined ? {} : { afterBodyStrain: lastStrain }),
    ...known,
  };
}

/** Returns how many days in a row before the day have no night, counted from the first known day. */
function daysWithout(timeline: Timeline, day: number): number {
  const first = timeline.days[0]?.day ?? day;
  let days = 0;
  while (days < RUN_DAYS && day - days > first && timeline.on(day - days - 1)?.night === undefined) days++;
  return days;
}

const READ: Record<SignName, (timeline: Timeline, row: DayRow) => Reading | undefined> = {
  sleepLength: (timeline, row) => nightReading(timeline, row, "sleepLength", minutesAsleep),
  sleepQuality: (timeline, row) => {
    if (row.night === undefined || row.sleepSource === undefined) return undefined;
    const readings = timeline.readings(row.sleepSource, "sleepEfficiency");
    return against("sleepEfficiency", readings, row.day, asleepShare(row.night));
  },
  bedTime: (timeline, row) => clockReading(timeline, row, "bedTime", ({ start }) => start),
  wakeTime: (timeline, row) => clockReading(timeline, row, "wakeTime", ({ end }) => end),
  hrv: (timeline, row) =>
    metricReading(timeline, row, row.metrics.hrvRmssdMs === undefined ? "hrvSdnnMs" : "hrvRmssdMs"),
  restingHr: (timeline, row) => metricReading(timeline, row, "restingHrBpm"),
  breathing: (timeline, row) => {
    const reading = metricReading(timeline, row, "respiratoryRateRpm");
    return reading !== undefined && Math.abs(reading.z) > FAULTY_Z ? undefined : reading;
  },
  activity: activityReading,
};

function metricReading(timeline: Timeline, row: DayRow, metric: Metric & Signal): Reading | undefined {
  const reading = row.metrics[metric];
  const value = comparable(metric, reading?.value);
  if (reading === undefined || value === undefined) return undefined;
  return against(metric, timeline.readings(reading.source, metric), row.day, value);
}

type Dated = { readonly day: number; readonly value: number };

function against(signal: Signal, readings: readonly Dated[], day: number, value: number): Reading | undefined {
  const trailing = readings.filter((one) => one.day < day && one.day >= day - BASELINE_OLDEST_DAYS);
  const baseline = baselineBefore(signal, readings, day);
  if (baseline === undefined || trailing.length < WARM_UP_NIGHTS) return undefined;
  const z = (value - baseline.center) / baseline.deviation;
  return { z, mostOf: mostOf(trailing, value, z) };
}

/** Returns among how many days, this one included, the value is the most extreme on its side. */
function mostOf(ascending: readonly Dated[], value: number, z: number): number {
  const beaten = ascending.findLastIndex((one) => (z < 0 ? one.value <= value : one.value >= value));
  return ascending.length - beaten;
}

/** Yesterday's load against the days before it. A day's own load is not known when it begins. */
function activityReading(timeline: Timeline, row: DayRow): Reading | undefined {
  const load = usualLoadBefore(timeline, row.day - 1);
  if (load === undefined) return undefined;
  const z = (load.value - load.center) / load.deviation;
  const among = mostOf(load.readings, load.value, z);
  // A load that the person reaches every week is not more than usual.
  return z > 0 && among < WARM_UP_NIGHTS ? { z: 0, mostOf: among } : { z, mostOf: among };
}

function nightReading(
  timeline: Timeline,
  row: DayRow,
  name: keyof typeof USUAL_SPREAD,
  read: (night: SleepEpisode) => number,
): Reading | undefined {
  const { night } = row;
  const nights = nightsBefore(timeline, row);
  if (night === undefined || nights.length < WARM_UP_NIGHTS) return undefined;
  const values = nights.map((one) => ({ day: one.day, value: read(one.night) }));
  const numbers = values.map(({ value }) => value);
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
  return { z, mostOf: mostOf(values, value, z) };
}

/** A clock time against the person's own. Later is positive. */
function clockReading(
  timeline: Timeline,
  row: DayRow,
  name: "bedTime" | "wakeTime",
  read: (night: SleepEpisode) => number,
): Reading | undefined {
  const minute = (night: SleepEpisode) => wallMinute(read(night), night.offsetMinutes);
  const usual = circularStatistics(nightsBefore(timeline, row).map(({ night }) => minute(night)))?.mean;
  if (usual === undefined) return undefined;
  return nightReading(timeline, row, name, (night) => clockDifference(minute(night), usual));
}

type KnownNight = { readonly day: number; readonly night: SleepEpisode };

/** The last thirty nights before the day that the same source recorded, oldest first. */
function nightsBefore(
  timeline: Timeline,
  { day, sleepSource }: { readonly day: number; readonly sleepSource?: DayRow["sleepSource"] | undefined },
): KnownNight[] {
  const nights: KnownNight[] = [];
  for (let back = 1; back <= BASELINE_OLDEST_DAYS && nights.length < BASELINE_DAYS; back++) {
    const row = timeline.on(day - back);
    if (row?.night !== undefined && (sleepSource === undefined || row.sleepSource === sleepSource))
      nights.push({ day: row.day, night: row.night });
  }
  return nights.reverse();
}

function minutesAsleep(night: SleepEpisode): number {
  return night.asleepMinutes;
}

function sizeOf(z: number): Sign["size"] | undefined {
  const size = Math.abs(z);
  return size >= SIZES.far ? "far" : size >= SIZES.clear ? "clear" : size >= SIZES.slight ? "slight" : undefined;
}

function signOf(timeline: Timeline, row: DayRow, name: SignName, { z, mostOf: among }: Reading): Sign {
  const side = z < 0 ? "low" : "high";
  let days = 1;
  for (; days < RUN_DAYS; days++) {
    const earlier = timeline.on(row.day - days);
    const past = earlier && READ[name](timeline, earlier);
    if (past === undefined || sizeOf(past.z) === undefined || past.z < 0 !== z < 0) break;
  }
  return { sign: name, side, size: sizeOf(z) ?? "slight", ...(among < WARM_UP_NIGHTS ? {} : { mostOf: among }), days };
}

const HALF_HOUR = 30;

function nightOf(timeline: Timeline, row: DayRow, signs: readonly Sign[]): NightFinding | undefined {
  const { night } = row;
  if (night === undefined) return undefined;
  const nights = nightsBefore(timeline, row);
  const late = lateness(nights, night);
  const need = needOf(nights);
  const owed = need === undefined ? undefined : owedOn(timeline, row, need);
  return {
    kind: nights.length < WARM_UP_NIGHTS ? firstKind(night) : kindOf(night, signs),
    halfHoursAsleep: Math.round(night.asleepMinutes / HALF_HOUR),
    ...(late === undefined || late === 0 ? {} : { halfHoursLate: late }),
    ...(need === undefined ? {} : { halfHoursNeeded: Math.round(need / HALF_HOUR) }),
    ...(owed === undefined ? {} : { halfHoursOwed: owed }),
  };
}

function firstKind({ asleepMinutes }: SleepEpisode): NightFinding["kind"] {
  return asleepMinutes < SHORT_MINUTES ? "short" : "first";
}

/**
 * Names the night, each time against the person's own nights:
 *
 *  - rough: clearly shorter; or shorter, and also clearly more broken or clearly off its usual time;
 *  - short: under six hours, whatever is usual;
 *  - broken: clearly more time awake in bed, and not longer;
 *  - good: longer or less broken, and worse in neither.
 */
function kindOf(night: SleepEpisode, signs: readonly Sign[]): NightFinding["kind"] {
  const of = (name: SignName, side: Sign["side"]) => signs.find((one) => one.sign === name && one.side === side);
  const isClear = (sign: Sign | undefined) => sign !== undefined && sign.size !== "slight";
  const [shorter, longer] = [of("sleepLength", "low"), of("sleepLength", "high")];
  const [broken, calmer] = [of("sleepQuality", "low"), of("sleepQuality", "high")];
  const moved = isClear(of("bedTime", "high")) || isClear(of("wakeTime", "low"));
  if (isClear(shorter) || (shorter && (isClear(broken) || moved))) return "rough";
  if (night.asleepMinutes < SHORT_MINUTES) return "short";
  if (isClear(broken) && !longer) return "broken";
  return (longer || calmer) && !shorter && !broken ? "good" : "usual";
}

function lateness(nights: readonly KnownNight[], night: SleepEpisode): number | undefined {
  if (nights.length < WARM_UP_NIGHTS) return undefined;
  const bed = ({ start, offsetMinutes }: SleepEpisode) => wallMinute(start, offsetMinutes);
  const usual = circularStatistics(nights.map((one) => bed(one.night)))?.mean;
  return usual === undefined ? undefined : Math.round(clockDifference(bed(night), usual) / HALF_HOUR);
}

/** What the person needs to sleep, in minutes. Undefined while there is no usual night. */
function needOf(nights: readonly KnownNight[]): number | undefined {
  const usual = median(nights.map(({ night }) => night.asleepMinutes));
  if (usual === undefined || nights.length < WARM_UP_NIGHTS) return undefined;
  return Math.min(NEED_MINUTES.most, Math.max(NEED_MINUTES.least, usual));
}

/** What the last week lacks against the person's need. Sleep of a nap counts. */
function owedOn(timeline: Timeline, row: DayRow, need: number): number | undefined {
  const slept: number[] = [];
  for (let back = 0; back < DEBT_NIGHTS; back++) {
    const one = timeline.on(row.day - back);
    if (one?.night !== undefined) slept.push(one.sleeps.reduce((sum, sleep) => sum + sleep.asleepMinutes, 0));
  }
  if (slept.length < LEAST_DEBT_NIGHTS) return undefined;
  const lacking = slept.reduce((sum, minutes) => sum + need - minutes, 0);
  return Math.max(0, Math.round(lacking / HALF_HOUR));
}

/** The signs of strain, each with the side that is worse. */
const STRAIN_SIGNS = { hrv: -1, restingHr: 1, breathing: 1 } as const;
type StrainSign = keyof typeof STRAIN_SIGNS;

/** Several signs count as together when they add up to this many deviations, and as far outside from the second on. */
const TOGETHER = { several: 3, far: 6 } as const;
/** Far outside is also further than on any of so many known days. */
const FAR_AMONG_DAYS = 30;
const DAYS_OF_STRAIN = 3;
/** A reading counts for at most this much, so that one faulty reading is no illness. */
const MOST_Z = 4;

type DayStrain = { readonly signs: StrainSign[]; readonly sum: number; readonly most: number };

function strainOn(timeline: Timeline, row: DayRow): DayStrain {
  const off = (Object.keys(STRAIN_SIGNS) as StrainSign[]).flatMap((sign) => {
    const z = STRAIN_SIGNS[sign] * (READ[sign](timeline, row)?.z ?? 0);
    return z < SIZES.slight ? [] : [{ sign, z: Math.min(z, MOST_Z) }];
  });
  off.sort((a, b) => b.z - a.z);
  return {
    signs: off.map(({ sign }) => sign),
    sum: off.reduce((sum, { z }) => sum + z, 0),
    most: off[0]?.z ?? 0,
  };
}

function isTogether({ signs, sum }: DayStrain): boolean {
  return signs.length > 1 && sum >= TOGETHER.several;
}

function strainOf(timeline: Timeline, row: DayRow): BodyStrain | undefined {
  const today = strainOn(timeline, row);
  const { signs } = today;
  if (!isTogether(today)) return today.most >= SIZES.clear ? { step: 1, signs: signs.slice(0, 1), days: 1 } : undefined;
  let days = 1;
  for (; days < RUN_DAYS; days++) {
    const earlier = timeline.on(row.day - days);
    if (earlier === undefined || !isTogether(strainOn(timeline, earlier))) break;
  }
  const isFar = today.sum >= TOGETHER.far && isFurthest(timeline, row, days, today.sum);
  return { step: isFar ? 4 : days >= DAYS_OF_STRAIN ? 3 : 2, signs, days };
}

/** For so many days after strain the person is not told to do much. */
const AFTER_DAYS = 3;

/** Returns how many days ago strain had step 3 or 4, if that is at most three days. */
function strainBefore(timeline: Timeline, day: number): number | undefined {
  for (let back = 1; back <= AFTER_DAYS; back++) {
    const row = timeline.on(day - back);
    if (row !== undefined && (strainOf(timeline, row)?.step ?? 0) >= 3) return back;
  }
  return undefined;
}

/** True when no known day before this run of days was as far off, and enough days are known to say so. */
function isFurthest(timeline: Timeline, row: DayRow, run: number, sum: number): boolean {
  let known = 0;
  for (let back = run; back <= BASELINE_OLDEST_DAYS; back++) {
    const earlier = timeline.on(row.day - back);
    if (earlier === undefined) continue;
    if (strainOn(timeline, earlier).sum >= sum) return false;
    if (earlier.night !== undefined) known++;
  }
  return known >= FAR_AMONG_DAYS;
}
