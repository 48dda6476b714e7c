/**
 * Writes a Brief from tool results and nothing else. It is the L3 template and the voice of the offline composer. A
 * morning has three sentences at most: where the person stands and the one cause of it; what changed or what comes
 * first; one suggestion that follows from the cause. A later Brief says what is new, or one line.
 */
import {
  type BriefVariant,
  HealthAnswer,
  type LocalDate,
  type NightFinding,
  type Pillar,
  type Sign,
  type SignName,
  type ToolResult,
  type Zone,
} from "@waldo/contracts";
import { WARM_UP_NIGHTS } from "../../health/baseline.ts";
import { ordinalWord } from "../../safety/body/body-claims.ts";
import { addDays } from "../../time.ts";
import { type DayScore, dayScore } from "../candidate.ts";
import * as words from "./brief-words.ts";
import { capital, clockWords, daysWords, happening, hoursWords, listed, rowWords, spanWords } from "./phrase.ts";
import { eventsIn, tonightIn } from "./reading.ts";
import type { Quote } from "./writer.ts";

/** What a Brief is written from. */
export type BriefMoment = {
  readonly variant: BriefVariant;
  readonly date: LocalDate;
  /** The time on the person's clock. Events before it are over. */
  readonly time?: string | undefined;
};

/**
 * Returns the text, or undefined when no result says anything about the day. `aside` is a sentence that another recipe
 * of the moment adds. It takes the place of the second sentence.
 */
export function writeBrief(
  { variant, date, time }: BriefMoment,
  results: readonly ToolResult[],
  quote: Quote,
  aside?: string,
): string | undefined {
  const score = dayScore(results, date);
  const health = healthOf(results);
  const events = eventsIn(results, date).filter(({ start }) => start >= (time ?? "00:00"));
  const first = events[0] && happening(events[0], quote);
  if (score?.bodyZone === undefined || health === undefined)
    return score || looked(results) ? withoutScore({ variant, date }, health, first) : undefined;
  const day: Day = { date, score, health, bodyZone: score.bodyZone, first, aside, isLate: (time ?? "") >= "12:00" };
  switch (variant) {
    case "morning":
      return morning(day);
    case "midday":
      return midday(day);
    case "evening":
      return evening(day, results, quote);
    case "event":
      return sentences(
        fill(words.CHANGED, date, day.bodyZone),
        whyOf(day, EVENT_SHIFT),
        aside ?? afterwards(day, wayOf(day), EVENT_SHIFT),
      );
  }
}

type Day = {
  readonly date: LocalDate;
  readonly score: DayScore;
  readonly health: HealthAnswer;
  readonly bodyZone: Zone;
  readonly first: string | undefined;
  readonly aside: string | undefined;
  /** Whether it is past noon, so that "this morning" is no longer now. */
  readonly isLate: boolean;
};

function morning(day: Day): string {
  const { date, score, health, bodyZone, first, aside } = day;
  const { cause, clause, good, detail } = causeOf(day);
  const opener = day.isLate ? fill(words.LATE_MORNING, date, bodyZone) : words.ofDate(words.MORNING[bodyZone], date);
  const high = bodyZone === "energized" || bodyZone === "steady";
  const lead = good === undefined || good === high ? `${opener}: ${clause}.` : `${opener}, although ${clause}.`;
  const second = aside ?? detail ?? caveatOf(score, health, date) ?? afterStrain(day) ?? changeOf(day, first);
  const isAfter = health.afterBodyStrain !== undefined && (cause === "plain" || cause === "good");
  return sentences(lead, second, words.ofDate(words.SUGGEST[isAfter ? "after" : cause], date)) ?? lead;
}

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

function causeOf({ date, score, health, bodyZone }: Day): Told {
  const { bodyStrain, nightsKnown, night } = health;
  const low = bodyZone === "flagging" || bodyZone === "depleted";
  if (bodyStrain !== undefined && bodyStrain.step > 1)
    return strainTold(health, bodyStrain, { isSleep: score.drag === "sleep", low, date });
  if (nightsKnown < WARM_UP_NIGHTS) {
    const missing = daysWords(WARM_UP_NIGHTS - nightsKnown);
    const slept = night === undefined ? undefined : `you slept ${hoursWords(night.halfHoursAsleep)}`;
    if (night?.kind === "short")
      return { cause: "sleepLow", clause: `${slept}, which is short for anyone`, good: false };
    const learning = words.ofDate(words.FIRST_NIGHTS, date).replace("%", missing).replace(/\.$/, "");
    return { cause: "first", clause: slept ?? lowerFirst(learning) };
  }
  if (score.lift !== undefined) {
    const clause = goodClause(score.lift, health);
    if (clause !== undefined) return { cause: low ? "low" : "good", clause, good: true };
  }
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
  const other = otherClause(health, score.drag);
  if (other !== undefined) return other;
  if (low) return { cause: "low", clause: words.ofDate(words.SMALL_THINGS, date) };
  const cause = bodyZone === "energized" ? "good" : "plain";
  return { cause, clause: words.ofDate(words.NOTHING_STANDS_OUT, date) };
}

