/**
 * Finds breaks: a signal of one source steps to another level from one day to the next, stays there, and the body does
 * not move with it. A new device or another firmware does that. The days before a break do not count for what is usual
 * in that signal, so the person's usual is learned again (timeline.ts).
 *
 * The test is that of a level shift in a series whose days depend on each other (Tsay, J Forecast 1988;7:1): each day is
 * compared with what the day before lets expect, so a slow drift of the body is no step. The limits were chosen on half
 * of the people of the development wearables; `npm run bench:breaks` shows them on the other half.
 */
import type { BreakSignal, Source } from "@waldo/contracts";
import { POPULATION } from "./signals.ts";
import { countBefore, median, pooledDeviation, type Reading, robustDeviation, WARM_UP_NIGHTS } from "./statistics.ts";

/** A break: the first day on the new level, and the day whose reading showed that it stays. Days as in a timeline. */
export type Break = {
  readonly source: Source;
  readonly signal: BreakSignal;
  readonly day: number;
  readonly found: number;
};

export const BREAK_SIGNALS = [
  "hrvRmssdMs",
  "hrvSdnnMs",
  "restingHrBpm",
  "respiratoryRateRpm",
  "sleepEfficiency",
] as const satisfies readonly BreakSignal[];

/** A break is looked for from so many readings on the new level to so many. After the first the usual is warm again. */
const LOOKS = { first: WARM_UP_NIGHTS, last: 21 } as const;
/** A break may have begun so many readings before the day for which it was looked, or later. The best day is taken. */
const EARLIER = 3;
/** The best first day of a break is looked for among days with at least this many readings since. */
const LEAST_LOOK = 4;
/** The readings before a break: at least, and at most. None of them is older than this many days. */
const BEFORE = { least: 21, most: 30, days: 80 } as const;
/** The readings after a break lie within this many days. */
const AFTER_DAYS = 30;
/** A step, in standard errors of its own estimate. */
const LEAST_SURENESS = 6;
/**
 * A step, in deviations of the days around their own level. A resting pulse is smoothed by most devices, and training,
 * heat and medicine move it for weeks without the rest, so its step must be far larger.
 */
const LEAST_SIZE: Record<BreakSignal, number> = {
  hrvRmssdMs: 1.5,
  hrvSdnnMs: 1.5,
  restingHrBpm: 4,
  respiratoryRateRpm: 1.5,
  sleepEfficiency: 1.5,
};
/** The part of the step that the last and the first days beside it show. A drift shows less. */
const EDGES = [
  { days: 3, part: 0.4 },
  { days: 7, part: 0.6 },
] as const;
/** The share of days on their own side of the middle, before and after. */
const OWN_SIDE = { before: 0.75, after: 0.7 } as const;
/**
 * Another signal of the body that moves in the way of strain or rest at the same time: up to this many deviations, or up
 * to this share of the step. More is the body.
 */
const BESIDES = { deviations: 0.8, share: 0.5 } as const;

/** The signals of the body, with the direction of strain. HRV falls when pulse and breath rise. */
const BODY: Partial<Record<BreakSignal, 1 | -1>> = {
  hrvRmssdMs: -1,
  hrvSdnnMs: -1,
  restingHrBpm: 1,
  respiratoryRateRpm: 1,
};

/** Returns the readings of a source in ascending order of day. */
type Readings = (signal: BreakSignal) => readonly Reading[];

/**
 * Returns the breaks of one source, in the order in which they were found. Whether a day shows a break depends only on
 * that day and earlier ones. With `only`, the breaks before that day are `known`, and only its own reading is looked at.
 */
export function breaksOf(
  source: Source,
  readings: Readings,
  { known = [], only }: { readonly known?: readonly Break[]; readonly only?: number | undefined } = {},
): Break[] {
  const found = known.filter((one) => one.source === source);
  for (const signal of BREAK_SIGNALS) {
    const all = readings(signal);
    let since = found.findLast((one) => one.signal === signal)?.day ?? Number.NEGATIVE_INFINITY;
    const look = seriesFrom(signal, readings);
    for (let last = only === undefined ? 0 : countBefore(all, only); last < all.length; last++) {
      const first = look(last, countBefore(all, since));
      if (first === undefined) continue;
      since = first;
      found.push({ source, signal, day: first, found: all[last]?.day ?? first });
    }
  }
  return found.sort((a, b) => a.found - b.found);
}

