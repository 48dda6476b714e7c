/**
 * Computes how likely a context is to be needed next. The formulas, the reasons and the limits are those of the
 * document "Wake Intelligence", layer 3. Plain code: the same signals give the same score.
 */
import type {
  Causality,
  ContextSignals,
  ContextTier,
  EpochMs,
  Prediction,
  PredictionReason,
  Weights,
} from "@waldo/contracts";
import { DAY_MS, HOUR_MS } from "@waldo/core/time";

export const STANDARD_WEIGHTS: Weights = { temporal: 0.4, causal: 0.3, frequency: 0.3 };
/** From this score on a context is fetched before an agent asks for it. */
export const HIGH_VALUE = 0.6;
/** An older prediction is computed again. */
export const STALE_HOURS = 24;

/** The tiers by the hours since the last read, each up to its limit: an hour, a day, thirty days. */
export const TIER_HOURS = { ACTIVE: 1, RECENT: 24, ARCHIVED: 720 } as const;

const MOST_DAYS_AHEAD = 7;
/** The score of a context without a read, by its tier. */
const NEVER_READ: Readonly<Record<ContextTier, number>> = { ACTIVE: 0.3, RECENT: 0.2, ARCHIVED: 0.1, EXPIRED: 0 };
/** This many reads give the score 1. */
const READS_OF_ONE = 100;

/** Returns the tier, by the time of the last read or, without a read, of the saving. */
export function tierOf({ at, lastAccess }: Pick<ContextSignals, "at" | "lastAccess">, now: EpochMs): ContextTier {
  const hours = (now - (lastAccess ?? at)) / HOUR_MS;
  if (hours < TIER_HOURS.ACTIVE) return "ACTIVE";
  if (hours < TIER_HOURS.RECENT) return "RECENT";
  return hours < TIER_HOURS.ARCHIVED ? "ARCHIVED" : "EXPIRED";
}

/** Returns e^(−hours since the last read / 24), from 0 to 1. Without a read it is a fixed number for the tier. */
function temporalScore(signals: Pick<ContextSignals, "at" | "lastAccess">, now: EpochMs): number {
  const { lastAccess } = signals;
  if (lastAccess === undefined) return NEVER_READ[tierOf(signals, now)];
  return Math.exp(-Math.max(0, now - lastAccess) / HOUR_MS / 24);
}

/** Returns how important a context is in its chain, from 0 to 1. A refused cause does not count. */
export function causalScore(causality: Causality | undefined): number {
  if (causality === undefined) return 0;
  const count = causality.dependencies.filter(({ refused }) => !refused).length;
  if (count === 0) return 0.2;
  return causality.causedBy === undefined ? Math.min(1, 0.5 + count * 0.1) : Math.min(0.7, 0.3 + count * 0.1);
}

/** Returns ln(reads + 1) / ln(101): 1 for a hundred reads, and more for more. */
export function frequencyScore(accessCount: number): number {
  return Math.log(accessCount + 1) / Math.log(READS_OF_ONE + 1);
}

export type Parts = { readonly temporal: number; readonly causal: number; readonly frequency: number };

export function partsOf(signals: ContextSignals, now: EpochMs): Parts {
  return {
    temporal: temporalScore(signals, now),
    causal: signals.causal,
    frequency: frequencyScore(signals.accessCount),
  };
}

/** How fast slow recency fades: (1 + days)^−1/4. Chosen on public histories (docs/figures.md, Contexts). */
const SLOW_DECAY = 0.25;

/**
 * Returns recency that fades by a power law of the days since the last read, from 0 to 1. Human needs fade in this way
 * (Anderson & Schooler 1991). The days are computed from the temporal score, which is e^−days.
 */
export function slowRecency(temporal: number): number {
  return (1 - Math.log(temporal)) ** -SLOW_DECAY;
}

/** Returns the weighted sum of the parts: from 0 to 1 for up to a hundred reads. */
export function scoreOf({ temporal, causal, frequency }: Parts, weights: Weights = STANDARD_WEIGHTS): number {
  const recency = weights.slow ? slowRecency(temporal) : temporal;
  return weights.temporal * recency + weights.causal * causal + weights.frequency * frequency;
}

/**
 * Returns when it is likely to be read next: a day after the only read, or one mean interval after the last of several,
 * at most seven days from now. Returns undefined for a context that was never read.
 */
export function nextAccess({ at, lastAccess, accessCount }: ContextSignals, now: EpochMs): EpochMs | undefined {
  if (lastAccess === undefined || accessCount === 0) return undefined;
  if (accessCount === 1) return lastAccess + DAY_MS;
  return Math.min(Math.round(lastAccess + (lastAccess - at) / accessCount), now + MOST_DAYS_AHEAD * DAY_MS);
}

/** Returns the reasons of the score. */
function reasonsOf(signals: ContextSignals, score: number, now: EpochMs): PredictionReason[] {
  const { lastAccess, accessCount, causal } = signals;
  const hours = lastAccess === undefined ? Number.POSITIVE_INFINITY : (now - lastAccess) / HOUR_MS;
  const reasons: PredictionReason[] = [];
  if (score >= 0.7) reasons.push("high_composite_score");
  if (hours < TIER_HOURS.ACTIVE) reasons.push("recently_accessed");
  else if (hours < TIER_HOURS.RECENT) reasons.push("accessed_today");
  if (accessCount >= 10) reasons.push("high_access_frequency");
  else if (accessCount >= 3) reasons.push("moderate_access_frequency");
  if (causal >= 0.5) reasons.push("causal_chain_root");
  else if (causal >= 0.3) reasons.push("causal_chain_member");
  if (tierOf(signals, now) === "ACTIVE") reasons.push("active_memory_tier");
  return reasons.length === 0 ? ["baseline_prediction"] : reasons;
}

/** Returns the whole prediction. */
export function predict(signals: ContextSignals, now: EpochMs, weights: Weights = STANDARD_WEIGHTS): Prediction {
  const score = scoreOf(partsOf(signals, now), weights);
  const next = nextAccess(signals, now);
  return {
    score,
    at: now,
    ...(next === undefined ? {} : { nextAccess: next }),
    reasons: reasonsOf(signals, score, now),
  };
}

/** Returns the signals of a context. */
export function signalsOf(context: {
  readonly at: EpochMs;
  readonly accessCount: number;
  readonly lastAccess?: EpochMs | undefined;
  readonly causality?: Causality | undefined;
}): ContextSignals {
  const { at, accessCount, lastAccess, causality } = context;
  return {
    at,
    accessCount,
    ...(lastAccess === undefined ? {} : { lastAccess }),
    causal: causalScore(causality),
  };
}
