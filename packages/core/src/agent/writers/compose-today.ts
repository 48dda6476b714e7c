/** The recipe that composes a plan for today from the calendar, the tasks and the body zone. */

import type { Zone } from "@waldo/contracts";
import { isLow } from "../../day/facts.ts";
import type { Quote } from "../../safety/quote.ts";
import { capital, counted, listed, together } from "../../spoken.ts";
import { minuteOf } from "../../time.ts";
import { ahead, eventsIn, type Happening, type OpenTask, openTasks, sawCalendar, zoneIn } from "./reading.ts";
import { happening, type SkillWriter, type Told } from "./writer.ts";

/** The most events and tasks that one message names. */
const [MOST_EVENTS, MOST_TASKS] = [3, 3];

/** How many tasks a person takes on in each body zone. */
const TAKES: Record<Zone, number> = { energized: MOST_TASKS, steady: MOST_TASKS, flagging: 2, depleted: 1 };

export const composeToday: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "query_calendar", args: {} },
    { name: "get_tasks", args: { limit: 20 } },
  ],
  write(told, results, quote) {
    if (!sawCalendar(results) && openTasks(results) === undefined) return undefined;
    const events = ahead(eventsIn(results, told.date), told);
    return together(
      schedule(events, quote),
      order(told, openTasks(results) ?? [], zoneIn(results, told.date), quote),
      freeStretch(events),
    );
  },
  line(told, results, quote) {
    const [first] = ahead(eventsIn(results, told.date), told);
    return first && `${capital(happening(first, quote))} is first on your calendar.`;
  },
};

function schedule(events: readonly Happening[], quote: Quote): string {
  if (events.length === 0) return "Nothing else takes your time today.";
  const more = events.length > MOST_EVENTS ? ", and more after that" : "";
  return `Ahead of you today: ${listed(events.slice(0, MOST_EVENTS).map((event) => happening(event, quote)))}${more}.`;
}

/**
 * Orders the tasks: due tasks come first. In a lower body zone the plan takes on fewer tasks. Due tasks that it does
 * not take on are named too, because they cannot wait.
 */
function order({ date }: Told, open: readonly OpenTask[], bodyZone: Zone | undefined, quote: Quote): string {
  const lead = bodyZone === undefined ? "" : `You're ${bodyZone}, so `;
  if (open.length === 0) return `${lead}${bodyZone === undefined ? "No" : "no"} task has to be squeezed in.`;
  const due = open.filter((task) => task.due !== undefined && task.due <= date);
  const wanted = isLow(bodyZone) && due.length > 0 ? due : [...due, ...open.filter((task) => !due.includes(task))];
  const takes = TAKES[bodyZone ?? "steady"];
  const taken = wanted.slice(0, takes).map(({ title }) => quote(title) ?? "one more from your list");
  const [first = "", ...others] = taken;
  const then = others.length === 0 ? "" : `, then ${listed(others)}`;
  const left = due.slice(takes);
  if (left.length > 0) {
    const text = `take ${first} first${then}; ${alsoDue(left, quote)}`;
    return `${lead}${bodyZone === undefined ? capital(text) : text}.`;
  }
  const rest = open.length > taken.length ? "; the rest can wait" : "";
  const text = isLow(bodyZone) ? `only ${first}${then}${rest}` : `take ${first} first${then}${rest}`;
  return `${lead}${bodyZone === undefined ? capital(text) : text}.`;
}

function alsoDue(left: readonly OpenTask[], quote: Quote): string {
  const named = left.slice(0, MOST_TASKS).flatMap(({ title }) => quote(title) ?? []);
  const more = left.length - named.length;
  const all = listed(more > 0 ? [...named, `${counted(more)} more`] : named);
  return `${all} ${left.length === 1 ? "is" : "are"} due too`;
}

/** Returns the longest free time between two events, if it lasts at least an hour. */
function freeStretch(events: readonly Happening[]): string | undefined {
  let best: { from: string; to: string; minutes: number } | undefined;
  let busyTo = events[0]?.end ?? "";
  for (const { start, end } of events.slice(1)) {
    const minutes = minuteOf(start) - minuteOf(busyTo);
    if (minutes >= 60 && minutes > (best?.minutes ?? 0)) best = { from: busyTo, to: start, minutes };
    if (end > busyTo) busyTo = end;
  }
  return best && `The widest free stretch is from ${best.from} to ${best.to}.`;
}
