/**
 * Answers requests for help with sleep, strain and journeys, and plans a day or a week. The advice is from the library
 * `data/help.jsonl`, which names a public guideline for each line; the rest is from the person's own rows. It never
 * treats an illness: danger and medicine are answered before (core/run/urgent.ts).
 */
import type { HelpLine, HelpTopic, LocalTime } from "@waldo/contracts";
import { numberOf } from "../../../language/word-patterns.ts";
import { zoneBehind } from "../../../language/zones.ts";
import { counted, listed, together } from "../../../spoken.ts";
import { addDays, instantAt, minutesBetween, offsetMinutes, weekdayOf } from "../../../time.ts";
import { composeToday } from "../compose-today.ts";
import { ahead, eventsIn, isCalendarWhole, openTasks, sawCalendar } from "../reading.ts";
import { type Ask, happening } from "../writer.ts";
import { type ChatWriter, calling, fixed, type Scene, type Turn } from "./chat-writer.ts";
import { FILE, firstGoal } from "./goals.ts";
import lines from "./help.json" with { type: "json" };
import { settingsOf, withSettings } from "./rhythm.ts";

const LIBRARY = lines as readonly HelpLine[];

const said = (text: string | undefined): Turn =>
  text === undefined ? { say: "nothing" } : { say: "found", words: { text } };

/** Returns the lines of a topic for this moment. */
function linesOf(topic: HelpTopic, ...moments: readonly HelpLine["when"][]): string[] {
  return LIBRARY.filter(({ of, when }) => of === topic && moments.includes(when)).map(({ says }) => says);
}

/** From this long before bedtime on, a message about sleep is about this very night. */
const EARLY_MINUTES = 30;

/** True while the person is usually in bed. */
function isNight(
  time: LocalTime,
  { wakes, sleeps }: { readonly wakes: LocalTime; readonly sleeps: LocalTime },
): boolean {
  return (minutesBetween(sleeps, time) + EARLY_MINUTES) % (24 * 60) < minutesBetween(sleeps, wakes) + EARLY_MINUTES;
}

/** Helps with a night: now, or for the next one. The hour of getting up is the person's own. */
const ofNight = (topic: "cant-sleep" | "wake-at-night") =>
  withSettings((scene) => {
    const settings = settingsOf(scene);
    const now = settings !== undefined && isNight(scene.told.time, settings);
    const own = settings && `Get up at ${settings.wakes}, also after a bad night.`;
    const keeps = topic === "cant-sleep" ? own : undefined;
    return said(together(...linesOf(topic, now ? "night" : "day"), keeps, ...(now ? [] : linesOf(topic, "last"))));
  });

const TASKS: Ask = { name: "get_tasks", args: { limit: 20 } };
const TODAY: Ask = { name: "query_calendar", args: {} };

/** Helps a person to come down, and names the one thing of their own list that comes first. */
const calmDown = calling(
  () => [TODAY, TASKS],
  ({ told, results, quote }) => {
    const due = (openTasks(results) ?? []).filter((task) => task.due !== undefined && task.due <= told.date);
    const [event] = ahead(eventsIn(results, told.date), told);
    const title = due[0] && quote(due[0].title);
    const first = title ? `Of your list only ${title} is first; the rest can wait.` : undefined;
    const next = event === undefined ? undefined : `Until ${happening(event, quote)} nothing is in your calendar.`;
    return said(together(...linesOf("calm-down", "always"), first ?? next, ...linesOf("calm-down", "last")));
  },
);

