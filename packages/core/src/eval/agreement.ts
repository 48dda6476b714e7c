/** How far two raters agree beyond chance: Cohen's kappa, raw agreement, and PABAK, each with an interval. It is pure. */
import { seeded } from "../digest.ts";
import { type Interval, wilson } from "./paired.ts";

export type Figure = Interval & { readonly value: number };
export type Agreement = {
  readonly n: number;
  /** The share of yes of each rater. */
  readonly yes: readonly [number, number];
  readonly raw: Figure;
  /** Null where one of the raters always says the same: then there is no chance to be better than. */
  readonly kappa: Figure | null;
  /** Prevalence-adjusted, bias-adjusted kappa: twice the raw agreement, less one. */
  readonly pabak: Figure;
};

export type Rated = readonly [first: boolean, second: boolean];

const SAMPLES = 2000;

/** Returns the agreement of two raters on the same texts. The interval of kappa is a seeded bootstrap of 95%. */
export function agreementOf(rated: readonly Rated[], seed = 1): Agreement | undefined {
  const n = rated.length;
  if (n === 0) return undefined;
  const same = rated.filter(([a, b]) => a === b).length;
  const raw = { value: same / n, ...wilson(same, n) };
  const value = kappaOf(rated);
  return {
    n,
    yes: [rated.filter(([a]) => a).length / n, rated.filter(([, b]) => b).length / n],
    raw,
    kappa: value === undefined ? null : { value, ...intervalOf(rated, seed, value) },
    pabak: { value: 2 * raw.value - 1, low: 2 * raw.low - 1, high: 2 * raw.high - 1 },
  };
}

function kappaOf(rated: readonly Rated[]): number | undefined {
  const n = rated.length;
  const share = (count: number) => count / n;
  const observed = share(rated.filter(([a, b]) => a === b).length);
  const first = share(rated.filter(([a]) => a).length);
  const second = share(rated.filter(([, b]) => b).length);
  const chance = first * second + (1 - first) * (1 - second);
  return chance >= 1 - 1e-12 || first === 0 || first === 1 || second === 0 || second === 1
    ? undefined
    : (observed - chance) / (1 - chance);
}

function intervalOf(rated: readonly Rated[], seed: number, value: number): Interval {
  const random = seeded(seed);
  const found: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const drawn = rated.map((): Rated => rated[Math.floor(random() * rated.length)] ?? [true, true]);
    const kappa = kappaOf(drawn);
    if (kappa !== undefined) found.push(kappa);
  }
  found.sort((a, b) => a - b);
  return {
    low: found[Math.floor(0.025 * (found.length - 1))] ?? value,
    high: found[Math.ceil(0.975 * (found.length - 1))] ?? value,
  };
}
