/**
 * Joins the parts of a night. A device may end its record when the person gets up and begin another one later. Parts
 * around the person's usual hours with a break of at most two hours are one night; a sleep away from them is a nap.
 */
import type { SleepEpisode } from "@waldo/contracts";
import { HOUR_MS, MINUTE_MS } from "../../time.ts";
import { circularStatistics, clockDifference } from "../circular.ts";
import { wallMinute } from "../wall-clock.ts";

/**
 * A sleep as an importer passes it on. `nap` is what the source calls it. When it is undefined, the collector decides.
 */
export type SleepReading = Omit<SleepEpisode, "nap" | "efficiency"> & { readonly nap?: boolean };

const LONGEST_BREAK_MS = 2 * HOUR_MS;
/** No night lasts longer from its first part to its last. */
const LONGEST_NIGHT_MS = 14 * HOUR_MS;
/** The middle of a part lies so close to the middle of the person's nights, in minutes. */
const AROUND_MINUTES = 5 * 60;
/** Sleeps of at least this length say when a person sleeps; with fewer than seven it is taken to be around 03:00. */
const [LONG_MINUTES, LEAST_LONG, USUAL_MIDDLE] = [4 * 60, 7, 3 * 60];

const middleOf = ({ start, end, offsetMinutes }: SleepReading) => wallMinute((start + end) / 2, offsetMinutes);

/** Returns the sleeps of one source with the parts of each night as one. `readings` are by start and do not overlap. */
export function joinedNights(readings: readonly SleepReading[]): SleepReading[] {
  const long = readings.filter(({ asleepMinutes, nap }) => asleepMinutes >= LONG_MINUTES && nap !== true);
  const usual = long.length < LEAST_LONG ? undefined : circularStatistics(long.map(middleOf))?.mean;
  const isAround = (one: SleepReading) =>
    Math.abs(clockDifference(middleOf(one), usual ?? USUAL_MIDDLE)) <= AROUND_MINUTES;
  const joined: SleepReading[] = [];
  for (const reading of readings) {
    const before = joined.at(-1);
    const isPart =
      before !== undefined &&
      reading.start - before.end <= LONGEST_BREAK_MS &&
      reading.end - before.start <= LONGEST_NIGHT_MS &&
      isAround(before) &&
      isAround(reading);
    if (isPart) joined[joined.length - 1] = together(before, reading);
    else joined.push(reading);
  }
  return joined;
}

/** The break is time awake. Stages that only one part has are left out: they would be those of half a night. */
function together(first: SleepReading, last: SleepReading): SleepReading {
  const sum = (part: "lightMinutes" | "deepMinutes" | "remMinutes") => {
    const [a, b] = [first[part], last[part]];
    return a === undefined || b === undefined ? {} : { [part]: a + b };
  };
  const { awakeMinutes: awakeBefore, nap: napBefore } = first;
  const { awakeMinutes: awakeAfter, nap: napAfter } = last;
  const isAwakeKnown = awakeBefore !== undefined || awakeAfter !== undefined;
  const rest = Math.round((last.start - first.end) / MINUTE_MS);
  const nap = napBefore === false || napAfter === false ? false : undefined;
  return {
    ...{ start: first.start, end: last.end, offsetMinutes: last.offsetMinutes },
    asleepMinutes: first.asleepMinutes + last.asleepMinutes,
    ...(isAwakeKnown ? { awakeMinutes: (awakeBefore ?? 0) + (awakeAfter ?? 0) + rest } : {}),
    ...sum("lightMinutes"),
    ...sum("deepMinutes"),
    ...sum("remMinutes"),
    ...(nap === undefined ? {} : { nap }),
    ...(first.timesAssumed || last.timesAssumed ? { timesAssumed: true as const } : {}),
  };
}
