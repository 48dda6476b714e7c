/**
 * Finds what stands out about a day: each reading against the person's own weeks, with its direction, its size and how
 * long it has lasted. crs.ts calls it. It depends only on the raw days, so a date always gives the same findings. The
 * findings hold no readings.
 */
import type {
  BreakSignal,
  Findings,
  LevelBreak,
  NightFinding,
  Sign,
  SignName,
  SleepEpisode,
  Turn,
} from "@waldo/contracts";
import { HOUR_MS } from "../time.ts";
import { isHrv } from "./breaks.ts";
import { hrvOf } from "./pillars.ts";
import { type KnownNight, nightsBefore, type Reading, readingOn, SIGN_NAMES, SIZES, type Weeks } from "./reading.ts";
import { circularStatistics, clockDifference, median, WARM_UP_NIGHTS } from "./statistics.ts";
import { RUN_DAYS, type StrainKnown, strainBefore, strainOf } from "./strain.ts";
import { type DayRow, dateOf, type Timeline, wallMinute } from "./timeline.ts";

/**
 * Less sleep than this, in minutes, is too little for any adult (Watson et al., Sleep 2015;38:843: at least seven
 * hours; under six harms).
 */
const SHORT_MINUTES = 6 * 60;
/** The limits of a person's need for sleep, in minutes. The need is their own usual night, within these limits. */
const NEED_MINUTES = { least: 7 * 60, most: 9 * 60 } as const;
const DEBT_NIGHTS = 7;
const LEAST_DEBT_NIGHTS = 5;

/** What is known about the days before a date. */
type Before = { readonly before: Findings["before"]; readonly strain: StrainKnown };

