/**
 * Computes Form and Recovery of a day from the pillars. The health ledger and the benches call it. It reads no store
 * and does not throw.
 */
import {
  type CrsResult,
  type EpochMs,
  type LocalDate,
  PILLARS,
  type Pillar,
  type SourceDay,
  ZONE_FLOOR,
  ZONES,
  type Zone,
} from "@waldo/contracts";
import { addDays, DAY_MS, HOUR_MS } from "../time.ts";
import { BASELINE_OLDEST_DAYS } from "./baseline.ts";
import { bandOf, dragOf, NORM_DAYS, type Norms, normsOf } from "./norms.ts";
import { type PillarScores, scorePillars } from "./pillars.ts";
import { buildTimeline, type DayRow, dayNumber, type Timeline } from "./timeline.ts";
import { FORM_WEIGHTS, RECOVERY_WEIGHTS } from "./weights.ts";

/** Everything from which a day's score is computed. */
export type Snapshot = {
  readonly date: LocalDate;
  /** The moment for which Form is computed. Recovery does not depend on it. */
  readonly now: EpochMs;
  /** Days from all sources: ideally the trailing `LOOK_BACK_DAYS` and the date itself. Later days are ignored. */
  readonly history: readonly SourceDay[];
  readonly previousVersion?: number;
  /** Whether the devices have synced everything for the date. The score is then final. */
  readonly settled: boolean;
};

/**
 * How many days of history a score can use. No pillar of the date, or of the days behind its norms, looks further back.
 */
export const LOOK_BACK_DAYS = NORM_DAYS + BASELINE_OLDEST_DAYS;

/**
 * Computes the score of one day:
 *
 *     Form     = Sleep·0.50 + CASS·0.35 + Circadian·0.075 + Motion·0.075   at `now`
 *     Recovery = Sleep·0.50 + CASS·0.25 + RHRTS·0.15 + RRS·0.10            at waking
 *
 * The weights are scaled up over the pillars that exist. Without both Sleep and CASS there is no score, and `reason`
 * says so. It is pure: the same snapshot gives the same result. Scores are 0–100, rounded to hundredths.
 */
export function computeCRS(snapshot: Snapshot): CrsResult {
  const first = addDays(snapshot.date, -LOOK_BACK_DAYS);
  const timeline = buildTimeline(snapshot.history.filter(({ date }) => date >= first && date <= snapshot.date));
  const day = dayNumber(snapshot.date);
  const row = timeline.on(day);
  if (row === undefined) return score(snapshot, undefined, { now: {}, atWaking: {}, norms: normsOf([]) });
  const trailing = timeline.days.filter((one) => one.day >= day - NORM_DAYS && one.day < day);
  const norms = normsOf(trailing.map((one) => scorePillars(timeline, one, wakeOf(one))));
  return scoreDay(snapshot, timeline, row, norms);
}

/**
 * Computes every day of a history in one pass. Each score is what `computeCRS` would have given at waking with the data
 * known by then. The scores are final, version 1, ordered by date.
 */
export function computeSeries(days: readonly SourceDay[]): CrsResult[] {
  const timeline = buildTimeline(days);
  const atWaking = timeline.days.map((row) => scorePillars(timeline, row, wakeOf(row)));
  let first = 0;
  return timeline.days.map((row, index) => {
    while ((timeline.days[first]?.day ?? row.day) < row.day - NORM_DAYS) first++;
    const norms = normsOf(atWaking.slice(first, index));
    const scores = atWaking[index] ?? {};
    return score({ date: row.date, now: wakeOf(row), settled: true }, row, { now: scores, atWaking: scores, norms });
  });
}

function scoreDay(snapshot: Snapshot, timeline: Timeline, row: DayRow, norms: Norms): CrsResult {
  const wake = wakeOf(row);
  const now = Math.min(Math.max(snapshot.now, wake), wake + DAY_MS);
  const atWaking = scorePillars(timeline, row, wake);
  return score(snapshot, row, { now: scorePillars(timeline, row, now), atWaking, norms });
}

/** Returns when the day began: the end of the night, or 09:00 UTC when no night is known. */
function wakeOf(row: DayRow): EpochMs {
  return row.night?.end ?? row.day * DAY_MS + 9 * HOUR_MS;
}

type DayPillars = { readonly now: PillarScores; readonly atWaking: PillarScores; readonly norms: Norms };

function score(
  snapshot: Omit<Snapshot, "history">,
  row: DayRow | undefined,
  { now, atWaking, norms }: DayPillars,
): CrsResult {
  const pillars: CrsResult["pillars"] = {};
  for (const pillar of PILLARS) {
    const scored = now[pillar];
    if (scored === undefined) continue;
    pillars[pillar] = {
      score: rounded(scored.score),
      band: bandOf(scored.score, norms[pillar]),
      confidence: rounded(scored.confidence),
    };
  }
  const scorable = now.sleep !== undefined || now.cass !== undefined;
  const form = rounded(weighted(FORM_WEIGHTS, now));
  const drag = scorable ? dragOf(now, norms) : undefined;
  return {
    date: snapshot.date,
    version: (snapshot.previousVersion ?? 0) + 1,
    status: snapshot.settled ? "final" : "provisional",
    computedAt: snapshot.now,
    ...(scorable
      ? { form, recovery: rounded(weighted(RECOVERY_WEIGHTS, atWaking)), bodyZone: bodyZoneOf(form) }
      : { reason: `Neither sleep nor heart rate variability came in for ${snapshot.date}, so that day has no score.` }),
    confidence: rounded((coverage(FORM_WEIGHTS, now) + coverage(RECOVERY_WEIGHTS, atWaking)) / 2),
    pillars,
    missing: PILLARS.filter((pillar) => now[pillar] === undefined),
    ...(drag === undefined ? {} : { drag }),
    ...(row === undefined ? {} : { primarySource: row.primarySource }),
    sources: [...(row?.contributingSources ?? [])],
  };
}

type Weights = Partial<Record<Pillar, number>>;

function present(weights: Weights, scores: PillarScores) {
  return PILLARS.flatMap((pillar) => {
    const scored = scores[pillar];
    const weight = weights[pillar];
    return scored === undefined || weight === undefined ? [] : [{ ...scored, weight }];
  });
}

/** Returns the weighted mean over the pillars that exist. */
function weighted(weights: Weights, scores: PillarScores): number {
  const parts = present(weights, scores);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : parts.reduce((sum, part) => sum + part.weight * part.score, 0) / total;
}

/** Returns how much of the formula is based on data. Each pillar counts by its confidence. */
function coverage(weights: Weights, scores: PillarScores): number {
  return present(weights, scores).reduce((sum, { weight, confidence }) => sum + weight * confidence, 0);
}

/** Returns the body zone of a Form. Body zones begin at whole numbers, so Form is rounded first. */
export function bodyZoneOf(form: number): Zone {
  return ZONES.find((bodyZone) => Math.round(form) >= ZONE_FLOOR[bodyZone]) ?? "depleted";
}

function rounded(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)) * 100) / 100;
}
