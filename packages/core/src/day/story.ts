/**
 * Ranks the facts of a day into a story: the largest fact leads, good or bad. When another large fact points the other
 * way, it is told as well. A turn outranks a state. What is the same for days, such as a debt, comes after what is new.
 */
import type { Sign } from "@waldo/contracts";
import type { DayFact, Subject } from "./facts.ts";

export type Story = {
  /** The fact that leads. Absent on a day without a fact that is worth a sentence. */
  readonly lead?: DayFact;
  /** A large fact that is good where the lead is bad, or bad where it is good. */
  readonly other?: DayFact;
};

const SIZE: Record<Sign["size"], number> = { slight: 1, clear: 2, far: 3 };
/** A value is the most extreme in three weeks, or in four. */
const [LONG, LONGEST] = [21, 28];
/** A person asks first for their sleep and their heart. When they sleep and how much they move explains the two. */
const WEIGHT: Partial<Record<Subject, number>> = {
  hrv: 0.5,
  restingHr: 0.4,
  sleepLength: 0.5,
  bedTime: -0.2,
  wakeTime: -0.6,
  activity: -0.4,
  debt: -1.5,
};

/** Returns how much a fact is worth telling. */
export function weightOf({ subject, size, mostOf = 0, place, days, turn }: DayFact): number {
  const rank = mostOf >= LONGEST ? 1.5 : mostOf >= LONG || place !== undefined ? 1 : 0;
  // The third day of the same is less news than the first.
  const staleness = turn === undefined && days > 2 && rank === 0 ? 0.5 : 0;
  return SIZE[size] + rank + (turn === undefined ? 0 : 1) + (WEIGHT[subject] ?? 0) - staleness;
}

/** A fact of less weight is not worth a sentence: a slight difference without a rank. */
const LEAST_LEAD = 1.6;
/** A fact of less weight is not told beside another one. */
const LEAST_OTHER = 2;

/** Returns the story of a day. The same facts in any order give the same story. */
export function storyOf(facts: readonly DayFact[]): Story {
  const ranked = facts
    .map((fact) => ({ fact, weight: weightOf(fact) }))
    .sort((a, b) => b.weight - a.weight || (a.fact.id < b.fact.id ? -1 : 1));
  const [first] = ranked;
  if (first === undefined || first.weight < LEAST_LEAD) return {};
  const lead = first.fact;
  const other = ranked.find(
    ({ fact, weight }) =>
      weight >= LEAST_OTHER && fact.tone !== "neutral" && fact.tone !== lead.tone && fact.subject !== lead.subject,
  )?.fact;
  return { lead, ...(other === undefined ? {} : { other }) };
}
