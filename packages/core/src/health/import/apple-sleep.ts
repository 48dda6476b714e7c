import type { Source } from "@waldo/contracts";
import type { SleepStage } from "./apple-record.ts";
import { SLEEP_ROUNDING_MINUTES } from "./bounds.ts";
import type { SleepReading } from "./day-collector.ts";
import type { Notes } from "./import-notes.ts";
import type { Place } from "./refuse.ts";

export type SleepSegment = {
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
 * Segments of one app or device with at most this between them are one time in bed. A trip to the bathroom leaves no
 * segment; an hour without one means the person was up.
 */
export const EPISODE_GAP_MINUTES = 60;

const MINUTE = 60_000;

/** Joins segments into episodes, per app or device, by start. Episodes without a minute asleep are left out. */
export function appleNights(segments: readonly SleepSegment[], file: string, notes: Notes): AppleNight[] {
  const nights: AppleNight[] = [];
  for (const own of Map.groupBy(segments, ({ source, sourceName }) => `${source} ${sourceName}`).values()) {
    for (const episode of episodes(own)) {
      const [first] = episode;
      if (first === undefined) continue;
      const place = { file, line: first.line };
      const reading = asReading(episode);
      if (reading.asleepMinutes > 0) nights.push({ source: first.source, reading, place });
      else notes.add("ignored", place, "time in bed without sleep is no sleep; left out");
    }
  }
  return nights.sort((a, b) => a.reading.start - b.reading.start);
}

function episodes(segments: readonly SleepSegment[]): SleepSegment[][] {
  const list: SleepSegment[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const segment of segments.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = list.at(-1);
    if (last === undefined || segment.start - end > EPISODE_GAP_MINUTES * MINUTE) list.push([segment]);
    else last.push(segment);
    end = Math.max(end, segment.end);
  }
  return list;
}

function asReading(episode: readonly SleepSegment[]): SleepReading {
  const latest = episode.reduce((last, segment) => (segment.end > last.end ? segment : last));
  const minutes = (stages: readonly SleepStage[]) => covered(episode.filter(({ stage }) => stages.includes(stage)));
  const asleep = minutes(["asleep", "light", "deep", "rem"]);
  const [light, deep, rem] = [minutes(["light"]), minutes(["deep"]), minutes(["rem"])];
  // Stages that overlap, from a sync that ran twice, add up to more than the night; then none of them is trusted.
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

/** Minutes that at least one of the segments covers. They come sorted by start. */
function covered(segments: readonly SleepSegment[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of segments) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total / MINUTE;
}
