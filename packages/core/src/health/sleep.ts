/** The Sleep pillar: the sleep debt of the last 14 days (SAFTE) and the quality of the last night. */
import type { EpochMs } from "@waldo/contracts";
import { DAY_MS, MINUTE_MS } from "../time.ts";
import { baselineBefore, WARM_UP_NIGHTS } from "./baseline.ts";
import { circularStatistics, clockMinute } from "./circular.ts";
import { type Scored, scoreOfZ } from "./curve.ts";
import { median } from "./robust.ts";
import { circadianAt, effectiveness, reservoirAt, SAFTE, type SleepSpan } from "./safte.ts";
import { POPULATION } from "./signals.ts";
import { asleepShare, type DayRow, nightSignal, type Timeline } from "./timeline.ts";
import { midpointMinute } from "./wall-clock.ts";

/** How many nights the reservoir is simulated over, including the night in question. */
export const RESERVOIR_DAYS = 14;
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
/** The quality of a night that is like the person's other nights: the middle of the steady body zone, 65–79. */
const USUAL_QUALITY = 72;

/**
 * Scores the Sleep pillar of the day at `at` from two parts. The first is how alert the sleep of the last 14 days
 * leaves the person, compared with a fully slept person who got up at the same time. The second is how good the last
 * night was, compared with the person's own nights. A nap counts from when it happens. Undefined without a night that
 * ended on the day.
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
    const baseline = baselineBefore(signal, timeline.readings(row.sleepSource, signal), row.day);
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
 * of theirs. Both are compared at the same hour and the same time awake, so the time of day has no effect and only
 * sleep debt remains. Sleep inertia is left out: it passes within two hours and says nothing about the night.
 */
export function alertnessDeficit(spans: readonly SleepSpan[], wakeMs: number, clock: number, atMs: number): number {
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
 * Returns 100 without sleep debt. It returns 50 (the body zone flagging begins there) at the debt of six hours in bed a
 * night: in 14 days this costs as much as up to two nights without sleep (Van Dongen et al., Sleep 2003;26:117). Each
 * further debt of this size halves the score again, so every night has a score above 0.
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
    // No night is filled in before the first night that the source recorded in these days.
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
