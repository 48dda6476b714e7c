/**
 * Computes Form and Recovery of a day from the pillars. The health ledger and the benches call it. It reads no store
 * and never throws.
 */
import {
  type CrsResult,
  type EpochMs,
  type Findings,
  type LocalDate,
  PILLARS,
  type Pillar,
  type ScoreBasis,
  type SourceDay,
  ZONE_FLOOR,
  ZONES,
  type Zone,
} from "@waldo/contracts";
import { asTold } from "../day/bands.ts";
import { digest } from "../digest.ts";
import { addDays, DAY_MINUTES, DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import { FORM_WEIGHTS, type PillarScores, RECOVERY_WEIGHTS, scorePillars } from "./pillars.ts";
import { isScorable, meanOf, mostSleep, placed, SCALE_DAYS, type Scale, scaleOf } from "./scale.ts";
import { findingsOf } from "./signs.ts";
import { BASELINE_OLDEST_DAYS } from "./statistics.ts";
import { RUN_DAYS, type StrainKnown, strainIn } from "./strain.ts";
import { buildTimeline, type DayRow, dateOf, dayNumber, type KnownBefore, type Timeline } from "./timeline.ts";

/** The input of a day's score. */
export type Snapshot = {
  readonly date: LocalDate;
  /** The moment for which Form is computed. Recovery does not depend on it. */
  readonly now: EpochMs;
  /** Days from all sources: the date itself and the {@link lookBackDays} before it. Later days are ignored. */
  readonly history: readonly SourceDay[];
  readonly previousVersion?: number;
  /** True when the devices have synced everything for the date. The score is then final. */
  readonly settled: boolean;
  /**
   * What an earlier computation for the same date found about the days before it. If it is absent, it is computed
   * again.
   */
  readonly basis?: ScoreBasis | undefined;
};

/** The findings of a date name the Form of this many days before it. */
const BEFORE_DAYS = 14;

/**
 * Returns how many days of history a score can use. With a basis, fewer days are needed: only for the baselines, and
 * for runs of days, in which each day has its own baseline.
 */
export function lookBackDays(basis?: ScoreBasis): number {
  return basis === undefined ? BASELINE_OLDEST_DAYS + SCALE_DAYS + BEFORE_DAYS : LATEST_DAYS;
}

const LATEST_DAYS = BASELINE_OLDEST_DAYS + RUN_DAYS;

/** Returns the digest of the latest days before a date. A basis holds this digest. */
export function printOf({ date, history }: Pick<Snapshot, "date" | "history">): string {
  const first = addDays(date, -LATEST_DAYS);
  const latest = history
    .filter((day) => day.date >= first && day.date < date)
    .sort((a, b) => (`${a.date} ${a.source}` < `${b.date} ${b.source}` ? -1 : 1));
  return digest(JSON.stringify(latest)).slice(0, 16);
}

/**
 * Computes the score of one day:
 *
 *     Form     = Sleep·0.50 + CASS·0.35 + Circadian·0.075 + Motion·0.075   at `now`
 *     Recovery = Sleep·0.50 + CASS·0.25 + RHRTS·0.15 + RRS·0.10            at waking
 *
 * If a pillar is missing, the weights of the others are scaled up. Both sums are then put on the person's own scale
 * (scale.ts). If Sleep and CASS are both missing, there is no score, and `reason` says so. It is pure. Scores are
 * 0–100, rounded to hundredths.
 */
export function computeCRS(snapshot: Snapshot): CrsResult {
  const first = addDays(snapshot.date, -lookBackDays(snapshot.basis));
  const history = snapshot.history.filter(({ date }) => date >= first && date <= snapshot.date);
  const timeline = buildTimeline(history, snapshot.basis && knownBefore(snapshot.basis));
  const day = dayNumber(snapshot.date);
  const row = timeline.on(day);
  const basis = snapshot.basis ?? { ...basesIn(timeline)(day), of: printOf(snapshot) };
  const findings = findingsOf(timeline, day, { before: basis.before, strain: strainOfBasis(basis) });
  if (row === undefined)
    return asTold({
      ...score(snapshot, undefined, { at: snapshot.now, now: {}, atWaking: {} }, basis),
      findings,
      basis,
    });
  const wake = wakeOf(row);
  const now = Math.min(Math.max(snapshot.now, wake), wake + DAY_MS);
  const pillars = { at: now, now: scorePillars(timeline, row, now), atWaking: scorePillars(timeline, row, wake) };
  return asTold({ ...score(snapshot, row, pillars, basis), findings, basis });
}

/**
 * Computes every day of a history in one pass. Each score is what `computeCRS` would have given at waking with the data
 * known then. The scores are final, have version 1 and are ordered by date. They hold no basis, because only a date
 * that is computed again needs one. With `from`, the days before that date count as history and get no score.
 */
export function computeSeries(days: readonly SourceDay[], from?: LocalDate): CrsResult[] {
  return [...seriesOf(days, from)];
}

/** Yields the same scores one by one, so that a caller can do other work between two days. */
export function* seriesOf(days: readonly SourceDay[], from?: LocalDate): Generator<CrsResult> {
  const timeline = buildTimeline(days);
  const atWaking: PillarScores[] = [];
  const forms = new Map<number, Findings["before"][number]>();
  const strain = strainIn(timeline);
  const first = from === undefined ? Number.NEGATIVE_INFINITY : dayNumber(from);
  for (const [index, row] of timeline.days.entries()) {
    const scores = scorePillars(timeline, row, wakeOf(row));
    atWaking.push(scores);
    // The findings of the first day name the Form of the days before it.
    if (row.day < first - BEFORE_DAYS) continue;
    const known = { rows: timeline.days, atWaking, until: index };
    const before = Array.from({ length: BEFORE_DAYS }, (_, i) => forms.get(row.day - BEFORE_DAYS + i));
    const basis = { ...comparisons(known, row.day), before: before.filter((one) => one !== undefined) };
    const result = score(
      { date: row.date, now: wakeOf(row), settled: true },
      row,
      { at: wakeOf(row), now: scores, atWaking: scores },
      basis,
    );
    if (result.form !== undefined) forms.set(row.day, { date: row.date, form: Math.round(result.form) });
    if (row.day >= first)
      yield asTold({ ...result, findings: findingsOf(timeline, row.day, { before: basis.before, strain }) });
  }
}

/** Rows with their pillars at waking. The rows before `until` are known. */
type Known = { readonly rows: readonly DayRow[]; readonly atWaking: readonly PillarScores[]; readonly until: number };

/** Returns the values of earlier days with which a day is compared. */
function comparisons({ rows, atWaking, until }: Known, day: number): Pick<ScoreBasis, "scale"> {
  const since = (days: number) => {
    const first = rows.findIndex((row) => row.day >= day - days);
    return first < 0 ? [] : atWaking.slice(first, until);
  };
  return { scale: scaleOf(since(SCALE_DAYS)) };
}

/**
 * Returns a function that finds the basis of a date among these days, with the same result as `computeCRS`. The days
 * are scored once for all dates. Each date needs the {@link lookBackDays} before it among the days.
 */
export function basesOf(history: readonly SourceDay[]): (date: LocalDate) => ScoreBasis {
  const basisOf = basesIn(buildTimeline(history));
  return (date) => ({ ...basisOf(dayNumber(date)), of: printOf({ date, history }) });
}

function basesIn(timeline: Timeline): (day: number) => Omit<ScoreBasis, "of"> {
  const rows = timeline.days;
  const atWaking = rows.map((row) => scorePillars(timeline, row, wakeOf(row)));
  const strain = strainIn(timeline);
  const forms = new Map<DayRow, number | undefined>();
  const formAtWaking = (row: DayRow, index: number) => {
    if (!forms.has(row)) {
      const { scale } = comparisons({ rows, atWaking, until: index }, row.day);
      forms.set(row, formOf(row, atWaking[index] ?? {}, scale, wakeOf(row)));
    }
    return forms.get(row);
  };
  return (day) => {
    const before = rows.flatMap((row, index) => {
      if (row.day >= day || row.day < day - BEFORE_DAYS) return [];
      const form = formAtWaking(row, index);
      return form === undefined ? [] : [{ date: row.date, form: Math.round(form) }];
    });
    const until = rows.filter((row) => row.day < day).length;
    return { ...comparisons({ rows, atWaking, until }, day), before, ...foundBefore(timeline, strain, day) };
  };
}

/** Returns the facts about earlier days that later computations of this day need. With them they read fewer days. */
function foundBefore(
  timeline: Timeline,
  { leftOut, sums }: StrainKnown,
  day: number,
): Pick<ScoreBasis, "leftOut" | "strained" | "daySleeps" | "breaks"> {
  const latest = timeline.days.filter((row) => row.day < day && row.day >= day - LATEST_DAYS);
  return {
    daySleeps: latest.flatMap((row) => (row.sleptByDay || row.recordingGap ? [row.date] : [])),
    leftOut: latest.flatMap((row) => (leftOut.has(row.day) ? [row.date] : [])),
    strained: latest.flatMap(({ day: on, date }) => {
      const sum = sums.get(on);
      return sum === undefined ? [] : [{ date, sum }];
    }),
    breaks: timeline.breaks
      .filter(({ found }) => found < day && found >= day - LATEST_DAYS)
      .map(({ source, signal, day: on, found }) => ({ source, signal, on: dateOf(on), found: dateOf(found) })),
  };
}

function knownBefore({ daySleeps, breaks }: Pick<ScoreBasis, "daySleeps" | "breaks">): KnownBefore {
  return {
    daySleeps: new Set(daySleeps),
    breaks: breaks.map(({ source, signal, on, found }) => ({
      ...{ source, signal },
      day: dayNumber(on),
      found: dayNumber(found),
    })),
  };
}

function strainOfBasis({ leftOut, strained }: Pick<ScoreBasis, "leftOut" | "strained">): StrainKnown {
  return {
    leftOut: new Set(leftOut.map(dayNumber)),
    sums: new Map(strained.map(({ date, sum }) => [dayNumber(date), sum])),
  };
}

/** Returns the pillars as the person reads them, rounded. Form and Recovery are their weighted sums. */
function shownOf(row: DayRow, scores: PillarScores, scale: Scale, at: EpochMs): Partial<Record<Pillar, number>> {
  const hours = row.night === undefined ? Number.POSITIVE_INFINITY : hoursAsleep(row, at);
  return Object.fromEntries(
    PILLARS.flatMap((pillar) => {
      const scored = scores[pillar];
      if (scored === undefined) return [];
      const most = pillar === "sleep" ? mostSleep({ debt: scored.debt ?? 0, hours }) : 100;
      return [[pillar, rounded(Math.min(most, placed(pillar, scored.score, scale)))]];
    }),
  );
}

/** Returns Form, or undefined for a day that cannot be scored. */
function formOf(row: DayRow, scores: PillarScores, scale: Scale, at: EpochMs): number | undefined {
  if (!isScorable(scores)) return undefined;
  const shown = shownOf(row, scores, scale, at);
  const form = meanOf(FORM_WEIGHTS, (pillar) => shown[pillar]);
  return form === undefined ? undefined : rounded(form);
}

function hoursAsleep({ sleeps }: DayRow, at: EpochMs): number {
  return sleeps.filter(({ end }) => end <= at).reduce((sum, { asleepMinutes }) => sum + asleepMinutes, 0) / 60;
}

/** Returns the start of the day: the end of the night, or 09:00 UTC when no night is known. */
function wakeOf(row: DayRow): EpochMs {
  return row.night?.end ?? row.day * DAY_MS + 9 * HOUR_MS;
}

/** The pillars at two moments: at the moment of the score, which is never before waking, and at waking. */
type DayPillars = { readonly at: EpochMs; readonly now: PillarScores; readonly atWaking: PillarScores };

function score(
  snapshot: Omit<Snapshot, "history">,
  row: DayRow | undefined,
  { at, now, atWaking }: DayPillars,
  { scale }: { readonly scale: Scale },
): CrsResult {
  const [shown, woken] =
    row === undefined ? [{}, {}] : [shownOf(row, now, scale, at), shownOf(row, atWaking, scale, wakeOf(row))];
  const pillars: CrsResult["pillars"] = {};
  for (const pillar of PILLARS) {
    const [scored, value] = [now[pillar], shown[pillar]];
    if (scored === undefined || value === undefined) continue;
    const before = pillar === "sleep" ? woken.sleep : undefined;
    pillars[pillar] = {
      score: value,
      ...(before === undefined || before === value ? {} : { atWaking: before }),
      band: "usual",
      confidence: rounded(scored.confidence),
    };
  }
  const form = row === undefined ? undefined : formOf(row, now, scale, at);
  const recovery = meanOf(RECOVERY_WEIGHTS, (pillar) => woken[pillar]);
  return {
    date: snapshot.date,
    version: (snapshot.previousVersion ?? 0) + 1,
    status: snapshot.settled ? "final" : "provisional",
    computedAt: snapshot.now,
    ...(form === undefined
      ? { reason: `Neither sleep nor heart rate variability came in for ${snapshot.date}, so that day has no score.` }
      : { form, bodyZone: bodyZoneOf(form) }),
    ...(form === undefined || recovery === undefined ? {} : { recovery: rounded(recovery) }),
    confidence: rounded((coverage(FORM_WEIGHTS, now) + coverage(RECOVERY_WEIGHTS, atWaking)) / 2),
    pillars,
    missing: PILLARS.filter((pillar) => now[pillar] === undefined),
    ...sleepTimesOf(row),
    ...(row === undefined ? {} : { primarySource: row.primarySource }),
    sources: [...(row?.contributingSources ?? [])],
    ...(row === undefined || row.choices.length === 0 ? {} : { choices: [...row.choices] }),
  };
}

const [NOON_MINUTES, HALF_HOUR_MINUTES] = [12 * 60, 30];

/** Returns the half hours between which the person slept, on their clock. Returns nothing when they are unknown. */
function sleepTimesOf(row: DayRow | undefined): Pick<CrsResult, "sleepTimes"> {
  if (row?.night === undefined || row.night.timesAssumed) return {};
  const { start, end, offsetMinutes } = row.night;
  const noonBefore = row.day * DAY_MINUTES - NOON_MINUTES;
  const halfHours = (at: EpochMs) => Math.round((at / MINUTE_MS + offsetMinutes - noonBefore) / HALF_HOUR_MINUTES);
  return { sleepTimes: { asleep: halfHours(start), awake: halfHours(end) } };
}

/** Returns the share of the formula that is based on data, 0 to 1. Each pillar counts by its confidence. */
function coverage(weights: Partial<Record<Pillar, number>>, scores: PillarScores): number {
  return PILLARS.reduce((sum, pillar) => sum + (weights[pillar] ?? 0) * (scores[pillar]?.confidence ?? 0), 0);
}

/** Returns the body zone of a Form. Body zones begin at whole numbers, so Form is rounded first. */
export function bodyZoneOf(form: number): Zone {
  return ZONES.find((bodyZone) => Math.round(form) >= ZONE_FLOOR[bodyZone]) ?? "depleted";
}

function rounded(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)) * 100) / 100;
}
