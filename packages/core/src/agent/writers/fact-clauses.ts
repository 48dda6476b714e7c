/**
 * Says a fact of a day in a clause, for Briefs and for answers in a chat. Its words are in data/words/spoken, in each
 * language under the same name. A sentence about the body renders a fact by
 * its id, so what is called usual has no fact, and the fact that leads is the one of every other surface (core/day).
 */
import type {
  FeltFact,
  HealthAnswer,
  LevelBreak,
  LocalDate,
  NightFinding,
  SaidOfDay,
  SignName,
} from "@waldo/contracts";
import { type DayFact, factsOf, isLow, OWED_FROM, type Subject } from "../../day/facts.ts";
import { ranked, type Story, storyOf } from "../../day/story.ts";
import { WARM_UP_NIGHTS } from "../../health/statistics.ts";
import { type Speech, speechIn } from "../../speech.ts";
import { capital, hoursWords } from "../../spoken.ts";
import { addDays, weekdayOf } from "../../time.ts";
import { rowWords, spanWords } from "./writer.ts";

const ENGLISH = speechIn("en");

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
export function mainClause(told: Told, health: HealthAnswer, speech: Speech = ENGLISH): string {
  if (told.lead !== undefined) return factClause(told.lead, health, speech);
  if (health.night?.kind === "short") return sleptClause(told, health, speech) ?? "";
  if (isLow(health.bodyZone)) return noCauseClause(told, health, speech);
  if (health.nightsKnown < WARM_UP_NIGHTS) return speech.say("clause.noUsual");
  return noLeadClause(told, health, speech);
}

/** Says of a low day that no reading explains it, after how the person slept where that is no good news. */
export function noCauseClause({ facts }: Pick<Told, "facts">, health: HealthAnswer, speech: Speech = ENGLISH): string {
  const { say } = speech;
  const slept = factOn({ facts }, "sleepLength")?.tone === "good" ? undefined : sleptClause({ facts }, health, speech);
  return slept === undefined ? say("clause.noCause") : say("clause.sleptNoCause", { slept });
}

/** Says of a day without a lead how the person slept, and that little or nothing else stands out. */
export function noLeadClause({ facts }: Pick<Told, "facts">, health: HealthAnswer, speech: Speech = ENGLISH): string {
  const rest = facts.length === 0 ? "all" : facts.some(({ size }) => size === "far") ? "same" : "little";
  const slept = sleptClause({ facts }, health, speech);
  return slept === undefined ? speech.say(`clause.noLead.${rest}`) : speech.say(`clause.sleptAnd.${rest}`, { slept });
}

/** Returns a clause such as "your breathing is a little faster than usual". */
export function factClause(fact: DayFact, health: HealthAnswer, speech: Speech = ENGLISH): string {
  const { subject } = fact;
  const { say } = speech;
  const side = isHigh(fact) ? "high" : "low";
  switch (subject) {
    case "sleepLength":
      return lengthClause(fact, health, speech);
    case "bedTime":
      return bedClause(fact, health, speech);
    case "sleepQuality":
    case "wakeTime":
      return say(`clause.${subject}.${side}`);
    case "activity":
      return say(`clause.activity.${side}`, { much: say(`much.${fact.size}`) });
    case "debt": {
      const owed = health.night?.halfHoursOwed ?? 0;
      return owed > OWED_FROM.far ? say("clause.debt.far") : say("clause.debt", { hours: speech.hours(owed) });
    }
    case "hrv":
    case "restingHr":
    case "breathing":
      return heartClause({ ...fact, subject }, side, speech);
  }
}

const isHigh = ({ id }: DayFact) => id.endsWith(".high");

/** A run of at least this many days is told with its length. Its days are on one side, and their sizes may differ. */
const LEAST_ROW = 3;

type OfHeart = DayFact & { readonly subject: "hrv" | "restingHr" | "breathing" };

