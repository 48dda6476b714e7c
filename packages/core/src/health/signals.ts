/**
 * The signals that have a baseline, and what is usual for adults before a person's own data is known. The figures name
 * their sources.
 */
import type { Metric } from "@waldo/contracts";

/** The signals that have a baseline: daily metrics, and two properties of the night. */
export const SIGNALS = [
  "hrvRmssdMs",
  "hrvSdnnMs",
  "restingHrBpm",
  "respiratoryRateRpm",
  "sleepEfficiency",
  "restorativeShare",
  "strain",
  "activeEnergyKcal",
  "activeMinutes",
  "steps",
] as const satisfies readonly (Metric | "sleepEfficiency" | "restorativeShare")[];
export type Signal = (typeof SIGNALS)[number];

/**
 * What is known about a signal before the person has own data: the average of adults, the spread between adults, and
 * the spread of one adult's nights. `log` signals are compared as natural logarithms, and their numbers here are
 * logarithms too.
 */
type Population = {
  readonly log: boolean;
  readonly center: number;
  readonly between: number;
  readonly within: number;
};

/** Returns the mean and deviation of the logarithm of a log-normal quantity with this mean and deviation. */
function logNormal(mean: number, deviation: number): { center: number; between: number } {
  const variance = Math.log(1 + (deviation / mean) ** 2);
  return { center: Math.log(mean) - variance / 2, between: Math.sqrt(variance) };
}

/**
 * `within` is the median over people of the robust deviation of their nights, rounded, in the development wearables
 * (18–35 people). No device's score was used to choose it. Loads have no population values, because a step count has a
 * meaning only compared with the person's own.
 */
export const POPULATION = {
  // Short-term norms 42 ± 15 ms and 50 ± 16 ms (Nunan, Sandercock & Brodie, PACE 2010;33:1407).
  hrvRmssdMs: { log: true, ...logNormal(42, 15), within: 0.19 },
  hrvSdnnMs: { log: true, ...logNormal(50, 16), within: 0.19 },
  // 65.5 ± 7.7 bpm in 92,457 wearers (Quer et al., PLoS ONE 2020;15:e0227709).
  restingHrBpm: { log: false, center: 65.5, between: 7.7, within: 2.3 },
  // Mean 15.4, 90% within 11.8–19.2 a minute at night (Natarajan et al., npj Digit Med 2021;4:136).
  respiratoryRateRpm: { log: false, center: 15.4, between: (19.2 - 11.8) / (2 * 1.645), within: 0.5 },
  // 0.85 is the lowest efficiency that counts as good (Ohayon et al., Sleep Health 2017;3:6). Healthy adults are around
  // 0.88.
  sleepEfficiency: { log: false, center: 0.88, between: 0.05, within: 0.027 },
  // Deep 16–20% and REM 21–30% of sleep are good (Ohayon 2017). The centre is the middle of their sum, and the range is
  // ±1 deviation.
  restorativeShare: { log: false, center: 0.43, between: 0.07, within: 0.07 },
} as const satisfies Partial<Record<Signal, Population>>;

export function populationOf(signal: Signal): Population | undefined {
  const known: Partial<Record<Signal, Population>> = POPULATION;
  return known[signal];
}

export function isLogSignal(signal: Signal): boolean {
  return populationOf(signal)?.log ?? false;
}
