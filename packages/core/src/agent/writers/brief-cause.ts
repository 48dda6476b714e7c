/**
 * Says what leads a day, with its size. The order is: strain, the first nights, then the story of the facts
 * (core/day/story.ts), and last what adds up without one cause.
 */
import type { HealthAnswer, LocalDate, NightFinding, Sign, SignName, Zone } from "@waldo/contracts";
import { type DayFact, factsOf } from "../../day/facts.ts";
import { storyOf } from "../../day/story.ts";
import { WARM_UP_NIGHTS } from "../../health/statistics.ts";
import { dayNumber } from "../../health/timeline.ts";
import type { DayScore } from "../candidate.ts";
import * as words from "./brief-words.ts";
import { capital, daysWords, hoursWords, listed, lowerFirst, rowWords, spanWords } from "./writer.ts";

/** A day that has a score. */
export type Scored = {
  readonly date: LocalDate;
  readonly score: DayScore;
  readonly health: HealthAnswer;
  readonly bodyZone: Zone;
};

/** A run of at least this many days gets a mention. */
const LEAST_ROW = 3;

/**
 * The cause of the day: the reason for the suggestion, a clause that says it, whether it is good news, and a sentence
 * that adds to it.
 */
type Told = {
  readonly cause: words.Cause;
  readonly clause: string;
  readonly good?: boolean;
  readonly detail?: string | undefined;
};

export function causeOf({ date, score, health, bodyZone }: Scored): Told {
  const { bodyStrain, nightsKnown, night } = health;
  const low = bodyZone === "flagging" || bodyZone === "depleted";
  if (bodyStrain !== undefined && bodyStrain.step > 1)
    return strainTold(health, bodyStrain, { isSleep: score.drag === "sleep", low, date });
  if (nightsKnown < WARM_UP_NIGHTS) {
    const missing = daysWords(WARM_UP_NIGHTS - nightsKnown);
    const slept = night === undefined || night.inPieces ? undefined : `you slept ${hoursWords(night.halfHoursAsleep)}`;
    if (night?.kind === "short" && slept !== undefined)
      return { cause: "sleepLow", clause: `${slept}, which is short for anyone`, good: false };
    const learning = words.ofDate(words.FIRST_NIGHTS, date).replace("%", missing).replace(/\.$/, "");
    return { cause: "first", clause: slept ?? lowerFirst(learning) };
  }
  const facts = factsOf(health);
  const { lead, other } = storyOf(facts);
  const clause = lead && factClause(lead, health);
  if (lead !== undefined && clause !== undefined) {
    const second = other && factClause(other, health);
    const bad = [lead, other].find((fact) => fact?.tone === "bad");
    const late = lead.subject === "sleepLength" ? lateSentence(night, date) : undefined;
    return {
      cause: bad === undefined ? wellCause(lead, health, bodyZone) : causeOfFact(bad, health, low),
      clause,
      ...(lead.tone === "neutral" ? {} : { good: lead.tone === "good" }),
      detail: second === undefined ? late : `${capital(second)}.`,
    };
  }
  // A person who always sleeps too little hears of it once a week, and on a low day.
  if (night?.kind === "short" && (low || dayNumber(date) % WEEK_DAYS === 0))
    return { cause: tiredCause(night, low), clause: sleepClause(night, health) ?? "", good: false };
  if (low) return lowWithout(facts, health, date);
  const left = health.afterBodyStrain === undefined ? undefined : health.signs.find(isOfStrain);
  if (left !== undefined) return { cause: "heart", clause: signClause(left) ?? "", good: false };
  const nothing = health.signs.length === 0 ? words.ALL_USUAL : words.NOTHING_FAR;
  return { cause: bodyZone === "energized" ? "good" : "plain", clause: words.ofDate(nothing, date) };
}

const WEEK_DAYS = 7;

