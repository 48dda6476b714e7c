/**
 * Says what leads a day, with its size. The order is: strain, the first nights, then the story of the facts
 * (core/day/story.ts), and last what adds up without one cause.
 */
import type { HealthAnswer, LocalDate, NightFinding, SignName, Zone } from "@waldo/contracts";
import { type DayFact, feelsWorse, feltOf, isLow, OWED_FROM } from "../../day/facts.ts";
import { isAtEdge, MILESTONES } from "../../day/story.ts";
import { WARM_UP_NIGHTS } from "../../health/statistics.ts";
import { dayNumber } from "../../health/timeline.ts";
import { capital, daysWords, hoursWords, listed, lowerFirst } from "../../spoken.ts";
import type { DayScore } from "../candidate.ts";
import * as words from "./brief-words.ts";
import {
  type Told as DaysFacts,
  factClause,
  factOn,
  heartOff,
  lateWords,
  noCauseClause,
  noLeadClause,
  OF_HEART,
  sleptClause,
  toldOf,
} from "./fact-clauses.ts";
import { rowWords } from "./writer.ts";

/** A day that has a score. */
export type Scored = {
  readonly date: LocalDate;
  readonly score: DayScore;
  readonly health: HealthAnswer;
  readonly bodyZone: Zone;
};

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

/** On a day on which the person feels worse than their readings, the suggestion is one for a low day. */
export function causeOf(scored: Scored): Told {
  const told = causeOfBody(scored);
  const isStrain = (scored.health.bodyStrain?.step ?? 0) > 1;
  return feelsWorse(feltOf(scored.health.said, scored.bodyZone)) && !isStrain ? { ...told, cause: "low" } : told;
}

function causeOfBody({ date, score, health, bodyZone }: Scored): Told {
  const { bodyStrain, nightsKnown, night } = health;
  const low = isLow(bodyZone);
  const day = toldOf(health);
  if (bodyStrain !== undefined && bodyStrain.step > 1)
    return strainTold(health, bodyStrain, { day, isSleep: score.drag === "sleep", low });
  if (nightsKnown < WARM_UP_NIGHTS) {
    const missing = daysWords(WARM_UP_NIGHTS - nightsKnown);
    const slept = night === undefined || night.inPieces ? undefined : `you slept ${hoursWords(night.halfHoursAsleep)}`;
    if (night?.kind === "short" && slept !== undefined)
      return { cause: "sleepLow", clause: `${slept}, which is short for anyone`, good: false };
    const learning = words.ofDate(words.FIRST_NIGHTS, date).replace("%", missing).replace(/\.$/, "");
    return { cause: "first", clause: slept ?? lowerFirst(learning) };
  }
  const { lead: main, other } = day;
  const beside = other && `${capital(factClause(other, health))}.`;
  if (main !== undefined) {
    const bad = [main, other].find((fact) => fact?.tone === "bad");
    const late = main.subject === "sleepLength" ? lateSentence(day, night, date) : undefined;
    return {
      cause: bad === undefined ? wellCause(main, health, bodyZone) : causeOfFact(bad, health, low),
      clause: factClause(main, health),
      ...(main.tone === "neutral" ? {} : { good: main.tone === "good" }),
      detail: beside ?? late,
    };
  }
  // A person who always sleeps too little hears of it once a week, and on a low day.
  if (night?.kind === "short" && (low || dayNumber(date) % WEEK_DAYS === 0))
    return { cause: tiredCause(night, low), clause: sleptClause(day, health) ?? "", good: false };
  if (low) return { cause: "low", clause: noCauseClause(day, health), detail: beside };
  const left = health.afterBodyStrain === undefined ? undefined : heartOff(day);
  if (left !== undefined) return { cause: "heart", clause: factClause(left, health), good: false };
  const clause = noLeadClause(day, health);
  return { cause: bodyZone === "energized" ? "good" : "plain", clause };
}

const WEEK_DAYS = 7;

const isLess = ({ id }: DayFact) => id.endsWith(".low");

/** Returns the reason for the suggestion on a day without bad news. */
function wellCause(fact: DayFact, health: HealthAnswer, bodyZone: Zone): words.Cause {
  const { subject, tone } = fact;
  if (isLow(bodyZone)) return "low";
  if (subject === "activity") return isLess(fact) ? "still" : "active";
  if (subject === "wakeTime" || subject === "bedTime") return bodyZone === "energized" ? "good" : "plain";
  const isOwing = (health.night?.halfHoursOwed ?? 0) >= OWED_FROM.clear;
  return tone === "good" && !isOwing ? "good" : "plain";
}

/** Returns the reason for the suggestion that a bad fact gives. Movement is never bad, so it has no line here. */
function causeOfFact({ subject }: DayFact, health: HealthAnswer, low: boolean): words.Cause {
  if (OF_HEART.includes(subject)) return "heart";
  if (subject === "bedTime" || subject === "wakeTime") return "timing";
  return health.night ? tiredCause(health.night, low) : "sleepLow";
}