/** With a small debt the day can stay as it is. */
function tiredCause({ halfHoursOwed = 0 }: NightFinding, low: boolean): words.Cause {
  return low || halfHoursOwed >= LARGE_DEBT ? "sleepLow" : "sleepFine";
}

/** From this debt on the day is not called an ordinary one, in half hours. */
const LARGE_DEBT = 8;

/**
 * What stands out although it moved the score little, the largest first. Then a large debt: it is the same for many days,
 * so what is a little off today comes before it.
 */
function otherClause(health: HealthAnswer, drag: Pillar | undefined): Told | undefined {
  for (const sign of health.signs) {
    if (sign.size === "slight") continue;
    const other = offClause(sign, health);
    if (other !== undefined) return other;
  }
  const { night } = health;
  if (night === undefined || (night.halfHoursOwed ?? 0) < LARGE_DEBT) return undefined;
  const small = drag === undefined || drag === "sleep" ? undefined : dragClause(drag, health, "slight");
  if (drag !== undefined && small !== undefined)
    return { cause: causeOfDrag(drag, health, false), clause: small, good: false };
  for (const sign of health.signs) {
    const other = offClause(sign, health);
    if (other !== undefined) return other;
  }
  return { cause: "sleepLow", clause: owedClause(night) ?? "", good: false };
}

