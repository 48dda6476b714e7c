/**
 * Says a fact of a day in a clause, for Briefs and for answers in a chat. A sentence about the body renders a fact by
 * its id, so what is called usual has no fact, and the fact that leads is the one of every other surface (core/day).
 */
import type {
  FeltFact,
  HealthAnswer,
  LevelBreak,
  LocalDate,
  NightFinding,
  SaidOfDay,
  Sign,
  SignName,
} from "@waldo/contracts";
import { type DayFact, factsOf, isLow, OWED_FROM, type Subject } from "../../day/facts.ts";
import { ranked, type Story, storyOf } from "../../day/story.ts";
import { WARM_UP_NIGHTS } from "../../health/statistics.ts";
import { capital, daysWords, hoursWords, KIND } from "../../spoken.ts";
import { addDays, weekdayOf } from "../../time.ts";
import { NO_LEAD, NO_ONE_CAUSE } from "./brief-words.ts";
import { rowWords, spanWords } from "./writer.ts";

/** The facts of a day, the weightiest first, and its story. */
export type Told = Story & { readonly facts: readonly DayFact[] };

/** Returns what is told of a day. Good news alone explains no low day, so there it stands on the other side. */
export function toldOf(health: HealthAnswer): Told {
  const { bodyZone } = health;
  const facts = ranked(factsOf(health), bodyZone);
  const story = storyOf(facts, bodyZone);
  return isLow(bodyZone) && story.lead?.tone === "good" ? { facts, other: story.lead } : { facts, ...story };
}

/** Returns the fact about a subject, if there is one. A subject without a fact is usual. */
export function factOn({ facts }: Pick<Told, "facts">, subject: Subject): DayFact | undefined {
  return facts.find((fact) => fact.subject === subject);
}

/** Returns the one main cause in a clause. Without one it says that little or nothing stands out. */
export function mainClause(told: Told, health: HealthAnswer): string {
  if (told.lead !== undefined) return factClause(told.lead, health);
  if (health.night?.kind === "short") return sleptClause(told, health) ?? "";
  if (isLow(health.bodyZone)) return noCauseClause(told, health);
  if (health.nightsKnown < WARM_UP_NIGHTS) return "I do not know your usual yet";
  return noLeadClause(told, health);
}

/** Says of a low day that no reading explains it, after how the person slept where that is no good news. */
export function noCauseClause({ facts }: Pick<Told, "facts">, health: HealthAnswer): string {
  const slept = factOn({ facts }, "sleepLength")?.tone === "good" ? undefined : sleptClause({ facts }, health);
  return slept === undefined ? NO_ONE_CAUSE : `${slept}, and ${NO_ONE_CAUSE}`;
}

/** Says of a day without a lead how the person slept, and that little or nothing else stands out. */
export function noLeadClause({ facts }: Pick<Told, "facts">, health: HealthAnswer): string {
  const { beside, alone } =
    NO_LEAD[facts.length === 0 ? "all" : facts.some(({ size }) => size === "far") ? "same" : "little"];
  const slept = sleptClause({ facts }, health);
  return slept === undefined ? alone : `${slept}, and ${beside}`;
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
  if (fact.turn === "back")
    return `${is} back to your usual${fact.days < LEAST_ROW ? "" : ` after ${daysWords(fact.days)}`}`;
  const [where, most] = isHigh(fact) ? high : low;
  const span = spanWords(fact.mostOf);
  if (fact.days >= LEAST_ROW && span === undefined) return `${is} ${where}, for ${rowWords(fact.days)}`;
  return `${is} ${SIZE[fact.size]} ${where}${span === undefined ? "" : `, the ${most} in ${span}`}`;
}