function heartClause({ subject, turn, days, size, mostOf }: OfHeart, side: "high" | "low", speech: Speech): string {
  const { say } = speech;
  if (turn === "back")
    return days < LEAST_ROW
      ? say(`clause.${subject}.back`)
      : say(`clause.${subject}.backAfter`, { days: speech.days(days) });
  const span = spanWords(mostOf, speech);
  if (days >= LEAST_ROW && span === undefined)
    return say(`clause.${subject}.${side}.row`, { row: rowWords(days, speech) });
  const much = say(`much.${size}`);
  return span === undefined
    ? say(`clause.${subject}.${side}`, { much })
    : say(`clause.${subject}.${side}.most`, { much, span });
}

function lengthClause(fact: DayFact, { night }: HealthAnswer, speech: Speech): string {
  const { say } = speech;
  const hours = speech.hours(night?.halfHoursAsleep ?? 0);
  if (night?.inPieces && !isHigh(fact)) return say("clause.slept.pieces", { hours });
  const span = spanWords(fact.mostOf, speech);
  if (span !== undefined) return say(`clause.slept.${isHigh(fact) ? "longest" : "shortest"}`, { hours, span });
  if (fact.size === "slight") return say(`clause.slept.${isHigh(fact) ? "more" : "less"}`, { hours });
  return say(`clause.slept.${isHigh(fact) ? "muchMore" : "muchLess"}`, { hours });
}

/** In half hours: how late is told with a length. A later bedtime was not one of the person's usual nights at all. */
const [LEAST_LATE, MOST_LATE] = [2, 8];

/** Returns how much later than usual the person went to bed, where that is told with a length. */
export function lateWords(
  { halfHoursLate = 0 }: Pick<NightFinding, "halfHoursLate">,
  { hours }: Pick<Speech, "hours"> = ENGLISH,
): string | undefined {
  return halfHoursLate < LEAST_LATE || halfHoursLate > MOST_LATE ? undefined : hours(halfHoursLate);
}

function bedClause(fact: DayFact, { night }: HealthAnswer, speech: Speech): string {
  const { say } = speech;
  if (!isHigh(fact)) return say("clause.bedTime.low");
  const late = night && lateWords(night, speech);
  return late === undefined ? say("clause.bedTime.high") : say("clause.bedTime.late", { hours: late });
}

/** Returns a sleep debt in words. No exact number is told for a very large one. */
export function owedWords(halfHours: number): string {
  return halfHours > OWED_FROM.far ? "more than six hours" : hoursWords(halfHours);
}

/** Returns how the person slept, in a clause. The length is usual when no fact is about it. */
export function sleptClause(
  told: Pick<Told, "facts">,
  health: HealthAnswer,
  speech: Speech = ENGLISH,
): string | undefined {
  const { night, nightsKnown } = health;
  const { say } = speech;
  if (night === undefined) return undefined;
  const length = factOn(told, "sleepLength");
  if (length !== undefined) return lengthClause(length, health, speech);
  const hours = speech.hours(night.halfHoursAsleep);
  if (night.inPieces) return say("clause.slept.pieces", { hours });
  if (night.kind === "short")
    return say(nightsKnown < WARM_UP_NIGHTS ? "clause.slept.short" : "clause.slept.again", { hours });
  return say(night.kind === "usual" ? "clause.slept.usual" : "clause.slept.alone", { hours });
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
export function feltSentence(felt: FeltFact | undefined, { say }: Speech = ENGLISH): string | undefined {
  if (felt?.against === undefined) return undefined;
  const { feeling, tone, against } = felt;
  const words = { kind: say(`dayKind.${against}`), feeling: say(`feeling.${feeling}`) };
  return say(tone === "bad" ? "told.feltBad" : "told.feltGood", words);
}

/** Said after {@link feltSentence} when the person feels worse than their readings. */
export const GO_BY_FEELING = "Go by how you feel.";

/** Returns what the person told of a night, in sentences. Nothing that is measured contradicts them. */
export function toldOfNight({ halfHoursAwake, unworn }: SaidOfDay, { say, hours }: Speech = ENGLISH): string[] {
  return [
    ...(unworn ? [say("told.unworn")] : []),
    ...(halfHoursAwake === undefined ? [] : [say("told.awake", { hours: hours(halfHoursAwake) })]),
  ];
}