/** A sign that is off to the side that is worse. The length of the night has been told before. */
function offClause(sign: Sign, health: HealthAnswer): Told | undefined {
  const worse = sign.side === (sign.sign === "hrv" ? "low" : "high");
  if ((sign.sign === "hrv" || sign.sign === "restingHr" || sign.sign === "breathing") && worse)
    return { cause: "heart", clause: signClause(sign) ?? "", good: false };
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
 * Says what pulls the score down. Undefined when no finding of at least this size stands behind it, because then it is
 * too small to name.
 */
function dragClause(drag: Pillar, health: HealthAnswer, least: "slight" | "clear"): string | undefined {
  const clear = (name: SignName, side: Sign["side"]) => {
    const sign = signOf(health, name, side);
    return sign?.size === "slight" && least === "clear" ? undefined : signClause(sign);
  };
  switch (drag) {
    case "sleep":
      return poorNight(health) ?? owedClause(health.night);
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

/** Says what was poor about the night. A good night, or a usual one without much time awake, was not. */
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

/** "you slept about five hours, your shortest night in three weeks". */
function sleepClause(night: NightFinding | undefined, health: HealthAnswer): string | undefined {
  if (night === undefined) return undefined;
  const slept = `you slept ${hoursWords(night.halfHoursAsleep)}`;
  const length = signOf(health, "sleepLength", night.kind === "good" ? "high" : "low");
  switch (night.kind) {
    case "rough":
      return `${slept}, ${lengthWords(length, "shortest") ?? "less than you usually get"}`;
    case "short":
      return length === undefined
        ? `${slept}, which is usual for you and still short`
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

/** Beyond this the sleep was not the person's usual night, and the difference says nothing. */
const MOST_LATE = 8;

/** How much later than usual the person went to bed, from an hour on. */
function lateWords({ halfHoursLate = 0 }: NightFinding): string | undefined {
  return halfHoursLate < 2 || halfHoursLate > MOST_LATE ? undefined : hoursWords(halfHoursLate);
}

function lateSentence(night: NightFinding | undefined, date: LocalDate): string | undefined {
  const late = night && lateWords(night);
  return late && fill(words.WENT_LATE, date, late);
}

function owedClause(night: NightFinding | undefined): string | undefined {
  const owed = night?.halfHoursOwed ?? 0;
  return owed < LEAST_OWED ? undefined : `you are ${owedWords(owed)} short of sleep for the week`;
}

function owedWords(halfHours: number): string {
  return halfHours > MOST_OWED ? "more than six hours" : hoursWords(halfHours);
}

/** A smaller debt is not worth a word, in half hours. */
const LEAST_OWED = 3;
/** Beyond this the exact debt says nothing more. */
const MOST_OWED = 12;

function timingClause(health: HealthAnswer): string | undefined {
  const late = health.night === undefined ? undefined : lateWords(health.night);
  if (late !== undefined) return `you went to bed ${late} later than usual`;
  const [bed, wake] = [signOf(health, "bedTime", "low"), signOf(health, "wakeTime", "high")];
  if (wake !== undefined) return "you woke later than you usually do";
  if (signOf(health, "wakeTime", "low")) return "you woke earlier than you usually do";
  return bed === undefined ? undefined : "you went to bed earlier than you usually do";
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

/** "your heart's recovery is clearly below your usual, the lowest in three weeks, for the third day in a row". */
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
  // The days of a run have the side in common, and not the size.
  if (days >= LEAST_ROW) return `${known.subject} ${known[`${side}Side`]}, for ${rowWords(days)}`;
  return `${known.subject} ${against}${most}`;
}

const STRAIN_WORDS: Partial<Record<SignName, string>> = {
  hrv: "your heart's recovery is low",
  restingHr: "your resting heart rate is up",
  breathing: "your breathing is faster",
};

function strainTold(
  health: HealthAnswer,
  { step, signs, days }: NonNullable<HealthAnswer["bodyStrain"]>,
  { isSleep, low, date }: { readonly isSleep: boolean; readonly low: boolean; readonly date: LocalDate },
): Told {
  const what = listed(signs.flatMap((sign) => STRAIN_WORDS[sign] ?? []));
  const far = step === 4 ? "further than on any day in the last months" : "together";
  // The signs of a run need not be the same on each of its days.
  const clause =
    days > 1
      ? `several signs have moved ${far}, for ${rowWords(days)}`
      : `${signs.length > 2 ? "three" : "two"} signs moved ${far}${reasonOf(health, isSleep)}`;
  const cause = step === 4 ? "strainFar" : days > 2 && low ? "strainDays" : "strain";
  return { cause, clause, good: false, detail: fill(words.THE_SIGNS, date, what) };
}

/** What came before the signs, in a few words. Sleep is the first thing that a person would suspect. */
function reasonOf({ night, signs }: HealthAnswer, isSleep: boolean): string {
  const late = night?.halfHoursLate ?? 0;
  if (night?.kind === "rough" || night?.kind === "short" || night?.kind === "broken")
    return `, after a ${night.kind} night`;
  if (late > 2) return ", after a late night";
  if (signs.some(({ sign, side, size }) => sign === "activity" && side === "high" && size !== "slight"))
    return ", after a very active day";
  const asUsual =
    night !== undefined && !isSleep && !signs.some(({ sign, side }) => sign === "sleepLength" && side === "low");
  return asUsual ? ", and it is not your sleep" : "";
}

/** Names the turn after days of strain. */
function afterStrain({ date, health }: Day): string | undefined {
  const gone = health.afterBodyStrain !== undefined && health.bodyStrain === undefined;
  return gone ? words.ofDate(words.SIGNS_GONE, date) : undefined;
}

/** What is missing or unsure, if anything. */
function caveatOf(score: DayScore, health: HealthAnswer, date: LocalDate): string | undefined {
  const { knowsHrv, nightsKnown } = health;
  if (health.sleptByDay) return words.ofDate(words.ONLY_BY_DAY, date);
  if (score.missing.includes("sleep")) return words.ofDate(words.NO_SLEEP, date);
  if (score.missing.includes("cass") && knowsHrv) return words.ofDate(words.NO_HRV, date);
  if (score.status === "provisional") return words.ofDate(words.PROVISIONAL, date);
  if (!knowsHrv && nightsKnown === 0) return words.NO_HRV_DEVICE;
  if (nightsKnown < WARM_UP_NIGHTS) return fill(words.FIRST_NIGHTS, date, daysWords(WARM_UP_NIGHTS - nightsKnown));
  return undefined;
}

/** What comes first today; without an event, what is different from yesterday. */
function changeOf({ date, health, bodyZone }: Day, first: string | undefined): string | undefined {
  const { yesterday, daysInZone = 1 } = health;
  const changed =
    yesterday === undefined || yesterday === bodyZone ? undefined : fill(words.YESTERDAY, date, yesterday);
  const event = first === undefined ? undefined : capital(fill(words.FIRST_EVENT, date, first));
  const row = daysInZone < LEAST_ROW ? undefined : ordinalWord(daysInZone);
  const same = row === undefined ? undefined : fill(words.SAME_ZONE, date, row, bodyZone);
  return event ?? changed ?? same;
}

const LEAST_ROW = 3;

function midday(day: Day): string | undefined {
  const { date, health, bodyZone, first, aside } = day;
  const { thisMorning, sinceMorning } = health;
  const event = first === undefined ? undefined : `Next is ${first}.`;
  if (thisMorning === undefined || sinceMorning === undefined)
    return sentences(`You're ${bodyZone} now.`, aside ?? event);
  if (sinceMorning === "level" && health.corrected)
    return sentences(whyOf(day), fill(words.STILL, date, bodyZone), aside ?? event);
  if (sinceMorning === "level") return sentences(words.ofDate(words.UNCHANGED, date), aside ?? event);
  if (thisMorning === bodyZone)
    return sentences(fill(words.MOVED_WITHIN[sinceMorning], date, bodyZone), aside ?? whyOf(day), event);
  const moved = fill(words.MOVED[sinceMorning], date, thisMorning, bodyZone);
  return sentences(moved, aside ?? whyOf(day), afterwards(day, sinceMorning));
}

/** Briefs of one day take other entries of the same list, so that no sentence comes twice. */
const EVENT_SHIFT = 2;
const EVENING_SHIFT = 5;

/** What moved the score since the morning: corrected data, or the day itself. */
function whyOf({ date, health }: Day, shift = 0): string | undefined {
  if (health.corrected) return words.ofDate(words.WHY_MOVED.corrected, date, shift);
  return health.sinceMorning === "up" || health.sinceMorning === "down"
    ? words.ofDate(words.WHY_MOVED.hours, date, shift)
    : undefined;
}

/** Which way the advice goes when something happened: down, unless Form has come up since the morning. */
function wayOf({ health, bodyZone }: Day): "up" | "down" {
  return health.sinceMorning === "up" || bodyZone === "energized" ? "up" : "down";
}

function afterwards({ date }: Day, way: "up" | "down", shift = 0): string {
  return words.ofDate(words.AFTERNOON[way], date, shift);
}

/**
 * The close looks at tonight: tomorrow's first event, what the week lacks, and when to put the lights out. Where the
 * day ends in another body zone than the morning said, or the night was corrected, it says that first.
 */
function evening(day: Day, results: readonly ToolResult[], quote: Quote): string | undefined {
  const { date, health, bodyZone, aside } = day;
  const next = eventsIn(results, addDays(date, 1))[0];
  const owed = health.night?.halfHoursOwed ?? 0;
  const tomorrow = next && capital(fill(words.TOMORROW, date, happening(next, quote)));
  const lacking = owed < LEAST_OWED ? undefined : fill(words.OWED, date, owedWords(owed));
  const bed = tonightIn(results);
  const lights =
    bed !== undefined && (tomorrow !== undefined || lacking !== undefined)
      ? fill(words.LIGHTS_OUT, date, clockWords(bed))
      : words.ofDate(words.CLOSE, date);
  const { thisMorning, sinceMorning } = health;
  if (thisMorning !== undefined && thisMorning !== bodyZone && (sinceMorning === "up" || sinceMorning === "down")) {
    const moved = fill(words.MOVED[sinceMorning], date, thisMorning, bodyZone, EVENING_SHIFT);
    return sentences(moved, whyOf(day, EVENING_SHIFT), aside ?? tomorrow ?? lights);
  }
  const ends = fill(words.DAY_ENDS, date, bodyZone);
  if (health.corrected) return sentences(whyOf(day, EVENING_SHIFT), ends, aside ?? tomorrow ?? lights);
  return sentences(aside ?? tomorrow ?? ends, lacking, lights);
}

/**
 * What is said without a score. A night that is missing is said once: on each further day only what comes first, if
 * anything does.
 */
function withoutScore(
  { variant, date }: BriefMoment,
  health: HealthAnswer | undefined,
  first: string | undefined,
): string | undefined {
  const event = first === undefined ? undefined : fill(words.FIRST_EVENT, date, first);
  if (variant === "event" || variant === "midday") return undefined;
  if ((health?.daysWithout ?? 0) > 0) return variant === "morning" ? event : undefined;
  if (health?.sleptByDay) return sentences(words.ofDate(words.ONLY_BY_DAY, date), event);
  if (variant === "evening") return words.ofDate(words.NEVER_CAME, date);
  const usual = health?.usualArrival;
  const next =
    usual === undefined ? words.ofDate(words.WILL_LOOK, date) : fill(words.USUALLY_HERE, date, clockWords(usual));
  return sentences(words.ofDate(words.NOT_YET, date), next, event);
}

function looked(results: readonly ToolResult[]): boolean {
  return results.some((result) => result.name === "get_crs" && !result.ok && result.error === "not_found");
}

function healthOf(results: readonly ToolResult[]): HealthAnswer | undefined {
  const health = results.find((result) => result.ok && result.name === "get_health");
  return health?.ok ? HealthAnswer.safeParse(health.value).data : undefined;
}

/** The sentence of the date, with `%` and `#` filled in. */
function fill(list: readonly string[], date: LocalDate, first: string, second = "", shift = 0): string {
  return capital(words.ofDate(list, date, shift).replace("%", first).replace("#", second));
}

function sentences(...all: readonly (string | undefined)[]): string | undefined {
  const said = all.filter((sentence) => sentence !== undefined && sentence !== "");
  return said.length === 0 ? undefined : said.slice(0, 3).join(" ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