function lengthClause(fact: DayFact, { night }: HealthAnswer): string {
  const hours = hoursWords(night?.halfHoursAsleep ?? 0);
  if (night?.inPieces && !isHigh(fact)) return `you slept in pieces of ${hours} at most`;
  const span = spanWords(fact.mostOf);
  if (span !== undefined) return `you slept ${hours}, your ${isHigh(fact) ? "longest" : "shortest"} night in ${span}`;
  const much = fact.size === "slight" ? "" : "much ";
  return `you slept ${hours}, ${much}${isHigh(fact) ? "more" : "less"} than you usually get`;
}

/** In half hours: how late is told with a length. A later bedtime was not one of the person's usual nights at all. */
const [LEAST_LATE, MOST_LATE] = [2, 8];

/** Returns how much later than usual the person went to bed, where that is told with a length. */
export function lateWords({ halfHoursLate = 0 }: Pick<NightFinding, "halfHoursLate">): string | undefined {
  return halfHoursLate < LEAST_LATE || halfHoursLate > MOST_LATE ? undefined : hoursWords(halfHoursLate);
}

function bedClause(fact: DayFact, { night }: HealthAnswer): string {
  if (!isHigh(fact)) return "you went to bed earlier than you usually do";
  const late = night && lateWords(night);
  return late === undefined ? "you went to bed later than you usually do" : `you went to bed ${late} later than usual`;
}

/** Returns a sleep debt in words. No exact number is told for a very large one. */
export function owedWords(halfHours: number): string {
  return halfHours > OWED_FROM.far ? "more than six hours" : hoursWords(halfHours);
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
export const OF_HEART: readonly Subject[] = ["hrv", "restingHr", "breathing"];

/** Returns the weightiest fact of heart or breath that is bad. */
export function heartOff({ facts }: Pick<Told, "facts">): DayFact | undefined {
  return facts.find(({ subject, tone }) => tone === "bad" && OF_HEART.includes(subject));
}

/** The readings of a break, as the subject of a sentence. */
const BROKEN: Partial<Record<SignName, string>> = {
  hrv: "your heart's recovery",
  restingHr: "your resting pulse",
  breathing: "your breathing at night",
  sleepQuality: "your time awake at night",
};
const MOST_BROKEN = 2;

/** Says that readings changed by a step, as with a new device. Returns undefined without a break. */
export function breakTold(breaks: readonly LevelBreak[] = [], date: LocalDate): string | undefined {
  const [first] = breaks;
  if (first === undefined) return undefined;
  const names = breaks.filter(({ since }) => since === first.since).flatMap(({ sign }) => BROKEN[sign] ?? []);
  const named = capital(names.slice(0, MOST_BROKEN).join(" and "));
  return `${named} changed by a step ${agoWords(first.since, date)}, as with a new device or update, so I relearn your usual.`;
}

function agoWords(since: LocalDate, date: LocalDate): string {
  if (since >= addDays(date, -6)) return `last ${weekdayOf(since)}`;
  return since > addDays(date, -11) ? "a week ago" : since > addDays(date, -18) ? "two weeks ago" : "some weeks ago";
}

/** Returns the sentence of a day on which body and feeling part ways. A feeling that agrees needs no sentence. */
export function feltSentence(felt: FeltFact | undefined): string | undefined {
  if (felt?.against === undefined) return undefined;
  const { feeling, tone, against } = felt;
  return `A ${KIND[against]} day by your readings, ${tone === "bad" ? "although" : "yet"} you feel ${feeling}.`;
}

/** Said after {@link feltSentence} when the person feels worse than their readings. */
export const GO_BY_FEELING = "Go by how you feel.";

/** Returns what the person told of a night, in sentences. Nothing that is measured contradicts them. */
export function toldOfNight({ halfHoursAwake, unworn }: SaidOfDay): string[] {
  return [
    ...(unworn ? [UNWORN_TOLD] : []),
    ...(halfHoursAwake === undefined ? [] : [`You told me that you were awake for ${hoursWords(halfHoursAwake)}.`]),
  ];
}

const UNWORN_TOLD = "You told me that your wearable did not record last night, so it does not count.";