/** Returns what stands out on a day, the largest first. A day without a row has no signs. */
export function findingsOf(timeline: Timeline, day: number, { before, strain }: Before): Findings {
  const weeks = { timeline, leftOut: strain.leftOut, asOf: day };
  const row = timeline.on(day);
  const known = {
    nightsKnown: nightsBefore(weeks, { day, sleepSource: row?.sleepSource }).length,
    knowsHrv: timeline.days.some(({ metrics }) => metrics.hrvRmssdMs !== undefined || metrics.hrvSdnnMs !== undefined),
    daysWithout: daysWithout(timeline, day),
    before,
  };
  if (row === undefined) return { signs: [], ...known };
  const signs = SIGN_NAMES.flatMap((name) => {
    const reading = readingOn(weeks, row, name);
    if (reading === undefined || (sizeOf(reading.z) === undefined && !isAtEdge(name, reading))) return [];
    return [{ reading, sign: signOf(weeks, row, name, reading) }];
  })
    .sort((a, b) => Math.abs(b.reading.z) - Math.abs(a.reading.z))
    .map(({ sign }) => sign);
  const turns = turnsOf(weeks, row, signs);
  const night = nightOf(weeks, row, signs);
  const bodyStrain = strainOf(timeline, row, strain);
  const lastStrain = strainBefore(timeline, day, strain);
  const breaks = breaksKnown(timeline, row);
  return {
    ...(night === undefined ? {} : { night }),
    ...(row.sleptByDay ? { sleptByDay: true } : {}),
    ...(row.recordingGap ? { recordingGap: true } : {}),
    signs,
    ...(turns.length === 0 ? {} : { turns }),
    ...(bodyStrain === undefined ? {} : { bodyStrain }),
    ...(lastStrain === undefined ? {} : { afterBodyStrain: lastStrain }),
    ...(breaks.length === 0 ? {} : { breaks }),
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

/** A break is shown for this many days after it became known. */
const BREAK_DAYS = 14;

/** Returns the latest breaks of the sources that the day uses. */
function breaksKnown(timeline: Timeline, row: DayRow): LevelBreak[] {
  const latest = timeline.breaks.filter(({ found }) => found <= row.day && found > row.day - BREAK_DAYS);
  return latest.flatMap(({ source, signal, day, found }): LevelBreak[] => {
    const used = signal === "sleepEfficiency" ? row.sleepSource : row.metrics[signal]?.source;
    if (used !== source || (isHrv(signal) && hrvOf(timeline, row) !== signal)) return [];
    return [{ sign: SIGN_OF[signal], since: dateOf(day), days: row.day - found + 1 }];
  });
}

const SIGN_OF: Readonly<Record<BreakSignal, SignName>> = {
  hrvRmssdMs: "hrv",
  hrvSdnnMs: "hrv",
  restingHrBpm: "restingHr",
  respiratoryRateRpm: "breathing",
  sleepEfficiency: "sleepQuality",
};

function sizeOf(z: number): Sign["size"] | undefined {
  const size = Math.abs(z);
  return size >= SIZES.far ? "far" : size >= SIZES.clear ? "clear" : size >= SIZES.slight ? "slight" : undefined;
}

function signOf(weeks: Weeks, row: DayRow, name: SignName, { z, mostOf: among, place }: Reading): Sign {
  const side = z < 0 ? "low" : "high";
  const days = 1 + runBefore(weeks, row.day, name, side);
  return {
    sign: name,
    side,
    size: sizeOf(z) ?? "slight",
    ...(among < WARM_UP_NIGHTS ? {} : { mostOf: among }),
    ...(place === undefined || place > MOST_PLACE ? {} : { place }),
    days,
  };
}

/** A later place is not told. */
const MOST_PLACE = 2;

/** A person asks for the best and the worst of a month of these, also when it is near to the rest. */
const RANKED: readonly SignName[] = ["sleepLength", "hrv", "restingHr"];
/** Half a deviation is the smallest change worth mentioning (Plews et al., Sports Med 2013;43:773). */
const LEAST_EDGE = 0.5;

function isAtEdge(name: SignName, { z, place = Number.POSITIVE_INFINITY }: Reading): boolean {
  return RANKED.includes(name) && place <= MOST_PLACE && Math.abs(z) >= LEAST_EDGE;
}

/** Returns for how many days in a row before a day a reading was off on a side. */
function runBefore(weeks: Weeks, day: number, name: SignName, side: Sign["side"]): number {
  let days = 0;
  for (; days < RUN_DAYS - 1; days++) {
    const row = weeks.timeline.on(day - days - 1);
    const past = row && readingOn(weeks, row, name);
    if (past === undefined || sizeOf(past.z) === undefined || past.z < 0 !== (side === "low")) break;
  }
  return days;
}

/** The readings whose return to the usual is worth a word. */
const TURNING = ["hrv", "restingHr", "breathing"] as const satisfies readonly SignName[];
/** A reading that was off for fewer days, and not far off, has not turned when it is usual again. */
const LEAST_RUN = 3;

/** Returns the readings that were off until yesterday, and are usual today or off on the other side. */
function turnsOf(weeks: Weeks, row: DayRow, today: readonly Sign[]): Turn[] {
  const before = weeks.timeline.on(row.day - 1);
  if (before === undefined) return [];
  return TURNING.flatMap((sign): Turn[] => {
    const was = readingOn(weeks, before, sign);
    const size = was && sizeOf(was.z);
    if (was === undefined || size === undefined || readingOn(weeks, row, sign) === undefined) return [];
    const side = was.z < 0 ? "low" : "high";
    const now = today.find((one) => one.sign === sign)?.side;
    if (now === side) return [];
    const days = 1 + runBefore(weeks, before.day, sign, side);
    if (days < LEAST_RUN && size !== "far" && (now === undefined || size === "slight")) return [];
    return [{ sign, side, days, ...(now === undefined ? {} : { crossed: true }) }];
  });
}

const HALF_HOUR = 30;

function nightOf(weeks: Weeks, row: DayRow, signs: readonly Sign[]): NightFinding | undefined {
  const { night } = row;
  if (night === undefined) return undefined;
  const nights = nightsBefore(weeks, row);
  const inPieces = row.sleeps.some((one) => isPieceBefore(one, night));
  const late = inPieces ? undefined : lateness(nights, night);
  const need = needOf(nights);
  const owed = need === undefined ? undefined : owedOn(weeks.timeline, row, need);
  return {
    kind: nights.length < WARM_UP_NIGHTS ? firstKind(night) : kindOf(night, signs),
    halfHoursAsleep: Math.round(night.asleepMinutes / HALF_HOUR),
    ...(night.timesAssumed ? {} : { woke: partOfDay(wallMinute(night.end, night.offsetMinutes)) }),
    ...(inPieces ? { inPieces } : {}),
    ...(late === undefined || late === 0 ? {} : { halfHoursLate: late }),
    ...(need === undefined ? {} : { halfHoursNeeded: Math.round(need / HALF_HOUR) }),
    ...(owed === undefined ? {} : { halfHoursOwed: owed }),
  };
}

/** A sleep of at least `minutes` that ended less than `gapMs` before the night was a part of that night. */
const PIECE = { gapMs: 4 * HOUR_MS, minutes: 30 } as const;

function isPieceBefore({ end, asleepMinutes }: SleepEpisode, night: SleepEpisode): boolean {
  return end <= night.start && night.start - end < PIECE.gapMs && asleepMinutes >= PIECE.minutes;
}

const [FOUR, NOON, SIX] = [4 * 60, 12 * 60, 18 * 60];

function partOfDay(minute: number): NonNullable<NightFinding["woke"]> {
  if (minute < FOUR) return "night";
  return minute < NOON ? "morning" : minute < SIX ? "afternoon" : "evening";
}

function firstKind({ asleepMinutes }: SleepEpisode): NightFinding["kind"] {
  return asleepMinutes < SHORT_MINUTES ? "short" : "first";
}

/**
 * Names the night, each time against the person's own nights:
 *
 *  - rough: clearly shorter; or slightly shorter and also clearly more broken or at a clearly different time;
 *  - short: under six hours, even if that is usual for the person;
 *  - broken: clearly more time awake in bed, and not longer;
 *  - good: longer or less broken, and worse in none of the two.
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
  if (nights.length < WARM_UP_NIGHTS || night.timesAssumed) return undefined;
  const bed = ({ start, offsetMinutes }: SleepEpisode) => wallMinute(start, offsetMinutes);
  const usual = circularStatistics(nights.map((one) => bed(one.night)))?.mean;
  return usual === undefined ? undefined : Math.round(clockDifference(bed(night), usual) / HALF_HOUR);
}

/** Returns how many minutes the person needs to sleep. Returns undefined while too few nights are known. */
function needOf(nights: readonly KnownNight[]): number | undefined {
  const usual = median(nights.map(({ night }) => night.asleepMinutes));
  if (usual === undefined || nights.length < WARM_UP_NIGHTS) return undefined;
  return Math.min(NEED_MINUTES.most, Math.max(NEED_MINUTES.least, usual));
}

/** Returns the sleep that the last week lacks, compared with the person's need. Naps count as sleep. */
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
