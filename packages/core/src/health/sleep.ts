// The Sleep pillar: the sleep debt of the last 14 days by SAFTE, and the quality of the last night.
//
// SAFTE: Sleep, Activity, Fatigue and Task Effectiveness (Hursh et al., Aviat Space Environ Med 2004;75(3 Suppl):
// A44–53). A reservoir empties while the person is awake and fills during sleep. How fast it fills depends on the hour
// and on how empty it is. Levels are reservoir units, time is in minutes, hours are on the person's own clock.
import type { EpochMs } from "@waldo/contracts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { POPULATION } from "./signals.ts";
import {
  baselineBefore,
  circularStatistics,
  clockMinute,
  median,
  type Scored,
  scoreOfZ,
  WARM_UP_NIGHTS,
} from "./statistics.ts";
import { asleepShare, type DayRow, midpointMinute, nightSignal, type Timeline } from "./timeline.ts";

export type SafteConstants = {
  /** Units of a full reservoir. */
  readonly capacity: number;
  /** Units lost per minute awake. */
  readonly wakingUse: number;
  /** Hour at which alertness peaks for a person whose sleep is centred on 03:00. */
  readonly acrophaseHour: number;
  readonly secondHarmonicShiftHours: number;
  readonly secondHarmonicAmplitude: number;
  /** Sleep propensity is the negative of c times this. */
  readonly propensityAmplitude: number;
  /** Units gained per minute asleep for each unit that is missing in the reservoir. */
  readonly debtFeedback: number;
  readonly mostGainPerMinute: number;
  readonly inertiaPercent: number;
  readonly inertiaRate: number;
  readonly inertiaMinutes: number;
  /**
   * Amplitude of the performance rhythm: `rhythmPercent` plus `rhythmDebtPercent` times the missing share of the
   * reservoir.
   */
  readonly rhythmPercent: number;
  readonly rhythmDebtPercent: number;
};

/** The constants of Hursh et al. 2004 as this project fixes them. */
export const SAFTE: SafteConstants = {
  capacity: 2880,
  wakingUse: 0.5,
  acrophaseHour: 18,
  secondHarmonicShiftHours: 3,
  secondHarmonicAmplitude: 0.5,
  propensityAmplitude: 0.55,
  debtFeedback: 0.0026243,
  mostGainPerMinute: 3.4,
  inertiaPercent: 5,
  inertiaRate: 0.04,
  inertiaMinutes: 120,
  rhythmPercent: 7,
  rhythmDebtPercent: 5,
};

/** Returns the circadian process c(T), from 24-hour and 12-hour oscillators. Positive means alert. */
export function circadianProcess(hour: number, k: SafteConstants = SAFTE): number {
  const first = Math.cos((2 * Math.PI * (hour - k.acrophaseHour)) / 24);
  const second = Math.cos((4 * Math.PI * (hour - k.acrophaseHour - k.secondHarmonicShiftHours)) / 24);
  return first + k.secondHarmonicAmplitude * second;
}

/** Returns the sleep intensity: the units gained by a minute asleep. */
export function sleepIntensity(level: number, circadian: number, k: SafteConstants, capacity = k.capacity): number {
  return Math.min(k.mostGainPerMinute, -k.propensityAmplitude * circadian + k.debtFeedback * (capacity - level));
}

/**
 * Returns sleep inertia in percent to subtract. It fades over the first two hours, and more slowly when sleep was still
 * intense at waking.
 */
export function sleepInertia(minutesAwake: number, intensityAtWake: number, k: SafteConstants = SAFTE): number {
  if (minutesAwake < 0 || minutesAwake >= k.inertiaMinutes || intensityAtWake <= 0) return 0;
  return k.inertiaPercent * Math.exp((-k.inertiaRate * minutesAwake) / intensityAtWake);
}

/** Returns effectiveness in percent before inertia: the reservoir plus a rhythm that becomes wider with sleep debt. */
export function effectiveness(level: number, circadian: number, k: SafteConstants = SAFTE, capacity = k.capacity) {
  const amplitude = k.rhythmPercent + (k.rhythmDebtPercent * (capacity - level)) / capacity;
  return (100 * level) / capacity + amplitude * circadian;
}

/** One stretch in bed, in minutes since the epoch. `clock` is added to get the person's own clock. */
type SleepSpan = {
  readonly start: number;
  readonly end: number;
  readonly clock: number;
  /** Share of the span spent asleep, 0–1. The rest empties the reservoir as waking does. */
  readonly asleepShare: number;
};

const circadianByMinute = Array.from({ length: 1440 }, (_, minute) => circadianProcess(minute / 60));