/** A low zone without a fact that leads: a slight bad fact, else the sleep that the week lacks, else no one cause. */
function lowWithout(facts: readonly DayFact[], health: HealthAnswer, date: LocalDate): Told {
  const slight = facts.find(({ tone, subject }) => tone === "bad" && subject !== "debt");
  const bad = slight ?? facts.find(({ subject }) => subject === "debt");
  const clause = bad && factClause(bad, health);
  if (bad === undefined || clause === undefined)
    return { cause: "low", clause: words.ofDate(words.NO_ONE_CAUSE, date) };
  return { cause: causeOfFact(bad, health, true), clause, good: false };
}

/** Returns the reason for the suggestion on a day without bad news. */
function wellCause({ subject, tone }: DayFact, health: HealthAnswer, bodyZone: Zone): words.Cause {
  if (bodyZone === "flagging" || bodyZone === "depleted") return "low";
  if (subject === "activity") return signOf(health, "activity", "low") ? "still" : "active";
  if (subject === "wakeTime" || subject === "bedTime") return bodyZone === "energized" ? "good" : "plain";
  const isOwing = (health.night?.halfHoursOwed ?? 0) >= LARGE_DEBT;
  return tone === "good" && !isOwing ? "good" : "plain";
}

function causeOfFact({ subject }: DayFact, health: HealthAnswer, low: boolean): words.Cause {
  switch (subject) {
    case "sleepLength":
    case "sleepQuality":
    case "debt":
      return health.night ? tiredCause(health.night, low) : "sleepLow";
    case "bedTime":
    case "wakeTime":
      return "timing";
    case "activity":
      return signOf(health, "activity", "low") ? "still" : "active";
    case "hrv":
    case "restingHr":
    case "breathing":
      return "heart";
  }
}

/** Renders a fact as a clause. Returns undefined where the words would say no more than that the night was short. */
function factClause(fact: DayFact, health: HealthAnswer): string | undefined {
  const { subject, turn } = fact;
  const side = fact.id.endsWith(".low") ? "low" : "high";
  if (turn === "back") return backClause(fact);
  switch (subject) {
    case "debt":
      return owedClause(health);
    case "sleepLength":
      return health.night && sleepClause(health.night, health);
    case "sleepQuality":
      return side === "low" ? AWAKE_MORE : AWAKE_LESS;
    case "bedTime": {
      const late = health.night && lateWords(health.night);
      if (side === "high") return late === undefined ? undefined : `you went to bed ${late} later than usual`;
      return "you went to bed earlier than you usually do";
    }
    case "wakeTime":
      return `you woke ${side === "low" ? "earlier" : "later"} than you usually do`;
    default:
      return signClause(signOf(health, subject, side));
  }
}

/** "your heart's recovery is back to your usual after three days". */
function backClause({ subject, days }: DayFact): string | undefined {
  const known = subject === "debt" ? undefined : SIGN_WORDS[subject];
  return known && `${known.subject} back to your usual${days < LEAST_ROW ? "" : ` after ${daysWords(days)}`}`;
}

/**
 * Returns the cause when the person is tired. With a small sleep debt the suggestion does not change the day. After a
 * night that was long enough, the suggestion does not ask for a longer one.
 */
function tiredCause(night: NightFinding, low: boolean): words.Cause {
  const { halfHoursOwed = 0, halfHoursAsleep, halfHoursNeeded = Number.POSITIVE_INFINITY } = night;
  const isBroken = night.kind === "broken" && halfHoursAsleep >= halfHoursNeeded;
  if (low || halfHoursOwed >= LARGE_DEBT) return isBroken ? "low" : "sleepLow";
  const isEnough = halfHoursAsleep >= halfHoursNeeded && (night.kind === "broken" || halfHoursOwed < LEAST_OWED);
  return isEnough ? "plain" : "sleepFine";
}

/** In half hours. From this sleep debt on, the Brief does not call the day an ordinary one. */
const LARGE_DEBT = 8;

