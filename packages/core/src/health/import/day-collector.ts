import type { Metric, Rejected, SleepEpisode, Source, SourceDay } from "@waldo/contracts";
import { MINUTE_MS } from "../../time.ts";
import { impossibleSleep, outOfBounds, SLEEP_ROUNDING_MINUTES } from "./bounds.ts";
import type { Notes } from "./import-notes.ts";
import { dateAt, hourAt } from "./local-time.ts";
import type { Place } from "./refuse.ts";

/** A sleep as an importer hands it in. `nap` says what the source calls it; undefined leaves it to the rule below. */
export type SleepReading = Omit<SleepEpisode, "nap" | "efficiency"> & { readonly nap?: boolean };

/** Minutes of a sleep's parts, where the source gives them. */
export type SleepParts = Partial<Pick<SleepEpisode, "awakeMinutes" | "lightMinutes" | "deepMinutes" | "remMinutes">>;

/** What of the parts is known: a source writes nothing, or a negative number, where it has no answer. */
export function knownMinutes(parts: { readonly [part in keyof SleepParts]?: number | undefined }): SleepParts {
  return Object.fromEntries(Object.entries(parts).filter(([, minutes]) => minutes !== undefined && minutes >= 0));
}

/** A sleep that begins by day and stays below three hours is a nap, even when it is the day's only one. */
const NAP_MINUTES = 180;
const NAP_STARTS = { from: 9, until: 20 } as const;
/** A sensor that writes a zero each second must not make a day's row grow without end. */
const REJECTED_PER_DAY = 20;

type Draft = {
  metrics: Map<Metric, { value: number; place: Place }>;
  rejected: Rejected[];
  deviceScore: { value: number; place: Place } | undefined;
};
type Night = { reading: SleepReading; place: Place };

/**
 * Gathers what an export says, one draft per date and source, and settles what exports get wrong:
 *
 * - a value outside its bounds is kept under `rejected` and nowhere else;
 * - the same value twice is dropped; of two different values the later row stands (exports append corrections);
 * - the same sleep twice is dropped; of overlapping sleeps of one source the one with more time asleep stands;
 * - a sleep belongs to the local date on which it ends; the longest of a date that its source does not call a nap is
 *   the night, all others are naps.
 *
 * Every decision leaves a note with file and line.
 */
export type DayCollector = {
  metric(date: string, source: Source, metric: Metric, value: number, place: Place): void;
  sleep(source: Source, reading: SleepReading, place: Place): void;
  deviceScore(date: string, source: Source, score: number, place: Place): void;
  reject(date: string, source: Source, what: string, value: string, reason: string, place: Place): void;
  /** One `SourceDay` per date and source that holds anything, by date, then source. */
  days(): SourceDay[];
};

