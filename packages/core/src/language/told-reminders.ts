/**
 * Reads reminders whose time stands in another sentence, or is only a limit: "choir is every Tuesday at 7:30. Remind me at
 * seven each week to take the folder", "remind me to call, some time before Friday", "syrup again in 6 hours".
 *
 * bounded: it reads no message of more than MOST_CHARS characters.
 */
import type { IntentLanguage, LocalTime, Slots, WallClock } from "@waldo/contracts";
import { DAY_MINUTES, minuteOf, timeOf } from "../time.ts";
import { ahead, leadIn } from "./lead-times.ts";
import { whenIn } from "./times.ts";

const MOST_CHARS = 200;
/** A bare thing that comes again is named in few words. */
const MOST_BARE = 60;

type Moment = { readonly clock: WallClock; readonly spoken: IntentLanguage };

const TWO_SENTENCES =
  /^(.{6,}?)[.;!]\s+(?:(?:please|pls|can you|could you|kindly|so|then|bitte|por favor) )*(?:remind me|erinner\p{L}* mich|recu[eé]rda\p{L}*|rappelle(?:-le)?-moi)(?!\p{L})\s*(.*)$/iu;
const EACH =
  /(?<!\p{L})(?:daily|weekly|each (?:day|week|time)|every (?:day|week|time)|then|of it|of that|about (?:it|that)|please|pls|to take it|to do it|täglich|wöchentlich|jede\p{L}* (?:tag|woche|mal)|daran|dann|bitte|cada (?:día|semana|vez)|todos los días|todas las semanas|por favor|tous les jours|chaque (?:jour|semaine|fois)|s'il te plaît)(?!\p{L})/giu;
/** What stands before the thing: "I take", "choir is". */
const TELLS =
  /^(?:i(?:'ve)? (?:have to |need to |must |got to )?|ich (?:muss )?|yo |tengo que |je (?:dois )?)|\s(?:is|are|ist|sind|es|est)$/iu;
/** The small word in front of what a reminder is about. */
export const OPENS_TASK = /^\W*(?:to|that|about|of|an|zu|dass|que|de|à|d')\s+/iu;

/** Returns the reminder of a message that tells a thing with its time, and asks to be reminded of it or before it. */
export function reminderTold(message: string, moment: Moment): Slots | undefined {
  const habit = habitReminder(message, moment);
  const led = habit ? undefined : leadIn(message);
  if (led === undefined) return habit;
  const { when, rest } = whenIn(led.rest, moment.clock, moment.spoken);
  const text = thingIn(rest);
  const before = ahead(when, led.lead);
  return before && text !== "" ? { text, when: before } : undefined;
}

/** Returns the reminder of a message that tells a habit first and asks for the reminder after it. */
function habitReminder(message: string, { clock, spoken }: Moment): Slots | undefined {
  const [, told, asked] = message.length > MOST_CHARS ? [] : (TWO_SENTENCES.exec(message.trim()) ?? []);
  if (told === undefined || asked === undefined) return undefined;
  const habit = whenIn(told, clock, spoken);
  if (habit.when?.on === "once" && habit.dated) return onceReminder(habit, asked, { clock, spoken });
  if (habit.when?.on !== "days") return undefined;
  const own = whenIn(asked.replaceAll(EACH, " "), clock, spoken);
  if (own.dated || (own.when !== undefined && !own.timed)) return undefined;
  const time = own.when !== undefined && "time" in own.when ? own.when.time : habit.timed ? habit.when.time : undefined;
  const wish = tidy(own.rest).replace(OPENS_TASK, "");
  const thing = tidy(habit.rest).replace(TELLS, "").replace(TELLS, "");
  // "Remind me to take the folder" may mean another time than that of the thing.
  if (time === undefined || (wish !== "" && !own.timed)) return undefined;
  const text = wish === "" ? thing : wish;
  return /\p{L}{2}/u.test(text) ? { text, when: { ...habit.when, time } } : undefined;
}

/** "I see her at 9.40. Remind me at nine": the hour before the thing, and not the next one of today. */
function timeBefore(time: LocalTime, { timed, when }: ReturnType<typeof whenIn>): LocalTime {
  if (!timed || when?.on !== "once") return time;
  const [end, half] = [minuteOf(when.time), DAY_MINUTES / 2];
  const times = [minuteOf(time) % half, (minuteOf(time) % half) + half].filter((minute) => minute <= end);
  return times.length === 0 ? time : timeOf(Math.max(...times));
}

/** "On Sunday I must ring my brother. Remind me at four": the thing and its day stand in the first sentence. */
function onceReminder(told: ReturnType<typeof whenIn>, asked: string, { clock, spoken }: Moment): Slots | undefined {
  const own = whenIn(asked, clock, spoken);
  const isOnlyTime =
    own.timed && !own.dated && own.when?.on === "once" && !/\p{L}{3}/u.test(tidy(own.rest.replaceAll(EACH, " ")));
  if (!isOnlyTime || told.when?.on !== "once" || own.when?.on !== "once") return undefined;
  const text = tidy(
    told.rest.split(/,\s+(?:though|but|because|since|aber|weil|pero|porque|mais|parce)/iu)[0] ?? "",
  ).replace(TELLS, "");
  return /\p{L}{3}/u.test(text)
    ? { text, when: { on: "once", date: told.when.date, time: timeBefore(own.when.time, told) } }
    : undefined;
}

/** Returns a text without the signs and spaces that a time leaves behind. */
export const tidy = (text: string) =>
  text
    .replaceAll(/\s{2,}/gu, " ")
    .replace(/^[\s,.;]+|[\s,.;!]+$/gu, "")
    .trim();

const LIMIT =
  /[,\s]*(?:(?:at )?(?:some|any) ?time |irgendwann )?(?<!\p{L})(?:before|vor|antes del?|avant) (?:the weekend|next \p{L}+|(?:mon|tues|wednes|thurs|fri|satur|sun)day|dem wochenende|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|(?:el )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?!\p{L}|\s+(?:at|um|a las|à|\d))/iu;

/** Takes "some time before Friday" out of a message. The limit is no moment for a reminder. */
export const withoutLimit = (message: string): string =>
  message.length > MOST_CHARS ? message : message.replace(LIMIT, "");

const AGAIN = /(?<!\p{L})(?:again|noch ?mal|wieder|otra vez|de nuevo|encore|à nouveau)(?!\p{L})/iu;
const TELLING = /^(?:i|i'\p{L}+|we|he|she|it|they|ich|wir|er|sie|es|yo|je|j'\p{L}+|had|was|war|hatte)(?!\p{L})|\?/iu;

/** Returns what comes again at a moment ahead: "syrup again in 6 hours". The person has not asked for a reminder. */
export function againAt(message: string, { clock, spoken }: Moment): Slots | undefined {
  if (message.length > MOST_BARE || !AGAIN.test(message) || TELLING.test(message)) return undefined;
  const read = whenIn(message, clock, spoken);
  const { when, timed, rest } = read.timed ? read : whenIn(message, clock, "en");
  const text = tidy(rest.replace(AGAIN, " "));
  const isAhead = when?.on === "once" && timed && `${when.date} ${when.time}` > `${clock.date} ${clock.time}`;
  return isAhead && /\p{L}{3}/u.test(text) ? { text, when } : undefined;
}

/** "I've got a", in front of the thing to be reminded of. */
const HAVING =
  /^(?:(?:i|we|ich|wir|yo|je|nous)(?:'ve|'ai)? )?(?:(?:have|got|have got|habe|hab|haben|tengo|ai) )?(?:an? |the |ein\p{L}* |una? |une? )?/iu;

/** Returns the thing to be reminded of: "dentist" of "I've got a dentist,". */
const thingIn = (rest: string): string =>
  tidy(tidy(rest.slice(0, MOST_CHARS)).replace(HAVING, "")).replace(
    /[\s,]+(?:it's|its|it is|which is|is|are|ist|es|est)$/iu,
    "",
  );
