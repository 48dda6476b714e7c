/** Joins the rows of several devices into one day. timeline.ts calls it. Rows of several dates throw `InvalidInput`. */
import {
  type HealthDay,
  METRICS,
  type Metric,
  type SleepEpisode,
  SOURCES,
  type Source,
  type SourceChoice,
  type SourceDay,
  WaldoError,
} from "@waldo/contracts";

/**
 * How far a source is trusted, 0–1 (docs/sources.md, Sources of readings). Garmin and Fitbit are between WHOOP and
 * Samsung: they have overnight RMSSD like WHOOP, but from a wristwatch. A validation ranks the watches of Garmin and
 * Polar below ring and band (Dial et al., Physiol Rep 2025). `generic` is a device without a name: above a phone in a
 * pocket, below any wearable we know.
 */
export const SOURCE_CONFIDENCE: Record<Source, number> = {
  apple_watch: 1.0,
  oura: 0.85,
  whoop: 0.8,
  garmin: 0.7,
  fitbit: 0.7,
  samsung: 0.6,
  generic: 0.5,
  phone: 0.4,
};

/** Sorts the most trusted source first. Sources with equal trust are in the order of contracts. */
function byConfidence(a: SourceDay, b: SourceDay): number {
  return (
    SOURCE_CONFIDENCE[b.source] - SOURCE_CONFIDENCE[a.source] || SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source)
  );
}

/**
 * Joins the data of every source into one day. Each metric comes from the most trusted source that has it. Values are
 * never averaged. The night comes from one source. Naps that only another source recorded are added. If two rows have
 * the same source, the later in the list counts. Throws InvalidInput for no rows or rows of several dates.
 */
export function reconcile(days: readonly SourceDay[]): HealthDay {
  const date = days[0]?.date;
  if (date === undefined || days.some((day) => day.date !== date)) {
    throw new WaldoError("InvalidInput", "reconcile needs the rows of exactly one date");
  }
  const ranked = [...new Map(days.map((day) => [day.source, day])).values()].sort(byConfidence);
  const metrics: Partial<Record<Metric, { value: number; source: Source }>> = {};
  const choices: SourceChoice[] = [];
  const choose = (of: SourceChoice["of"], having: readonly SourceDay[]) => {
    const [used, ...over] = having.map(({ source }) => source);
    if (used !== undefined && over.length > 0) choices.push({ of, used, over });
  };
  choose("night", ranked.filter(hasNight));
  for (const metric of METRICS) {
    const having = ranked.filter(({ metrics: own }) => own[metric] !== undefined);
    choose(metric, having);
    const [first] = having;
    const value = first?.metrics[metric];
    if (first && value !== undefined) metrics[metric] = { value, source: first.source };
  }
  const { sleeps, sleepSource, sources: sleepSources } = reconcileSleep(ranked);
  const used = new Set([...sleepSources, ...Object.values(metrics).map(({ source }) => source)]);
  const contributing = ranked.map(({ source }) => source).filter((source) => used.has(source));
  return {
    date,
    primarySource: contributing[0] ?? ranked[0]?.source ?? "generic",
    contributingSources: contributing,
    metrics,
    sleeps,
    ...(sleepSource === undefined ? {} : { sleepSource }),
    choices,
  };
}

const hasNight = ({ sleeps }: SourceDay) => sleeps.some(({ nap }) => !nap);

function reconcileSleep(ranked: readonly SourceDay[]) {
  const main = ranked.find(hasNight);
  const first = main ?? ranked.find(({ sleeps }) => sleeps.length > 0);
  const sleeps: SleepEpisode[] = [...(first?.sleeps ?? [])];
  const sources: Source[] = first === undefined ? [] : [first.source];
  for (const day of ranked) {
    if (day === first) continue;
    for (const nap of day.sleeps) {
      if (!nap.nap || sleeps.some((known) => nap.start < known.end && known.start < nap.end)) continue;
      sleeps.push(nap);
      sources.push(day.source);
    }
  }
  sleeps.sort((a, b) => a.start - b.start);
  return { sleeps, sleepSource: main?.source, sources };
}

/**
 * Returns the night of a date from the rows of every source: the longest sleep that is not a nap and ended on it. All
 * code that needs a night uses this function or a timeline, which does the same. Returns undefined for rows without a
 * night.
 */
export function nightOf(rows: readonly SourceDay[]): SleepEpisode | undefined {
  return rows.length === 0 ? undefined : mainSleep(reconcile(rows).sleeps);
}

/** Returns the night of a day: its longest sleep that is not a nap. */
export function mainSleep(sleeps: readonly SleepEpisode[]): SleepEpisode | undefined {
  return sleeps
    .filter(({ nap }) => !nap)
    .reduce<SleepEpisode | undefined>(
      (best, sleep) => (best && asleep(best) >= asleep(sleep) ? best : sleep),
      undefined,
    );
}

function asleep(sleep: SleepEpisode): number {
  return sleep.asleepMinutes;
}
