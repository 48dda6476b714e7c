/**
 * Plants breaks, as a new device or firmware makes them, in real people's days and counts which are found: `npm run
 * bench:breaks -- [--data PATH] [--json]`. The limits of core/health/breaks.ts were chosen on every second person; the
 * figures are those of the others.
 */
import { existsSync } from "node:fs";
import type { BreakSignal, Source, SourceDay } from "@waldo/contracts";
import { seeded } from "@waldo/core/digest";
import { BREAK_SIGNALS, type Break } from "@waldo/core/health/breaks";
import { isLogSignal, POPULATION } from "@waldo/core/health/signals";
import { median, pooledDeviation, robustDeviation, WARM_UP_NIGHTS } from "@waldo/core/health/statistics";
import { buildTimeline, dayNumber } from "@waldo/core/health/timeline";
import { optionsOf } from "./options.ts";
import { printTable } from "./table.ts";
import { type WearablePerson, wearablePeople } from "./wearable-people.ts";

const values = optionsOf(
  `Usage: npm run bench:breaks -- [--data PATH] [--json]

Plants breaks of known sizes in real days and counts which are found, and how many are found where none was planted.

  --data PATH  a folder of exports, one subfolder per set (default ../shared/data/wearables)
  --json       everything as JSON

Example: npm run bench:breaks -- --data ~/exports`,
  { data: { type: "string", default: "../shared/data/wearables" }, json: { type: "boolean", default: false } },
);

/** Sizes in deviations of the person, and gains of the reading itself. */
const PLANTED = ["1", "1.5", "2", "3", "4", "x1.2", "x1.4"] as const;
type Planted = (typeof PLANTED)[number];
/** The days before and after a planted break, so that its effect can be seen. */
const [LEAST_BEFORE, LEAST_AFTER] = [24, 21];
const TIMES = { short: 5, long: 20, longFrom: 300 } as const;
/** A find counts for a planted break when its first day is at most this many readings away. */
const BESIDE_READINGS = 3;

type Shift = { readonly signal: BreakSignal; readonly source: Source; readonly from: number; readonly by: number };

/** Returns the days with a signal of a source moved from a day on, in the form in which baselines compare it. */
function moved(days: readonly SourceDay[], { signal, source, from, by }: Shift): SourceDay[] {
  return days.map((day) => {
    if (day.source !== source || dayNumber(day.date) < from) return day;
    if (signal === "sleepEfficiency") {
      const sleeps = day.sleeps.map((sleep) => {
        const inBed = (sleep.end - sleep.start) / 60_000;
        return { ...sleep, asleepMinutes: Math.min(inBed, Math.max(0, sleep.asleepMinutes + by * inBed)) };
      });
      return { ...day, sleeps };
    }
    const value = day.metrics[signal];
    if (value === undefined) return day;
    return { ...day, metrics: { ...day.metrics, [signal]: isLogSignal(signal) ? value * Math.exp(by) : value + by } };
  });
}

type Trial = { readonly signal: BreakSignal; readonly size: Planted; readonly alone: boolean; readonly delay?: number };
type Chance = () => number;

