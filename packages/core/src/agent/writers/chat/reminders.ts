/** Sets, lists, moves and cancels reminders, as people speak of them. */
import { LocalDate, LocalTime, type Slots, type When, Zone } from "@waldo/contracts";
import * as z from "zod";
import { amended } from "../../../language/leaning/moments.ts";
import { dateOn, leftOutIn } from "../../../language/leaning/reminders.ts";
import { isUnknownRepeat } from "../../../language/repeats.ts";
import { whenIn } from "../../../language/times.ts";
import { ownQuoted } from "../../../safety/quote.ts";
import type { Comes } from "../../../speech.ts";
import { together } from "../../../spoken.ts";
import { bestNamed } from "../../../tools/matching.ts";
import { sparesSome } from "../../../tools/understood.ts";
import { proposed } from "../reading.ts";
import type { Ask } from "../writer.ts";
import {
  type ChatWriter,
  calling,
  meansAll,
  quotedOwn,
  resultOf,
  type Scene,
  type Turn,
  unmade,
} from "./chat-writer.ts";

const LIST: Ask = { name: "get_watches", args: {} };
const MOST_SHOWN = 6;
const MOST_TEXT = 190;

/** When a reminder comes: in the words of the tool, and in parts. */
const Moment = z.object({
  watchId: z.string(),
  fires: z.string(),
  date: LocalDate.optional(),
  time: LocalTime.optional(),
  weekdays: z.array(z.number()).optional(),
  bodyZone: Zone.optional(),
});
const Reminder = Moment.extend({
  text: z.string(),
  from: z.literal("outside").optional(),
});
type Reminder = z.infer<typeof Reminder>;

function remindersIn(scene: Scene): Reminder[] | undefined {
  const list = resultOf(scene, LIST);
  return list?.ok ? z.object({ reminders: z.array(Reminder) }).safeParse(list.value).data?.reminders : undefined;
}

function watchFor(text: string, when: When, around?: true): Ask {
  const words = text.slice(0, MOST_TEXT);
  const loose = around ? { around } : {};
  if (when.on === "once") return { name: "watch", args: { text: words, date: when.date, time: when.time, ...loose } };
  if (when.on === "days")
    return {
      name: "watch",
      args: { text: words, time: when.time, ...(when.days ? { weekdays: [...when.days] } : {}), ...loose },
    };
  const { event, minutes, date } = when;
  return { name: "watch", args: { text: words, before: { event, minutes, ...(date === undefined ? {} : { date }) } } };
}

const SetReminder = Moment.extend({ known: z.literal(true).optional() });

const comes = ({ speech, told }: Scene, when: Comes & { readonly fires: string }) =>
  speech.comes(when, when.fires, told.date);

/**
 * Says what a reminder is about and when it comes, or why it was not set. `id` is the id of the reminder that was set.
 */
function settled(scene: Scene, ask: Ask, text: string): { readonly id?: string; readonly words: string } {
  const result = resultOf(scene, ask);
  const { say } = scene.speech;
  const own = scene.message.toLowerCase().includes(text.toLowerCase()) ? ownQuoted(text) : undefined;
  const what = scene.quote(text) ?? own ?? say("whatYouSaid");
  const set = result?.ok ? SetReminder.safeParse(result.value).data : undefined;
  if (set !== undefined) {
    const words = { fires: comes(scene, set), what };
    return { id: set.watchId, words: say(set.known ? "remind.known" : "remind.set", words) };
  }
  const why = result?.ok === false ? result.message : "";
  const reason = why.includes("passed")
    ? "remind.passed"
    : why.includes("no such event")
      ? "remind.noEvent"
      : why.includes("reminders already")
        ? "remind.tooMany"
        : "remind.failed";
  return { words: say("remind.unset", { what, reason: say(reason) }) };
}

const remind: ChatWriter = (scene) => {
  const wanted = scene.slots.map((slots) => ({ ...slots, text: slots.text ?? "" }));
  const [first] = wanted;
  if (first === undefined || first.text === "") return { say: first?.when === undefined ? "askWhat" : "askText" };
  if (wanted.every(({ when }) => when === undefined))
    return isUnknownRepeat(scene.message) ? { say: "askRepeat" } : { say: "askWhen" };
  const ready = wanted.flatMap(({ text, when, around }) =>
    when === undefined || text === "" ? [] : [{ text, ask: watchFor(text, when, around) }],
  );
  const ask = unmade(
    scene,
    ready.map((one) => one.ask),
  );
  if (ask.length > 0) return { ask };
  if (proposed(scene.results)) return { say: "failed" };
  const said = ready.map((one) => settled(scene, one.ask, one.text).words);
  const unset = wanted.filter(({ when, text }) => when === undefined || text === "");
  const { say } = scene.speech;
  const left = unset.map(({ text }) =>
    text === "" ? say("remind.noTime") : say("remind.noTimeFor", { what: scene.quote(text) ?? say("theRest") }),
  );
  return { say: "done", words: { text: together(...said, ...left) ?? "" } };
};

