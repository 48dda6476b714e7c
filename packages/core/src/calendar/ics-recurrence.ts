/**
 * Expands a recurrence rule into local times, with a limit. A rule from outside may never match, or match a million
 * times, and the library searches for the next match without end. So each rule has a budget of steps and is stopped
 * when the budget is used up.
 */
import type { LocalDate } from "@waldo/contracts";
import ICAL from "ical.js";
import { type Steps, spend, TooManySteps, type Wall } from "./ics-lines.ts";
import { floatingTime, wallOf } from "./ics-zones.ts";

/** This is enough for an event on every day of eighty years. */
const STEPS_PER_RULE = 30_000;
/** For so many days, or values of a BY part, the library needs about as long as for one candidate. */
const WORK_PER_STEP = 50;
const DAYS_PER_YEAR = 366;
const MAX_INTERVAL = 1000;
const MAX_OCCURRENCES = 2000;
/** The most values that all BY parts of one rule may have together. BYYEARDAY alone can have 732 different ones. */
const MAX_VALUES = 1000;

/** Both dates belong to the range. */
type DateRange = { readonly first: LocalDate; readonly last: LocalDate };

/**
 * Returns the local times at which a rule occurs from `first` to `last` (dates, inclusive), beginning at the event's
 * own start. The caller applies UNTIL, because it knows the time zones. Throws `TooManySteps`, or the library's error
 * for a rule that contradicts itself.
 */
export function occurrences(rule: ICAL.Recur, start: Wall, dates: DateRange, steps: Steps): Wall[] {
  if (rule.interval > MAX_INTERVAL) throw new TooManySteps("interval");
  if (rule.freq === "SECONDLY" || rule.freq === "MINUTELY") throw new TooManySteps("frequency");
  const values = Object.values(rule.parts).flat().length;
  if (values > MAX_VALUES) throw new TooManySteps("values");
  // UNTIL limits the search of the library, because occurrences after the window are not needed.
  const bounded = rule.clone();
  bounded.until = floatingTime({ date: dates.last, time: "23:59:59" });
  const mine: Steps = { left: Math.min(STEPS_PER_RULE, steps.left) };
  const given = mine.left;
  const perCandidate = 1 + (bounded.interval * (DAYS[bounded.freq] ?? 0) + values) / WORK_PER_STEP;
  /**
   * The search of the library, with a price for its work. The library calls these methods for every candidate, month
   * and year. It also calls them for those that it skips inside one call of `next`, or before the first `next`.
   */
  class PaidIterator extends ICAL.RecurIterator {
    override check_contracting_rules(): boolean {
      spend(mine, perCandidate);
      return super.check_contracting_rules();
    }
    override increment_month(): void {
      spend(mine, 1 + values / WORK_PER_STEP);
      super.increment_month();
    }
    override increment_monthday(days: number): void {
      spend(mine, days / WORK_PER_STEP);
      super.increment_monthday(days);
    }
    override expand_year_days(year: number): number {
      spend(mine, (DAYS_PER_YEAR + values) / WORK_PER_STEP);
      return super.expand_year_days(year);
    }
  }
  try {
    return within(new PaidIterator({ rule: bounded, dtstart: floatingTime(start) }), dates);
  } finally {
    steps.left -= given - mine.left;
  }
}

const DAYS: Partial<Record<string, number>> = { DAILY: 1, WEEKLY: 7 };

function within(iterator: ICAL.RecurIterator, { first, last }: DateRange): Wall[] {
  const found: Wall[] = [];
  for (let time = iterator.next(); time; time = iterator.next()) {
    const wall = wallOf(time);
    if (wall.date > last) break;
    if (wall.date < first) continue;
    found.push(wall);
    if (found.length > MAX_OCCURRENCES) throw new TooManySteps("occurrences");
  }
  return found;
}
