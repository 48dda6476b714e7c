/** Compares one person's Recovery with their device's score, with the plain composite and with what the person said. */

import type { SourceDay } from "@waldo/contracts";
import { computeSeries } from "@waldo/core/health/crs";
import { plainComposite } from "./plain-composite.ts";
import { spearman } from "./spearman.ts";
import type { WearablePerson } from "./wearable-people.ts";

export const LEAST_PAIRS = 20;

/** How one person's Recovery agrees with other readings of the same days. */
export type Agreement = {
  readonly set: string;
  readonly person: string;
  readonly sources: string;
  readonly deviceScore: string;
  readonly days: number;
  readonly scoredShare: number;
  readonly confidence: number;
  readonly pairs: number;
  readonly recovery: number | undefined;
  /** The days on which the composite has a value too. Both correlations are over these days. */
  readonly commonPairs: number;
  readonly recoveryCommon: number | undefined;
  readonly composite: number | undefined;
  readonly saidPairs: number;
  readonly recoverySaid: number | undefined;
  readonly daysPerSecond: number;
};

/** Scores a whole history and correlates it with the device's score, the plain composite and what the person said. */
export function measureAgreement({ set, name, days, deviceScore, saidReadiness }: WearablePerson): Agreement {
  const start = performance.now();
  const results = computeSeries(days);
  const seconds = (performance.now() - start) / 1000;

  const scored = results.filter(({ recovery }) => recovery !== undefined);
  const recovery: Readings = new Map(scored.map((result) => [result.date, result.recovery ?? 0]));
  const device = deviceScores(days);
  const composite = plainComposite(days);
  const deviceBoth: Readings = new Map([...device].filter(([date]) => composite.has(date)));
  const [pairs, common, said] = [device, deviceBoth, saidReadiness].map((other) => paired(recovery, other));
  return {
    set,
    person: name,
    sources: [...new Set(days.map(({ source }) => source))].join("+"),
    deviceScore: device.size === 0 ? "no score" : deviceScore,
    days: days.length,
    scoredShare: scored.length / results.length,
    confidence: scored.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, scored.length),
    pairs: pairs?.length ?? 0,
    recovery: correlation(pairs),
    commonPairs: common?.length ?? 0,
    recoveryCommon: correlation(common),
    composite: correlation(paired(composite, new Map([...deviceBoth].filter(([date]) => recovery.has(date))))),
    saidPairs: said?.length ?? 0,
    recoverySaid: correlation(said),
    daysPerSecond: days.length / seconds,
  };
}

/** Values by date. */
type Readings = ReadonlyMap<string, number>;

function deviceScores(days: readonly SourceDay[]): Readings {
  return new Map(days.flatMap(({ date, deviceScore }) => (deviceScore === undefined ? [] : [[date, deviceScore]])));
}

function paired(own: Readings, other: Readings): (readonly [number, number])[] {
  return [...own].flatMap(([date, value]) => {
    const beside = other.get(date);
    return beside === undefined ? [] : [[value, beside] as const];
  });
}

/** With too few pairs there is no figure. */
function correlation(pairs: readonly (readonly [number, number])[] = []): number | undefined {
  return pairs.length < LEAST_PAIRS ? undefined : spearman(pairs);
}