/** Returns a function that tells the first day of a break that the reading at `last` shows. `from` begins the series. */
function seriesFrom(signal: BreakSignal, readings: Readings): (last: number, from: number) => number | undefined {
  const all = readings(signal);
  // A candidate is looked at several times. Its days before stay the same until a break is found.
  let [memoFrom, memo] = [-1, new Map<number, Before | undefined>()];
  return (last, from) => {
    if (from !== memoFrom) [memoFrom, memo] = [from, new Map()];
    const surenessAt = (first: number) => {
      if (first - from < BEFORE.least || last - first + 1 < LEAST_LOOK) return undefined;
      if (!memo.has(first)) memo.set(first, beforeAt(all.slice(from, first), all[first]?.day ?? 0));
      const before = memo.get(first);
      return before && surenessOf({ signal, readings, before, after: all.slice(first, last + 1) });
    };
    for (let count = LOOKS.first; count <= LOOKS.last; count++) {
      let [best, most] = [last - count + 1, surenessAt(last - count + 1) ?? 0];
      if (most === 0) continue;
      for (let beside = best - EARLIER; beside <= last; beside++) {
        const sureness = surenessAt(beside) ?? 0;
        if (sureness > most) [best, most] = [beside, sureness];
      }
      // When the step came later than looked for, its new level has too few days yet.
      if (last - best + 1 >= WARM_UP_NIGHTS) return all[best]?.day;
    }
    return undefined;
  };
}

type Before = {
  readonly values: readonly number[];
  readonly center: number;
  readonly deviation: number;
  /** How much of a day's distance from the level stays on the next day, 0 to 1. */
  readonly carry: number;
  /** The robust spread of what the day before does not explain. */
  readonly noise: number;
};

/** Returns what was usual in the readings before a day. Returns undefined when they are too few. */
function beforeAt(readings: readonly Reading[], day: number): Before | undefined {
  const recent = readings.slice(Math.max(countBefore(readings, day - BEFORE.days), readings.length - BEFORE.most));
  const values = recent.map(({ value }) => value);
  const center = median(values);
  if (center === undefined || values.length < BEFORE.least) return undefined;
  const deviation = robustDeviation(values, center);
  const off = values.map((value) => Math.max(-2.5 * deviation, Math.min(2.5 * deviation, value - center)));
  const [product, square] = [sum(pairs(off).map(([a, b]) => a * b)), sum(off.slice(0, -1).map((a) => a * a))];
  const own = square === 0 ? 0 : Math.max(0, Math.min(MOST_CARRY, product / square));
  const carry = (values.length * own + CARRY.days * CARRY.usual) / (values.length + CARRY.days);
  return { values, center, deviation, carry, noise: noiseOf(values, center, carry) };
}

/** What one day passes on to the next, before the person is known: the weight of a prior in days. */
const CARRY = { usual: 0.2, days: 10 } as const;
const MOST_CARRY = 0.95;
/** The usual spread within people that one day does not pass on to the next, as a part of the whole. */
const WITHIN_PART = 0.8;

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const pairs = (values: readonly number[]) => values.slice(1).map((value, i) => [values[i] ?? 0, value] as const);

/** Returns by how much the first `count` readings after a day differ from the last ones before it. */
function edgeOf(before: readonly number[], after: readonly number[], count: number): number {
  return (median(after.slice(0, count)) ?? 0) - (median(before.slice(-count)) ?? 0);
}

/** Returns what is left of each day, after what the day before lets expect. */
function leftOf(values: readonly number[], center: number, carry: number): number[] {
  return pairs(values).map(([a, b]) => b - center - carry * (a - center));
}

function noiseOf(values: readonly number[], center: number, carry: number): number {
  return robustDeviation(leftOf(values, center, carry), 0);
}

type Step = {
  readonly signal: BreakSignal;
  readonly readings: Readings;
  readonly before: Before;
  readonly after: readonly Reading[];
};