/**
 * Returns the cause when the person is tired. With a small sleep debt the suggestion does not change the day. After a
 * night that was long enough, the suggestion does not ask for a longer one.
 */
function tiredCause(night: NightFinding, low: boolean): words.Cause {
  const { halfHoursOwed = 0, halfHoursAsleep, halfHoursNeeded = Number.POSITIVE_INFINITY } = night;
  const isBroken = night.kind === "broken" && halfHoursAsleep >= halfHoursNeeded;
  if (low || halfHoursOwed >= OWED_FROM.clear) return isBroken ? "low" : "sleepLow";
  const isEnough = halfHoursAsleep >= halfHoursNeeded && (night.kind === "broken" || halfHoursOwed < OWED_FROM.slight);
  return isEnough ? "plain" : "sleepFine";
}

/** A bedtime within the usual is not told, by however much it differs. */
function lateSentence(day: DaysFacts, night: NightFinding | undefined, date: LocalDate): string | undefined {
  const late = factOn(day, "bedTime")?.id === "bedTime.high" && night ? lateWords(night) : undefined;
  return late && fill(words.WENT_LATE, date, late);
}

const STRAIN_WORDS: Partial<Record<SignName, { readonly off: string; readonly far: string }>> = {
  hrv: { off: "your heart's recovery is low", far: "your heart's recovery is very low" },
  restingHr: { off: "your resting heart rate is up", far: "your resting heart rate is far up" },
  breathing: { off: "your breathing is faster", far: "your breathing is much faster" },
};

function strainTold(
  health: HealthAnswer,
  { step, signs, days }: NonNullable<HealthAnswer["bodyStrain"]>,
  { day, isSleep, low }: { readonly day: DaysFacts; readonly isSleep: boolean; readonly low: boolean },
): Told {
  const long = longNight(day, health);
  // The weightiest first, as on every other surface.
  const place = (name: SignName) => day.facts.findIndex(({ subject }) => subject === name);
  const told = signs.toSorted((a, b) => place(a) - place(b));
  const facts = told.flatMap((sign) => factOn(day, sign) ?? []);
  const isGrave = low || facts.some(({ size }) => size === "far");
  const cause = step === 4 ? "strainFar" : days > 2 && isGrave ? "strainDays" : "strain";
  // A run that goes on as it was is named by its signs on some days only.
  if (step < 4 && days > 2 && !MILESTONES.includes(days) && !facts.some(isAtEdge)) {
    const clause = `the signs of the last days go on, for ${rowWords(days)}`;
    return { cause, clause, good: false, detail: long && `${capital(long)}.` };
  }
  const what = listed(
    told.flatMap((sign) => STRAIN_WORDS[sign]?.[factOn(day, sign)?.size === "far" ? "far" : "off"] ?? []),
  );
  const count = days > 1 ? "several" : signs.length > 2 ? "three" : "two";
  const detail = `${count} signs ${movedWords(health, { step, days }, long, isSleep)}`;
  return { cause, clause: what, good: false, detail: `${capital(detail)}.` };
}

/** Returns a night that stands on the other side of the signs, as a clause. */
function longNight(day: DaysFacts, health: HealthAnswer): string | undefined {
  const length = factOn(day, "sleepLength");
  if (health.night === undefined || length?.tone !== "good") return undefined;
  return length.size === "slight" && length.place === undefined ? undefined : factClause(length, health);
}

/** The signs may differ between the days of a run. "Further" is said of the sum of today's signs. */
function movedWords(
  health: HealthAnswer,
  { step, days }: Pick<NonNullable<HealthAnswer["bodyStrain"]>, "step" | "days">,
  long: string | undefined,
  isSleep: boolean,
): string {
  if (long !== undefined) {
    const how =
      step === 4 ? "moved further than in months" : days > 1 ? `have moved for ${rowWords(days)}` : "moved together";
    return `${how}, and ${long}`;
  }
  const far = step === 4 ? ", together further than in the months before" : undefined;
  return days > 1
    ? `have moved${far ? "" : " together,"} for ${rowWords(days)}${far ?? afterNight(health, ", now after")}`
    : `moved${far ?? " together"}${reasonOf(health, isSleep)}`;
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
  if (halfHoursOwed >= OWED_FROM.clear) return ", after a week with too little sleep";
  const asUsual =
    night !== undefined && !isSleep && !signs.some(({ sign, side }) => sign === "sleepLength" && side === "low");
  return asUsual ? ", and it is not your sleep" : "";
}

/** Returns the sentence that the date chooses, with `%` and `#` filled in. */
export function fill(list: readonly string[], date: LocalDate, first: string, second = "", shift = 0): string {
  return capital(words.ofDate(list, date, shift).replace("%", first).replace("#", second));
}
