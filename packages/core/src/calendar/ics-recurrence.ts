/**
 * A recurrence rule as walls, bounded. A rule out of a stranger's file may never match, or match a million times; the
 * library looks for the next match without end, so it is given a budget of steps and stopped when that is spent.
 */
import type { LocalDate } from "@waldo/contracts";
import ICAL from "ical.js";
import { floatingTime, type Wall, wallOf } from "./ics-zones.ts";

/** Steps left for a whole file. A step is one candidate, and more where many days are walked to reach it. */
export type Steps = { left: number };

/** Enough for an event on every day of eighty years. */
const STEPS_PER_RULE = 30_000;
const DAYS_PER_STEP = 50;
const MAX_INTERVAL = 1000;
const MAX_OCCURRENCES = 2000;

/** The rule asks for more than any calendar needs. */
export class TooManySteps extends Error {
  override readonly name = "TooManySteps";
}

/**
 * The walls at which a rule falls due from `first` to `last` (dates, inclusive), counted from the event's own start.
 * UNTIL is left to the caller, who knows the zones. Throws `TooManySteps`, or whatever the library says of a rule that
 * contradicts itself.
 */
export function occurrences(rule: ICAL.Recur, start: Wall, first: LocalDate, last: LocalDate, steps: Steps): Wall[] {
  if (rule.interval > MAX_INTERVAL) throw new TooManySteps("interval");
  // Until is a bound for the library's own search; what lies behind the window is of no interest.
  const bounded = rule.clone();
  bounded.until = floatingTime({ date: last, time: "23:59:59" });
  const mine = Math.min(STEPS_PER_RULE, steps.left);
  let left = mine;
  const cost = 1 + (bounded.interval * (DAYS[bounded.freq] ?? 0)) / DAYS_PER_STEP;
  try {
    const iterator = new ICAL.RecurIterator({ rule: bounded, dtstart: floatingTime(start) });
    const matches = iterator.check_contracting_rules.bind(iterator);
    // Asked once for each candidate, also for those that are passed over inside one call of `next`.
    iterator.check_contracting_rules = () => {
      left -= cost;
      if (left < 0) throw new TooManySteps("steps");
      return matches();
    };
    return within(iterator, first, last);
  } finally {
    steps.left -= mine - Math.max(0, left);
  }
}

const DAYS: Partial<Record<string, number>> = { DAILY: 1, WEEKLY: 7 };

function within(iterator: ICAL.RecurIterator, first: LocalDate, last: LocalDate): Wall[] {
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
