/**
 * Reads another time for what was set before: "make it 6", "no, Sunday evening", "an hour earlier", "every day".
 *
 * bounded: leaning.ts gives these patterns at most MOST_CHARS characters.
 */
import type { LocalDate, LocalTime, Slots, WallClock, When } from "@waldo/contracts";
import { dayOfWeek, minuteOf, timeOf } from "../../time.ts";
import { saysHalf } from "../changes.ts";
import { ahead, bareLead, leadIn, leadOf, shiftIn } from "../lead-times.ts";
import { whenIn } from "../times.ts";
import { briefAmended } from "./after-brief.ts";
import { afterReminder } from "./after-reminder.ts";
import {
  AROUND_DAY,
  CHANGES,
  CLOSES_AMENDMENT,
  type Clear,
  type LeaningMoment,
  OPENS_AMENDMENT,
  type Read,
  setReminder,
} from "./reader.ts";

/** "Done, called him", "ten more minutes", "not today", after a reminder that was just sent. */
export function reminded(said: string, { clock, spoken, heard = "" }: LeaningMoment): Read | undefined {
  return afterReminder(said, heard, { clock, spoken });
}

/** "No, a quarter to", "on Sundays at nine", after another time for a Brief. */
export function otherBrief(said: string, { before }: LeaningMoment): Read | undefined {
  const asked = MENTIONS_TIME.test(said) ? before()?.asked : undefined;
  return asked?.intent.name === "set-rhythm"
    ? briefAmended(said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, ""), asked.message)
    : undefined;
}

