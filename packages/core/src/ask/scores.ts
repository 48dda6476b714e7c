/** The measures of a day that a score holds, for the rows of readings and for those of derived values. */
import type { CrsResult, DayMetric } from "@waldo/contracts";

const SCORES = {
  sleep: "sleepScore",
  cass: "cassScore",
  rhrts: "rhrtsScore",
  rrs: "rrsScore",
  circadian: "circadianScore",
  motion: "motionScore",
} as const satisfies Record<string, DayMetric>;

type Values = Partial<Record<DayMetric, number | undefined>>;

/** Returns Form, Recovery and the scores of the pillars by their measures. */
export function scoresOf({ form, recovery, pillars }: Pick<CrsResult, "form" | "recovery" | "pillars">): Values {
  const ofPillars = Object.entries(SCORES).map(([pillar, metric]) => [
    metric,
    pillars[pillar as keyof typeof SCORES]?.score,
  ]);
  return { form, recovery, ...Object.fromEntries(ofPillars) };
}

/** Returns the values that are known. */
export function known(values: Values): Partial<Record<DayMetric, number>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