/** Returns how sure a step is, in standard errors. Returns undefined when it is no break. */
function surenessOf({ signal, readings, before, after }: Step): number | undefined {
  const { values, center, deviation, carry, noise } = before;
  const within = POPULATION[signal].within;
  const [from, to] = [after[0]?.day ?? 0, after.at(-1)?.day ?? 0];
  const level = after.map(({ value }) => value);
  const newCenter = median(level) ?? center;
  const [count, more] = [values.length, level.length];
  const side = Math.sign(newCenter - center);
  const size = Math.abs(newCenter - center);
  if (side === 0 || to - from > AFTER_DAYS) return undefined;
  if (EDGES.some(({ days, part }) => side * edgeOf(values, level, days) < part * size)) return undefined;

  const spread = pooledDeviation(
    pooledDeviation(robustDeviation(level, newCenter), more, deviation, count),
    count + more,
    within,
    WARM_UP_NIGHTS,
  );
  if (size < LEAST_SIZE[signal] * spread) return undefined;

  // A level shift leaves its whole size on the first day, and on each later day the part that is not carried over.
  const left = leftOf([values.at(-1) ?? center, ...level], center, carry);
  const part = (index: number) => (index === 0 ? 1 : 1 - carry);
  const weight = sum(left.map((_, i) => part(i) ** 2));
  const shift = sum(left.map((value, i) => part(i) * value)) / weight;
  const leftNoise = pooledDeviation(
    pooledDeviation(noiseOf(level, newCenter, carry), more - 1, noise, count - 1),
    count + more - 2,
    within * WITHIN_PART * Math.sqrt(1 - carry ** 2),
    WARM_UP_NIGHTS,
  );
  const sureness = (side * shift * Math.sqrt(weight)) / leftNoise;
  if (sureness < LEAST_SURENESS) return undefined;

  const middle = (center + newCenter) / 2;
  const share = (some: readonly number[], toward: number) =>
    some.filter((value) => toward * (value - middle) > 0).length / some.length;
  if (share(values, -side) < OWN_SIDE.before || share(level, side) < OWN_SIDE.after) return undefined;
  const own = size / pooledDeviation(deviation, count, within, WARM_UP_NIGHTS);
  return isBody({ signal, readings, side, own, from, to }) ? undefined : sureness;
}

/** True when the body has moved: another of its signals moves along, in the way of strain or of rest. */
function isBody({
  signal,
  readings,
  side,
  own,
  from,
  to,
}: {
  readonly signal: BreakSignal;
  readonly readings: Readings;
  readonly side: number;
  readonly own: number;
  readonly from: number;
  readonly to: number;
}): boolean {
  const strain = BODY[signal];
  if (strain === undefined) return false;
  for (const other of BREAK_SIGNALS) {
    const direction = BODY[other];
    if (direction === undefined || other === signal) continue;
    if (isHrv(other) && isHrv(signal)) continue;
    const all = readings(other);
    const until = countBefore(all, from);
    const before = all.slice(Math.max(countBefore(all, from - BESIDE_DAYS), until - BEFORE.most), until);
    const after = all.slice(until, countBefore(all, to + 1));
    if (before.length < LEAST_BESIDE.before || after.length < LEAST_BESIDE.after) continue;
    const values = before.map(({ value }) => value);
    const center = median(values) ?? 0;
    const deviation = pooledDeviation(
      robustDeviation(values, center),
      values.length,
      POPULATION[other].within,
      WARM_UP_NIGHTS,
    );
    const moved = ((median(after.map(({ value }) => value)) ?? center) - center) / deviation;
    if (moved * direction * strain * side > Math.max(BESIDES.deviations, BESIDES.share * own)) return true;
  }
  return false;
}

/** True for the two measures of heart rate variability. */
export const isHrv = (signal: BreakSignal) => signal === "hrvRmssdMs" || signal === "hrvSdnnMs";

/** The readings of another signal that tell whether the body moved. */
const BESIDE_DAYS = 45;
const LEAST_BESIDE = { before: 10, after: 4 } as const;
