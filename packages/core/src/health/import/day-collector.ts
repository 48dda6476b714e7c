// Collects the values of all importers into source days, and joins the parts of a night. When the person gets up for
// some time, a device may end its record and begin another one. Near the person's usual hours, parts with breaks of at
// most two hours are one night. A sleep at other hours is a nap. An impossible value is kept as rejected and noted, and
// the import continues.
import type { Metric, Rejected, SleepEpisode, Source, SourceDay } from "@waldo/contracts";
import { HOUR_MS, MINUTE_MS } from "../../time.ts";
import { circularStatistics, clockDifference } from "../statistics.ts";
import { wallMinute } from "../timeline.ts";
import { impossibleSleep, outOfBounds, SLEEP_ROUNDING_MINUTES } from "./bounds.ts";
import type { Notes } from "./import-notes.ts";
import { dateAt, hourAt } from "./local-time.ts";
import type { Place } from "./refuse.ts";

/**
 * A sleep in the form in which an importer passes it on. `nap` is what the source says. If it is undefined, the
 * collector decides.
 */
export type SleepReading = Omit<SleepEpisode, "nap" | "efficiency"> & { readonly nap?: boolean };

const LONGEST_BREAK_MS = 2 * HOUR_MS;
/** The longest time from the start of a night's first part to the end of its last part. */
const LONGEST_NIGHT_MS = 14 * HOUR_MS;
/** The largest distance between the middle of a part and the middle of the person's nights, in minutes. */
const AROUND_MINUTES = 5 * 60;
/**
 * Sleeps of at least the first length, in minutes, tell when a person usually sleeps. With fewer than seven of them,
 * 03:00 is taken as the middle.
 */
const [LONG_MINUTES, LEAST_LONG, USUAL_MIDDLE] = [4 * 60, 7, 3 * 60];

const middleOf = ({ start, end, offsetMinutes }: SleepReading) => wallMinute((start + end) / 2, offsetMinutes);

/**
 * Returns the sleeps of one source, in which the parts of each night are joined. `readings` are sorted by start and do
 * not overlap.
 */
export function joinedNights(readings: readonly SleepReading[]): SleepReading[] {
  const long = readings.filter(({ asleepMinutes, nap }) => asleepMinutes >= LONG_MINUTES && nap !== true);
  const usual = long.length < LEAST_LONG ? undefined : circularStatistics(long.map(middleOf))?.mean;
  const isAround = (one: SleepReading) =>
    Math.abs(clockDifference(middleOf(one), usual ?? USUAL_MIDDLE)) <= AROUND_MINUTES;
  const joined: SleepReading[] = [];
  for (const reading of readings) {
    const before = joined.at(-1);
    const isPart =
      before !== undefined &&
      reading.start - before.end <= LONGEST_BREAK_MS &&
      reading.end - before.start <= LONGEST_NIGHT_MS &&
      isAround(before) &&
      isAround(reading);
    if (isPart) joined[joined.length - 1] = together(before, reading);
    else joined.push(reading);
  }
  return joined;
}

/**
 * Joins two parts of a night. The break between them counts as time awake. If only one part has stages, they are left
 * out, because they cover only half of the night.
 */
function together(first: SleepReading, last: SleepReading): SleepReading {
  const sum = (part: "lightMinutes" | "deepMinutes" | "remMinutes") => {
    const [a, b] = [first[part], last[part]];
    return a === undefined || b === undefined ? {} : { [part]: a + b };
  };
  const { awakeMinutes: awakeBefore, nap: napBefore } = first;
  const { awakeMinutes: awakeAfter, nap: napAfter } = last;
  const isAwakeKnown = awakeBefore !== undefined || awakeAfter !== undefined;
  const rest = Math.round((last.start - first.end) / MINUTE_MS);
  const nap = napBefore === false || napAfter === false ? false : undefined;
  return {
    ...{ start: first.start, end: last.end, offsetMinutes: last.offsetMinutes },
    asleepMinutes: first.asleepMinutes + last.asleepMinutes,
    ...(isAwakeKnown ? { awakeMinutes: (awakeBefore ?? 0) + (awakeAfter ?? 0) + rest } : {}),
    ...sum("lightMinutes"),
    ...sum("deepMinutes"),
    ...sum("remMinutes"),
    ...(nap === undefined ? {} : { nap }),
    ...(first.timesAssumed || last.timesAssumed ? { timesAssumed: true as const } : {}),
  };
}

/** Minutes of a sleep's parts, when the source gives them. */
export type SleepParts = Partial<Pick<SleepEpisode, "awakeMinutes" | "lightMinutes" | "deepMinutes" | "remMinutes">>;

/** Returns the parts that are known. A source writes nothing, or a negative number, for an unknown part. */
export function knownMinutes(parts: { readonly [part in keyof SleepParts]?: number | undefined }): SleepParts {
  return Object.fromEntries(Object.entries(parts).filter(([, minutes]) => minutes !== undefined && minutes >= 0));
}

/** A sleep shorter than three hours that begins by day is a nap, even when it is the day's only sleep. */
const NAP_MINUTES = 180;
const NAP_STARTS = { from: 9, until: 20 } as const;
/** The most rejected values per day, so that a sensor that writes a zero each second does not make the row too large. */
const REJECTED_PER_DAY = 20;

