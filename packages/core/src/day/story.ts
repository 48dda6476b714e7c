/**
 * Ranks the facts of a day into a story: the largest fact leads, good or bad. When another large fact points the other
 * way, it is told as well. A turn outranks a state. What is the same for days, such as a debt, comes after what is new.
 */
import type { Sign, Zone } from "@waldo/contracts";
import type { DayFact, Subject } from "./facts.ts";

export type Story = {
  /** The fact that leads. Absent on a day without a fact that is worth a sentence. */
  readonly lead?: DayFact;
  /** A large fact that is good where the lead is bad, or bad where it is good; else a second large one of sleep or heart. */
  readonly other?: DayFact;
};

const SIZE: Record<Sign["size"], number> = { slight: 1, clear: 2, far: 3 };
/** A value is the most extreme in three weeks, or in four. */
const [LONG, LONGEST] = [21, 28];
/** A person asks first for their sleep and their heart. When they sleep and how much they move explains the two. */
const WEIGHT: Partial<Record<Subject, number>> = {
  sleepLength: 0.9,
  hrv: 0.9,
  restingHr: 0.7,
  sleepQuality: -0.4,
  bedTime: -0.2,
  wakeTime: -0.4,
  activity: -0.4,
  debt: -1.5,
};

function rankWeight({ mostOf = 0, place }: Pick<DayFact, "mostOf" | "place">): number {
  if (mostOf >= LONGEST) return 1.5;
  return mostOf >= LONG || place !== undefined ? 1 : 0;
}

/** True for a value that is at the edge of the last weeks. */
export const isAtEdge = (fact: DayFact) => rankWeight(fact) > 0;

/** Returns how much a fact is worth telling. */
function weightOf({ id, subject, size, mostOf, place, days, turn, tone, together }: DayFact): number {
  const rank = rankWeight({ mostOf, place });
  const change = turn === undefined ? runWeight(days, rank) : 1;
  const own = id === CALM_NIGHT ? CALM_WEIGHT : (WEIGHT[subject] ?? 0);
  return SIZE[size] + rank + change + own - (tone === "neutral" ? 1 : 0) + (together ? TOGETHER : 0);
}

/** A person seldom asks whether they were awake less than usual, so it seldom leads. */
const [CALM_NIGHT, CALM_WEIGHT] = ["sleepQuality.high", -1.5];

/** Several signs of heart and breath together outweigh any one fact. */
const TOGETHER = 5;
/** On these days of a run the run itself is news. */
export const MILESTONES: readonly number[] = [3, 5, 7, 10, 14];

/** The second day of the same is less news than the first, unless the value went further than for weeks. */
function runWeight(days: number, rank: number): number {
  if (MILESTONES.includes(days)) return 0.6;
  return days > 1 && rank === 0 ? -0.6 : 0;
}

/** A fact of less weight is not worth a sentence: a slight difference without a rank. */
const LEAST_LEAD = 1.6;
/** What explains the zone leads with less weight. */
const LEAST_EXPLAINS = 1.2;
/** A fact of less weight is not told beside another one. */
const LEAST_OTHER = 2;
/** Two facts of the same tone are told together when both are this large, and are of sleep or heart. */
const LEAST_SECOND = 3;
const FIRST_ASKED: readonly Subject[] = ["sleepLength", "hrv", "restingHr"];

/** True for time awake in a night whose length tells the same. */
function isCovered({ subject, tone }: DayFact, facts: readonly DayFact[]): boolean {
  return subject === "sleepQuality" && facts.some((one) => one.subject === "sleepLength" && one.tone === tone);
}

/** The tone that explains a zone. A normal day may be led by either side. */
const EXPLAINS: Partial<Record<Zone, DayFact["tone"]>> = { energized: "good", flagging: "bad", depleted: "bad" };

/** Where a fact stands in the story of a day. The places up to `NEWS` may lead. */
const [EXPLANATION, DEBT_OF_A_LOW_DAY, NEWS, REST, COVERED, DEBT] = [0, 1, 2, 3, 4, 5];

function placeOf(fact: DayFact, facts: readonly DayFact[], zone: Zone | undefined): number {
  const explains = zone && EXPLAINS[zone];
  if (fact.subject === "debt") return explains === "bad" && fact.size !== "slight" ? DEBT_OF_A_LOW_DAY : DEBT;
  if (isCovered(fact, facts)) return COVERED;
  const isExplanation = explains !== undefined && fact.tone === explains;
  // On a low day anything that is clearly bad explains it, also when it is no news.
  if (isExplanation && fact.tone === "bad" && fact.size !== "slight") return EXPLANATION;
  if (fact.tone === "neutral" || weightOf(fact) < (isExplanation ? LEAST_EXPLAINS : LEAST_LEAD)) return REST;
  return fact.together || explains === undefined || isExplanation ? EXPLANATION : NEWS;
}

/**
 * Returns the facts of a day in the order of its story. First comes what explains the zone: what is bad on a low day,
 * what is good on a strong one. Then comes other news, and then what is only different. What another fact covers comes
 * after the rest, and a debt last. Any order of the facts gives the same.
 */
export function ranked(facts: readonly DayFact[], zone?: Zone): DayFact[] {
  const after = (fact: DayFact) => placeOf(fact, facts, zone);
  return [...facts].sort((a, b) => after(a) - after(b) || weightOf(b) - weightOf(a) || (a.id < b.id ? -1 : 1));
}

/** Returns the story of a day in a zone. The same facts in any order give the same story. */
export function storyOf(facts: readonly DayFact[], zone?: Zone): Story {
  const [lead, ...others] = ranked(facts, zone).filter((fact) => !isCovered(fact, facts));
  if (lead === undefined || (placeOf(lead, facts, zone) > NEWS && weightOf(lead) < LEAST_LEAD)) return {};
  const rest = others.filter(({ subject, tone }) => subject !== lead.subject && tone !== "neutral");
  const against = rest.find((fact) => fact.tone !== lead.tone && weightOf(fact) >= LEAST_OTHER);
  const beside = rest.find((fact) => FIRST_ASKED.includes(fact.subject) && weightOf(fact) >= LEAST_SECOND);
  const other = against ?? beside;
  return { lead, ...(other === undefined ? {} : { other }) };
}
