/**
 * Writes a made-up WHOOP export (`physiological_cycles.csv`) of one person's year. No real person's data is in it. A
 * seeded generator makes nights that depend on the nights before, a few rough weeks, two trips and two nights without
 * the strap.
 *
 *   node examples/generate-whoop.ts [--days 365] [--seed 1] [--out data/whoop-year.csv]
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";

const LAST_WAKE_DATE = Date.UTC(2026, 9, 31);
const DAY = 86_400_000;
const MINUTE = 60_000;

const COLUMNS = [
  "Cycle start time",
  "Cycle end time",
  "Cycle timezone",
  "Recovery score %",
  "Resting heart rate (bpm)",
  "Heart rate variability (ms)",
  "Skin temp (celsius)",
  "Blood oxygen %",
  "Day Strain",
  "Energy burned (cal)",
  "Max HR (bpm)",
  "Average HR (bpm)",
  "Sleep onset",
  "Wake onset",
  "Sleep performance %",
  "Respiratory rate (rpm)",
  "Asleep duration (min)",
  "In bed duration (min)",
  "Light sleep duration (min)",
  "Deep (SWS) duration (min)",
  "REM duration (min)",
  "Awake duration (min)",
  "Sleep need (min)",
  "Sleep debt (min)",
  "Sleep efficiency %",
  "Sleep consistency %",
] as const;

/**
 * The home offset is half an hour off the full hour, as for a fifth of humanity. One trip goes east, one to a place for
 * which WHOOP writes `Z`.
 */
const HOME = { offset: 330, name: "UTC+05:30" } as const;
const TRIPS = [
  { from: 96, to: 102, offset: 480, name: "UTC+08:00" },
  { from: 251, to: 259, offset: 0, name: "UTCZ" },
] as const;
/** Days of the year that were hard, and how hard they were: a cold, a deadline, a fortnight of short nights. */
const ROUGH = [
  { from: 61, to: 68, load: 1.6, fever: 1 },
  { from: 168, to: 175, load: 1.2, fever: 0 },
  { from: 305, to: 318, load: 1, fever: 0 },
] as const;
/** The nights without the strap, in days before the last. */
const STRAP_OFF = [143, 286] as const;

type Night = {
  readonly zone: { readonly offset: number; readonly name: string };
  /** Wall clock time, stored as if it were UTC. */
  readonly onset: number;
  readonly wake: number;
  readonly worn: boolean;
  readonly cells: Readonly<Record<string, number>>;
  readonly strain: Readonly<Record<string, number>>;
};

/** Returns the whole file, newest cycle first, as WHOOP writes it. The same options give the same bytes. */
export function whoopExport(options: { days: number; seed: number }): string {
  const nights = livedNights(options.days, options.seed);
  const rows = nights.map((night, index) => row(night, nights[index + 1]));
  return `${[COLUMNS.join(","), ...rows.toReversed()].join("\n")}\n`;
}

