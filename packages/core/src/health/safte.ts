/**
 * SAFTE: Sleep, Activity, Fatigue and Task Effectiveness (Hursh et al., Aviat Space Environ Med 2004;75(3 Suppl):
 * A44–53). A reservoir empties while the person is awake and fills during sleep. How fast it fills depends on the hour
 * and on how empty it is. Levels are reservoir units, time is in minutes, hours are on the person's own clock.
 */

export type SafteConstants = {
  /** Units of a full reservoir. */
  readonly capacity: number;
  /** Units lost per minute awake. */
  readonly wakingUse: number;
  /** Hour at which alertness peaks for a person whose sleep is centred on 03:00. */
  readonly acrophaseHour: number;
  readonly secondHarmonicShiftHours: number;
  readonly secondHarmonicAmplitude: number;
  /** Sleep propensity is this times −c. */
  readonly propensityAmplitude: number;
  /** Units gained per minute asleep for each missing unit. */
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
export type SleepSpan = {
  readonly start: number;
  readonly end: number;
  readonly clock: number;
  /** Share of the span spent asleep, 0–1. The rest empties the reservoir as waking does. */
  readonly asleepShare: number;
};

const circadianByMinute = Array.from({ length: 1440 }, (_, minute) => circadianProcess(minute / 60));

/** Returns c(T) at a minute of the person's own clock, from a table, because a long history asks millions of times. */
export function circadianAt(clockMinutes: number): number {
  return circadianByMinute[((Math.floor(clockMinutes) % 1440) + 1440) % 1440] ?? 0;
}

/**
 * The model assumes that before the first known night the person got up with a full reservoir this long ago: the waking
 * day after 8 h of sleep.
 */
const AWAKE_BEFORE_FIRST_SPAN_MINUTES = 16 * 60;

/**
 * Returns the reservoir at `at` after the `spans` (sorted by start). A span after `at` does not count. A span that
 * contains `at` counts up to it. The assumed start has no effect after three nights, because sleep debt feeds back by
 * more than its own size per night.
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
      // Propensity alone can be negative in a rested person's late afternoon. Sleep then adds nothing, but it takes
      // nothing either.
      const gain = Math.max(0, sleepIntensity(level, circadianAt(minute + span.clock), k));
      const change = span.asleepShare * gain - (1 - span.asleepShare) * k.wakingUse;
      level = Math.min(k.capacity, Math.max(0, level + change));
    }
    cursor = end;
  }
  return Math.max(0, level - (at - cursor) * k.wakingUse);
}
