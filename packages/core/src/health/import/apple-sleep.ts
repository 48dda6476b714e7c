// Joins Apple Health's sleep segments into nights. apple-health.ts calls it. Time in bed without sleep is left out with
// a note. The file also holds the words with which phones name the stages of sleep.
import type { SLEEP_STAGES, Source } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import { SLEEP_ROUNDING_MINUTES } from "./bounds.ts";
import type { SleepReading } from "./day-collector.ts";
import type { Notes } from "./import-notes.ts";
import type { Place } from "./refuse.ts";
import lists from "./words.json" with { type: "json" };

/**
 * A table of numbers that is cheap for the garbage collector. Here a million measurements are one array. As a million
 * objects, every collection would copy them.
 */
export type NumberTable = {
  readonly length: number;
  /** Adds a row. It takes as many numbers as the table has columns. */
  push(...row: number[]): void;
  /** Returns a cell, or NaN when there is no such cell. */
  at(row: number, column: number): number;
};

export function createNumberTable(columns: number): NumberTable {
  let cells = new Float64Array(columns * 64);
  let used = 0;
  return {
    get length() {
      return used / columns;
    },
    push(...row) {
      if (used + columns > cells.length) {
        const larger = new Float64Array(cells.length * 2);
        larger.set(cells);
        cells = larger;
      }
      cells.set(row, used);
      used += columns;
    },
    at(row, column) {
      const at = row * columns + column;
      return at < used ? (cells[at] ?? Number.NaN) : Number.NaN;
    },
  };
}

type Stage = (typeof SLEEP_STAGES)[number];

/**
 * The words are in data/words/import/sleep-stages.jsonl by language: en, de, fr, es, it, pt, nl, sv, da, nb, fi, pl,
 * cs, tr, ru, uk, ja, zh, ko, hi, ar.
 */
const WORDS: Readonly<Record<Stage, readonly string[]>> = lists["sleep-stages"];

/**
 * Health Auto Export writes the stages in the language of the phone. An unknown word is counted as unread and never
 * guessed.
 */
const STAGE_OF = new Map(
  (Object.keys(WORDS) as Stage[]).flatMap((stage) =>
    WORDS[stage].flatMap((words) => words.split(", ").map((word) => [plain(word), stage] as const)),
  ),
);

/** Returns the stage that a word means. It ignores case, accents, spaces and dashes. */
export function stageOfWord(word: string): Stage | undefined {
  return STAGE_OF.get(plain(word.slice(0, MOST_CHARS)));
}

const MOST_CHARS = 60;

function plain(word: string): string {
  return word
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

type SleepStage = "inBed" | "asleep" | "light" | "deep" | "rem" | "awake";

/** What each value of a sleep record means here. */
const STAGE_NAMES: Readonly<Record<string, SleepStage>> = {
  HKCategoryValueSleepAnalysisInBed: "inBed",
  HKCategoryValueSleepAnalysisAsleep: "asleep",
  HKCategoryValueSleepAnalysisAsleepUnspecified: "asleep",
  HKCategoryValueSleepAnalysisAsleepCore: "light",
  HKCategoryValueSleepAnalysisAsleepDeep: "deep",
  HKCategoryValueSleepAnalysisAsleepREM: "rem",
  HKCategoryValueSleepAnalysisAwake: "awake",
};
export const APPLE_SLEEP = "HKCategoryTypeIdentifierSleepAnalysis";
export const appleStage = (value: string): SleepStage | undefined =>
  Object.hasOwn(STAGE_NAMES, value) ? STAGE_NAMES[value] : undefined;

type SleepSegment = {
  readonly source: Source;
  readonly sourceName: string;
  readonly stage: SleepStage;
  readonly start: number;
  readonly end: number;
  /** UTC offset at the end, minutes east. */
  readonly offset: number;
  readonly line: number;
};
export type AppleNight = { readonly source: Source; readonly reading: SleepReading; readonly place: Place };

/**
 * Segments of one app or device with at most this gap between them belong to one time in bed. A short time out of bed
 * leaves a gap without a segment. After an hour without a segment the person counts as up.
 */
const EPISODE_GAP_MINUTES = 60;

const STAGES: readonly SleepStage[] = ["inBed", "asleep", "light", "deep", "rem", "awake"];
type Span = Pick<SleepSegment, "start" | "end" | "offset" | "line"> & { readonly stage: SleepStage | undefined };

/** Collects segments per app or device as numbers. Ten years of stages are a few hundred thousand. */
type SleepSegments = {
  add(segment: SleepSegment): void;
  /** Joins the segments into episodes, sorted by start. Episodes without a minute asleep are left out. */
  nights(file: string, notes: Notes): AppleNight[];
};

export function createSleepSegments(): SleepSegments {
  const apps = new Map<string, { source: Source; table: NumberTable }>();
  return {
    add({ source, sourceName, stage, start, end, offset, line }) {
      const key = `${source} ${sourceName}`;
      const app = apps.get(key) ?? { source, table: createNumberTable(5) };
      app.table.push(STAGES.indexOf(stage), start, end, offset, line);
      apps.set(key, app);
    },
    nights(file, notes) {
      const nights: AppleNight[] = [];
      for (const { source, table } of apps.values()) {
        for (const episode of episodes(table)) {
          const reading = asReading(episode);
          const place = { file, line: episode[0]?.line ?? 1 };
          if (reading.asleepMinutes > 0) nights.push({ source, reading, place });
          else notes.add("ignored", place, "time in bed without sleep is no sleep; left out");
        }
      }
      return nights.sort((a, b) => a.reading.start - b.reading.start);
    },
  };
}

function* episodes(table: NumberTable): Generator<Span[]> {
  const spanAt = (row: number): Span => ({
    stage: STAGES[table.at(row, 0)],
    start: table.at(row, 1),
    end: table.at(row, 2),
    offset: table.at(row, 3),
    line: table.at(row, 4),
  });
  const order = Uint32Array.from({ length: table.length }, (_, row) => row);
  order.sort((a, b) => table.at(a, 1) - table.at(b, 1) || table.at(a, 2) - table.at(b, 2));
  let episode: Span[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const row of order) {
    const span = spanAt(row);
    if (episode.length > 0 && span.start - end > EPISODE_GAP_MINUTES * MINUTE_MS) {
      yield episode;
      episode = [];
    }
    episode.push(span);
    end = Math.max(end, span.end);
  }
  if (episode.length > 0) yield episode;
}

function asReading(episode: readonly Span[]): SleepReading {
  const latest = episode.reduce((last, span) => (span.end > last.end ? span : last));
  const minutes = (stages: readonly SleepStage[]) =>
    covered(episode.filter(({ stage }) => stage !== undefined && stages.includes(stage)));
  const asleep = minutes(["asleep", "light", "deep", "rem"]);
  const [light, deep, rem] = [minutes(["light"]), minutes(["deep"]), minutes(["rem"])];
  // When a sync ran twice, its stages overlap and add up to more than the night. Then no stage is used.
  const staged = light + deep + rem > 0 && light + deep + rem <= asleep + SLEEP_ROUNDING_MINUTES;
  return {
    start: Math.min(...episode.map(({ start }) => start)),
    end: latest.end,
    offsetMinutes: latest.offset,
    asleepMinutes: asleep,
    awakeMinutes: minutes(["asleep", "light", "deep", "rem", "awake"]) - asleep,
    ...(staged ? { lightMinutes: light, deepMinutes: deep, remMinutes: rem } : {}),
  };
}

/** Returns the number of minutes that at least one span covers. The spans must be sorted by start. */
function covered(spans: readonly Span[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of spans) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total / MINUTE_MS;
}
