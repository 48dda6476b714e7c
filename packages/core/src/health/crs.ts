import {
  type CrsResult,
  type EpochMs,
  FORM_WEIGHTS,
  type LocalDate,
  PILLARS,
  type Pillar,
  RECOVERY_WEIGHTS,
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

/** Everything a day's score is made of. */
export type Snapshot = {
  readonly date: LocalDate;
  /** Form is Form at this moment; Recovery does not depend on it. */
  readonly now: EpochMs;
  /** All sources; best the trailing `LOOK_BACK_DAYS` and the date itself. Later days are not looked at. */
  readonly history: readonly SourceDay[];
  readonly previousVersion?: number;
  /** The devices have synced all they will for the date: the score is final. */
  readonly settled: boolean;
};

/** Days of history a score can draw on: no pillar of the date, or of the days its norms rest on, looks further back. */
export const LOOK_BACK_DAYS = NORM_DAYS + BASELINE_OLDEST_DAYS;

/**
 * The score of one day:
 *
 *     Form     = Sleep·0.50 + CASS·0.35 + Circadian·0.075 + Motion·0.075   at `now`
 *     Recovery = Sleep·0.50 + CASS·0.25 + RHRTS·0.15 + RRS·0.10            at waking
 *
 * Weights renormalise over the pillars present; without Sleep and without CASS there is no score, and `reason` says
 * so. Pure: the same snapshot gives the same result. Scores are 0–100, rounded to hundredths.
 */
export function computeCRS(snapshot: Snapshot): CrsResult {
  const first = addDays(snapshot.date, -LOOK_BACK_DAYS);
  const timeline = buildTimeline(snapshot.history.filter(({ date }) => date >= first && date <= snapshot.date));
  const day = dayNumber(snapshot.date);
  const row = timeline.on(day);
  if (row === undefined) return score(snapshot, undefined, {}, {}, normsOf([]));
  const trailing = timeline.days.filter((one) => one.day >= day - NORM_DAYS && one.day < day);
  const norms = normsOf(trailing.map((one) => scorePillars(timeline, one, wakeOf(one))));
  return scoreDay(snapshot, timeline, row, norms);
}

/**
 * Every day of a history, each as `computeCRS` would have scored it on waking with what was known by then, in one
 * pass. Final, version 1, by date.
 */
export function computeSeries(days: readonly SourceDay[]): CrsResult[] {
  const timeline = buildTimeline(days);
  const atWaking = timeline.days.map((row) => scorePillars(timeline, row, wakeOf(row)));
  let first = 0;
  return timeline.days.map((row, index) => {
    while ((timeline.days[first]?.day ?? row.day) < row.day - NORM_DAYS) first++;
    const norms = normsOf(atWaking.slice(first, index));
    const scores = atWaking[index] ?? {};
    return score({ date: row.date, now: wakeOf(row), settled: true }, row, scores, scores, norms);
  });
}

function scoreDay(snapshot: Snapshot, timeline: Timeline, row: DayRow, norms: Norms): CrsResult {
  const wake = wakeOf(row);
  const now = Math.min(Math.max(snapshot.now, wake), wake + DAY_MS);
  const atWaking = scorePillars(timeline, row, wake);
  return score(snapshot, row, scorePillars(timeline, row, now), atWaking, norms);
}

/** When the day began: the end of the night, or, where no night is known, mid-morning by UTC. */
function wakeOf(row: DayRow): EpochMs {
  return row.night?.end ?? row.day * DAY_MS + 9 * HOUR_MS;
}

function score(
  snapshot: Omit<Snapshot, "history">,
  row: DayRow | undefined,
  now: PillarScores,
  atWaking: PillarScores,
  norms: Norms,
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
      ? { form, recovery: rounded(weighted(RECOVERY_WEIGHTS, atWaking)), zone: zoneOf(form) }
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

/** The weighted mean over the pillars present. */
function weighted(weights: Weights, scores: PillarScores): number {
  const parts = present(weights, scores);
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 0 : parts.reduce((sum, part) => sum + part.weight * part.score, 0) / total;
}

/** How much of the formula stood on data, each pillar counted as far as it can be trusted. */
function coverage(weights: Weights, scores: PillarScores): number {
  return present(weights, scores).reduce((sum, { weight, confidence }) => sum + weight * confidence, 0);
}

/** The persona zone of a Form: zones begin at whole numbers, so Form is rounded first. */
export function zoneOf(form: number): Zone {
  return ZONES.find((zone) => Math.round(form) >= ZONE_FLOOR[zone]) ?? "depleted";
}

function rounded(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)) * 100) / 100;
}
