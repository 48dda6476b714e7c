/**
 * Says a fact of a day in a clause, for answers in a chat. A sentence about the body renders a fact by its id, so what
 * is called usual has no fact, and the fact that leads is the one of every other surface (core/day).
 */
import type { HealthAnswer, Sign, SignName } from "@waldo/contracts";
import { type DayFact, factsOf, type Subject } from "../../../day/facts.ts";
import { type Story, storyOf, weightOf } from "../../../day/story.ts";
import { WARM_UP_NIGHTS } from "../../../health/statistics.ts";
import { hoursWords, rowWords, spanWords } from "../writer.ts";

/** The facts of a day, the weightiest first, and its story. */
type Told = Story & { readonly facts: readonly DayFact[] };

export function toldOf(health: HealthAnswer): Told {
  const facts = factsOf(health).sort((a, b) => weightOf(b) - weightOf(a) || (a.id < b.id ? -1 : 1));
  return { facts, ...storyOf(facts) };
}

/** Returns the fact about a subject, if there is one. A subject without a fact is usual. */
export function factOn({ facts }: Pick<Told, "facts">, subject: Subject): DayFact | undefined {
  return facts.find((fact) => fact.subject === subject);
}

/** Returns the one main cause in a clause. Without one it says that little or nothing stands out. */
export function mainClause({ lead, facts }: Told, health: HealthAnswer, low: boolean): string {
  if (lead !== undefined) return factClause(lead, health);
  // Too short for anyone is no fact of the day when it is usual for the person. It is still the first thing to say.
  if (health.night?.kind === "short") return sleptClause({ facts }, health) ?? "";
  if (low) return "no single reading explains it";
  if (health.nightsKnown < WARM_UP_NIGHTS) return "I do not know your usual yet";
  const clear = facts.find(({ size }) => size !== "slight");
  if (clear !== undefined) return factClause(clear, health);
  return facts.length === 0 ? "nothing stands out from your last weeks" : "little stands out from your last weeks";
}

/** Returns a clause such as "your breathing is a little faster than usual". */
export function factClause(fact: DayFact, health: HealthAnswer): string {
  const { subject } = fact;
  switch (subject) {
    case "sleepLength":
      return lengthClause(fact, health);
    case "sleepQuality":
      return `you were awake ${isHigh(fact) ? "less" : "more"} than usual during the night`;
    case "bedTime":
      return bedClause(fact, health);
    case "wakeTime":
      return `you woke ${isHigh(fact) ? "later" : "earlier"} than you usually do`;
    case "activity":
      return `you moved ${SIZE[fact.size]} ${isHigh(fact) ? "more" : "less"} than usual yesterday`;
    case "debt":
      return `you are ${owedWords(health.night?.halfHoursOwed ?? 0)} short of sleep this week`;
    case "hrv":
    case "restingHr":
    case "breathing":
      return heartClause(fact, HEART[subject]);
  }
}

const isHigh = ({ id }: DayFact) => id.endsWith(".high");

const SIZE: Record<Sign["size"], string> = { slight: "a little", clear: "clearly", far: "far" };

type HeartWords = {
  readonly is: string;
  readonly low: readonly [string, string];
  readonly high: readonly [string, string];
};

/** For each side: where the reading is, and its superlative. */
const HEART: Record<"hrv" | "restingHr" | "breathing", HeartWords> = {
  hrv: {
    is: "your heart's recovery is",
    low: ["below your usual", "lowest"],
    high: ["above your usual", "highest"],
  },
  restingHr: {
    is: "your resting heart rate is",
    low: ["below your usual", "lowest"],
    high: ["above your usual", "highest"],
  },
  breathing: {
    is: "your breathing is",
    low: ["slower than usual", "slowest"],
    high: ["faster than usual", "fastest"],
  },
};

/** A run of at least this many days is told with its length. Its days are on one side, and their sizes may differ. */
const LEAST_ROW = 3;

function heartClause(fact: DayFact, { is, low, high }: HeartWords): string {
  if (fact.turn === "back") return `${is} back to your usual`;
  const [where, most] = isHigh(fact) ? high : low;
  if (fact.days >= LEAST_ROW) return `${is} ${where}, for ${rowWords(fact.days)}`;
  const span = spanWords(fact.mostOf);
  return `${is} ${SIZE[fact.size]} ${where}${span === undefined ? "" : `, the ${most} in ${span}`}`;
}

function lengthClause(fact: DayFact, { night }: HealthAnswer): string {
  const hours = hoursWords(night?.halfHoursAsleep ?? 0);
  if (fact.turn === "back") return `you slept ${hours}, back to your usual`;
  if (night?.inPieces) return `you slept in pieces of ${hours} at most`;
  const span = spanWords(fact.mostOf);
  if (span !== undefined) return `you slept ${hours}, your ${isHigh(fact) ? "longest" : "shortest"} night in ${span}`;
  const much = fact.size === "slight" ? "" : "much ";
  return `you slept ${hours}, ${much}${isHigh(fact) ? "more" : "less"} than you usually get`;
}

/** In half hours: how late is told with a length. A later bedtime was not one of the person's usual nights at all. */
const [LEAST_LATE, MOST_LATE] = [2, 8];

function bedClause(fact: DayFact, { night }: HealthAnswer): string {
  if (!isHigh(fact)) return "you went to bed earlier than you usually do";
  const late = night?.halfHoursLate ?? 0;
  return late < LEAST_LATE || late > MOST_LATE
    ? "you went to bed later than you usually do"
    : `you went to bed ${hoursWords(late)} later than usual`;
}

/** In half hours. No exact number is told for a larger debt. */
const MOST_OWED = 12;

function owedWords(halfHours: number): string {
  return halfHours > MOST_OWED ? "more than six hours" : hoursWords(halfHours);
}

/** Returns how the person slept, in a clause. The length is usual when no fact is about it. */
export function sleptClause(told: Pick<Told, "facts">, health: HealthAnswer): string | undefined {
  const { night, nightsKnown } = health;
  if (night === undefined) return undefined;
  const length = factOn(told, "sleepLength");
  if (length !== undefined) return lengthClause(length, health);
  const hours = hoursWords(night.halfHoursAsleep);
  if (night.inPieces) return `you slept in pieces of ${hours} at most`;
  if (night.kind === "short")
    return nightsKnown < WARM_UP_NIGHTS
      ? `you slept ${hours}, which is short for anyone`
      : `you slept ${hours}, which is not rare for you and still short`;
  return night.kind === "usual" ? `you slept ${hours}, close to your usual` : `you slept ${hours}`;
}

/** The readings of heart and breath. */
export const OF_HEART: readonly SignName[] = ["hrv", "restingHr", "breathing"];
