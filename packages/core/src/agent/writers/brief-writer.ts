/**
 * Writes a Brief from tool results alone. It is the L3 template, and the offline composer uses it. A morning Brief has
 * at most three sentences: the body zone with its one cause; what changed or what comes first today; and one suggestion
 * that follows from the cause. A later Brief says what is new, or one short line.
 */
import { type BriefVariant, HealthAnswer, type LocalDate, type ToolResult } from "@waldo/contracts";
import { feelsWorse, feltOf, OWED_FROM } from "../../day/facts.ts";
import { WARM_UP_NIGHTS } from "../../health/statistics.ts";
import type { Quote } from "../../safety/quote.ts";
import { capital, clockWords, daysWords, KIND, together } from "../../spoken.ts";
import { addDays, weekdayOf } from "../../time.ts";
import { type DayScore, dayScore } from "../candidate.ts";
import { adviceOf } from "./brief-advice.ts";
import {
  answerTold,
  dueToday,
  firstTold,
  focusToday,
  forTheGoal,
  freeDay,
  isForRest,
  named,
  planToday,
  travelTold,
} from "./brief-agenda.ts";
import { causeOf, fill, type Scored } from "./brief-cause.ts";
import * as words from "./brief-words.ts";
import { breakTold, feltSentence, GO_BY_FEELING, heartOff, owedWords, toldOf, toldOfNight } from "./fact-clauses.ts";
import { type Agenda, agendaIn, ahead, eventsIn, type Happening } from "./reading.ts";
import { byWaking, happening } from "./writer.ts";

/** What a Brief is written from. */
type BriefMoment = {
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
  const events = ahead(eventsIn(results, date), { time });
  const first = events[0] && happening(events[0], quote);
  if (bodyIsDenied(results)) return variant === "morning" ? firstEvent(date, first) : undefined;
  if (score?.bodyZone === undefined || health === undefined)
    return score || looked(results) ? withoutScore({ variant, date, time }, health, first) : undefined;
  const day: Day = { date, score, health, bodyZone: score.bodyZone, events, first, aside, time };
  switch (variant) {
    case "morning":
      return morning(day, results, quote);
    case "midday":
      return midday(day, results);
    case "evening":
      return evening(day, results, quote);
    case "event":
      return together(
        fill(words.CHANGED, date, KIND[day.bodyZone]),
        whyOf(day, EVENT_SHIFT),
        aside ?? adviceOf(day, causeOf(day).cause, results),
      );
  }
}

/** Returns the one suggestion for a day with a score: the suggestion that the Brief of this hour would make. */
export function adviceFor(
  { date, time }: Pick<BriefMoment, "date" | "time">,
  results: readonly ToolResult[],
): string | undefined {
  const score = dayScore(results, date);
  const health = healthOf(results);
  if (score?.bodyZone === undefined || health === undefined) return undefined;
  const events = ahead(eventsIn(results, date), { time });
  const day: Day = { date, score, health, bodyZone: score.bodyZone, events, first: undefined, aside: undefined, time };
  return adviceOf(day, causeOf(day).cause, results, { again: true });
}

type Day = Scored & {
  /** The events that have not begun yet. */
  readonly events: readonly Happening[];
  /** The first of them, in words. */
  readonly first: string | undefined;
  readonly aside: string | undefined;
  readonly time: string | undefined;
};

