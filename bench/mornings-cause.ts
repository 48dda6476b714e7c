/**
 * Judges which cause a morning names, with code of its own: it looks for a pillar that lost more of the score than the
 * named one and whose readings are further from the person's own weeks. It serves bench:mornings.
 *
 * Points of the score alone do not say what a person would name: a night that was clearly shorter than usual may cost
 * no points after a week of long ones, and a reading within a deviation of its usual is nothing to tell, although it may
 * move the score of somebody whose days are all alike. So a pillar must be further off in its readings as well, by half
 * a deviation at least. Of 347 mornings that an earlier rule counted, most were good news, an absolute fact, a clearly
 * poor night or a reading within a deviation of its usual; the writer was right there. It was wrong where it named a
 * debt of sleep although something was off today, passed over a broken night, or called a good night the cause of a low
 * zone; it does so no more.
 */
import type { CrsResult, LocalDate, Pillar, SourceDay } from "@waldo/contracts";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS } from "@waldo/core/health/pillars";
import { median } from "@waldo/core/health/statistics";

/** How many deviations the readings of a pillar are off on a day, in the direction that lowers the score. */
type Offs = Partial<Record<Pillar, number>>;

/** The days from which this file takes a usual, and the least number of them. */
const USUAL_DAYS = 28;
const LEAST_USUAL = 7;
const WEEK = 7;

/** What is read of a day. A clock time is counted from noon, so that midnight is in the middle. */
type Read = {
  readonly pillar: Pillar;
  readonly costs: "low" | "high" | "both";
  readonly least: number;
  readonly of: (day: Day) => number | undefined;
};
type Day = { readonly row: SourceDay; readonly yesterday: SourceDay | undefined };

const READS: readonly Read[] = [
  { pillar: "sleep", costs: "low", least: 30, of: ({ row }) => nightOf(row)?.asleepMinutes },
  {
    pillar: "sleep",
    costs: "low",
    least: 0.03,
    of: ({ row }) => {
      const night = nightOf(row);
      return night && (night.asleepMinutes * 60_000) / (night.end - night.start);
    },
  },
  { pillar: "circadian", costs: "both", least: 30, of: ({ row }) => clock(nightOf(row), "start") },
  { pillar: "circadian", costs: "both", least: 30, of: ({ row }) => clock(nightOf(row), "end") },
  {
    pillar: "cass",
    costs: "low",
    least: 0.08,
    of: ({ row: { metrics } }) => logOf(metrics.hrvRmssdMs ?? metrics.hrvSdnnMs),
  },
  { pillar: "rhrts", costs: "high", least: 1, of: ({ row }) => row.metrics.restingHrBpm },
  { pillar: "rrs", costs: "high", least: 0.3, of: ({ row }) => row.metrics.respiratoryRateRpm },
  {
    pillar: "motion",
    costs: "both",
    least: 1,
    of: ({ yesterday: { metrics } = { metrics: {} } }) =>
      metrics.strain ?? metrics.activeEnergyKcal ?? metrics.activeMinutes ?? metrics.steps,
  },
];

/**
 * Returns how far off the readings of each date are, against the days with a reading before it: by their median, and the
 * deviation that their median distance from it gives.
 */
export function offsOf(days: readonly SourceDay[]): ReadonlyMap<LocalDate, Offs> {
  const known = READS.map(() => [] as number[]);
  const offs = new Map<LocalDate, Offs>();
  for (const [index, row] of days.entries()) {
    const off: Offs = {};
    for (const [i, { pillar, costs, least, of }] of READS.entries()) {
      const value = of({ row, yesterday: days[index - 1] });
      if (value === undefined) continue;
      const usual = (known[i] ?? []).slice(-USUAL_DAYS);
      known[i]?.push(value);
      if (usual.length < LEAST_USUAL) continue;
      const middle = median(usual) ?? value;
      const spread = 1.4826 * (median(usual.map((one) => Math.abs(one - middle))) ?? 0);
      // A load that the person reaches every week is normal for them.
      const isWeekly = pillar === "motion" && value > middle && usual.slice(-WEEK).some((one) => one >= value);
      const z = isWeekly ? 0 : (value - middle) / Math.max(spread, least);
      off[pillar] = Math.max(off[pillar] ?? 0, costs === "both" ? Math.abs(z) : costs === "low" ? -z : z);
    }
    offs.set(row.date, off);
  }
  return offs;
}

