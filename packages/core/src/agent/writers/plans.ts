// Recipes that prepare a part of a day: a focus block, an event, and a day for recovery.

import type { Quote } from "../../safety/quote.ts";
import { capital, listed, together } from "../../spoken.ts";
import { shiftTime } from "../../time.ts";
import {
  ahead,
  connectedIn,
  diaryIn,
  eventsIn,
  type Happening,
  morningZoneIn,
  openTasks,
  proposed,
  sawCalendar,
  zoneIn,
} from "./reading.ts";
import { akin, happening, type Results, type SkillWriter, type Told } from "./writer.ts";

const FOCUS = /\b(?:focus(?: time| block| window)?|deep work|heads[- ]down|no meetings|writing)\b/giu;
/** The same pattern without the global flag, for a yes-or-no test. */
const IS_FOCUS = /\b(?:focus|deep work|heads[- ]down|no meetings|writing)\b/iu;
/** Matches the subject in "help me focus on the pricing paper". */
const SUBJECT = /\b(?:focus|concentrate|work)\s+on\s+(.{3,120})/iu;
const MOST_AT_HAND = 3;

function block(told: Told, results: Results): Happening | undefined {
  return ahead(eventsIn(results, told.date), told).find(({ title }) => IS_FOCUS.test(title));
}

/**
 * Returns what the block is for: the subject that the person names, or else the block's title without words such as
 * "focus block".
 */