export function createDayCollector(notes: Notes): DayCollector {
  const drafts = new Map<string, Draft>();
  const nights = new Map<Source, Night[]>();

  function draftOf(date: string, source: Source): Draft {
    const key = `${date} ${source}`;
    let draft = drafts.get(key);
    if (draft === undefined) {
      draft = { metrics: new Map(), rejected: [], deviceScore: undefined };
      drafts.set(key, draft);
    }
    return draft;
  }

  function reject(date: string, source: Source, what: string, value: string, reason: string, place: Place): void {
    // The value itself stays in the raw row: notes are printed and logged.
    notes.add("rejected", place, `${what} of ${date} rejected: ${reason}`);
    const { rejected } = draftOf(date, source);
    if (rejected.length >= REJECTED_PER_DAY) return;
    rejected.push({ metric: what, value, reason, at: `${place.file}:${place.line}` });
  }

  /** The later value stands; a repetition is only noted. */
  function settle(what: string, date: string, known: number | undefined, value: number, place: Place): void {
    if (known === undefined) return;
    if (known === value) notes.add("duplicate", place, `${what} of ${date} given twice; counted once`);
    else notes.add("conflict", place, `${what} of ${date} given twice with different values; this later row stands`);
  }

  /** Parts that do not fit into their whole say nothing; the whole may still be right. */
  function withPossibleParts(reading: SleepReading, place: Place): SleepReading {
    const { awakeMinutes, lightMinutes, deepMinutes, remMinutes, ...whole } = reading;
    const room = (reading.end - reading.start) / MINUTE_MS + SLEEP_ROUNDING_MINUTES;
    const staged = (lightMinutes ?? 0) + (deepMinutes ?? 0) + (remMinutes ?? 0);
    const stagesFit = staged <= reading.asleepMinutes + SLEEP_ROUNDING_MINUTES;
    const awakeFits = (awakeMinutes ?? 0) <= room;
    if (stagesFit && awakeFits) return reading;
    notes.add("rejected", place, "the stages of this sleep add up to more than the sleep; left out");
    return {
      ...whole,
      ...(awakeFits ? knownMinutes({ awakeMinutes }) : {}),
      ...(stagesFit ? knownMinutes({ lightMinutes, deepMinutes, remMinutes }) : {}),
    };
  }

  return {
    reject,
    metric(date, source, metric, value, place) {
      const reason = outOfBounds(metric, value);
      if (reason !== undefined) return reject(date, source, metric, String(value), reason, place);
      const { metrics } = draftOf(date, source);
      settle(metric, date, metrics.get(metric)?.value, value, place);
      metrics.set(metric, { value, place });
    },
    deviceScore(date, source, score, place) {
      if (!(score >= 0 && score <= 100)) {
        return reject(date, source, "deviceScore", String(score), "outside 0–100", place);
      }
      const draft = draftOf(date, source);
      settle("device score", date, draft.deviceScore?.value, score, place);
      draft.deviceScore = { value: score, place };
    },
    sleep(source, reading, place) {
      const reason = impossibleSleep(reading);
      if (reason !== undefined) {
        const date = dateAt(reading.end, reading.offsetMinutes);
        return reject(date, source, "sleep", `${reading.asleepMinutes} min`, `the sleep ${reason}`, place);
      }
      const night = { reading: withPossibleParts(reading, place), place };
      const list = nights.get(source);
      if (list === undefined) nights.set(source, [night]);
      else list.push(night);
    },
    days() {
      const sleeps = new Map<string, SleepEpisode[]>();
      for (const [source, list] of nights) {
        for (const [date, readings] of byWakeDate(withoutOverlaps(list, notes))) {
          draftOf(date, source);
          sleeps.set(`${date} ${source}`, readings);
        }
      }
      return [...drafts]
        .filter(
          ([key, draft]) => draft.metrics.size + draft.rejected.length > 0 || draft.deviceScore || sleeps.has(key),
        )
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, draft]) => ({
          date: key.slice(0, 10),
          source: key.slice(11) as Source,
          metrics: Object.fromEntries([...draft.metrics].map(([metric, { value }]) => [metric, value])),
          sleeps: sleeps.get(key) ?? [],
          ...(draft.deviceScore === undefined ? {} : { deviceScore: draft.deviceScore.value }),
          ...(draft.rejected.length === 0 ? {} : { rejected: draft.rejected }),
        }));
    },
  };
}

const wakeDate = ({ reading }: Night) => dateAt(reading.end, reading.offsetMinutes);

function withoutOverlaps(nights: readonly Night[], notes: Notes): SleepReading[] {
  const kept: Night[] = [];
  for (const night of nights.toSorted((a, b) => a.reading.start - b.reading.start || a.reading.end - b.reading.end)) {
    const last = kept.at(-1);
    if (last === undefined || night.reading.start >= last.reading.end) {
      kept.push(night);
    } else if (night.reading.start === last.reading.start && night.reading.end === last.reading.end) {
      notes.add("duplicate", night.place, `the same sleep of ${wakeDate(night)} is given twice; counted once`);
    } else {
      const longer = night.reading.asleepMinutes > last.reading.asleepMinutes ? night : last;
      const shorter = longer === night ? last : night;
      const other = `${longer.place.file}:${longer.place.line}`;
      notes.add(
        "overlap",
        shorter.place,
        `the sleep of ${wakeDate(shorter)} overlaps the longer one at ${other}; the longer one stands`,
      );
      kept[kept.length - 1] = longer;
    }
  }
  return kept.map((night) => night.reading);
}

function byWakeDate(readings: readonly SleepReading[]): Map<string, SleepEpisode[]> {
  const dates = Map.groupBy(readings, (reading) => dateAt(reading.end, reading.offsetMinutes));
  return new Map([...dates].map(([date, list]) => [date, list.map((reading) => episode(reading, list))]));
}

function episode(reading: SleepReading, sameDate: readonly SleepReading[]): SleepEpisode {
  const longest = sameDate
    .filter((other) => other.nap !== true)
    .reduce((best, other) => (other.asleepMinutes > best.asleepMinutes ? other : best), reading);
  const hour = hourAt(reading.start, reading.offsetMinutes);
  const byDay = reading.asleepMinutes < NAP_MINUTES && hour >= NAP_STARTS.from && hour < NAP_STARTS.until;
  const inBedMinutes = (reading.end - reading.start) / MINUTE_MS;
  return {
    ...reading,
    asleepMinutes: Math.min(reading.asleepMinutes, inBedMinutes),
    efficiency: Math.min(1, Math.round((reading.asleepMinutes / inBedMinutes) * 1e4) / 1e4),
    nap: reading.nap === true || longest !== reading || (reading.nap === undefined && byDay),
  };
}