/** True for a sign of heart or breath that is off on the worse side. */
export function isOfStrain({ sign, side }: Sign): boolean {
  return sign === "hrv" ? side === "low" : (sign === "restingHr" || sign === "breathing") && side === "high";
}

function signOf(health: HealthAnswer, name: SignName, side: Sign["side"]): Sign | undefined {
  return health.signs.find((sign) => sign.sign === name && sign.side === side);
}

const AWAKE_MORE = "you were awake more than usual during the night";

/** Returns a clause such as "you slept about five hours, your shortest night in three weeks". */
function sleepClause(night: NightFinding, health: HealthAnswer): string | undefined {
  const length = signOf(health, "sleepLength", "low") ?? signOf(health, "sleepLength", "high");
  if (length !== undefined) return lengthClause(night, length);
  if (night.kind === "broken") return AWAKE_MORE;
  if (night.kind === "short") return `you slept ${hoursWords(night.halfHoursAsleep)}, ${OFTEN_SHORT}`;
  return night.kind === "good" ? AWAKE_LESS : undefined;
}

const OFTEN_SHORT = "which is not rare for you and still short";
const AWAKE_LESS = "you were awake less than usual during the night";

function lengthClause(night: NightFinding, length: Sign): string {
  const hours = hoursWords(night.halfHoursAsleep);
  if (length.side === "low" && night.inPieces) return `you slept in pieces of ${hours} at most`;
  return `you slept ${hours}, ${lengthWords(length)}`;
}

function lengthWords({ side, size, mostOf }: Sign): string {
  const span = spanWords(mostOf);
  if (span !== undefined) return `your ${side === "low" ? "shortest" : "longest"} night in ${span}`;
  return `${size === "slight" ? "" : "much "}${side === "low" ? "less" : "more"} than you usually get`;
}

/**
 * In half hours. If the person went to bed even later, it was not one of their usual nights, and the difference tells
 * nothing.
 */
const MOST_LATE = 8;

/** Returns how much later than usual the person went to bed, if it was at least one hour. */
function lateWords({ halfHoursLate = 0 }: NightFinding): string | undefined {
  return halfHoursLate < 2 || halfHoursLate > MOST_LATE ? undefined : hoursWords(halfHoursLate);
}

function lateSentence(night: NightFinding | undefined, date: LocalDate): string | undefined {
  const late = night && lateWords(night);
  return late && fill(words.WENT_LATE, date, late);
}

function owedClause({ night, date }: HealthAnswer): string | undefined {
  const owed = night?.halfHoursOwed ?? 0;
  return owed < LEAST_OWED ? undefined : words.ofDate(words.OWING, date).replace("%", owedWords(owed));
}

export function owedWords(halfHours: number): string {
  return halfHours > MOST_OWED ? "more than six hours" : hoursWords(halfHours);
}

/** In half hours. The Brief does not mention a smaller sleep debt. */
export const LEAST_OWED = 3;
/** In half hours. The Brief gives no exact number for a larger sleep debt. */
const MOST_OWED = 12;

type SignWords = Readonly<Record<"subject" | "low" | "high" | "lowSide" | "highSide", string>>;
const USUAL_SIDES = { lowSide: "below your usual", highSide: "above your usual" } as const;
const SIGN_WORDS: Partial<Record<SignName, SignWords>> = {
  hrv: { subject: "your heart's recovery is", low: "lowest", high: "highest", ...USUAL_SIDES },
  restingHr: { subject: "your resting heart rate is", low: "lowest", high: "highest", ...USUAL_SIDES },
  breathing: {
    subject: "your breathing is",
    low: "slowest",
    high: "fastest",
    lowSide: "slower than usual",
    highSide: "faster than usual",
  },
};
const SIZE_WORDS: Record<Sign["size"], string> = { slight: "a little", clear: "clearly", far: "far" };

/**
 * Returns a clause such as "your heart's recovery is clearly below your usual, the lowest in three weeks, for the third
 * day in a row".
 */
