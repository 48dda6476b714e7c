/**
 * Describes a scored day in words and body zones for prompts and for the tool that reads health. It reads no store and
 * does not throw.
 */
import type { CrsResult, DayDescription, Findings } from "@waldo/contracts";
import { dayStory } from "../day/bands.ts";
import { addDays } from "../time.ts";
import { bodyZoneOf } from "./crs.ts";
import { median } from "./statistics.ts";
import { dayNumber } from "./timeline.ts";

const TREND_DAYS = 7;
const LEAST_TREND_DAYS = 4;
/** When Form moves by less than this a day, the trend is level: in a week it does not cross a body zone. */
const TREND_POINTS_PER_DAY = 3;
const CERTAINTY = { good: 0.7, fair: 0.4 } as const;

const NOTHING_FOUND: Findings = { signs: [], nightsKnown: 0, knowsHrv: true, daysWithout: 0, before: [] };

/**
 * Describes one result in words, with the ids of the facts that a message may render. It uses only this result, so a
 * date always gets the same description.
 */
export function describeDay(result: CrsResult): DayDescription {
  const { confidence, form, recovery, bodyZone, primarySource, reason } = result;
  const { lead, other } = dayStory(result);
  const { before, ...found } = result.findings ?? NOTHING_FOUND;
  const trend = trendOf(result, before);
  const yesterday = before.find(({ date }) => date === addDays(result.date, -1));
  return {
    date: result.date,
    status: result.status,
    certainty: confidence >= CERTAINTY.good ? "good" : confidence >= CERTAINTY.fair ? "fair" : "low",
    pillars: Object.fromEntries(
      Object.entries(result.pillars).map(([pillar, { score, band, by }]) => [
        pillar,
        { score: Math.round(score), band, ...(by === undefined ? {} : { by }) },
      ]),
    ),
    missing: result.missing,
    ...found,
    ...(yesterday === undefined ? {} : { yesterday: bodyZoneOf(yesterday.form) }),
    ...(form === undefined ? {} : { form: Math.round(form) }),
    ...(recovery === undefined ? {} : { recovery: Math.round(recovery) }),
    ...(bodyZone === undefined ? {} : { bodyZone, daysInZone: daysInZone(result, before) }),
    ...(lead === undefined ? {} : { lead }),
    ...(other === undefined ? {} : { other }),
    ...(trend === undefined ? {} : { trend }),
    ...(primarySource === undefined ? {} : { primarySource }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * Uses the Theil–Sen estimator: the median slope over all pairs of days. A single unusual day does not change the
 * result much.
 */
function trendOf({ date, form }: CrsResult, before: Findings["before"]): DayDescription["trend"] {
  const today = dayNumber(date);
  const points = [...before, ...(form === undefined ? [] : [{ date, form }])]
    .map((one) => ({ day: dayNumber(one.date), form: one.form }))
    .filter(({ day }) => day > today - TREND_DAYS);
  if (points.length < LEAST_TREND_DAYS) return undefined;
  const slopes = points.flatMap((early, index) =>
    points.slice(index + 1).map((late) => (late.form - early.form) / (late.day - early.day)),
  );
  const slope = median(slopes) ?? 0;
  if (Math.abs(slope) < TREND_POINTS_PER_DAY) return "level";
  return slope > 0 ? "rising" : "falling";
}

/**
 * Counts the calendar days in a row, including this one, whose body zone at waking was the same. A day without a score
 * ends the count.
 */
function daysInZone({ date, bodyZone }: CrsResult, before: Findings["before"]): number {
  const zones = new Map(before.map((one) => [one.date, bodyZoneOf(one.form)]));
  let days = 1;
  while (zones.get(addDays(date, -days)) === bodyZone) days++;
  return days;
}
