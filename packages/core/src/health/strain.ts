/**
 * Strain: signs of heart and breath that are off together. It also says which days of strain are left out of what is
 * usual (docs/sources.md, What stands out), so that an ill week does not become the usual of the week after.
 *
 * Which days are left out is found against all days before them, the left-out ones included. So it needs no earlier
 * result, and a date has the same findings whichever days were looked at.
 */
import type { BodyStrain } from "@waldo/contracts";
import { readingOn, SIZES, type Weeks } from "./reading.ts";
import { BASELINE_OLDEST_DAYS } from "./statistics.ts";
import type { DayRow, Timeline } from "./timeline.ts";

/** How many days back a run of days is counted. */
export const RUN_DAYS = 21;

/** The signs of strain, each with the side that is worse. */
const STRAIN_SIGNS = { hrv: -1, restingHr: 1, breathing: 1 } as const;
type StrainSign = keyof typeof STRAIN_SIGNS;

/** Several signs count as together when they add up to this many deviations, and as far outside from the second on. */
const TOGETHER = { several: 3, far: 6 } as const;
/** A reading is also far outside when it is further out than on each of this many known days. */
const FAR_AMONG_DAYS = 30;
const DAYS_OF_STRAIN = 3;
/** A reading counts for at most this much, so that one faulty reading is no illness. */
const MOST_Z = 4;
/**
 * How many days in a row are left out at most. A cold or a flu is over after this many days (docs/sources.md, What
 * stands out). A change that stays longer becomes usual.
 */
const MOST_LEFT_OUT = 10;

/** What is known of the strain of earlier days. Days are numbers, as in a timeline. */
export type StrainKnown = {
  /** Days that are no part of what is usual. */
  readonly leftOut: ReadonlySet<number>;
  /** How far off the signs were on each day on which several were off together, in deviations. */
  readonly sums: ReadonlyMap<number, number>;
};

/** Returns what the days of a timeline show. What it says of a day depends on that day and earlier ones alone. */
export function strainIn(timeline: Timeline): StrainKnown {
  const leftOut = leftOutOf(timeline);
  const sums = timeline.days.flatMap((row) => {
    const strain = strainOn({ timeline, leftOut }, row);
    return isTogether(strain) ? [[row.day, strain.sum] as const] : [];
  });
  return { leftOut, sums: new Map(sums) };
}

function leftOutOf(timeline: Timeline): ReadonlySet<number> {
  const leftOut = new Set<number>();
  let run = 0;
  for (const row of timeline.days) {
    run = isTogether(strainOn({ timeline, leftOut: new Set() }, row)) ? run + 1 : 0;
    if (run > 0 && run <= MOST_LEFT_OUT) leftOut.add(row.day);
  }
  return leftOut;
}

type DayStrain = { readonly signs: StrainSign[]; readonly sum: number; readonly most: number };

function strainOn(weeks: Weeks, row: DayRow): DayStrain {
  const off = (Object.keys(STRAIN_SIGNS) as StrainSign[]).flatMap((sign) => {
    const z = STRAIN_SIGNS[sign] * (readingOn(weeks, row, sign)?.z ?? 0);
    return z < SIZES.slight ? [] : [{ sign, z: Math.min(z, MOST_Z) }];
  });
  off.sort((a, b) => b.z - a.z);
  return {
    signs: off.map(({ sign }) => sign),
    sum: off.reduce((sum, { z }) => sum + z, 0),
    most: off[0]?.z ?? 0,
  };
}

function isTogether({ signs, sum }: Pick<DayStrain, "sum"> & { readonly signs: readonly unknown[] }): boolean {
  return signs.length > 1 && sum >= TOGETHER.several;
}

/** Returns the strain of a day, or undefined when not even one sign is clearly off. */
export function strainOf(timeline: Timeline, row: DayRow, known: StrainKnown): BodyStrain | undefined {
  const today = strainOn({ timeline, leftOut: known.leftOut }, row);
  const { signs } = today;
  if (!isTogether(today)) return today.most >= SIZES.clear ? { step: 1, signs: signs.slice(0, 1), days: 1 } : undefined;
  const { step, days } = stepOf(timeline, row.day, today.sum, known);
  return { step, signs, days };
}

/** After strain the person is not told to do much, for as many days as it lasted, within these. */
const AFTER_DAYS = { least: 3, most: 7 } as const;

/** Returns how many days ago strain had step 3 or 4, while it is a reason to go slowly. */
export function strainBefore(timeline: Timeline, day: number, known: StrainKnown): number | undefined {
  for (let back = 1; back <= AFTER_DAYS.most; back++) {
    const sum = known.sums.get(day - back);
    if (sum === undefined) continue;
    const { step, days } = stepOf(timeline, day - back, sum, known);
    if (step >= 3 && back <= Math.max(AFTER_DAYS.least, days)) return back;
  }
  return undefined;
}

/**
 * Returns the step of a day on which several signs were off together, and for how many days in a row they have been.
 */
function stepOf(timeline: Timeline, day: number, sum: number, known: StrainKnown): Pick<BodyStrain, "step" | "days"> {
  let days = 1;
  while (days < RUN_DAYS && known.sums.has(day - days)) days++;
  const isFar = sum >= TOGETHER.far && isFurthest(timeline, { day, sum, run: days }, known);
  return { step: isFar ? 4 : days >= DAYS_OF_STRAIN ? 3 : 2, days };
}

/** True when no known day before this run of days was as far off, and enough days are known to say so. */
function isFurthest(
  timeline: Timeline,
  { day, sum, run }: { readonly day: number; readonly sum: number; readonly run: number },
  { sums }: StrainKnown,
): boolean {
  let nights = 0;
  for (let back = run; back <= BASELINE_OLDEST_DAYS; back++) {
    if ((sums.get(day - back) ?? 0) >= sum) return false;
    if (timeline.on(day - back)?.night !== undefined) nights++;
  }
  return nights >= FAR_AMONG_DAYS;
}