function trialsOf({ days }: WearablePerson, chance: Chance): Trial[] {
  const timeline = buildTimeline(days);
  const trials: Trial[] = [];
  for (const source of new Set(days.map((day) => day.source)))
    for (const signal of BREAK_SIGNALS) {
      const readings = timeline.readings(source, signal);
      const places = readings.flatMap(({ day }, i) => {
        const last = readings[i + LEAST_AFTER - 1];
        return i >= LEAST_BEFORE && last !== undefined && last.day - day <= LEAST_AFTER * 1.5 ? [i] : [];
      });
      if (places.length === 0) continue;
      // A resting pulse that no other signal of heart or breath stands beside cannot be told from the body.
      const others = BREAK_SIGNALS.filter((other) => other !== signal && other !== "sleepEfficiency");
      const alone = signal === "restingHrBpm" && others.every((other) => timeline.readings(source, other).length < 20);
      const times = readings.length < TIMES.longFrom ? TIMES.short : TIMES.long;
      for (const size of PLANTED) {
        if (size.startsWith("x") && !isLogSignal(signal)) continue;
        for (let i = 0; i < times; i++) {
          const at = places[Math.floor(chance() * places.length)] ?? 0;
          const before = readings.slice(Math.max(0, at - 30), at).map(({ value }) => value);
          const center = median(before) ?? 0;
          const own = robustDeviation(before, center);
          const deviation = pooledDeviation(own, before.length, POPULATION[signal].within, WARM_UP_NIGHTS);
          const by = size.startsWith("x") ? Math.log(Number(size.slice(1))) : Number(size) * deviation;
          const from = readings[at]?.day ?? 0;
          const shift = { signal, source, from, by: chance() < 0.5 ? by : -by };
          const last = readings[at + LEAST_AFTER - 1]?.day ?? from;
          const seen = moved(days, shift).filter(({ date }) => dayNumber(date) <= last);
          const near = (one: Break) =>
            one.source === source &&
            one.signal === signal &&
            Math.abs(readings.filter(({ day }) => day < one.day).length - at) <= BESIDE_READINGS;
          const found = buildTimeline(seen).breaks.find(near)?.found;
          trials.push({ signal, size, alone, ...(found === undefined ? {} : { delay: found - from + 1 }) });
        }
      }
    }
  return trials;
}

type Row = { readonly signal: string; readonly size: Planted; readonly n: number; readonly found: number };

function rowsOf(name: string, trials: readonly Trial[]): (Row & { readonly delay: number | undefined })[] {
  return PLANTED.flatMap((size) => {
    const tried = trials.filter((trial) => trial.size === size);
    const delays = tried.flatMap(({ delay }) => delay ?? []);
    if (tried.length === 0) return [];
    return [{ signal: name, size, n: tried.length, found: delays.length / tried.length, delay: median(delays) }];
  });
}

const NAMES: Record<BreakSignal, string> = {
  hrvRmssdMs: "HRV",
  hrvSdnnMs: "HRV (SDNN)",
  restingHrBpm: "resting pulse",
  respiratoryRateRpm: "breathing",
  sleepEfficiency: "sleep efficiency",
};

function measure(people: readonly WearablePerson[]) {
  const chance = seeded(11);
  const trials = people.flatMap((person) => trialsOf(person, chance));
  const beside = trials.filter(({ alone }) => !alone);
  const years = people.reduce((sum, { days }) => sum + new Set(days.map(({ date }) => date)).size / 365, 0);
  const finds = people.flatMap(({ name, days }) =>
    buildTimeline(days).breaks.map(({ signal, day, found }) => ({ name, signal, day, found })),
  );
  return {
    people: people.length,
    years,
    falseFinds: finds,
    rows: [
      ...rowsOf("all", beside),
      ...BREAK_SIGNALS.flatMap((signal) =>
        rowsOf(
          NAMES[signal],
          beside.filter((one) => one.signal === signal),
        ),
      ),
      ...rowsOf(
        "resting pulse alone",
        trials.filter(({ alone }) => alone),
      ),
    ],
  };
}

function print(title: string, { people, years, falseFinds, rows }: ReturnType<typeof measure>): void {
  console.log(`\n${title}: ${people} people, ${years.toFixed(1)} years of days`);
  printTable(
    ["signal", "size", "planted", "found", "days until found"],
    rows.map(({ signal, size, n, found, delay }) => [signal, size, n, `${(100 * found).toFixed(0)}%`, delay]),
  );
  const named = falseFinds.map(({ name, signal }) => `${NAMES[signal]} of ${name}`).join(", ");
  const rate = (falseFinds.length / years).toFixed(2);
  console.log(`Found where none was planted: ${falseFinds.length}, ${rate} a person-year${named ? `: ${named}` : ""}`);
}

async function main(path: string, json: boolean): Promise<void> {
  const { people } = await wearablePeople(path);
  const [chosen, others] = [0, 1].map((half) => measure(people.filter((_, i) => i % 2 === half)));
  if (json) console.log(JSON.stringify({ chosenOn: chosen, reported: others }, undefined, 2));
  else {
    if (chosen) print("The people on whom the limits were chosen", chosen);
    if (others) print("The other people", others);
  }
}

if (!existsSync(values.data)) console.log(`skipped: no ${values.data.replace(/\/data\/wearables$/, "/data")}`);
else await main(values.data, values.json);