/** "When I am depleted: cancel the gym." The words after the colon are the reminder's text. */
const CLAUSE =
  /(?<!\p{L})(?:when|whenever|if|once|as soon as|energized|steady|flagging|depleted|wenn|sobald|falls|cuando|si|quand|dès que)(?!\p{L})/iu;
/** "Remind me to take a break when I'm flagging." */
const REMINDS = /\b(?:remind me (?:to|of|about)|tell me to|nudge me (?:to|about))\s/i;
const LAST_CLAUSE = /[\s,]{1,3}(?:only )?(?:when|whenever|if|once|as soon as|the moment)\s.*$/is;

/** Returns the sentence that the person wants to hear in that moment, if the message names one. */
function toSay(text: string, message: string): string | undefined {
  const colon = text.indexOf(":");
  const after = text.slice(colon + 1).trim();
  if (colon > 0 && after !== "" && CLAUSE.test(text.slice(0, colon))) return after;
  const rest = text.replace(LAST_CLAUSE, "").trim();
  return REMINDS.test(message) && rest !== "" ? rest : undefined;
}

const tellWhen: ChatWriter = (scene) => {
  const [{ zone, text }] = scene.slots;
  if (zone === undefined) return { say: "askZone" };
  // The reminder comes in this body zone and in every lower one. No zone is above "energized", so the answer offers
  // only a fall.
  if (zone === "energized") return { say: "onlyDown" };
  const own = toSay(text ?? "", scene.message);
  const what = (own ?? text ?? `you are ${zone} or lower`).slice(0, MOST_TEXT);
  const watch: Ask = { name: "watch", args: { text: what, bodyZone: zone } };
  const ask = unmade(scene, [watch]);
  if (ask.length > 0) return { ask };
  const words = { zone: scene.speech.say(`zone.${zone}`) };
  if (!resultOf(scene, watch)?.ok) return { say: "failed", words };
  const said = own === undefined ? undefined : scene.quote(what);
  return said === undefined ? { say: "done", words } : { say: "doneText", words: { ...words, text: said } };
};

/** Returns the first reminders of a list in words. */
function shown(all: readonly Reminder[], scene: Scene, unquoted: "unquoted" | "one" = "unquoted"): string {
  const { say, listed } = scene.speech;
  return listed(
    all
      .slice(0, MOST_SHOWN)
      .map((one) => `${quotedOwn(scene, one.text, one.from) ?? say(unquoted)} ${comes(scene, one)}`),
  );
}

const listReminders = calling(
  () => [LIST],
  (scene) => {
    const all = remindersIn(scene);
    if (all === undefined) return { say: "failed" };
    if (all.length === 0) return { say: "nothing" };
    return { say: all.length > MOST_SHOWN ? "many" : "found", words: { reminders: shown(all, scene) } };
  },
);

/** Words that do not say which reminder is meant. */
const NAMELESS = new Set(
  (
    "all every each everything of the a my them these those that this it one any more please pls thanks ok now make put set " +
    "reminder reminders alarm alarms timer timers ping pings cancel delete remove clear stop drop kill scrap turn switch off " +
    "alle alles die den der meine meinen bitte erinnerung erinnerungen wecker lösche lösch löschen streiche entferne ab aus " +
    "todos todas todo los las el la mis mi recordatorio recordatorios alarma alarmas cancela borra elimina quita por favor " +
    "tous toutes tout les le mes mon rappel rappels alarme annule supprime enlève efface instead stattdessen auf"
  ).split(" "),
);

/** True when the words name no reminder, or only say "it" or "all". */
function isNameless(words: string): boolean {
  return (words.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => NAMELESS.has(word));
}

