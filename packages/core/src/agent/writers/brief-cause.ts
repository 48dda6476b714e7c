/**
 * Finds the one cause of a day and says it with its size. The order is: strain, good news that is larger than any loss,
 * the pillar that lowers the score most, and last a sign that stands out but hardly changed the score.
 */
import type { HealthAnswer, LocalDate, NightFinding, Pillar, Sign, SignName, Zone } from "@waldo/contracts";
import { WARM_UP_NIGHTS } from "../../health/statistics.ts";
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
export const LEAST_ROW = 3;

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
  if (score.lift !== undefined) {
    const clause = goodClause(score.lift, health);
    if (clause !== undefined) return { cause: low ? "low" : "good", clause, good: true };
  }
  const isOwing = score.drag === "sleep" && poorNight(health) === undefined;
  const offToday = isOwing && !low ? clearlyOff(health) : undefined;
  if (offToday !== undefined) return offToday;
  const clause = score.drag === undefined ? undefined : dragClause(score.drag, health, low ? "slight" : "clear");
  if (score.drag !== undefined && clause !== undefined)
    return {
      cause: causeOfDrag(score.drag, health, low),
      clause,
      good: false,
      detail: score.drag === "sleep" ? lateSentence(night, date) : undefined,
    };
  if (night !== undefined && (night.kind === "short" || night.kind === "rough"))
    return {
      cause: tiredCause(night, low),
      clause: sleepClause(night, health) ?? "",
      good: false,
      detail: lateSentence(night, date),
    };
  const isWell = !low && bodyStrain === undefined;
  const other = (isWell ? longNight(health) : undefined) ?? otherClause(health, score.drag) ?? earlier(health, low);
  if (other !== undefined) return other;
  if (low) return { cause: "low", clause: words.ofDate(words.NO_ONE_CAUSE, date) };
  const left = health.afterBodyStrain === undefined ? undefined : health.signs.find(isOfStrain);
  if (left !== undefined) return { cause: "heart", clause: signClause(left) ?? "", good: false };
  const cause = bodyZone === "energized" ? "good" : "plain";
  const harmless = health.signs.find((sign) => isHarmless(sign) && sign.size !== "slight");
  if (harmless !== undefined) return { cause, clause: signClause(harmless) ?? "", good: true };
  return { cause, clause: words.ofDate(words.NOTHING_STANDS_OUT, date) };
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

/**
 * Returns a cause that stands out but hardly changed the score, the largest first. A large sleep debt comes last: it
 * stays the same for many days, and a small change of today is news.
 */
function otherClause(health: HealthAnswer, drag: Pillar | undefined): Told | undefined {
  const clear = clearlyOff(health);
  if (clear !== undefined) return clear;
  const { night } = health;
  if (night === undefined || (night.halfHoursOwed ?? 0) < LARGE_DEBT) return undefined;
  const small = drag === undefined ? undefined : dragClause(drag, health, "slight");
  if (drag !== undefined && small !== undefined)
    return { cause: causeOfDrag(drag, health, false), clause: small, good: false };
  for (const sign of health.signs) {
    const other = offClause(sign, health);
    if (other !== undefined) return other;
  }
  return { cause: "sleepLow", clause: owedClause(health) ?? "", good: false };
}

