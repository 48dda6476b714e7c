import type { Metric, Source } from "@waldo/contracts";
import type { AppleNight } from "./apple-sleep.ts";
import type { DayCollector } from "./day-collector.ts";
import { dateAt } from "./local-time.ts";
import { createNumberTable, type NumberTable } from "./number-table.ts";
import type { Place } from "./refuse.ts";

/** One measurement, kept until the nights are known. Ten years hold a few hundred thousand. */
type Sample = {
  readonly instant: number;
  readonly offset: number;
  readonly value: number;
  readonly line: number;
};
type Values = { readonly values: number[]; readonly line: number };
type Sum = { value: number; readonly place: Place };

/**
 * Turns a stream of Apple Health quantities into a value per day and device, holding sums and samples, never records:
 *
 * - sums (steps, energy, exercise) are kept per app or device, and a day takes the largest: a phone and two apps that
 *   each copy its steps have walked once;
 * - the day's HRV and respiratory rate are the median of the samples taken during that date's sleeps; of the date's
 *   other samples where no sleep holds any, as with a watch that charges overnight;
 * - the resting heart rate is the last one Health computed for the date.
 */
export type AppleDays = {
  sum(metric: Metric, source: Source, sourceName: string, date: string, value: number, place: Place): void;
  sample(metric: Metric, source: Source, sample: Sample): void;
  last(metric: Metric, source: Source, date: string, instant: number, value: number, place: Place): void;
  finish(nights: readonly AppleNight[], file: string): void;
};

export function createAppleDays(days: DayCollector): AppleDays {
  const sums = new Map<string, Map<string, Sum>>();
  const samples = new Map<string, NumberTable>();
  const lasts = new Map<string, { instant: number; value: number; place: Place }>();

  function finishSums(): void {
    for (const [key, apps] of sums) {
      const [metric, source, date] = key.split(" ") as [Metric, Source, string];
      const largest = [...apps.values()].reduce((best, sum) => (sum.value > best.value ? sum : best));
      days.metric(date, source, metric, round(largest.value), largest.place);
    }
  }

  function finishSamples(nights: readonly AppleNight[], file: string): void {
    for (const [key, table] of samples) {
      const [metric, source] = key.split(" ") as [Metric, Source];
      const own = nights.filter((night) => night.source === source);
      const asleep = new Map<string, Values>();
      const awake = new Map<string, Values>();
      for (let row = 0; row < table.length; row++) {
        const [instant, value, line] = [table.at(row, 0), table.at(row, 2), table.at(row, 3)];
        const night = nightAt(own, instant);
        if (night === undefined) push(awake, dateAt(instant, table.at(row, 1)), value, line);
        else push(asleep, dateAt(night.reading.end, night.reading.offsetMinutes), value, line);
      }
      for (const date of new Set([...asleep.keys(), ...awake.keys()])) {
        const chosen = asleep.get(date) ?? awake.get(date);
        if (chosen === undefined) continue;
        days.metric(date, source, metric, round(median(chosen.values)), { file, line: chosen.line });
      }
    }
  }

  return {
    sum(metric, source, sourceName, date, value, place) {
      const key = `${metric} ${source} ${date}`;
      const apps = sums.get(key);
      if (apps === undefined) {
        sums.set(key, new Map([[sourceName, { value, place }]]));
        return;
      }
      const sum = apps.get(sourceName);
      if (sum === undefined) apps.set(sourceName, { value, place });
      else sum.value += value;
    },
    sample(metric, source, { instant, offset, value, line }) {
      const key = `${metric} ${source}`;
      const table = samples.get(key) ?? createNumberTable(4);
      table.push(instant, offset, value, line);
      samples.set(key, table);
    },
    last(metric, source, date, instant, value, place) {
      const key = `${metric} ${source} ${date}`;
      const known = lasts.get(key);
      if (known === undefined || instant >= known.instant) lasts.set(key, { instant, value, place });
    },
    finish(nights, file) {
      for (const { source, reading, place } of nights) days.sleep(source, reading, place);
      finishSums();
      finishSamples(nights, file);
      for (const [key, { value, place }] of lasts) {
        const [metric, source, date] = key.split(" ") as [Metric, Source, string];
        days.metric(date, source, metric, value, place);
      }
    },
  };
}

/** The night that holds the instant. Nights come sorted by start; of overlapping ones the latest to begin. */
function nightAt(nights: readonly AppleNight[], instant: number): AppleNight | undefined {
  let low = 0;
  let high = nights.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nights[middle]?.reading.start ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  const night = nights[low - 1];
  return night !== undefined && instant <= night.reading.end ? night : undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >>> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Sums of thousands of fractions end in noise; six decimals are more than any sensor has. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function push(dates: Map<string, Values>, date: string, value: number, line: number): void {
  const known = dates.get(date);
  if (known === undefined) dates.set(date, { values: [value], line });
  else known.values.push(value);
}