/** Returns the reminders that the message means: all of them, the one with the most words in common, or the only one. */
function meant(all: readonly Reminder[], { about }: Slots, message: string): Reminder[] {
  if (isNameless(message) && meansAll(message)) return [...all];
  const best = bestNamed(all, ({ text, fires }) => `${text} ${fires}`, about ?? message);
  if (best) return [best];
  return all.length === 1 && isNameless(about ?? "") ? [...all] : [];
}

function noneMeant(all: readonly Reminder[], scene: Scene): Turn {
  if (all.length === 0) return { say: "nothing" };
  return { say: "which", words: { reminders: shown(all, scene, "one") } };
}

const cancel = ({ watchId }: Reminder, on?: LocalDate): Ask => ({
  name: "cancel_watch",
  args: { watchId, ...(on === undefined ? {} : { on }) },
});

/** Returns the day on which the person wants this reminder left out, if they want it only for a day. */
function leftOutOn(one: Reminder, { slots: [{ date }], message, told, speech }: Scene): LocalDate | undefined {
  const when = whenOf(one);
  const found = leftOutIn(message, { clock: told, spoken: speech.language });
  return when?.on === "days" ? (date ?? (found && dateOn(when, found.on, told))) : undefined;
}

const cancelReminder: ChatWriter = (scene) => {
  const first = unmade(scene, [LIST]);
  if (first.length > 0) return { ask: first };
  const all = remindersIn(scene) ?? [];
  const gone = sparesSome(scene.message) ? [] : meant(all, scene.slots[0], scene.message);
  const [only, another] = gone;
  if (only === undefined) return noneMeant(all, scene);
  const on = another === undefined ? leftOutOn(only, scene) : undefined;
  if (on !== undefined) return leaveOut(scene, only, on);
  const ask = unmade(
    scene,
    gone.map((one) => cancel(one)),
  );
  if (ask.length > 0) return { ask };
  const done = gone.filter((one) => resultOf(scene, cancel(one))?.ok);
  if (done.length === 0) return { say: "failed" };
  return {
    say: done.length > 1 ? "doneAll" : "done",
    words: {
      text: scene.speech.listed(
        done.map(({ text, from }) => quotedOwn(scene, text, from) ?? scene.speech.say("thatOne")),
      ),
    },
  };
};

function leaveOut(scene: Scene, one: Reminder, on: LocalDate): Turn {
  const ask = unmade(scene, [cancel(one, on)]);
  if (ask.length > 0) return { ask };
  const words = {
    text: quotedOwn(scene, one.text, one.from) ?? scene.speech.say("thatOne"),
    day: scene.speech.day(on, scene.told.date),
  };
  return { say: resultOf(scene, cancel(one, on))?.ok ? "leftOut" : "failed", words };
}

/** Sets the reminder for the new time first. When that has succeeded, it cancels the old one. */
const moveReminder: ChatWriter = (scene) => {
  const first = unmade(scene, [LIST]);
  if (first.length > 0) return { ask: first };
  const all = remindersIn(scene) ?? [];
  const again = delayIn(all, scene);
  if (again !== undefined) return askedLater(scene, again);
  const { when } = wanted(scene);
  const old = toMove(all, scene);
  if (old === undefined) return noneMeant(all, scene);
  if (when === undefined) return { say: "askWhen" };
  // A slot with words besides the name of the reminder holds its new words.
  const { about, text, around } = scene.slots[0];
  const worded = about === undefined || text === undefined ? old.text : text;
  const next = watchFor(worded, worded === old.text ? onSameDay(when, old, scene) : when, around);
  const set = unmade(scene, [next]);
  if (set.length > 0) return { ask: set };
  const { id, words } = settled(scene, next, worded);
  if (id === undefined) return { say: "failed", words: { text: words } };
  // If the old reminder already has this time, it stays, and nothing is cancelled.
  const rest = id === old.watchId ? [] : unmade(scene, [cancel(old)]);
  return rest.length > 0 ? { ask: rest } : { say: "done", words: { text: words } };
};

const MORE = /(?<!\p{L})(?:(\p{L}+|\d{1,3}) more (min(?:ute)?s?|hours?)|snooze)(?!\p{L})/iu;
const USUAL_DELAY = "30 minutes";

/** The first words of a reminder that was just sent (cadence/watches.ts). */
const REMINDED = /^You asked me to remind you: (.{1,190})/u;

/**
 * Reads a message such as "30 more minutes". It applies when Waldo's last words are about none of the reminders that
 * are still set. Returns the time when the person wants to be asked again.
 */