function isDaytimeNap({ start, offsetMinutes, asleepMinutes }: SleepReading): boolean {
  const hour = hourAt(start, offsetMinutes);
  return asleepMinutes < NAP_MINUTES && hour >= NAP_STARTS.from && hour < NAP_STARTS.until;
}

/**
 * True for a possible sleep whose length and start do not make it a nap. The values that a source gives for the night
 * belong to the longest such sleep of a date.
 */
export function mayBeNight(reading: SleepReading): boolean {
  return impossibleSleep(reading) === undefined && !isDaytimeNap(reading);
}

/** A day of one source. */
type DayOfSource = Pick<SourceDay, "date" | "source">;

type Given = { value: number; place: Place };
type Draft = {
  metrics: Map<Metric, Given>;
  rejected: Rejected[];
  deviceScore: Given | undefined;
};
type Night = { reading: SleepReading; place: Place };

/**
 * Collects the values of an export, one draft per date and source, and corrects common mistakes of exports:
 *
 * - A value outside its bounds is kept only under `rejected`.
 * - The same value twice is dropped. Of two different values the later row counts, because exports append corrections.
 * - The same sleep twice is dropped. Where sleeps of one source overlap, the one with more time asleep counts.
 * - The parts of a night are one sleep.
 * - A sleep belongs to the local date on which it ends. The night is the longest sleep of a date, unless its source
 *   calls it a nap. All others are naps.
 *
 * Every decision adds a note with file and line.
 */
export type DayCollector = {
  metric(day: DayOfSource, metric: Metric, value: number, place: Place): void;
  sleep(source: Source, reading: SleepReading, place: Place): void;
  deviceScore(day: DayOfSource, score: number, place: Place): void;
  reject(day: DayOfSource, rejected: Omit<Rejected, "at">, place: Place): void;
  /** Returns one `SourceDay` per date and source that has data, ordered by date, then source. */
  days(): SourceDay[];
};

export function createDayCollector(notes: Notes): DayCollector {
  const drafts = new Map<string, Draft>();
  const nights = new Map<Source, Night[]>();

  function draftOf({ date, source }: DayOfSource): Draft {
    const key = `${date} ${source}`;
    let draft = drafts.get(key);
    if (draft === undefined) {
      draft = { metrics: new Map(), rejected: [], deviceScore: undefined };
      drafts.set(key, draft);
    }
    return draft;
  }

  function reject(day: DayOfSource, { metric, value, reason }: Omit<Rejected, "at">, place: Place): void {
    // The note leaves out the value, because notes are printed and logged. The raw row keeps it.
    notes.add("rejected", place, `${metric} of ${day.date} rejected: ${reason}`);
    const { rejected } = draftOf(day);
    if (rejected.length >= REJECTED_PER_DAY) return;
    rejected.push({ metric, value, reason, at: `${place.file}:${place.line}` });
  }

  /** Notes that a value was given twice. If the two values differ, the later one counts. */
  function settle(what: string, date: string, known: Given | undefined, { value, place }: Given): void {
    if (known === undefined) return;
    if (known.value === value) notes.add("duplicate", place, `${what} of ${date} given twice; counted once`);
    else notes.add("conflict", place, `${what} of ${date} given twice with different values; this later row stands`);
  }

  /** Drops parts that do not fit into the whole sleep. The whole may still be correct. */
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
    metric(day, metric, value, place) {
      const reason = outOfBounds(metric, value);
      if (reason !== undefined) return reject(day, { metric, value: String(value), reason }, place);
      const { metrics } = draftOf(day);
      const given = { value, place };
      settle(metric, day.date, metrics.get(metric), given);
      metrics.set(metric, given);
    },
    deviceScore(day, score, place) {
      if (!(score >= 0 && score <= 100)) {
        return reject(day, { metric: "deviceScore", value: String(score), reason: "outside 0–100" }, place);
      }
      const draft = draftOf(day);
      const given = { value: score, place };
      settle("device score", day.date, draft.deviceScore, given);
      draft.deviceScore = given;
    },
    sleep(source, reading, place) {
      const reason = impossibleSleep(reading);
      if (reason !== undefined) {
        const date = dateAt(reading.end, reading.offsetMinutes);
        const rejected = { metric: "sleep", value: `${reading.asleepMinutes} min`, reason: `the sleep ${reason}` };
        return reject({ date, source }, rejected, place);
      }
      const night = { reading: withPossibleParts(reading, place), place };
      const list = nights.get(source);
      if (list === undefined) nights.set(source, [night]);
      else list.push(night);
    },
    days() {
      const sleeps = new Map<string, SleepEpisode[]>();
      for (const [source, list] of nights) {
        for (const [date, readings] of byWakeDate(joinedNights(withoutOverlaps(list, notes)))) {
          draftOf({ date, source });
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
  const inBedMinutes = (reading.end - reading.start) / MINUTE_MS;
  return {
    ...reading,
    asleepMinutes: Math.min(reading.asleepMinutes, inBedMinutes),
    efficiency: Math.min(1, Math.round((reading.asleepMinutes / inBedMinutes) * 1e4) / 1e4),
    nap: reading.nap === true || longest !== reading || (reading.nap === undefined && isDaytimeNap(reading)),
  };
}
