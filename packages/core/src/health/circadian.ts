/** The Circadian pillar: how regular a person's sleep times are. */
import { circularStatistics, clockDifference } from "./circular.ts";
import { type Scored, scoreOfDeviation } from "./curve.ts";
import type { DayRow, Timeline } from "./timeline.ts";
import { midpointMinute, wallMinute } from "./wall-clock.ts";

const CIRCADIAN_DAYS = 14;
/** With fewer nights than this no rhythm is known, so there is no score. */
const LEAST_NIGHTS = 3;
/**
 * The deviation that halves the score. Two hours off the person's own time is the social jet lag of the most misaligned
 * third (Roenneberg et al., Curr Biol 2012;22:939).
 */
const PHASE_HALF_MINUTES = 120;
/**
 * The spread that halves the score. Sleep timing that varies by more has twice the cardiovascular risk (Huang, Mariani
 * & Redline, JACC 2020;75:991).
 */
const SPREAD_HALF_MINUTES = 90;

/**
 * Scores the Circadian pillar from two equal parts: how regular the middle of the night and the waking were over the
 * trailing 14 days, and how close last night was to their mean. Clock times are those of the local clock at waking, so
 * a traveller who keeps local hours keeps the score. Undefined without a night, or with fewer than three nights before
 * it. A night whose source gives no times does not count.
 */
export function circadianPillar(timeline: Timeline, row: DayRow): Scored | undefined {
  const { night } = row;
  if (night === undefined || night.timesAssumed) return undefined;
  const before = [];
  for (let day = row.day - CIRCADIAN_DAYS; day < row.day; day++) before.push(timeline.on(day)?.night);
  const nights = before.flatMap((one) => (one === undefined || one.timesAssumed ? [] : [one]));
  if (nights.length < LEAST_NIGHTS) return undefined;

  const scores = [midpointMinute, wakeMinute].flatMap((clockTime) => {
    const times = nights.map(clockTime);
    const usual = circularStatistics(times);
    const spread = circularStatistics([...times, clockTime(night)]);
    return [
      usual === undefined ? 0 : scoreOfDeviation(clockDifference(clockTime(night), usual.mean), PHASE_HALF_MINUTES),
      spread === undefined ? 0 : scoreOfDeviation(spread.deviation, SPREAD_HALF_MINUTES),
    ];
  });
  return {
    score: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    confidence: nights.length / CIRCADIAN_DAYS,
  };
}

function wakeMinute(night: { end: number; offsetMinutes: number }): number {
  return wallMinute(night.end, night.offsetMinutes);
}
