// Makes the rows that can be asked for of the days as they are stored. They hold readings (R7).
import type { AskedDay, CrsResult, DayMetric, HealthDay, SleepEpisode } from "@waldo/contracts";
import { mainSleep } from "../health/reconcile.ts";
import { MINUTE_MS } from "../time.ts";
import { known, scoresOf } from "./metrics.ts";

const PERCENT = 100;

/** A stored day, with its score and what the person reported of it. */
type StoredDay = {
  readonly day: HealthDay;
  readonly score?: Pick<CrsResult, "form" | "recovery" | "pillars"> | undefined;
  readonly tags?: readonly string[];
};

/**
 * Returns the rows of days. RMSSD and SDNN are never mixed: the heart rate variability is the one of them that the
 * latest day with any has.
 */
export function askedDays(stored: readonly StoredDay[]): AskedDay[] {
  const latest = stored
    .filter(({ day: { metrics } }) => metrics.hrvRmssdMs ?? metrics.hrvSdnnMs)
    .reduce<StoredDay | undefined>((last, one) => (last && last.day.date > one.day.date ? last : one), undefined);
  const hrv = latest?.day.metrics.hrvRmssdMs ? "hrvRmssdMs" : "hrvSdnnMs";
  return stored.map(({ day, score, tags = [] }) => {
    const { metrics } = day;
    const values: Partial<Record<DayMetric, number | undefined>> = {
      ...nightValues(mainSleep(day.sleeps), day.date),
      hrv: metrics[hrv]?.value,
      restingHr: metrics.restingHrBpm?.value,
      breathing: metrics.respiratoryRateRpm?.value,
      steps: metrics.steps?.value,
      activeEnergy: metrics.activeEnergyKcal?.value,
      activeMinutes: metrics.activeMinutes?.value,
      strain: metrics.strain?.value,
      ...(score === undefined ? {} : scoresOf(score)),
    };
    return { date: day.date, values: known(values), tags: [...tags] };
  });
}

function nightValues(
  night: SleepEpisode | undefined,
  date: HealthDay["date"],
): Partial<Record<DayMetric, number | undefined>> {
  if (night === undefined) return {};
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const clock = (at: number) => (at - midnight) / MINUTE_MS + night.offsetMinutes;
  const timed = night.timesAssumed === undefined;
  const inBed = timed ? (night.end - night.start) / MINUTE_MS : undefined;
  const share = (minutes: number | undefined) =>
    minutes === undefined || inBed === undefined ? undefined : (PERCENT * minutes) / inBed;
  return {
    asleep: night.asleepMinutes,
    inBed,
    awake: night.awakeMinutes,
    light: night.lightMinutes,
    deep: night.deepMinutes,
    rem: night.remMinutes,
    awakeShare: share(night.awakeMinutes),
    lightShare: share(night.lightMinutes),
    deepShare: share(night.deepMinutes),
    remShare: share(night.remMinutes),
    efficiency: night.efficiency === undefined ? undefined : PERCENT * night.efficiency,
    ...(timed && { bedTime: clock(night.start), wakeTime: clock(night.end) }),
  };
}
