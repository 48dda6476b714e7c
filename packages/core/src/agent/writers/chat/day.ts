/** Answers questions about the calendar. Titles are quoted, because the author of an invitation writes its title. */
import type { LocalDate } from "@waldo/contracts";
import { addDays, minuteOf } from "../../../time.ts";
import { catchUp } from "../catch-up.ts";
import { ahead, eventsIn, type Happening, sawCalendar } from "../reading.ts";
import { weeklyReview } from "../weekly-review.ts";
import { akin, happening } from "../writer.ts";
import { byRecipe, type ChatWriter, calling, type Scene, type Turn, unmade } from "./chat-writer.ts";

const MOST_EVENTS = 6;
/** The search for an event ends this many days ahead. */
const DAYS_AHEAD = 14;

function dateOf({ slots, told }: Scene): LocalDate {
  return slots[0].date ?? told.date;
}

const onDay = (scene: Scene) => [
  { name: "query_calendar", args: dateOf(scene) === scene.told.date ? {} : { date: dateOf(scene) } } as const,
];

/** Answers from the calendar of the day that the message names. */
function ofDay(say: (events: readonly Happening[], day: string, scene: Scene) => Turn): ChatWriter {
  return calling(onDay, (scene) => {
    const date = dateOf(scene);
    if (!sawCalendar(scene.results)) return { say: "failed" };
    const events = eventsIn(scene.results, date);
    return say(
      date === scene.told.date ? ahead(events, scene.told) : events,
      scene.speech.day(date, scene.told.date),
      scene,
    );
  });
}

const dayAgenda = ofDay((events, day, { quote, told, slots, speech }) => {
  if (events.length === 0)
    return { say: (slots[0].date ?? told.date) === told.date ? "over" : "nothing", words: { day } };
  const shown = events.slice(0, MOST_EVENTS).map((event) => happening(event, quote, speech));
  return { say: events.length > MOST_EVENTS ? "many" : "found", words: { day, events: speech.listed(shown) } };
});

/**
 * Answers with the next event of today, or else with the first event of tomorrow. If the message names another day, it
 * is the first event of that day.
 */
const nextEvent: ChatWriter = (scene) => {
  const { told, slots, results, quote, speech } = scene;
  const date = slots[0].date;
  const read = { name: "query_calendar", args: date === undefined ? { days: 2 } : { date } } as const;
  const ask = unmade(scene, [read]);
  if (ask.length > 0) return { ask };
  if (!sawCalendar(results)) return { say: "failed" };
  const days = date === undefined ? [told.date, addDays(told.date, 1)] : [date];
  for (const day of days) {
    const events = eventsIn(results, day);
    const [event] = day === told.date ? ahead(events, told) : events;
    if (event)
      return { say: "found", words: { day: speech.day(day, told.date), event: happening(event, quote, speech) } };
  }
  return {
    say: "nothing",
    words: {
      day: speech.listed(
        days.map((day) => speech.day(day, told.date)),
        "or",
      ),
    },
  };
};

const findEvent = calling(
  () => [{ name: "query_calendar", args: { days: DAYS_AHEAD } }],
  ({ told, slots, message, results, quote, speech }) => {
    if (!sawCalendar(results)) return { say: "failed" };
    const about = slots[0].about ?? message;
    for (let i = 0; i < DAYS_AHEAD; i++) {
      const date = addDays(told.date, i);
      const event = eventsIn(results, date).find(({ title }) => akin(title, about));
      if (event) {
        const place = event.location === undefined ? undefined : quote(event.location);
        const words = { event: happening(event, quote, speech), day: speech.day(date, told.date) };
        return place === undefined ? { say: "found", words } : { say: "foundAt", words: { ...words, place } };
      }
    }
    return { say: "nothing" };
  },
);

/** In minutes. A shorter time between two events does not count as free. */
const LEAST_FREE = 30;

const whenFree = ofDay((events, day, { speech: { say, listed } }) => {
  if (events.length === 0) return { say: "all", words: { day } };
  const gaps: string[] = [];
  let end = "";
  for (const event of events) {
    if (end === "") gaps.push(say("gap.until", { time: event.start }));
    else if (minuteOf(event.start) - minuteOf(end) >= LEAST_FREE)
      gaps.push(say("gap.from", { from: end, to: event.start }));
    if (event.end > end) end = event.end;
  }
  gaps.push(say("gap.after", { time: end }));
  return { say: "found", words: { day, gaps: listed(gaps) } };
});

export const DAY_WRITERS = {
  "day-agenda": dayAgenda,
  "next-event": nextEvent,
  "find-event": findEvent,
  "when-free": whenFree,
  "week-review": byRecipe(weeklyReview),
  "catch-up": byRecipe(catchUp),
} satisfies Record<string, ChatWriter>;