function nightOf({ sleeps }: SourceDay) {
  return sleeps.filter(({ nap }) => !nap).sort((a, b) => b.asleepMinutes - a.asleepMinutes)[0];
}

function clock(night: SourceDay["sleeps"][number] | undefined, end: "start" | "end"): number | undefined {
  return night && (night[end] / 60_000 + night.offsetMinutes + 720) % 1440;
}

function logOf(value: number | undefined): number | undefined {
  return value === undefined || value <= 0 ? undefined : Math.log(value);
}

const CAUSE_WORDS: readonly (readonly [Pillar, RegExp])[] = [
  ["sleep", /you slept|during the night|short of sleep|lacks? .* of sleep/],
  ["cass", /heart's recovery is/],
  ["rhrts", /resting heart rate is/],
  ["rrs", /breathing is/],
  ["circadian", /you went to bed|you woke/],
  ["motion", /you moved/],
];
/**
 * Sentences that name no loss against the person's usual: good news, a value that is too low for anyone although it is
 * usual, and the length of sleep when the usual is not known yet.
 */
const NO_LOSS =
  /more than you usually get|longest|awake less|recovery is [a-z ]*above|resting heart rate is [a-z ]*below|breathing is [a-z ]*slower|still short|short for anyone|stands out|you slept [a-z ]+\.$/;
/** The number of deviations from which a reading is unusual, as in the product. Below this there is nothing to name. */
const STANDS_OUT = 1;
/** Half a deviation is the smallest change worth mentioning (Plews et al., Sports Med 2013;43:773). */
const CLEARLY_FURTHER = 0.5;
/** The product takes its usual from the scale of one day, this file from that of each day. They differ by about this. */
const LEAST_POINTS = 1;

/** The data of one morning. */
type Known = { readonly result: CrsResult; readonly before: readonly CrsResult[]; readonly off: Offs | undefined };

/**
 * Returns the pillar that the first sentence should have named. That pillar lost over a point more than the named one,
 * and its readings are unusual and further from the usual. Returns undefined when the sentence names the right pillar
 * or none.
 */
export function otherCause(
  text: string,
  { result, before, off = {} }: Known,
): { named: Pillar; other: Pillar } | undefined {
  if ((result.findings?.bodyStrain?.step ?? 0) > 1) return undefined;
  const lead = text.split(/(?<=[.!?]) /)[0] ?? "";
  const named = CAUSE_WORDS.find(([, words]) => words.test(lead))?.[0];
  if (named === undefined || NO_LOSS.test(lead)) return undefined;
  const loss = (pillar: Pillar) => {
    const usual = before.slice(-USUAL_DAYS).flatMap((day) => day.pillars[pillar]?.score ?? []);
    const score = result.pillars[pillar]?.score;
    const center = median(usual);
    return score === undefined || center === undefined || usual.length < LEAST_USUAL
      ? 0
      : weightOf(pillar) * (center - score);
  };
  const other = (Object.keys(result.pillars) as Pillar[]).find(
    (pillar) =>
      (off[pillar] ?? 0) >= STANDS_OUT &&
      (off[pillar] ?? 0) > (off[named] ?? 0) + CLEARLY_FURTHER &&
      loss(pillar) - Math.max(0, loss(named)) > LEAST_POINTS,
  );
  return other && { named, other };
}

function weightOf(pillar: Pillar): number {
  const form: Partial<Record<Pillar, number>> = FORM_WEIGHTS;
  const recovery: Partial<Record<Pillar, number>> = RECOVERY_WEIGHTS;
  return Math.max(form[pillar] ?? 0, recovery[pillar] ?? 0);
}