function morning(day: Day, results: readonly ToolResult[], quote: Quote): string {
  const { date, score, health, bodyZone, aside } = day;
  const agenda = agendaIn(results);
  const { cause, clause, good, detail } = causeOf(day);
  const opener = `A ${KIND[bodyZone]} day`;
  const high = bodyZone === "energized" || bodyZone === "steady";
  const joined = good === undefined || good === high ? ":" : ", although";
  const lead = named(`${opener}${joined} ${clause}.`, agenda, date);
  const parted = partedTold(day, agenda);
  if (parted !== undefined) return together(...parted, adviceOf(day, cause, results, { again: true })) ?? lead;
  const [next] = day.events;
  const event = next && firstTold(next, date, quote);
  const plan = planToday(agenda, date, quote);
  const turn = afterStrain(day);
  // A break is told once, on the day on which it becomes known.
  const broken = breakTold(
    health.breaks?.filter(({ days }) => days === 1),
    date,
  );
  const isAfter = turn !== undefined && detail === undefined && UNDER_WAY.includes(cause);
  const why = isAfter ? "after" : cause;
  if (aside === undefined && broken === undefined && plan !== undefined && isForRest(day, why))
    return together(lead, plan, words.ofDate(words.PLAN_WAITS, date)) ?? lead;
  const suggestion = () => forTheGoal(why, agenda, date, quote) ?? adviceOf(day, why, results, { again: true });
  // The person's first goal. It takes the place of the suggestion when the second sentence is used for something else.
  const focus = focusToday(agenda, date, quote);
  // On a day of strain the advice is always said. No other sentence replaces it.
  if (OF_STRAIN.includes(cause))
    return together(lead, broken ?? aside ?? detail, adviceOf(day, cause, results, { again: true })) ?? lead;
  if (broken !== undefined) return together(lead, broken, aside ?? detail ?? suggestion()) ?? lead;
  const earlier = earlierTold(day);
  if (earlier !== undefined) return together(lead, earlier, detail ?? focus ?? suggestion()) ?? lead;
  const travel = travelTold(agenda, date);
  if (travel !== undefined && detail === undefined)
    return together(lead, travel, aside ?? focus ?? suggestion()) ?? lead;
  const taken = aside ?? detail ?? caveatOf(score, health, date) ?? turn;
  if (focus !== undefined) return together(lead, taken ?? focus, taken === undefined ? suggestion() : focus) ?? lead;
  const second =
    taken ??
    plan ??
    dueToday(agenda, date, event, quote) ??
    event ??
    answerTold(agenda, date) ??
    freeDay(results, date);
  return together(lead, second, suggestion()) ?? lead;
}

/** Returns the sentences of a morning on which body and feeling part ways. The feeling is told first, and it counts. */
function partedTold(day: Day, agenda: Agenda): readonly string[] | undefined {
  const felt = feltOf(day.health.said, day.bodyZone);
  const sentence = feltSentence(felt);
  if (sentence === undefined) return undefined;
  const next = feelsWorse(felt) ? GO_BY_FEELING : `${capital(causeOf(day).clause)}.`;
  return [named(sentence, agenda, day.date), next];
}

/** The causes with several signs at once. These are the most serious mornings. */
const OF_STRAIN: readonly words.Cause[] = ["strain", "strainDays", "strainFar"];

/** After these causes a person would go on as usual. In the first days after strain that is too early. */
const UNDER_WAY: readonly words.Cause[] = ["plain", "good", "sleepFine"];

/** For how many days after the strain the Brief mentions its end. The suggestions stay cautious for longer. */
const TURN_DAYS = 3;

/** Says that the days of strain are over, and whether all signs are back to usual. */
function afterStrain({ date, health }: Day): string | undefined {
  if (health.afterBodyStrain === undefined || health.afterBodyStrain > TURN_DAYS) return undefined;
  const isLeft = health.bodyStrain !== undefined || heartOff(toldOf(health)) !== undefined;
  return words.ofDate(isLeft ? words.SIGNS_LEFT : words.SIGNS_GONE, date);
}

/** Returns what is missing or unsure, if anything. */
function caveatOf(score: DayScore, health: HealthAnswer, date: LocalDate): string | undefined {
  const { knowsHrv, nightsKnown } = health;
  if (health.sleptByDay) return words.ofDate(words.ONLY_BY_DAY, date);
  if (health.recordingGap) return words.ofDate(words.RECORDING_GAP, date);
  if (score.missing.includes("sleep")) return words.ofDate(words.NO_SLEEP, date);
  if (score.missing.includes("cass") && knowsHrv) return words.ofDate(words.NO_HRV, date);
  if (score.status === "provisional") return words.ofDate(words.PROVISIONAL, date);
  if (!knowsHrv && nightsKnown === 0) return words.NO_HRV_DEVICE;
  if (nightsKnown < WARM_UP_NIGHTS) return fill(words.FIRST_NIGHTS, date, daysWords(WARM_UP_NIGHTS - nightsKnown));
  return undefined;
}

/** Returns what the person was told about an earlier day and is no longer true. */
function earlierTold({ date, health: { earlier } }: Day): string | undefined {
  if (earlier === undefined) return undefined;
  const { was, is } = earlier;
  const name = weekdayOf(earlier.date);
  return was === undefined
    ? fill(words.CAME_LATE, date, name, KIND[is])
    : fill(words.EARLIER, date, name, `${KIND[is]}, not ${KIND[was]}`);
}

