/**
 * Describes a scored day in words and body zones for prompts and for the tool that reads health. It reads no store and
 * does not throw.
 */
import type { CrsResult, DayDescription, LocalDate, Pillar } from "@waldo/contracts";
import { median } from "./robust.ts";
import { dayNumber } from "./timeline.ts";

const TREND_DAYS = 7;
const LEAST_TREND_DAYS = 4;
/** When Form moves by less than this a day, the trend is level: in a week it does not cross half a body zone. */
const TREND_POINTS_PER_DAY = 1;
const CERTAINTY = { good: 0.7, fair: 0.4 } as const;

/**
 * Describes one result in words. `trailing` are other days of the same person in any order. Of a date with several
 * versions the highest counts. Days from `result.date` on are ignored.
 */
export function describeDay(result: CrsResult, trailing: readonly CrsResult[]): DayDescription {
  const before = latestVersions(trailing.filter(({ date }) => date < result.date));
  const { confidence, form, recovery, bodyZone, drag, primarySource, reason } = result;
  const trend = trendOf([result, ...before]);
  return {
    date: result.date,
    status: result.status,
    certainty: confidence >= CERTAINTY.good ? "good" : confidence >= CERTAINTY.fair ? "fair" : "low",
    pillars: Object.fromEntries(
      Object.entries(result.pillars).map(([pillar, { score, band }]) => [pillar, { score: Math.round(score), band }]),
    ),
    missing: result.missing,
    runs: runsOf(result, before),
    ...(form === undefined ? {} : { form: Math.round(form) }),
    ...(recovery === undefined ? {} : { recovery: Math.round(recovery) }),
    ...(bodyZone === undefined
      ? {}
      : { bodyZone, daysInZone: daysInARow(result, before, (day) => day.bodyZone === bodyZone) }),
    ...(drag === undefined ? {} : { drag }),
    ...(trend === undefined ? {} : { trend }),
    ...(primarySource === undefined ? {} : { primarySource }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Newest first. */
function latestVersions(results: readonly CrsResult[]): CrsResult[] {
  const latest = new Map<LocalDate, CrsResult>();
  for (const one of results) {
    const known = latest.get(one.date);
    if (known === undefined || known.version < one.version) latest.set(one.date, one);
  }
  return [...latest.values()].sort((a, b) => (a.date < b.date ? 1 : -1));
}

/** Theil–Sen: the median slope over all pairs of days. A single odd day cannot turn it. */
function trendOf(newestFirst: readonly CrsResult[]): DayDescription["trend"] {
  const today = dayNumber(newestFirst[0]?.date ?? "1970-01-01");
  const points = newestFirst.flatMap(({ date, form }) => {
    const day = dayNumber(date);
    return form === undefined || day <= today - TREND_DAYS ? [] : [{ day, form }];
  });
  if (points.length < LEAST_TREND_DAYS) return undefined;
  const slopes = points.flatMap((late, index) =>
    points.slice(index + 1).map((early) => (late.form - early.form) / (late.day - early.day)),
  );
  const slope = median(slopes) ?? 0;
  if (Math.abs(slope) < TREND_POINTS_PER_DAY) return "level";
  return slope > 0 ? "rising" : "falling";
}

function runsOf(result: CrsResult, before: readonly CrsResult[]): DayDescription["runs"] {
  return (Object.keys(result.pillars) as Pillar[]).flatMap((pillar) => {
    const side = sideOf(result, pillar);
    if (side === undefined) return [];
    const days = daysInARow(result, before, (day) => sideOf(day, pillar) === side);
    return days < 2 ? [] : [{ pillar, side, days }];
  });
}

function sideOf(result: CrsResult, pillar: Pillar): "below" | "above" | undefined {
  const band = result.pillars[pillar]?.band;
  if (band === undefined || band === "usual") return undefined;
  return band === "below" || band === "well_below" ? "below" : "above";
}

/** Counts the calendar days in a row back from `result`. A day without a result ends the count. */
function daysInARow(result: CrsResult, before: readonly CrsResult[], same: (day: CrsResult) => boolean): number {
  let days = 1;
  let expected = dayNumber(result.date) - 1;
  for (const one of before) {
    if (dayNumber(one.date) !== expected || !same(one)) break;
    days++;
    expected--;
  }
  return days;
}