/** Returns the largest sign that is clearly off today on the worse side. */
function clearlyOff(health: HealthAnswer): Told | undefined {
  for (const sign of health.signs) {
    const other = sign.size === "slight" ? undefined : offClause(sign, health);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** True for a sign of heart or breath that is off but not on the worse side. */
function isHarmless({ sign, side }: Sign): boolean {
  return sign === "hrv" ? side === "high" : (sign === "restingHr" || sign === "breathing") && side === "low";
}

/** Returns a clause for a night that was clearly longer than usual but not calm. */
function longNight({ night, signs }: HealthAnswer): Told | undefined {
  const length = signs.find(isLong);
  if (night === undefined || length === undefined) return undefined;
  const clause = `you slept ${hoursWords(night.halfHoursAsleep)}, ${lengthWords(length, "longest")}`;
  return { cause: (night.halfHoursOwed ?? 0) < LARGE_DEBT ? "good" : "plain", clause, good: true };
}

function isLong({ sign, side, size }: Sign): boolean {
  return sign === "sleepLength" && side === "high" && size !== "slight";
}

/**
 * Returns a clause for a night that was clearly earlier than usual. The Brief mentions such a night but does not call
 * it bad.
 */
function earlier({ signs }: HealthAnswer, low: boolean): Told | undefined {
  const early = signs.find(
    ({ sign, side, size }) => (sign === "bedTime" || sign === "wakeTime") && side === "low" && size !== "slight",
  );
  const verb = early?.sign === "bedTime" ? "went to bed" : "woke";
  return early && { cause: low ? "low" : "plain", clause: `you ${verb} earlier than you usually do` };
}

/** True for a sign of heart or breath that is off on the worse side. */
export function isOfStrain({ sign, side }: Sign): boolean {
  return sign === "hrv" ? side === "low" : (sign === "restingHr" || sign === "breathing") && side === "high";
}

/** Returns a clause for a sign that is off on the worse side. Another clause has told the length of the night before. */
function offClause(sign: Sign, health: HealthAnswer): Told | undefined {
  if (isOfStrain(sign)) return { cause: "heart", clause: signClause(sign) ?? "", good: false };
  if (sign.sign === "sleepQuality" && sign.side === "low" && sign.size !== "slight" && health.night)
    return { cause: tiredCause(health.night, false), clause: AWAKE_MORE, good: false };
  if (sign.sign === "activity")
    return { cause: sign.side === "low" ? "still" : "active", clause: signClause(sign) ?? "", good: false };
  const timing = sign.sign === "bedTime" || sign.sign === "wakeTime" ? timingClause(health) : undefined;
  return timing === undefined ? undefined : { cause: "timing", clause: timing, good: false };
}

function causeOfDrag(drag: Pillar, health: HealthAnswer, low: boolean): words.Cause {
  if (drag === "sleep") return health.night ? tiredCause(health.night, low) : "sleepLow";
  if (drag === "circadian") return "timing";
  if (drag === "motion") return signOf(health, "activity", "low") ? "still" : "active";
  return "heart";
}

function signOf(health: HealthAnswer, name: SignName, side: Sign["side"]): Sign | undefined {
  return health.signs.find((sign) => sign.sign === name && sign.side === side);
}

/**
 * Returns a clause for the pillar that lowers the score. Returns undefined when no finding of at least this size
 * supports it; the effect is then too small to name.
 */
function dragClause(drag: Pillar, health: HealthAnswer, least: "slight" | "clear"): string | undefined {
  const clear = (name: SignName, side: Sign["side"]) => {
    const sign = signOf(health, name, side);
    return sign?.size === "slight" && least === "clear" ? undefined : signClause(sign);
  };
  switch (drag) {
    case "sleep":
      return poorNight(health) ?? owedClause(health);
    case "cass":
      return clear("hrv", "low");
    case "rhrts":
      return clear("restingHr", "high");
    case "rrs":
      return clear("breathing", "high");
    case "circadian":
      return timingClause(health);
    case "motion":
      return clear("activity", "low") ?? clear("activity", "high");
  }
}

/**
 * Returns what was poor about the night. Returns undefined for a good night, and for a usual night with little time
 * awake.
 */
function poorNight(health: HealthAnswer): string | undefined {
  const { night } = health;
  if (night?.kind === "rough" || night?.kind === "short" || night?.kind === "broken") return sleepClause(night, health);
  const awake = signOf(health, "sleepQuality", "low");
  return awake === undefined || awake.size === "slight" ? undefined : AWAKE_MORE;
}

const AWAKE_MORE = "you were awake more than usual during the night";

function goodClause(lift: Pillar, health: HealthAnswer): string | undefined {
  switch (lift) {
    case "sleep":
      return health.night?.kind === "good" ? sleepClause(health.night, health) : undefined;
    case "cass":
      return signClause(signOf(health, "hrv", "high"));
    case "rhrts":
      return signClause(signOf(health, "restingHr", "low"));
    case "rrs":
    case "circadian":
    case "motion":
      return undefined;
  }
}

/** Returns a clause such as "you slept about five hours, your shortest night in three weeks". */
export function sleepClause(night: NightFinding, health: HealthAnswer): string | undefined {
  const hours = hoursWords(night.halfHoursAsleep);
  if (night.inPieces && (night.kind === "rough" || night.kind === "short"))
    return `you slept in pieces of ${hours} at most`;
  const slept = `you slept ${hours}`;
  const length = signOf(health, "sleepLength", night.kind === "good" ? "high" : "low");
  switch (night.kind) {
    case "rough":
      return `${slept}, ${lengthWords(length, "shortest") ?? "less than you usually get"}`;
    case "short":
      return length === undefined
        ? `${slept}, which is not rare for you and still short`
        : `${slept}, ${lengthWords(length, "shortest") ?? "less than you usually get"}`;
    case "broken":
      return AWAKE_MORE;
    case "good":
      return length === undefined
        ? "you were awake less than usual during the night"
        : `${slept}, ${lengthWords(length, "longest") ?? "more than you usually get"}`;
    case "usual":
    case "first":
      return undefined;
  }
}

function lengthWords(length: Sign | undefined, most: "shortest" | "longest"): string | undefined {
  if (length === undefined) return undefined;
  const span = spanWords(length.mostOf);
  if (span !== undefined) return `your ${most} night in ${span}`;
  const much = length.size === "slight" ? "" : "much ";
  return `${much}${length.side === "low" ? "less" : "more"} than you usually get`;
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

export function owedClause({ night, date }: HealthAnswer): string | undefined {
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

export function timingClause(health: HealthAnswer): string | undefined {
  const late = health.night === undefined ? undefined : lateWords(health.night);
  if (late !== undefined) return `you went to bed ${late} later than usual`;
  const isLater = signOf(health, "wakeTime", "high") !== undefined && !health.signs.some(isLong);
  return isLater ? "you woke later than you usually do" : undefined;
}

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
export function signClause(sign: Sign | undefined): string | undefined {
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
  if (days >= LEAST_ROW) return `${known.subject} ${known[`${side}Side`]}, for ${rowWords(days)}`;
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
  const isPoor = night?.kind === "rough" || night?.kind === "short" || night?.kind === "broken";
  return isPoor ? `${after} a ${night.kind} night` : "";
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