function midday(day: Day, results: readonly ToolResult[]): string | undefined {
  const { date, health, bodyZone, first, aside } = day;
  const { thisMorning, sinceMorning } = health;
  const event = first === undefined ? undefined : `Next is ${first}.`;
  const kind = KIND[bodyZone];
  if (thisMorning === undefined || sinceMorning === undefined) return together(`A ${kind} day so far.`, aside ?? event);
  if (sinceMorning === "level" && health.corrected)
    return together(whyOf(day), fill(words.STILL, date, kind), aside ?? event);
  const woke = health.night?.woke;
  if (sinceMorning === "level") return together(byWaking(words.ofDate(words.UNCHANGED, date), woke), aside ?? event);
  if (thisMorning === bodyZone)
    return together(byWaking(fill(words.MOVED_WITHIN[sinceMorning], date, kind), woke), aside ?? whyOf(day), event);
  return together(
    fill(words.MOVED, date, kind, KIND[thisMorning]),
    aside ?? whyOf(day),
    adviceOf(day, causeOf(day).cause, results),
  );
}

/** Several Briefs of one day take different entries of a list, so that no sentence comes twice. */
const EVENT_SHIFT = 2;
const EVENING_SHIFT = 5;

/** Says that the data of the night was corrected, if that moved the score. */
function whyOf({ date, health }: Day, shift = 0): string | undefined {
  return health.corrected ? words.ofDate(words.CORRECTED, date, shift) : undefined;
}

/**
 * Writes the Brief of the evening, which looks at tonight: tomorrow's first event, or what another recipe says of the
 * week, the sleep that the week lacks while that is news, and when to put the lights out.
 */
function evening(day: Day, results: readonly ToolResult[], quote: Quote): string | undefined {
  const { date, health, bodyZone, aside } = day;
  const next = eventsIn(results, addDays(date, 1))[0];
  const owed = health.night?.halfHoursOwed ?? 0;
  const tomorrow = next && capital(fill(words.TOMORROW, date, happening(next, quote)));
  const lacking = health.debtIsNews && owed >= OWED_FROM.slight ? fill(words.OWED, date, owedWords(owed)) : undefined;
  const ends = fill(words.DAY_ENDS, date, KIND[bodyZone]);
  if (health.corrected) {
    const { cause } = causeOf(day);
    const rest = OF_STRAIN.includes(cause) ? adviceOf(day, cause, results) : undefined;
    return together(whyOf(day, EVENING_SHIFT), ends, aside ?? tomorrow ?? rest);
  }
  // Advice for the night follows from the debt and from tomorrow. The rest of a day needs none.
  const lights = (lacking ?? tomorrow) ? adviceOf(day, "evening", results) : undefined;
  const first = aside ?? tomorrow ?? (lacking === undefined ? ends : undefined);
  return together(first, lacking, lights);
}

/**
 * Returns the Brief for a day without a score. A missing night is said once. On each further day the Brief only says
 * what comes first today, if anything does.
 */
function withoutScore(
  { variant, date, time = LAST_MINUTE }: BriefMoment,
  health: HealthAnswer | undefined,
  first: string | undefined,
): string | undefined {
  const event = firstEvent(date, first);
  if (variant === "event" || variant === "midday") return undefined;
  const unworn = health?.said?.unworn ? toldOfNight({ unworn: true }) : [];
  if (unworn.length > 0) return variant === "morning" ? together(...unworn, event) : undefined;
  if ((health?.daysWithout ?? 0) > 0 && !health?.gapIsNew) return variant === "morning" ? event : undefined;
  if (health?.sleptByDay) return together(words.ofDate(words.ONLY_BY_DAY, date), event);
  if (health?.recordingGap) return together(words.ofDate(words.RECORDING_GAP, date), event);
  if (variant === "evening") return words.ofDate(words.NEVER_CAME, date);
  const usual = health?.usualArrival;
  // The hour at which the night usually comes is told when it has passed.
  const next =
    usual === undefined || usual > time
      ? words.ofDate(words.WILL_LOOK, date)
      : fill(words.USUALLY_HERE, date, clockWords(usual));
  return together(words.ofDate(words.NOT_YET, date), next, event);
}

const LAST_MINUTE = "23:59";

function firstEvent(date: LocalDate, first: string | undefined): string | undefined {
  return first === undefined ? undefined : fill(words.FIRST_EVENT, date, first);
}

/** True when the person does not agree that Waldo reads data about their body. */
export function bodyIsDenied(results: readonly ToolResult[]): boolean {
  return results.some((result) => result.name === "get_crs" && !result.ok && result.error === "denied");
}

function looked(results: readonly ToolResult[]): boolean {
  return results.some((result) => result.name === "get_crs" && !result.ok && result.error === "not_found");
}

function healthOf(results: readonly ToolResult[]): HealthAnswer | undefined {
  const health = results.find((result) => result.ok && result.name === "get_health");
  return health?.ok ? HealthAnswer.safeParse(health.value).data : undefined;
}