const MENTIONS_TIME =
  /\d|(?<!\p{L})(?:quarter|half|viertel|halb|o'clock|uhr|cuarto|media|quart|\p{L}*days?|\p{L}+tags?)(?!\p{L})/iu;

const AGAIN =
  /^(?:and |ok |okay |please )*(?:again|once more|one more time|same again|(?:an?other|one more) \S+(?: \S+)?|noch ?(?:ein)?mal|otra vez|de nuevo|encore(?: une fois)?)(?: please)?\W*$/iu;

/** "Again", after something was put off. */
export function again(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const asked = AGAIN.test(said) ? before()?.asked : undefined;
  const moves = asked && CHANGES[asked.intent.subject ?? ""]?.move === asked.intent.name;
  if (!moves || asked.slots[0].when === undefined) return undefined;
  const other = whenIn(said.replace(/^(?:and |ok |okay |please )*(?:an?other|one more) /iu, "in "), clock, spoken).when;
  const when = other ?? asked.slots[0].when;
  return { intent: asked.intent.name, slots: { ...asked.slots[0], when }, words: asked.message };
}

/** "Today, Saturday" */
const DAY_TWICE =
  /(?<!\p{L})(today|tomorrow|heute|morgen|hoy|mañana|aujourd'hui|demain),? (?:\p{L}+day|\p{L}+tag|mittwoch|lunes|martes|miércoles|jueves|viernes|sábado|domingo|\p{L}+di)(?!\p{L})/iu;

/** "Make it 6", "no, Sunday evening is better": another time for what was set before. */
export function otherTime(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const opened = said.replace(OPENS_AMENDMENT, "");
  const closed = opened.replace(CLOSES_AMENDMENT, "").replace(DAY_TWICE, "$1");
  // A bare time changes only what was set just before.
  const isBare = closed === said;
  const hour = /^(?:at |um |a las |à )?(\d{1,2})\W*$/iu.exec(closed)?.[1];
  const amount = /^\d{1,3} ?(?:m|h|min|mins|minut\p{L}*|hours?|hrs?)\W*$/iu.test(closed) ? `in ${closed}` : closed;
  const timed = whenIn(hour === undefined ? amount : `at ${hour}`, clock, hour === undefined ? spoken : "en");
  if (timed.when === undefined || /[\p{L}\p{N}]{2}/u.test(timed.rest.replaceAll(AROUND_DAY, ""))) return undefined;
  const last = before()?.asked;
  // After Waldo told its settings, another time is one for them.
  if (last?.intent.tools.includes("get_settings") && !last.intent.acts) return undefined;
  const asked = isBare ? last : before(({ intent }) => intent.acts)?.asked;
  if (isBare && (asked?.slots[0].when === undefined || !asked.intent.acts)) return undefined;
  const intent = isTimed(asked) ? CHANGES[asked.intent.subject ?? ""]?.move : undefined;
  if (asked === undefined || intent === undefined) return undefined;
  const { text, about = text, when: old } = asked.slots[0];
  const words = about === undefined ? {} : { words: about };
  if (intent === "move-task") {
    const date = dateOf(timed.when);
    return date === undefined || about === undefined ? undefined : { intent, slots: { date, about }, ...words };
  }
  const when = old ? amended(old, timed.when, { said, clock, ...timed }) : timed.when;
  const kept = text === undefined ? {} : { text };
  return { intent, slots: { ...kept, when, ...(timed.around ? { around: true } : {}) }, ...words };
}

/** "Actually every day", after a reminder was set: the same time on more days. */
export function repeated(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const days = said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, "");
  const { when, rest } = whenIn(`${days} 12:00`, clock, spoken);
  if (when?.on !== "days" || /[\p{L}\p{N}]{2}/u.test(rest.replaceAll(AROUND_DAY, ""))) return undefined;
  const asked = before()?.asked;
  const { text, when: old } = asked?.slots[0] ?? {};
  if (asked?.intent.subject !== "reminders" || text === undefined || old === undefined || old.on === "before")
    return undefined;
  return { intent: "move-reminder", slots: { text, when: { ...when, time: old.time } }, words: text };
}

/** True for a request that sets a moment. Taking something away sets none. */
const isTimed = (asked: Clear | undefined): asked is Clear =>
  asked?.intent.slots.some((slot) => slot === "when" || slot === "date") === true;

/** `dated` and `timed`: whether a day and a time were said. */
type Amendment = {
  readonly said: string;
  readonly clock: WallClock;
  readonly dated: boolean;
  readonly timed: boolean;
};

/** Changes of an earlier moment what was named again, and keeps the rest: its day, its half of the day, its repetition. */
export function amended(old: When, when: When, { said, clock, dated, timed }: Amendment): When {
  if (old.on === "before" || (when.on === "days" && timed)) return when;
  if (when.on === "days") return old.on === "days" ? { ...when, time: old.time } : when;
  if (when.on !== "once") return when;
  if (old.on === "days") {
    const days = dated && old.days ? [dayOfWeek(when.date)] : old.days;
    return { on: "days", time: timed ? when.time : old.time, ...(days ? { days } : {}) };
  }
  if (dated) return timed ? when : { ...when, time: old.time };
  const near = saysHalf(said) ? when.time : nearest(when.time, old.time);
  return { ...when, date: old.date, time: old.date === clock.date && near <= clock.time ? when.time : near };
}

const HALF_DAY = 12 * 60;

/** Returns ten in the morning or ten at night, whichever is closer to the old time. */
function nearest(time: LocalTime, old: LocalTime): LocalTime {
  const other = timeOf(minuteOf(time) + HALF_DAY);
  const away = (one: LocalTime) => Math.abs(minuteOf(one) - minuteOf(old));
  return away(other) < away(time) ? other : time;
}

/** Returns the date of a single moment. */
export const dateOf = (when: When): LocalDate | undefined => (when.on === "once" ? when.date : undefined);

/** Returns what was told with its day and time: "They've given me Thursday the 15th at ten". */
function toldMoment(asked: Clear | undefined, { clock, spoken }: Told): Slots | undefined {
  if (asked === undefined || asked.intent.subject === "reminders" || asked.intent.subject === "body") return undefined;
  const { when, dated, timed } = whenIn(asked.message, clock, spoken);
  return when && dated && timed ? { text: asked.message.replace(/^\p{L}+[.!]\s+/u, ""), when } : undefined;
}

type Told = Pick<LeaningMoment, "clock" | "spoken">;

const isMoment = ({ slots: [{ text, when }] }: Clear) => text !== undefined && when?.on === "once";

/** Returns what a reminder is about with the time of the thing itself, also where the reminder comes ahead of it. */
function thingOf({ slots: [slots], message }: Clear, { clock, spoken }: Told): Slots {
  const led = leadIn(message);
  const when = led && whenIn(led.rest, clock, spoken).when;
  return when === undefined ? slots : { ...slots, when };
}

const ONLY_LEAD =
  /^\W*(?:(?:and|also|then|please|make it|better|no|actually|of it|of that|about it|und|auch|dann|daran|bitte|lieber|doch|y|mejor|et|plutôt)\W*)*$/iu;
const ALSO_LEAD = /^\W*(?:and|also|und|auch|y|también|et|aussi)(?!\p{L})/iu;

/** "And remind me an hour before", "two hours before": a reminder ahead of what was set or told for one moment. */
export function beforeIt(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const asks = leadIn(said);
  const bare = bareLead(said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, ""));
  const led = asks ?? leadOf(said) ?? (bare && { lead: bare, rest: "" });
  if (led === undefined || !ONLY_LEAD.test(led.rest)) return undefined;
  const told = asks && toldMoment(before()?.asked, { clock, spoken });
  // The first of several changes names the time of the thing itself.
  const isLed = (asked: Clear) => setReminder(asked) && leadIn(asked.message) !== undefined;
  const set = told ? undefined : ((asks ? undefined : before(isLed)) ?? before(setReminder))?.asked;
  // "Two hours" changes a lead that was named.
  if (bare && (set === undefined || leadIn(set.message) === undefined)) return undefined;
  const { text, when } = told ?? (set ? thingOf(set, { clock, spoken }) : {});
  const moment = ahead(when, led.lead);
  if (text === undefined || moment === undefined) return undefined;
  return {
    intent: asks || ALSO_LEAD.test(said) ? "remind" : "move-reminder",
    slots: { text, when: moment },
    words: text,
  };
}

/** "An hour earlier, please": what was set for one moment moves by so much. */
export function shifted(said: string, { before }: LeaningMoment): Read | undefined {
  const lead = shiftIn(said.replace(OPENS_AMENDMENT, "").replace(CLOSES_AMENDMENT, "").replace(/\W+$/u, ""));
  const asked = lead && before(isMoment)?.asked;
  const move = CHANGES[asked?.intent.subject ?? ""]?.move;
  const { text, when: old } = asked?.slots[0] ?? {};
  const when = lead && ahead(old, lead);
  if (move === undefined || text === undefined || when === undefined) return undefined;
  return { intent: move, slots: { text, when }, words: text };
}