function subjectOf(told: Told, results: Results): string {
  const said = SUBJECT.exec(told.message ?? "")?.[1]?.split(/[.?!\n]/u)[0];
  const title = block(told, results)?.title.replaceAll(FOCUS, " ") ?? "";
  return (said ?? title)
    .replaceAll(/[^\p{L}\p{N}'’ -]/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Prepares a focus block: its subject, and the material that the person has for it. */
export const focusBlockPrep: SkillWriter = {
  reads: () => [
    { name: "query_calendar", args: {} },
    { name: "get_tasks", args: { limit: 20 } },
  ],
  follow(told, results) {
    const query = subjectOf(told, results);
    return query === "" ? [] : [{ name: "search_connector", args: { query } }];
  },
  write(told, results, quote) {
    if (!sawCalendar(results)) return undefined;
    const window = block(told, results);
    const [task] = openTasks(results) ?? [];
    const first = task === undefined ? undefined : quote(task.title);
    const hand = atHand(told, results, quote);
    return together(
      window ? `Your focus window is ${happening(window, quote)}.` : "No focus window is left in today's calendar.",
      hand ?? "I found nothing that belongs to it.",
      first !== undefined && hand === undefined
        ? `The next task on your list is ${first}.`
        : "Open the first of it, and silence the rest.",
    );
  },
  line(told, results, quote) {
    const window = block(told, results);
    return window && together(`Your focus window is ${happening(window, quote)}.`, atHand(told, results, quote));
  },
};

function atHand(told: Told, results: Results, quote: Quote): string | undefined {
  const subject = subjectOf(told, results);
  const found = connectedIn(results)
    .filter(({ connector, text }) => connector !== "calendar" && akin(text, subject))
    .flatMap(({ text }) => quote(text) ?? [])
    .slice(0, MOST_AT_HAND);
  return found.length === 0 ? undefined : `At hand: ${listed(found)}.`;
}

/** Returns the event that the person names, or else the next one. */
function eventOf(told: Told, results: Results): Happening | undefined {
  const events = ahead(eventsIn(results, told.date), told);
  const named = events.find(({ title }) => akin(title, told.message ?? ""));
  return named ?? events[0];
}

/** Prepares the person for an event, with what the diary and connected sources hold about it. */
export const prepForEvent: SkillWriter = {
  reads: () => [{ name: "query_calendar", args: {} }],
  follow(told, results) {
    const query = eventOf(told, results)?.title.slice(0, 200) ?? "";
    return query.trim() === ""
      ? []
      : [
          { name: "search_episodes", args: { query } },
          { name: "search_connector", args: { query } },
        ];
  },
  write(told, results, quote) {
    const event = eventOf(told, results);
    if (!event) return sawCalendar(results) ? "Nothing else takes your time today." : undefined;
    const place = event.location === undefined ? undefined : quote(event.location);
    const known = [invitation(event, results, quote), diary(results, quote), alongside(event, results, quote)];
    return together(
      `Next is ${happening(event, quote)}${place === undefined ? "" : `, in ${place}`}.`,
      ...(known.some((part) => part !== undefined) ? known : ["I know nothing more about it."]),
    );
  },
  line(told, results, quote) {
    const event = eventOf(told, results);
    if (!event) return undefined;
    const more = diary(results, quote) ?? alongside(event, results, quote);
    return together(`${capital(happening(event, quote))} is next.`, more);
  },
};

/** Returns what the invitation says. It names the attendees, if the invitation lists them. */
function invitation({ title, location }: Happening, results: Results, quote: Quote): string | undefined {
  const own = connectedIn(results).find(({ connector, text }) => connector === "calendar" && text.startsWith(title));
  const parts = own?.text.split(" · ").slice(1) ?? [];
  const said = quote((location === undefined ? parts : parts.slice(1)).join(" · "));
  return said === undefined ? undefined : `The invitation says ${said}.`;
}

/** Returns the latest diary entry about the event: its words if Waldo may repeat them, or else its date. */
function diary(results: Results, quote: Quote): string | undefined {
  const [entry] = [...diaryIn(results)].sort((a, b) => (a.date > b.date ? -1 : 1));
  if (!entry) return undefined;
  const words = quote(entry.summary);
  return words === undefined ? `Your diary of ${entry.date} touches it.` : `Your diary of ${entry.date} says ${words}.`;
}

function alongside({ title }: Happening, results: Results, quote: Quote): string | undefined {
  const other = connectedIn(results).find(({ connector, text }) => connector !== "calendar" && akin(text, title));
  const words = other === undefined ? undefined : quote(other.text);
  return words === undefined ? undefined : `Among your ${other?.connector}: ${words}.`;
}

/** Waldo looks for a quiet half hour between 13:00 and 17:30, at the earliest one hour from now. */
const [QUIET_FROM, QUIET_TO, QUIET_MINUTES] = ["13:00", "17:30", 30];

/** Returns the event that is easiest to move: the last tentative one, or else the last one. */
function movable(told: Told, results: Results): Happening | undefined {
  const events = ahead(eventsIn(results, told.date), told);
  return events.findLast(({ tentative }) => tentative) ?? events.at(-1);
}

function quietTime({ date, time = "00:00" }: Told, results: Results): string | undefined {
  const events = eventsIn(results, date);
  const soonest = time < "23:00" ? shiftTime(time, 60) : "23:59";
  for (let at: string = QUIET_FROM; at <= QUIET_TO; at = shiftTime(at, QUIET_MINUTES)) {
    const end = shiftTime(at, QUIET_MINUTES);
    if (at >= soonest && !events.some((event) => event.start < end && event.end > at)) return at;
  }
  return undefined;
}

/**
 * True when an earlier Brief has called this a day for recovery. Waldo says it once: in the morning, or at midday when
 * the day became one after the morning.
 */
function isSaid({ variant, date }: Told, results: Results): boolean {
  return variant === "evening" || (variant === "midday" && morningZoneIn(results) === zoneIn(results, date));
}

/** Names a day for recovery and the one event to move. It proposes quiet time if the trigger may propose. */
export const recoveryDay: SkillWriter = {
  reads: () => [
    { name: "get_crs", args: {} },
    { name: "query_calendar", args: {} },
  ],
  follow(told, results) {
    const time = quietTime(told, results);
    if (time === undefined || isSaid(told, results)) return [];
    const args = { title: "Quiet half hour", date: told.date, time, minutes: QUIET_MINUTES };
    return [{ name: "propose_action", args: { actions: [{ tool: "propose_schedule", args }] } }];
  },
  write: (told, results, quote) => recoveryDay.line?.(told, results, quote),
  line(told, results, quote) {
    if (!sawCalendar(results) || isSaid(told, results)) return undefined;
    const event = movable(told, results);
    const quiet = proposed(results) ? " and one tap keeps a quiet half hour free" : "";
    const move =
      event === undefined ? "nothing in your calendar has to move" : `I would move ${happening(event, quote)}`;
    return `Let this be a day to recover: ${move}${quiet === "" ? "" : `,${quiet}`}.`;
  },
};
