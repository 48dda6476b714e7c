/**
 * Takes out a night that the wearable did not record, as the person said: from the source days, so that nothing is
 * computed from it, and from a stored score, until that score is computed again. Naps and the totals of the day stay.
 */
import { type CrsResult, type Metric, PILLARS, type SourceDay } from "@waldo/contracts";

/** The values that a device measures during the night. */
const OF_NIGHT: readonly Metric[] = ["hrvRmssdMs", "hrvSdnnMs", "restingHrBpm", "respiratoryRateRpm"];

const REASON = "You told me that this night was not recorded, so the day has no score.";

/** Returns a source day without its night. */
export function withoutNight({ deviceScore: _, ...day }: SourceDay): SourceDay {
  const kept = Object.entries(day.metrics).filter(([metric]) => !OF_NIGHT.includes(metric as Metric));
  return { ...day, sleeps: day.sleeps.filter(({ nap }) => nap), metrics: Object.fromEntries(kept) };
}

/** Returns a score that says nothing of the night. It has no zone, because a zone needs a night. */
export function withoutScoredNight(score: CrsResult): CrsResult {
  const { form: _f, recovery: _r, bodyZone: _z, drag: _d, lift: _l, sleepTimes: _s, findings, ...rest } = score;
  return {
    ...rest,
    pillars: {},
    missing: [...PILLARS],
    reason: REASON,
    ...(findings === undefined ? {} : { findings: findingsWithout(findings) }),
  };
}

function findingsWithout({
  night: _n,
  sleptByDay: _s,
  recordingGap: _g,
  turns: _t,
  bodyStrain: _b,
  signs,
  ...rest
}: NonNullable<CrsResult["findings"]>): NonNullable<CrsResult["findings"]> {
  return { ...rest, signs: signs.filter(({ sign }) => sign === "activity") };
}