const HOURS_AWAY =
  /(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?(?:-? ?)(?:h\b|hrs?|hours?|time ?zones?|zones?|stunden|zeitzonen|horas|heures|fuseaux)/iu;
const EAST = /(?<!\p{L})(?:east|eastwards?|eastbound|osten|ostwärts|este|est)(?!\p{L})/iu;
const WEST = /(?<!\p{L})(?:west|westwards?|westbound|westen|westwärts|oeste|ouest)(?!\p{L})/iu;
const TO = ["to", "in", "for", "nach", "a", "en", "à", "au"];
const FROM = ["from", "aus", "von", "desde", "de", "depuis"];
const [SHORT_HOURS, HALF_A_DAY] = [3, 12];
const HOW_LONG = /(?<!\p{L})(?:how long|when|last|wie lange|wann|cuánto|combien)(?!\p{L})/iu;

/** Returns by how many hours, and in which direction, the clock of a journey moves. East is positive. */
function shiftOf(
  { message, told }: Scene,
  zone: string | undefined,
): { readonly hours?: number; readonly east?: boolean } {
  const spoken = HOURS_AWAY.exec(message)?.[1]?.toLowerCase();
  const hours = spoken === undefined ? undefined : numberOf(spoken);
  const [isEast, isWest] = [EAST.test(message), WEST.test(message)];
  const named = isEast === isWest ? {} : { east: isEast };
  if (hours !== undefined || isEast !== isWest) return { ...named, ...(hours === undefined ? {} : { hours }) };
  const to = zoneBehind(message, TO);
  const from = zoneBehind(message, FROM) ?? zone;
  if (to === undefined || from === undefined) return {};
  const at = instantAt(told.date, told.time, from);
  const apart = (offsetMinutes(at, to) - offsetMinutes(at, from)) / 60;
  const shorter = ((apart + HALF_A_DAY + 24) % 24) - HALF_A_DAY;
  return shorter === 0 ? {} : { hours: Math.round(Math.abs(shorter)), east: shorter > 0 };
}

const jetLag = withSettings((scene) => {
  const { hours, east } = shiftOf(scene, settingsOf(scene)?.timeZone);
  if (hours !== undefined && hours > 0 && hours <= SHORT_HOURS)
    return said(
      together(`That is ${counted(hours)} ${hours === 1 ? "hour" : "hours"}.`, ...linesOf("jet-lag-short", "always")),
    );
  const way = east === undefined ? "jet-lag" : east ? "jet-lag-east" : "jet-lag-west";
  const size =
    hours === undefined || hours > 24
      ? undefined
      : `That is ${counted(hours)} hours${east === undefined ? "" : east ? " east" : " west"}.`;
  const days = linesOf("jet-lag-days", "always");
  if (HOW_LONG.test(scene.message)) return said(together(size, ...days, ...linesOf(way, "always")));
  return said(
    together(size, ...linesOf(way, "always"), ...(size === undefined ? [] : days), ...linesOf("jet-lag", "last")),
  );
});

/** Plans today from the calendar, the tasks and the body, beside the person's own goal. */
const planDay: ChatWriter = calling(
  ({ told }) => [...composeToday.reads(told), FILE],
  (scene) => {
    const plan = composeToday.write(scene.told, scene.results, scene.quote);
    return said(plan && together(plan, firstGoal(scene)));
  },
);

const DAYS = 7;
const MOST_NAMED = 3;
/** A day with so many events has no room for something hard. */
const FULL_EVENTS = 3;

/** Looks over the next seven days: the fullest, the freest, what is due in them, and the person's own goal. */
const planWeek: ChatWriter = calling(
  () => [{ name: "query_calendar", args: { days: DAYS } }, TASKS, FILE],
  (scene) => {
    const { told, results, quote } = scene;
    const tasks = openTasks(results);
    if (!sawCalendar(results) && tasks === undefined) return { say: "failed" };
    const end = addDays(told.date, DAYS - 1);
    const days = Array.from({ length: DAYS }, (_, i) => addDays(told.date, i)).map((date) => {
      const events = eventsIn(results, date);
      return { date, count: (date === told.date ? ahead(events, told) : events).length };
    });
    const fullest = days.reduce((most, day) => (day.count > most.count ? day : most));
    const isWorkday = (date: string) => !["Saturday", "Sunday"].includes(weekdayOf(date));
    const free = days.filter(({ date, count }) => count === 0 && isWorkday(date)).map(({ date }) => date);
    const due = (tasks ?? []).filter((task) => task.due !== undefined && task.due <= end);
    const titles = due.slice(0, MOST_NAMED).flatMap(({ title, due: on }) => {
      const words = quote(title);
      return words && on ? [`${words} ${on < told.date ? "is late" : scene.speech.day(on, told.date)}`] : [];
    });
    const [hard] = free;
    const isFull = fullest.count >= FULL_EVENTS;
    return said(
      together(
        fullest.count === 0
          ? "Your calendar of the next seven days is empty."
          : `Your fullest day is ${weekdayOf(fullest.date)}, with ${counted(fullest.count)} ${fullest.count === 1 ? "event" : "events"}${isFull ? ": put nothing hard there" : ""}.`,
        fullest.count > 0 && hard && isCalendarWhole(results)
          ? `${listed(free.map(weekdayOf))} ${free.length === 1 ? "is" : "are"} free: begin the biggest thing there.`
          : undefined,
        titles.length === 0
          ? "No task is due in these days."
          : `Due: ${listed(titles)}${due.length > titles.length ? ", and more" : ""}.`,
        firstGoal(scene),
      ),
    );
  },
);

export const HELP_WRITERS = {
  "cant-sleep": ofNight("cant-sleep"),
  "wake-at-night": ofNight("wake-at-night"),
  "calm-down": calmDown,
  "jet-lag": jetLag,
  "plan-day": planDay,
  "plan-week": planWeek,
  "see-doctor": fixed,
} satisfies Record<string, ChatWriter>;
