/**
 * The sentences of a morning Brief about the person's own day: the first event and how full the day is, a change of
 * time zone, what they planned, what is due, their goals, how they answered the last suggestion, and sometimes their
 * name. A sentence is said only if its data exists. Quoted words are the person's own.
 */
import type { LocalDate } from "@waldo/contracts";
import { dayNumber } from "../../health/timeline.ts";
import type { Quote } from "../../safety/quote.ts";
import { lowerFirst } from "../../spoken.ts";
import { addDays, weekdayOf } from "../../time.ts";
import { fill, type Scored } from "./brief-cause.ts";
import * as words from "./brief-words.ts";
import { type Agenda, eventsIn, type Happening, isCalendarWhole } from "./reading.ts";
import { happening, type Results } from "./writer.ts";

/** The Brief says the name on one morning in `NAME_EVERY`, and the goal on one morning in `GOAL_EVERY`. */
const [NAME_EVERY, GOAL_EVERY] = [5, 3];
/** A quotation with more characters gets its own sentence. */
const SHORT_CHARS = 40;
const NAME = /^\p{L}[\p{L}' -]{0,20}$/u;

/** Puts the name before a sentence on about one morning in five. */
export function named(sentence: string, { name }: Agenda, date: LocalDate): string {
  const isSaid = name !== undefined && NAME.test(name) && dayNumber(date) % NAME_EVERY === 0;
  return isSaid ? `${name}, ${lowerFirst(sentence)}` : sentence;
}

/** Returns the plan that the person told for today. */
export function planToday({ plan }: Agenda, date: LocalDate, quote: Quote): string | undefined {
  const told = plan === undefined ? undefined : quote(plan);
  return told && fill(words.PLANNED, date, told);
}

/** Returns the first goal in the person's own file of goals: a goal of the day, or else of the week. */
export function focusToday({ focus }: Agenda, date: LocalDate, quote: Quote): string | undefined {
  const told = focus && quote(focus.text);
  return focus && told && fill(focus.of === "today" ? words.FOCUS_DAY : words.FOCUS_WEEK, date, told);
}

/** Returns what is due today. If that and the first event are both short, one sentence holds both. */
export function dueToday(agenda: Agenda, date: LocalDate, event: string | undefined, quote: Quote): string | undefined {
  const [due] = agenda.due;
  const title = due && quote(due.title);
  if (due === undefined || title === undefined) return undefined;
  const what = due.time === undefined ? title : `${title} at ${due.time}`;
  const tail = due.overdue ? "is still open" : "is due";
  if (event !== undefined && what.length <= SHORT_CHARS) return event.replace(/\.$/, `, and ${what} ${tail}.`);
  return fill(due.overdue ? words.OVERDUE : words.DUE, date, what);
}

/** Returns a sentence on how the person answered yesterday's suggestion. */
export function answerTold({ answered }: Agenda, date: LocalDate): string | undefined {
  return answered === undefined ? undefined : words.ofDate(words.ANSWERED[answered], date);
}

/** Returns a sentence on the new time zone, during the first days there. */
export function travelTold({ travelled }: Agenda, date: LocalDate): string | undefined {
  return travelled ? words.ofDate(words.TRAVELLED, date) : undefined;
}

/** A text with more characters is not the name of a place. A link or the address of a call is not a place either. */
const PLACE_CHARS = 40;
const NO_PLACE = /:\/\/|@|www\./i;

/** Returns the first event of the day, with its place if it has one. */
export function firstTold(event: Happening, date: LocalDate, quote: Quote): string {
  const { location } = event;
  const isPlace = location !== undefined && location.length <= PLACE_CHARS && !NO_PLACE.test(location);
  const place = isPlace ? quote(location) : undefined;
  const what = happening(event, quote);
  return fill(words.FIRST_EVENT, date, place === undefined ? what : `${what} (${place})`);
}

/**
 * Returns a sentence that the day is free. This needs a calendar that was read completely, and an event on another day
 * that was read.
 */
export function freeDay(results: Results, date: LocalDate): string | undefined {
  if (!isCalendarWhole(results)) return undefined;
  if (eventsIn(results, date).length > 0 || eventsIn(results, addDays(date, 1)).length === 0) return undefined;
  return words.ofDate(words.FREE_DAY, date).replace("%", weekdayOf(date));
}

/**
 * True when a plan should wait, because the body asks for rest. From the third day of strain on, the Brief names a
 * doctor instead.
 */
export function isForRest({ bodyZone }: Scored, cause: words.Cause): boolean {
  if (cause === "strainDays" || cause === "strainFar") return false;
  return cause === "strain" || cause === "after" || bodyZone === "depleted";
}

/** Returns a suggestion for the goal on some of the days with a good body zone. */
export function forTheGoal(cause: words.Cause, agenda: Agenda, date: LocalDate, quote: Quote): string | undefined {
  const goal = agenda.goal === undefined ? undefined : quote(agenda.goal);
  const isGoalDay = cause === "good" && dayNumber(date) % GOAL_EVERY === 0;
  return isGoalDay && goal !== undefined ? fill(words.FOR_THE_GOAL, date, goal) : undefined;
}