/**
 * Returns c(T) at a minute of the person's own clock. It uses a table, because a long history needs millions of values.
 */
function circadianAt(clockMinutes: number): number {
  return circadianByMinute[((Math.floor(clockMinutes) % 1440) + 1440) % 1440] ?? 0;
}

/**
 * Before the first known night, the model assumes that the person got up this long ago with a full reservoir. This is
 * the waking day after 8 h of sleep.
 */
const AWAKE_BEFORE_FIRST_SPAN_MINUTES = 16 * 60;

/**
 * Returns the reservoir at `at` after the `spans` (sorted by start). A span after `at` does not count. A span that
 * contains `at` counts up to it. The assumed start has no effect after three nights, because the model corrects a sleep
 * debt by more than its own size per night.
 */
export function reservoirAt(spans: readonly SleepSpan[], at: number, k: SafteConstants = SAFTE): number {
  const first = spans[0];
  if (first === undefined || first.start >= at) return k.capacity;
  let level = k.capacity - AWAKE_BEFORE_FIRST_SPAN_MINUTES * k.wakingUse;
  let cursor = first.start;
  for (const span of spans) {
    const start = Math.max(span.start, cursor);
    const end = Math.min(span.end, at);
    if (end <= start) continue;
    level = Math.max(0, level - (start - cursor) * k.wakingUse);
    for (let minute = start; minute < end; minute++) {
      // In the late afternoon of a rested person the intensity can be negative. Sleep then adds nothing, but it also
      // removes nothing.
      const gain = Math.max(0, sleepIntensity(level, circadianAt(minute + span.clock), k));
      const change = span.asleepShare * gain - (1 - span.asleepShare) * k.wakingUse;
      level = Math.min(k.capacity, Math.max(0, level + change));
    }
    cursor = end;
  }
  return Math.max(0, level - (at - cursor) * k.wakingUse);
}

/** The reservoir is simulated over this many nights, including the night that is scored. */
const RESERVOIR_DAYS = 14;
/**
 * SAFTE's clock assumes a person whose sleep is centred here. The clocks of other people are shifted to match
 * (acrophase = mid-sleep + 15 h).
 */
const MODEL_MIDPOINT_MINUTE = 3 * 60;
const NIGHTS_FOR_PHASE = 3;

/**
 * Wearables detect sleep well (sensitivity ≥ 0.93), but wake and stages poorly (specificity 0.18–0.54, stages
 * inconsistent: Chinoy et al., Sleep 2021;44:zsaa291). So the reservoir, which uses only time asleep, has double
 * weight.
 */
const RESERVOIR_WEIGHT = 2 / 3;
/**
 * Experts agree that continuity shows a good night, and do not agree about stages (Ohayon et al., Sleep Health
 * 2017;3:6). So efficiency has double weight.
 */
const QUALITY_WEIGHTS = { sleepEfficiency: 2 / 3, restorativeShare: 1 / 3 } as const;
/** Share of the time in bed that a healthy adult sleeps. */
const USUAL_EFFICIENCY = POPULATION.sleepEfficiency.center;
/** The quality of a night that equals the person's usual night. It is the middle of the steady body zone, 65–79. */
const USUAL_QUALITY = 72;

/**
 * Scores the Sleep pillar of the day at `at` from two parts. The first is how alert the sleep of the last 14 days
 * leaves the person, compared with a fully slept person who got up at the same time. The second is how good the last
 * night was, compared with the person's own nights. A nap counts from when it happens. Returns undefined without a
 * night that ended on the day.
 */
export function sleepPillar(timeline: Timeline, row: DayRow, at: EpochMs): Scored | undefined {
  const { night } = row;
  if (night === undefined || row.sleepSource === undefined) return undefined;
  const { spans, nightsKnown, phase } = trailingSpans(timeline, row);
  const debt = alertnessDeficit(spans, night.end, night.offsetMinutes + phase, at) / SIX_HOUR_DEFICIT;
  const reservoir = debtScore(debt);
  const reservoirConfidence = Math.min(1, nightsKnown / WARM_UP_NIGHTS);

  let weight = 0;
  let score = 0;
  let confidence = 0;
  for (const signal of ["sleepEfficiency", "restorativeShare"] as const) {
    const value = nightSignal(signal, night);
    const baseline = baselineBefore(signal, timeline.comparable(row.sleepSource, signal, row.day), row.day);
    if (value === undefined || baseline === undefined) continue;
    const share = QUALITY_WEIGHTS[signal];
    weight += share;
    score += share * scoreOfZ((value - baseline.center) / baseline.deviation, USUAL_QUALITY);
    confidence += share * baseline.confidence;
  }
  if (weight === 0) return { score: reservoir, confidence: reservoirConfidence, debt };
  return {
    debt,
    score: RESERVOIR_WEIGHT * reservoir + (1 - RESERVOIR_WEIGHT) * (score / weight),
    confidence: RESERVOIR_WEIGHT * reservoirConfidence + (1 - RESERVOIR_WEIGHT) * (confidence / weight),
  };
}

