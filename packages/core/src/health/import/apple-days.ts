/** Turns Apple Health's quantities into daily values. apple-health.ts feeds it record by record. */
import type { Metric, Source } from "@waldo/contracts";
import { median } from "../statistics.ts";
import { type AppleNight, createNumberTable, type NumberTable } from "./apple-sleep.ts";
import type { DayCollector } from "./day-collector.ts";
import { dateAt } from "./local-time.ts";
import type { Place } from "./refuse.ts";

/** One measurement. It is kept until the nights are known. Ten years have a few hundred thousand of them. */
type Sample = {
  readonly instant: number;
  readonly offset: number;
  readonly value: number;
  readonly line: number;
};
type Values = { readonly values: number[]; readonly line: number };
/** One metric of one day of one device. */
type DayMetric = `${Metric} ${Source} ${string}`;
type Sum = { value: number; readonly place: Place };

/**
 * Turns a stream of Apple Health quantities into one value per day and device. It stores sums and samples, but no
 * records:
 *
 * - Sums (steps, energy, exercise) are added per app or device, and the largest one counts for the day. A phone and two
 *   apps that each copy its steps count as one walk.
 * - The day's HRV and respiratory rate are the median of the samples taken during that date's sleeps. When no sleep has
 *   a sample (a watch that charges overnight), they are the median of the date's other samples.
 * - The resting heart rate is the last one that Health computed for the date.
 */
type AppleDays = {
  sum(of: DayMetric, sourceName: string, value: number, place: Place): void;
  sample(metric: Metric, source: Source, sample: Sample): void;
  last(of: DayMetric, instant: number, value: number, place: Place): void;
  finish(nights: readonly AppleNight[], file: string): void;
};

export function createAppleDays(days: DayCollector): AppleDays {
  const sums = new Map<DayMetric, Map<string, Sum>>();
  const samples = new Map<string, NumberTable>();
  const lasts = new Map<DayMetric, { instant: number; value: number; place: Place }>();

  function finishSums(): void {
    for (const [key, apps] of sums) {
      const [metric, source, date] = key.split(" ") as [Metric, Source, string];
      const largest = [...apps.values()].reduce((best, sum) => (sum.value > best.value ? sum : best));
      days.metric({ date, source }, metric, round(largest.value), largest.place);
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
        days.metric({ date, source }, metric, round(median(chosen.values) ?? 0), { file, line: chosen.line });
      }
    }
  }

  return {
    sum(of, sourceName, value, place) {
      const apps = sums.get(of);
      if (apps === undefined) {
        sums.set(of, new Map([[sourceName, { value, place }]]));
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
    last(of, instant, value, place) {
      const known = lasts.get(of);
      if (known === undefined || instant >= known.instant) lasts.set(of, { instant, value, place });
    },
    finish(nights, file) {
      for (const { source, reading, place } of nights) days.sleep(source, reading, place);
      finishSums();
      finishSamples(nights, file);
      for (const [key, { value, place }] of lasts) {
        const [metric, source, date] = key.split(" ") as [Metric, Source, string];
        days.metric({ date, source }, metric, value, place);
      }
    },
  };
}

/**
 * Returns the night that contains the instant. Nights are sorted by start. When nights overlap, it returns the one that
 * began last.
 */
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

/** Rounds to six decimals, which is more than any sensor has. Sums of thousands of fractions end in rounding noise. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function push(dates: Map<string, Values>, date: string, value: number, line: number): void {
  const known = dates.get(date);
  if (known === undefined) dates.set(date, { values: [value], line });
  else known.values.push(value);
}
