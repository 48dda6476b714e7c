// Finds what is unusual now, with plain rules about presence, concerns, goals, tasks, the calendar and Form's zone.
// Each finding has a key. It is noticed once and then rests. Of the body the rules name only Form's zone. Pure.
import type {
  Anomaly,
  AnomalyKind,
  CalendarEvent,
  Concern,
  EpochMs,
  LocalDate,
  MachineSense,
  Origin,
  Task,
  Zone,
} from "@waldo/contracts";
import { quoted } from "../safety/quote.ts";
import { sanitise } from "../safety/sanitise.ts";
import { DAY_MS, elapsed, HOUR_MS, MINUTE_MS } from "../time.ts";
import type { Presence, Standing } from "./presence.ts";
import { gravityOf } from "./salience.ts";

export type Facts = {
  readonly now: EpochMs;
  readonly date: LocalDate;
  readonly presence: Presence;
  readonly standing: Standing;
  readonly zone?: Zone | undefined;
  /** How many hours of the rest of the day are taken by events. */
  readonly busyHours: number;
  readonly concerns: readonly Concern[];
  /** The person's own open tasks. */
  readonly tasks: readonly Task[];
};

/** How many hours each kind of finding rests after it was noticed. */
export const REST_HOURS: Record<AnomalyKind, number> = {
  up_late: 20,
  long_session: 6,
  machine_full: 12,
  machine_hot: 12,
  spent_and_busy: 20,
  goal_untouched: 72,
  task_due: 20,
  event_soon: 2,
  quiet_person: 72,
};

/** After the first number of hours without a break, work counts as long; after the second, as too long. */
const [LONG_HOURS, TOO_LONG_HOURS] = [3, 5];
const FULL_PERCENT = 95;
const HOT_CELSIUS = 85;

/**
 * True when a machine's memory is nearly full. The first look checks this too, so that a later look notices the change.
 */
export const isFull = ({ memoryPercent }: MachineSense): boolean => memoryPercent >= FULL_PERCENT;
export const isHot = ({ gpuCelsius = 0 }: MachineSense): boolean => gpuCelsius >= HOT_CELSIUS;
/** True when an event begins so soon that the person must be told now. */
export const beginsNow = ({ start }: Pick<CalendarEvent, "start">, now: EpochMs): boolean => start - now <= NOW_MS;

/** True when an event begins soon enough for a thought about it. */
export const beginsSoon = ({ start }: Pick<CalendarEvent, "start">, now: EpochMs): boolean => start - now <= SOON_MS;

const BUSY_HOURS = 4;
const UNTOUCHED_DAYS = 5;
const QUIET_DAYS = 3;
/** The times before an event's start that count as soon and as very soon. */
const [SOON_MS, NOW_MS] = [30 * MINUTE_MS, 8 * MINUTE_MS];

/** Returns what is unusual, the most serious first. */
export function anomaliesOf(facts: Facts): Anomaly[] {
  const found = [upLate, longSession, machine, spentAndBusy, goalUntouched, taskDue, eventSoon, quietPerson];
  return found
    .flatMap((rule) => rule(facts))
    .sort((a, b) => gravityOf(b) - gravityOf(a) || (a.key < b.key ? -1 : 1))
    .slice(0, 8);
}

type Rule = (facts: Facts) => Anomaly[];

const PRESENT = ["deep_work", "light_work"];

const upLate: Rule = ({ date, presence, standing }) => {
  const { hour, asleep } = presence;
  if (!PRESENT.includes(standing.state) || !asleep || (hour !== "late_night" && hour !== "deep_night")) return [];
  const isDeep = hour === "deep_night";
  return [
    {
      key: `up_late-${date}-${hour}`,
      kind: "up_late",
      severity: isDeep ? "notable" : "interesting",
      words: isDeep ? "You were still up in the deepest part of the night." : "You were still up late at night.",
      saw: [{ kind: "presence", id: hour }],
    },
  ];
};

const longSession: Rule = ({ now, date, presence, standing }) => {
  const hours = presence.sessionFrom === undefined ? 0 : (now - presence.sessionFrom) / HOUR_MS;
  if (standing.state !== "deep_work" || hours < LONG_HOURS) return [];
  const isTooLong = hours >= TOO_LONG_HOURS;
  return [
    {
      key: `long_session-${date}-${isTooLong ? TOO_LONG_HOURS : LONG_HOURS}`,
      kind: "long_session",
      severity: isTooLong ? "notable" : "interesting",
      words: `You worked for over ${isTooLong ? "five" : "three"} hours without a break.`,
      saw: [{ kind: "presence", id: `session-${presence.sessionFrom}` }],
    },
  ];
};