/**
 * Returns how far effectiveness at `at` is below that of a fully slept person who got up at the same moment, as a share
 * of the other's effectiveness. Both have the same hour and the same time awake, so only the sleep debt makes a
 * difference. Sleep inertia is left out: it passes within two hours and says nothing about the night.
 */
function alertnessDeficit(spans: readonly SleepSpan[], wakeMs: number, clock: number, atMs: number): number {
  const wake = Math.round(wakeMs / MINUTE_MS);
  const at = Math.max(wake, Math.round(atMs / MINUTE_MS));
  const hour = circadianAt(at + clock);
  const full = effectiveness(SAFTE.capacity - (at - wake) * SAFTE.wakingUse, hour);
  return Math.max(0, 1 - effectiveness(reservoirAt(spans, at), hour) / full);
}

/** The deficit at waking that SAFTE reaches after 14 nights of six hours in bed, centred on 03:00. */
const SIX_HOUR_DEFICIT = (() => {
  const spans = Array.from({ length: RESERVOIR_DAYS }, (_, night) => {
    const start = night * 1440;
    return { start, end: start + 6 * 60, clock: 0, asleepShare: USUAL_EFFICIENCY };
  });
  const wakeMs = (spans.at(-1)?.end ?? 0) * MINUTE_MS;
  return alertnessDeficit(spans, wakeMs, 0, wakeMs);
})();

/**
 * Returns 100 without sleep debt. Returns 50, where the body zone flagging begins, at the debt of six hours in bed per
 * night. In 14 days this debt harms as much as up to two nights without sleep (Van Dongen et al., Sleep 2003;26:117).
 * Each further debt of this size halves the score again, so every night has a score above 0.
 */
function debtScore(debt: number): number {
  return 100 * 2 ** -debt;
}

/**
 * Returns the sleeps of the trailing 14 days, with naps of the day itself, and how the person's clock is shifted
 * against SAFTE's. A date without a night gets the person's usual night, because missing data does not mean no sleep.
 */
function trailingSpans(timeline: Timeline, row: DayRow): { spans: SleepSpan[]; nightsKnown: number; phase: number } {
  const rows: (DayRow | undefined)[] = [];
  for (let day = row.day - RESERVOIR_DAYS + 1; day <= row.day; day++) rows.push(timeline.on(day));
  const nights = rows.flatMap((one) => (one?.night === undefined ? [] : [one.night]));
  const midpoint = nights.length < NIGHTS_FOR_PHASE ? undefined : circularStatistics(nights.map(midpointMinute))?.mean;
  const phase = MODEL_MIDPOINT_MINUTE - (midpoint ?? MODEL_MIDPOINT_MINUTE);

  const usualLength = median(nights.map(({ start, end }) => end - start)) ?? 0;
  const usualShare = median(nights.map(asleepShare)) ?? 1;
  const spans: SleepSpan[] = [];
  let offset: number | undefined;
  let day = row.day - RESERVOIR_DAYS;
  for (const one of rows) {
    day++;
    for (const sleep of one?.sleeps ?? []) {
      spans.push(span(sleep.start, sleep.end, sleep.offsetMinutes + phase, asleepShare(sleep)));
    }
    offset = one?.night?.offsetMinutes ?? offset;
    // Before the first night that the source recorded in these days, no night is filled in.
    if (one?.night !== undefined || offset === undefined) continue;
    const middle = day * DAY_MS + (clockMinute(midpoint ?? MODEL_MIDPOINT_MINUTE) - offset) * MINUTE_MS;
    const filled = span(middle - usualLength / 2, middle + usualLength / 2, offset + phase, usualShare);
    if (!spans.some((known) => filled.start < known.end && known.start < filled.end)) spans.push(filled);
  }
  spans.sort((a, b) => a.start - b.start);
  return { spans, nightsKnown: nights.length, phase };
}

function span(start: number, end: number, clock: number, share: number): SleepSpan {
  return { start: Math.round(start / MINUTE_MS), end: Math.round(end / MINUTE_MS), clock, asleepShare: share };
}