function livedNights(days: number, seed: number): Night[] {
  const random = uniform(seed);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  // The part that carries over from one day to the next, in standard deviations.
  let fatigue = 0;
  let rhythm = 0;
  let breath = 0;
  let debt = 30;
  const nights: Night[] = [];
  for (let day = 0; day < days; day++) {
    const toEnd = days - 1 - day;
    const yearDay = 364 - toEnd;
    const wakeDate = LAST_WAKE_DATE - toEnd * DAY;
    const zone = TRIPS.find((trip) => yearDay >= trip.from && yearDay < trip.to) ?? HOME;
    const rough = ROUGH.find((week) => yearDay >= week.from && yearDay < week.to);
    const load = rough?.load ?? 0;
    const freeDay = [0, 6].includes(new Date(wakeDate).getUTCDay());

    fatigue = 0.62 * fatigue + 0.55 * gauss() + 0.3 * load;
    rhythm = 0.4 * rhythm + 0.7 * gauss();
    breath = 0.7 * breath + 0.5 * gauss() + 0.5 * (rough?.fever ?? 0);

    const inBed = clamp(478 + (freeDay ? 38 : 0) - 42 * load + 26 * rhythm + 18 * gauss() + 0.15 * debt, 250, 640);
    const awake = clamp(36 + 9 * load + 7 * fatigue + 8 * gauss(), 8, 110);
    const asleep = inBed - awake;
    const deep = asleep * clamp(0.19 - 0.02 * fatigue + 0.02 * gauss(), 0.08, 0.32);
    const rem = asleep * clamp(0.22 - 0.02 * load + 0.025 * gauss(), 0.08, 0.34);
    const need = 485 + 0.2 * debt;
    debt = clamp(0.6 * debt + 0.4 * (need - asleep), 0, 180);
    // During a week abroad the body clock is still partly on the time of home.
    const lag = zone === HOME ? 0 : 0.3 * ((zone.offset - HOME.offset) % 720);
    const wakeMinute = 404 + (freeDay ? 55 : 0) + 20 * rhythm + lag + 12 * gauss();

    const hrv = Math.exp(4.14 - 0.15 * fatigue + 0.0005 * (asleep - 440) + 0.06 * gauss());
    const restingHr = 54.5 + 1.5 * fatigue + 1.1 * (rough?.fever ?? 0) - 0.006 * (asleep - 440) + 0.8 * gauss();
    const performance = clamp((100 * asleep) / need, 20, 100);
    const recovery = clamp(
      62 + 55 * (Math.log(hrv) - 4.14) - 3.2 * (restingHr - 54.5) + 0.45 * (performance - 90) + 4 * gauss(),
      1,
      99,
    );
    const strain = clamp(11 + (freeDay ? 1.5 : 0) - 1.4 * load - 0.5 * fatigue + 2.6 * gauss(), 3.5, 19.8);
    const wake = wakeDate + Math.round(wakeMinute * 60) * 1000;
    nights.push({
      zone,
      onset: wake - Math.round(inBed) * MINUTE,
      wake,
      worn: !STRAP_OFF.some((off) => off === toEnd),
      cells: {
        "Recovery score %": Math.round(recovery),
        "Resting heart rate (bpm)": Math.round(restingHr),
        "Heart rate variability (ms)": Math.round(hrv),
        "Skin temp (celsius)": fixed(33.6 + 0.35 * (rough?.fever ?? 0) + 0.2 * gauss(), 2),
        "Blood oxygen %": fixed(clamp(96.2 - 0.3 * (rough?.fever ?? 0) + 0.5 * gauss(), 90, 100), 2),
        "Sleep performance %": Math.round(performance),
        "Respiratory rate (rpm)": fixed(14.6 + 0.35 * breath, 1),
        "Asleep duration (min)": Math.round(inBed) - Math.round(awake),
        "In bed duration (min)": Math.round(inBed),
        "Light sleep duration (min)": Math.round(inBed) - Math.round(awake) - Math.round(deep) - Math.round(rem),
        "Deep (SWS) duration (min)": Math.round(deep),
        "REM duration (min)": Math.round(rem),
        "Awake duration (min)": Math.round(awake),
        "Sleep need (min)": Math.round(need),
        "Sleep debt (min)": Math.round(debt),
        "Sleep efficiency %": Math.round((100 * asleep) / inBed),
        "Sleep consistency %": Math.round(clamp(76 - 9 * Math.abs(rhythm) - 8 * load + 5 * gauss(), 20, 99)),
      },
      strain: {
        "Day Strain": fixed(strain, 1),
        "Energy burned (cal)": Math.round(1650 + 95 * strain + 60 * gauss()),
        "Max HR (bpm)": Math.round(clamp(118 + 3.6 * strain + 6 * gauss(), 100, 190)),
        "Average HR (bpm)": Math.round(restingHr + 9 + 0.9 * strain),
      },
    });
  }
  return nights;
}

/**
 * One cycle, from falling asleep to falling asleep again. The newest cycle is still open, so it has no end and no
 * strain.
 */
function row(night: Night, next: Night | undefined): string {
  const values: Record<string, string | number> = {
    "Cycle start time": clock(night.onset),
    "Cycle end time": next === undefined ? "" : clock(next.onset - (next.zone.offset - night.zone.offset) * MINUTE),
    "Cycle timezone": night.zone.name,
    ...(next === undefined ? {} : night.strain),
    ...(night.worn ? { "Sleep onset": clock(night.onset), "Wake onset": clock(night.wake), ...night.cells } : {}),
  };
  return COLUMNS.map((column) => values[column] ?? "").join(",");
}

function clock(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19).replace("T", " ");
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function fixed(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

/** Mulberry32: uniform in [0, 1), the same on every machine. */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      days: { type: "string", default: "365" },
      seed: { type: "string", default: "1" },
      out: { type: "string", default: "data/whoop-year.csv" },
    },
  });
  const days = Number(values.days);
  const seed = Number(values.seed);
  if (!Number.isInteger(days) || days < 1 || days > 3650) throw new Error("--days takes a whole number from 1 to 3650");
  if (!Number.isInteger(seed) || seed < 0) throw new Error("--seed takes a whole number from 0");
  await writeFile(values.out, whoopExport({ days, seed }));
  console.log(`wrote ${values.out}: ${days} days of a made-up person, seed ${seed}`);
}

if (import.meta.main) await main();
