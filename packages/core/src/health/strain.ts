/**
 * Strain: signs of heart and breath that are off together. It also decides which days of strain do not count for what
 * is usual (docs/sources.md, What stands out), so that a week of illness does not change the usual values.
 *
 * For this decision a day is compared with all days before it, including left-out ones. So no earlier result is needed,
 * and a date always has the same findings.
 */
import type { BodyStrain } from "@waldo/contracts";
import { readingOn, SIZES, type Weeks } from "./reading.ts";
import { BASELINE_OLDEST_DAYS } from "./statistics.ts";
import type { DayRow, Timeline } from "./timeline.ts";

/** A run of days is counted back over this many days. */
export const RUN_DAYS = 21;

/** The signs of strain, each with the side that is worse. */
const STRAIN_SIGNS = { hrv: -1, restingHr: 1, breathing: 1 } as const;
type StrainSign = keyof typeof STRAIN_SIGNS;

/**
 * Several signs count as off together when their deviations add up to the first number. From the second number on they
 * count as far off.
 */
const TOGETHER = { several: 3, far: 6 } as const;
/** A reading also counts as far off when it is more extreme than on each of this many known days. */
const FAR_AMONG_DAYS = 30;
const DAYS_OF_STRAIN = 3;
/** One reading counts for at most this many deviations, so that one faulty reading does not look like an illness. */
const MOST_Z = 4;
/**
 * The most days in a row that are left out. A cold or flu is over after this many days (docs/sources.md, What stands
 * out). A change that lasts longer becomes usual.
 */
const MOST_LEFT_OUT = 10;

/** What is known about strain on earlier days. Days are numbers, as in a timeline. */
export type StrainKnown = {
  /** The days that do not count for what is usual. */
  readonly leftOut: ReadonlySet<number>;
  /** For each day on which several signs were off together: the sum of their deviations. */
  readonly sums: ReadonlyMap<number, number>;
};

/** Returns the strain of all days of a timeline. The result for a day depends only on that day and earlier ones. */
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

/** In days. After strain the suggestions stay cautious for as many days as the strain lasted, within these limits. */
const AFTER_DAYS = { least: 3, most: 7 } as const;

/** Returns how many days ago strain had step 3 or 4, if it still is a reason for caution. */
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
  // One night that is missing does not end a run.
  const isMissing = (back: number) => timeline.on(day - back)?.night === undefined && known.sums.has(day - back - 1);
  while (days < RUN_DAYS && (known.sums.has(day - days) || isMissing(days))) days++;
  const isFar = sum >= TOGETHER.far && isFurthest(timeline, { day, sum, run: days }, known);
  return { step: isFar ? 4 : days >= DAYS_OF_STRAIN ? 3 : 2, days };
}

/** True when no known day before this run of days was as far off, and enough days are known. */
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