function signClause(sign: Sign | undefined): string | undefined {
  if (sign === undefined) return undefined;
  const { side, size, mostOf, days } = sign;
  if (sign.sign === "activity")
    return `you moved ${SIZE_WORDS[size]} ${side === "low" ? "less" : "more"} than usual yesterday`;
  const known = SIGN_WORDS[sign.sign];
  if (known === undefined) return undefined;
  const span = spanWords(mostOf);
  const against = `${SIZE_WORDS[size]} ${known[`${side}Side`]}`;
  const most = span === undefined ? "" : `, the ${known[side]} in ${span}`;
  // The days of a run are all on the same side, but their sizes may differ.
  if (days >= LEAST_ROW && span === undefined) return `${known.subject} ${known[`${side}Side`]}, for ${rowWords(days)}`;
  return `${known.subject} ${against}${most}`;
}

const STRAIN_WORDS: Partial<Record<SignName, { readonly off: string; readonly far: string }>> = {
  hrv: { off: "your heart's recovery is low", far: "your heart's recovery is very low" },
  restingHr: { off: "your resting heart rate is up", far: "your resting heart rate is far up" },
  breathing: { off: "your breathing is faster", far: "your breathing is much faster" },
};

function strainTold(
  health: HealthAnswer,
  { step, signs, days }: NonNullable<HealthAnswer["bodyStrain"]>,
  { isSleep, low, date }: { readonly isSleep: boolean; readonly low: boolean; readonly date: LocalDate },
): Told {
  const isFar = (name: SignName) => health.signs.some(({ sign, size }) => sign === name && size === "far");
  const what = listed(signs.flatMap((sign) => STRAIN_WORDS[sign]?.[isFar(sign) ? "far" : "off"] ?? []));
  const far = step === 4 ? ", together further than in the months before" : undefined;
  // The signs may differ between the days of a run. "Further" is said of the sum of today's signs.
  const clause =
    days > 1
      ? `several signs have moved${far ? "" : " together,"} for ${rowWords(days)}${far ?? afterNight(health, ", now after")}`
      : `${signs.length > 2 ? "three" : "two"} signs moved${far ?? " together"}${reasonOf(health, isSleep)}`;
  const cause = step === 4 ? "strainFar" : days > 2 && low ? "strainDays" : "strain";
  return { cause, clause, good: false, detail: fill(words.THE_SIGNS, date, what) };
}

function afterNight({ night }: Pick<HealthAnswer, "night">, after = ", after"): string {
  if (night?.kind === "broken") return `${after} a broken night`;
  if (night?.inPieces || (night?.kind !== "rough" && night?.kind !== "short")) return "";
  return `${after} ${hoursWords(night.halfHoursAsleep)} of sleep`;
}

/**
 * Returns what came before the signs, in a few words. It names sleep first, because a person would think of sleep
 * first.
 */
function reasonOf({ night, signs }: HealthAnswer, isSleep: boolean): string {
  const late = night?.halfHoursLate ?? 0;
  const after = afterNight({ night });
  if (after !== "") return after;
  if (late > 2) return ", after a late night";
  if (signs.some(({ sign, side, size }) => sign === "activity" && side === "high" && size !== "slight"))
    return ", after a very active day";
  const { halfHoursOwed = 0 } = night ?? {};
  if (halfHoursOwed >= LARGE_DEBT) return ", after a week with too little sleep";
  const asUsual =
    night !== undefined && !isSleep && !signs.some(({ sign, side }) => sign === "sleepLength" && side === "low");
  return asUsual ? ", and it is not your sleep" : "";
}

/** Returns the sentence that the date chooses, with `%` and `#` filled in. */
export function fill(list: readonly string[], date: LocalDate, first: string, second = "", shift = 0): string {
  return capital(words.ofDate(list, date, shift).replace("%", first).replace("#", second));
}