function delayIn(all: readonly Reminder[], { told, message }: Scene): (When & { on: "once" }) | undefined {
  const [found, amount, unit] = MORE.exec(message) ?? [];
  const said = told.thread?.findLast(({ from }) => from === "waldo")?.text;
  if (found === undefined || said === undefined || all.some(({ text }) => `${said} ${message}`.includes(text)))
    return undefined;
  const { when } = whenIn(`in ${amount === undefined ? USUAL_DELAY : `${amount} ${unit}`}`, told, "en");
  return when?.on === "once" ? when : undefined;
}

/**
 * Sets a reminder that was just sent again, for later. If Waldo's last words were something else, Waldo stays quiet
 * until that time.
 */
function askedLater(scene: Scene, when: When & { on: "once" }): Turn {
  const { date, time } = when;
  const [, text] = REMINDED.exec(scene.told.thread?.findLast(({ from }) => from === "waldo")?.text ?? "") ?? [];
  if (text !== undefined) {
    const next = watchFor(text, when);
    const set = unmade(scene, [next]);
    return set.length > 0 ? { ask: set } : { say: "done", words: { text: settled(scene, next, text).words } };
  }
  const put: Ask = { name: "update_profile", args: { later: { date, time } } };
  const ask = unmade(scene, [put]);
  if (ask.length > 0) return { ask };
  return resultOf(scene, put)?.ok ? { say: "later", words: { time } } : { say: "failed", words: { text: "" } };
}

/**
 * Returns which reminder the person wants to move, and to what time. At the end of such a message a number is a time:
 * "Make it 6".
 */
function wanted({ slots, message, told }: Scene): Pick<Slots, "about" | "when"> {
  const [{ about, when }] = slots;
  const hour = /(?<![\d:.])(\d{1,2})\W{0,4}$/.exec(message)?.[1];
  const said = when ?? (hour === undefined ? undefined : whenIn(`at ${hour}`, told, "en").when);
  return { ...(about === undefined ? {} : { about }), ...(said === undefined ? {} : { when: said }) };
}

function toMove(all: readonly Reminder[], scene: Scene): Reminder | undefined {
  const { about, when } = wanted(scene);
  const among = (some: readonly Reminder[]) =>
    (isNameless(about ?? "") ? lastSet(some, scene) : meant(some, scene.slots[0], scene.message))[0];
  const named = among(all);
  if (named !== undefined || when === undefined) return named;
  // A run that died between its two calls left two reminders: the old one and the moved one. The moved one is chosen.
  const moved = (one: Reminder) => JSON.stringify(watchFor(one.text, onSameDay(when, one, scene)).args);
  return among(all.filter((one) => !all.some((other) => other !== one && moved(other) === asSet(one))));
}

/** Returns the arguments that set this reminder. */
function asSet(one: Reminder): string {
  const when = whenOf(one);
  return when === undefined ? "" : JSON.stringify(watchFor(one.text, when).args);
}

/** Returns when a reminder comes, unless it comes before an event or in a body zone. */
function whenOf({ date, time, weekdays }: Reminder): When | undefined {
  if (time === undefined) return undefined;
  return date === undefined
    ? { on: "days", time, ...(weekdays ? { days: weekdays } : {}) }
    : { on: "once", date, time };
}

/**
 * Returns the reminder that a message without a name means: the one that the conversation named last, or else the only
 * one.
 */
function lastSet(all: readonly Reminder[], { told }: Scene): Reminder[] {
  const said = told.thread?.findLast(({ from }) => from === "waldo")?.text ?? "";
  const spoken = all.filter(({ text }) => said.includes(text));
  return spoken.length === 1 ? spoken : all.length === 1 ? [...all] : [];
}

/** Returns when a reminder comes after the change: "make it ten" keeps its day. */
function onSameDay(when: When, one: Reminder, { message, told }: Scene): When {
  const old = whenOf(one);
  return old === undefined
    ? when
    : amended(old, when, { said: message, clock: told, dated: NAMES_DAY.test(message), timed: true });
}

const NAMES_DAY =
  /tomorrow|today|tonight|day|week|\d(?:st|nd|rd|th)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|morgen|heute|tag|woche|mañana|hoy|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|semana|demain|di\b|semaine/iu;

export const REMINDER_WRITERS = {
  remind,
  "tell-when": tellWhen,
  "list-reminders": listReminders,
  "cancel-reminder": cancelReminder,
  "move-reminder": moveReminder,
} satisfies Record<string, ChatWriter>;
