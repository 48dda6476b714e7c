/**
 * What is news after the days before. A fact that led yesterday in the same size is no news today, and sleep that the
 * week lacks is told once a week. So a Brief does not tell the same on several mornings, and an unbroken row is silent.
 */
import type { CrsResult, DayFact, Lately, LocalDate } from "@waldo/contracts";
import { DAY_MS } from "../time.ts";
import { dayStory } from "./bands.ts";
import { MILESTONES, SIZE } from "./story.ts";

const dayNumber = (date: LocalDate) => Math.floor(Date.parse(date) / DAY_MS);

/** For so many days back it is known what led. */
export const LATELY_DAYS = 6;

/** Returns what the days before a date led with. */
export function latelyOf(scores: readonly CrsResult[], date: LocalDate): Lately {
  const led = scores.flatMap((score) => {
    const ago = dayNumber(date) - dayNumber(score.date);
    if (score.bodyZone === undefined || ago < 1 || ago > LATELY_DAYS) return [];
    const { facts, lead, other } = dayStory(score);
    return facts.filter(({ id }) => id === lead || id === other).map((fact) => ({ ...fact, ago }));
  });
  const [owed] = led.filter(({ subject }) => subject === "debt").sort((a, b) => SIZE[b.size] - SIZE[a.size]);
  const told = led.filter(({ ago }) => ago === 1);
  return {
    told: told.map(({ id, size, mostOf }) => ({ id, size, ...(mostOf && { mostOf }) })),
    ...(owed && { owed: owed.size }),
  };
}

/** Days of a good run on which it is told again. */
const GOOD_MILESTONES: readonly number[] = [3, 7, 14];
/** A value is the most extreme of a longer time when that is longer by so many days. */
const LONGER_DAYS = 7;
const WEEK_DAYS = 7;

/**
 * True when a fact is worth a sentence today. Each night has its own length, so the length of sleep is always news, and
 * so is what is bad on a low day.
 */
export function isNews(
  { id, subject, size, mostOf = 0, place, days, turn, tone }: DayFact,
  { told, owed }: Lately = { told: [] },
  { date, isLow }: { readonly date: LocalDate; readonly isLow: boolean },
): boolean {
  const grew = (before: DayFact["size"] | undefined) => before === undefined || SIZE[size] > SIZE[before];
  // A person who always sleeps too little hears of it on one day of the week.
  if (subject === "debt") return grew(owed) || dayNumber(date) % WEEK_DAYS === 0;
  const before = told.find((one) => one.id === id);
  // The most extreme value of a month went further than yesterday's.
  if (before === undefined || turn !== undefined || subject === "sleepLength" || place === 1) return true;
  if (tone === "bad" && (isLow || size === "far")) return true;
  const milestones = tone === "good" ? GOOD_MILESTONES : MILESTONES;
  return grew(before.size) || mostOf - (before.mostOf ?? 0) > LONGER_DAYS || milestones.includes(days);
}
