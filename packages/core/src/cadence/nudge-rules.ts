/**
 * Decides what a heartbeat may mention, with plain rules over the person's goals, tasks and day. Each subject has a
 * name. After it was mentioned once, it rests for some days. A model or the rules of the coach decide later whether a
 * message is sent.
 */
import type { Goals, LocalDate, Nudge, NudgeKind, Zone } from "@waldo/contracts";
import { digest } from "../digest.ts";
import { DAY_MS, dayOfWeek } from "../time.ts";

/** How many days each kind of subject rests after it was mentioned. */
export const REST_DAYS: Record<NudgeKind, number> = {
  today: 2,
  window: 1,
  task: 1,
  week: 3,
  commitment: 3,
  person: 14,
};
export const LONGEST_REST_DAYS = Math.max(...Object.values(REST_DAYS));

/**
 * The part of the waking day, 0 to 1, in which each kind may be mentioned. For example, goals are not mentioned at
 * bedtime.
 */
const DAY_PART: Record<NudgeKind, readonly [from: number, to: number]> = {
  window: [0.1, 0.6],
  today: [0.45, 0.85],
  task: [0.6, 0.9],
  week: [0.25, 0.7],
  commitment: [0.65, 0.85],
  person: [0.3, 0.8],
};

/** In minutes. Shorter free time is not mentioned. */
const LEAST_WINDOW_MINUTES = 90;
/** A goal of the week is mentioned only when the weekly review is at most this many days away. */
const WEEK_ENDS_DAYS = 3;
const WEEKEND = [6, 7];

/** The facts that the rules use. They hold no words of other people. */
export type NudgeFacts = {
  readonly now: number;
  readonly date: LocalDate;
  /** How much of the waking day has passed, 0 to 1. */
  readonly dayPart: number;
  readonly goals: Goals;
  /** The weekday of the person's weekly review. */
  readonly reviewWeekday: number;
  /** The person's own open tasks that are due on this date. */
  readonly dueTasks: readonly { readonly taskId: string; readonly title: string }[];
  readonly zone?: Zone | undefined;
  /** Minutes until the next event or the end of the day. Absent during an event. */
  readonly freeMinutes?: number | undefined;
  /** True when the person has mentioned `title` today or in the `days` days before. */
  readonly talkedOf: (title: string, days: number) => boolean;
  /** The instant at which each subject was mentioned last, by its name. */
  readonly broughtUp: Readonly<Record<string, number>>;
};

/** Returns what may be mentioned now, the most urgent first. */
export function nudgesOf(facts: NudgeFacts): Nudge[] {
  return candidatesOf(facts).filter(
    ({ key, kind, restDays }) =>
      facts.dayPart >= DAY_PART[kind][0] &&
      facts.dayPart < DAY_PART[kind][1] &&
      facts.now - (facts.broughtUp[key] ?? Number.NEGATIVE_INFINITY) >= restDays * DAY_MS - SLACK_MS,
  );
}

/** A subject of yesterday evening may be mentioned a little earlier today. */
const SLACK_MS = DAY_MS / 4;

function candidatesOf(facts: NudgeFacts): Nudge[] {
  const { goals, date, dueTasks, talkedOf, zone, freeMinutes = 0 } = facts;
  const weekday = dayOfWeek(date);
  const nudge = (kind: NudgeKind, name: string, title: string, why: string): Nudge => ({
    ...{ key: `${kind}-${digest(name).slice(0, 16)}`, kind, title, why, restDays: REST_DAYS[kind] },
  });
  const first = goals.today.find((one) => !talkedOf(one, 0));
  const next = first ?? goals.week.find((one) => !talkedOf(one, 0));
  const isFree = freeMinutes >= LEAST_WINDOW_MINUTES && zone !== "depleted";
  const daysLeft = (facts.reviewWeekday - weekday + 7) % 7;
  const week = goals.week.find((one) => !talkedOf(one, 2));
  const isLate = daysLeft > 0 && daysLeft <= WEEK_ENDS_DAYS;
  const commitment = turnOf(goals.commitments, date);
  const person = turnOf(
    goals.people.filter(({ name }) => !talkedOf(name, 7)),
    date,
  );
  return [
    ...dueTasks.slice(0, 1).map(({ taskId, title }) => nudge("task", taskId, title, "it is due today and still open")),
    ...(first === undefined ? [] : [nudge("today", first, first, "you named it for today and have not spoken of it")]),
    ...(next === undefined || !isFree ? [] : [nudge("window", `${date} ${next}`, next, windowWords(freeMinutes))]),
    ...(week === undefined || !isLate ? [] : [nudge("week", week, week, `your review is in ${daysWords(daysLeft)}`)]),
    ...(commitment === undefined ? [] : [nudge("commitment", commitment, commitment, "you stand by it every day")]),
    ...(person === undefined || !WEEKEND.includes(weekday)
      ? []
      : [nudge("person", person.name, person.name, "you want to stay in touch, and have not spoken of them lately")]),
  ];
}

/** Returns the entry that the date chooses. Every entry is chosen once before the first one comes again. */
function turnOf<T>(all: readonly T[], date: LocalDate): T | undefined {
  return all.length === 0 ? undefined : all[Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS) % all.length];
}

function windowWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours < 2 ? "the next hour and a half is free" : `the next ${Math.min(hours, 4)} hours are free`;
}

const daysWords = (days: number) => (days === 1 ? "one day" : `${days} days`);
