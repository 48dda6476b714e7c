/**
 * What a morning takes from the person's own day: what they planned, what is due, their goal, how they answered the last
 * suggestion, and sometimes their name. Each is said only where it exists, and the words are the person's own.
 */
import type { LocalDate } from "@waldo/contracts";
import { dayNumber } from "../../health/timeline.ts";
import { fill, type Scored } from "./brief-cause.ts";
import * as words from "./brief-words.ts";
import { lowerFirst } from "./phrase.ts";
import type { Agenda } from "./reading.ts";
import type { Quote } from "./writer.ts";

/** One morning in so many has the name, and one in so many speaks of the goal. */
const [NAME_EVERY, GOAL_EVERY] = [5, 3];
/** A longer quotation has a sentence to itself. */
const SHORT_CHARS = 40;
const NAME = /^\p{L}[\p{L}' -]{0,20}$/u;

/** Puts the name before a sentence on about one morning in five. */
export function named(sentence: string, { name }: Agenda, date: LocalDate): string {
  const isSaid = name !== undefined && NAME.test(name) && dayNumber(date) % NAME_EVERY === 0;
  return isSaid ? `${name}, ${lowerFirst(sentence)}` : sentence;
}

/** The plan that the person told for today. */
export function planToday({ plan }: Agenda, date: LocalDate, quote: Quote): string | undefined {
  const told = plan === undefined ? undefined : quote(plan);
  return told && fill(words.PLANNED, date, told);
}

/** What is due today, in one sentence with the first event where both are short. */
export function dueToday(agenda: Agenda, date: LocalDate, event: string | undefined, quote: Quote): string | undefined {
  const [due] = agenda.due;
  const title = due && quote(due.title);
  if (due === undefined || title === undefined) return undefined;
  const what = due.time === undefined ? title : `${title} at ${due.time}`;
  const tail = due.overdue ? "is still open" : "is due";
  if (event !== undefined && what.length <= SHORT_CHARS) return event.replace(/\.$/, `, and ${what} ${tail}.`);
  return fill(due.overdue ? words.OVERDUE : words.DUE, date, what);
}

/** Says how yesterday's suggestion was answered. */
export function answerTold({ answered }: Agenda, date: LocalDate): string | undefined {
  return answered === undefined ? undefined : words.ofDate(words.ANSWERED[answered], date);
}

/** Whether a plan should wait: the body asks for rest. From the third day of strain on a doctor is named instead. */
export function isForRest({ bodyZone }: Scored, cause: words.Cause): boolean {
  if (cause === "strainDays" || cause === "strainFar") return false;
  return cause === "strain" || cause === "after" || bodyZone === "depleted";
}

/** Returns a suggestion for the goal, on some of the good days. */
export function forTheGoal(cause: words.Cause, agenda: Agenda, date: LocalDate, quote: Quote): string | undefined {
  const goal = agenda.goal === undefined ? undefined : quote(agenda.goal);
  const isGoalDay = cause === "good" && dayNumber(date) % GOAL_EVERY === 0;
  return isGoalDay && goal !== undefined ? fill(words.FOR_THE_GOAL, date, goal) : undefined;
}