const machine: Rule = ({ date, presence: { machine: sense } }) => {
  if (!sense) return [];
  const found: Anomaly[] = [];
  if (isFull(sense))
    found.push({
      key: `machine_full-${date}`,
      kind: "machine_full",
      severity: "notable",
      words: "Your machine had almost no memory left.",
      saw: [{ kind: "machine", id: "memory" }],
    });
  if (isHot(sense))
    found.push({
      key: `machine_hot-${date}`,
      kind: "machine_hot",
      severity: "notable",
      words: "The graphics card of your machine ran hot.",
      saw: [{ kind: "machine", id: "gpu" }],
    });
  return found;
};

const spentAndBusy: Rule = ({ date, zone, busyHours, presence }) =>
  zone === "depleted" && busyHours >= BUSY_HOURS && presence.hour === "day"
    ? [
        {
          key: `spent_and_busy-${date}`,
          kind: "spent_and_busy",
          severity: "notable",
          words: "There is much in your calendar on a day that asks for less.",
          saw: [
            { kind: "form", id: date },
            { kind: "event", id: "day" },
          ],
        },
      ]
    : [];

const goalUntouched: Rule = ({ now, concerns }) =>
  concerns
    .filter(({ kind, from, mutedAt, touchedAt }) => {
      const days = elapsed(touchedAt, now) / DAY_MS;
      return kind === "project" && from.kind === "goal" && mutedAt === undefined && days >= UNTOUCHED_DAYS && days < 30;
    })
    .sort((a, b) => a.touchedAt - b.touchedAt || (a.id < b.id ? -1 : 1))
    .slice(0, 1)
    .map(({ id, summary, touchedAt }) => ({
      key: `goal_untouched-${id}`,
      kind: "goal_untouched",
      severity: "interesting",
      words: `Nothing has touched “${summary}” ${sinceWords((now - touchedAt) / DAY_MS)}.`,
      saw: [{ kind: "concern", id }],
    }));

/** Returns the days in words, because a thought may not hold a number that looks like a reading. */
export function sinceWords(days: number): string {
  if (days < 7) return "for days";
  if (days < 14) return "for over a week";
  return days < 31 ? "for weeks" : "for months";
}

const taskDue: Rule = ({ date, tasks, presence }) =>
  tasks
    .filter(({ due }) => due === date)
    .slice(0, 1)
    .filter(() => presence.hour === "evening")
    .map(({ taskId, title }) => ({
      key: `task_due-${taskId}`,
      kind: "task_due",
      severity: "concerning",
      // A title may hold a reading of the body, even the title of the person's own task.
      words: `${sayable(title, "owner") ?? "A task"} is due today and still open.`,
      saw: [{ kind: "task", id: taskId }],
    }));

/** A person who is busy with something else may forget an event that begins now. */
const eventSoon: Rule = ({ now, presence: { next, asleep }, standing }) => {
  if (!next || asleep || !beginsSoon(next, now) || standing.state !== "deep_work") return [];
  const isNow = beginsNow(next, now);
  const { title, outside } = titleOf(next);
  return [
    {
      key: `event_soon-${next.eventId}-${isNow ? "now" : "soon"}`,
      kind: "event_soon",
      severity: isNow ? "urgent" : "interesting",
      words: isNow ? `${title} begins in a few minutes.` : `${title} begins within half an hour.`,
      saw: [{ kind: "event", id: next.eventId }],
      ...(outside ? { outside } : {}),
    },
  ];
};

/**
 * Returns the title of an event in the form that a message may hold. A title from outside is quoted or replaced by "An
 * event".
 */
function titleOf({ title, origin }: CalendarEvent): { readonly title: string; readonly outside?: true } {
  if (origin === "agent") return { title: `“${title}”` };
  const said = sayable(title, "untrusted");
  return said === undefined ? { title: "An event" } : { title: said, outside: true };
}

/** Quotes a title. Returns undefined when a message may not hold it. */
export function sayable(title: string, origin: Origin): string | undefined {
  return quoted(sanitise({ text: title, origin }, "user").text);
}

const quietPerson: Rule = ({ now, presence: { heardAt, asleep } }) => {
  const days = elapsed(heardAt, now) / DAY_MS;
  return heardAt === undefined || asleep || days < QUIET_DAYS || days >= 14
    ? []
    : [
        {
          key: `quiet_person-${heardAt}`,
          kind: "quiet_person",
          severity: "interesting",
          words: `You have been silent ${sinceWords(days)}.`,
          saw: [{ kind: "message", id: String(heardAt) }],
        },
      ];
};
