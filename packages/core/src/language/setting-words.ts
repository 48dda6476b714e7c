// Reads which setting of their day a person wants changed: when the Briefs come, which of them, on which days and how
// long, and the quiet hours of every day. Each word of the message must be known here. So a message that says more than
// these settings can hold changes nothing, and Waldo asks instead.
import { BriefVariant, INTENT_LANGUAGES, type LocalTime, type ScheduledBrief } from "@waldo/contracts";
import { DAY_MINUTES, timeOf } from "../time.ts";
import { type BriefWish, briefWishIn } from "./brief-wishes.ts";
import { clockInDigits } from "./spoken-times.ts";
import lists from "./words.json" with { type: "json" };

/** What shall change, in the arguments of the tool `update_profile`. */
type SettingWish = {
  readonly wakeTime?: LocalTime;
  readonly briefs?: Partial<Record<ScheduledBrief, LocalTime | boolean>>;
  readonly quietHours?: false | { readonly from?: LocalTime; readonly to?: LocalTime };
} & BriefWish;

const BRIEFS = BriefVariant.exclude(["event"]).options;

const NAMES: Readonly<Record<ScheduledBrief, RegExp>> = {
  morning: /^(?:mornings?|morgens?|früh|matins?|mañanas?|morgen(?:brief|nachricht|bericht|meldung)|matinale?)$/u,
  midday: /^(?:mid-?day|noon|lunch|lunchtimes?|mittags?(?:brief|nachricht|bericht|meldung)?|mediod[ií]a|midi)$/u,
  evening: /^(?:evenings?|nightly|abends?|abend(?:brief|nachricht|bericht|meldung)|noches?|tardes?|soirs?|soirée)$/u,
};

const NOT =
  /^(?:no|not|don'?t|never|nothing|without|none|nicht|nix|keine?n?|nichts|ohne|nie|sin|nada|nunca|pas|rien|sans|jamais|plus)$/u;
const STOP =
  /^(?:stop|skip|cancel|drop|ditch|scrap|cut|lose|mute|remove|off|disable|quit|aus|ab|abschalten|ausschalten|abstellen|quita|desactiva|apaga|cancela|deja|arrête|arrete|supprime|désactive|desactive|coupe|enlève)$/u;
const START =
  /^(?:on|back|again|enable|wieder|ein|an|einschalten|anschalten|vuelve|activa|reactiva|remets|réactive|reactive|active)$/u;
const ONLY = /^(?:only|just|nur|solo|sólo|solamente|únicamente|seulement|uniquement|que)$/u;
const QUIET = /^(?:quiet|silent|silence|ruhezeit|ruhezeiten|ruhe|silencio|calme|tranquille)$/u;

const TIME =
  /(?<![\p{L}\d])(\d{1,2})(?:(?:[:.h]| h )(\d{2}))?(?: ?(am|pm|a\.m\.?|p\.m\.?|uhr|heures?|horas?|h|o['’]clock))?(?: (?:in the|at|de la|du|am) (morning|evening|night|mañana|tarde|noche|matin|soir|morgen|abend)| (morgens|abends))?(?![\p{L}\d])/gu;
/** A word of this length before a time says whether quiet begins or ends there. */
const BEGINS =
  /(?:after|past|from|since|nach|ab|von|después de las?|despues de las?|a partir de las?|desde las?|de las?|après|apres|à partir de|de|between|zwischen|entre|entre las?)$/u;
const ENDS =
  /(?:before|until|till|to|and|vor|bis|und|antes de las?|hasta las?|a las?|y las?|y|avant|jusqu'à|à|et|-|–)$/u;

const KNOWN: ReadonlySet<string> = new Set(
  Object.values(lists.setting)
    .flat()
    .flatMap((line) => line.split(" ")),
);

/** Returns the change that a message asks for, or undefined when it is not wholly understood. */
export function settingIn(message: string): SettingWish | undefined {
  for (const spoken of INTENT_LANGUAGES) {
    const text = clockInDigits(message.slice(0, MOST_CHARS), spoken).toLowerCase().replaceAll("’", "'");
    const found = wishIn(text) ?? (EXCEPTS.test(text) ? undefined : wishIn(withoutReason(text))) ?? lastWish(text);
    if (found) return found;
  }
  return undefined;
}

const SENTENCES = /(?<=[.!?])\s+/u;
/** "Just turn it off" limits nothing. */
const OPENS_WISH = /^(?:(?:so|or|and|then|oder|also|o|ou) )*(?:(?:just|simply|einfach) )?/u;
const FOR_NOW = /(?<!\p{L})(?:today|tonight|tomorrow|heute|morgen|hoy|mañana|aujourd'hui|demain)(?!\p{L})/u;

/** "The midday one is of no use to me. Please stop it": the last sentence is the wish, another one names its Brief. */
function lastWish(text: string): SettingWish | undefined {
  const [last, ...others] = text.split(SENTENCES).reverse();
  const told = others.join(" ");
  if (last === undefined || others.length === 0 || others.length > 2 || FOR_NOW.test(last)) return undefined;
  const words = wordsIn(told);
  const [name, another] = BRIEFS.filter((brief) => wordsIn(text).some((word) => NAMES[brief].test(word)));
  const isTold = name !== undefined && another === undefined && words.some((word) => NAMES[name].test(word));
  const wished = wordsIn(last);
  const isWish = wished.some((word) => [ASKED, NOT, STOP, START].some((one) => one.test(word)));
  if (!isTold || !isWish || !words.some((word) => MESSAGE.test(word)) || wished.some((word) => ONLY_LAST.test(word)))
    return undefined;
  return wishIn(`${withoutReason(last.replace(OPENS_WISH, ""))}, ${name} brief`);
}

/** A last sentence without one of these words tells something. */
const ASKED =
  /^(?:please|pls|plz|can|could|would|make|move|push|change|set|send|put|instead|better|best|fine|works|rather|bitte|kannst|könntest|kann|mach|schick|lieber|besser|passt|favor|puede|puedes|ponlo|mejor|plaît|plait|stp|svp|peux|mets-le|plutôt|mieux)$/u;
const ONLY_LAST = /^(?:if|when|unless|wenn|falls|si|cuando|quand|remind|erinner\p{L}*)$/u;

const wordsIn = (text: string) => text.match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? [];

const REASON =
  /(?:[,;.?!] ?(?:otherwise|or else|sonst|whatever|i|i'm|im|we|it's|its|that's|thats|don't|dont|no need|too|can't|cant|never|ich|wir|es|brauch|me|yo|no|je|j'|pas besoin)| (?:because|cos|cause|since i|as i|weil|denn|porque|parce que|car))(?!\p{L})/u;

/** Takes the reason off the end of a wish. A reason with a number may be a part of the wish, so it stays. */
function withoutReason(text: string): string {
  const at = REASON.exec(text)?.index ?? text.length;
  return /\d/.test(text.slice(at)) ? text : text.slice(0, at);
}

/** A message with these words limits its wish, so no part of it is left out. */
const EXCEPTS =
  /(?<!\p{L})(?:except|but|unless|only on|when|if|außer|aber|nur|wenn|excepto|salvo|pero|si|sauf|mais|quand|(?!mid-?day)\p{L}*days?|\p{L}+tags?|lunes|martes|miércoles|jueves|viernes|sábado|domingo|\p{L}+di)(?!\p{L})/u;

const MOST_CHARS = 160;

const ofBrief = (wish: SettingWish | undefined) => wish?.briefs !== undefined || wish?.wakeTime !== undefined;

/** True when a message names one of the Briefs as a message of Waldo, and its wish for it is wholly understood. */
export const isBriefWish = (message: string): boolean =>
  wordsIn(message.toLowerCase()).some((word) => MESSAGE.test(word) && word !== "das") && ofBrief(settingIn(message));
const REQUEST =
  /^\W*(?:hey |waldo |ok |okay |please )*(?:can|could|would|will|may|please|kannst|könntest|kann|bitte|puedes|podrías|puede|peux|pourrais|tu peux|est-ce)/u;

function wishIn(text: string): SettingWish | undefined {
  if (/\?\s*$/u.test(text) && !REQUEST.test(text)) return undefined;
  const times = [...text.matchAll(TIME)].map(({ 1: hour, 2: minute, 3: half, 4: part, 5: other, index }): Clock => {
    const said = part ?? other;
    const isEarly = half?.startsWith("a") || (said !== undefined && NAMES.morning.test(said));
    const isLate = half?.startsWith("p") || said !== undefined;
    return {
      hour: Number(hour),
      minute: Number(minute ?? 0),
      half: isEarly ? "am" : isLate ? "pm" : undefined,
      part: said,
      before: text.slice(0, index).trimEnd(),
    };
  });
  const words = wordsIn(text.replaceAll(TIME, " "));
  const isNamed = (word: string) => BRIEFS.some((brief) => NAMES[brief].test(word));
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const all = [NOT, STOP, START, ONLY, QUIET];
  const isKnown = (word: string) => KNOWN.has(word) || isNamed(word) || all.some((one) => one.test(word));
  const ofBriefs = briefWishIn(text, {
    named: BRIEFS.filter((brief) => has(NAMES[brief])),
    refuses: (some) => some.some((word) => NOT.test(word) || STOP.test(word) || QUIET.test(word)),
    isKnown,
  });
  if (ofBriefs || !words.every(isKnown)) return ofBriefs;
  const spoken = BRIEFS.filter((brief) => has(NAMES[brief]));
  // "Send the Brief at seven in the morning" names the Brief by its time.
  const [time] = times;
  const isBound = time !== undefined && (BEGINS.test(time.before) || ENDS.test(time.before));
  const byTime = BRIEFS.filter((brief) => !isBound && time?.part !== undefined && NAMES[brief].test(time.part));
  // "The Brief at 6:30" is the one of the morning.
  const isEarly = time !== undefined && time.hour >= HOURS.morning[0] && time.hour < HOURS.morning[1];
  const byHour: ScheduledBrief[] =
    isEarly && times.length === 1 && !isBound && time.half !== "pm" && has(ONE_BRIEF) ? ["morning"] : [];
  const named = [spoken, byTime, byHour].find((one) => one.length > 0) ?? [];
  if (named.length > 0) return briefWish(named, times, has);
  return quietWish(times, has);
}

type Clock = {
  readonly hour: number;
  readonly minute: number;
  readonly half: "am" | "pm" | undefined;
  /** The part of the day beside the time: "in the morning". */
  readonly part: string | undefined;
  readonly before: string;
};
type Has = (pattern: RegExp) => boolean;

function briefWish(named: readonly ScheduledBrief[], times: readonly Clock[], has: Has): SettingWish | undefined {
  const [not, stop, start] = [has(NOT), has(STOP), has(START)];
  const [first, ...others] = named;
  if (times.length > 0) {
    const [clock] = times;
    if (not || stop || first === undefined || others.length > 0 || times.length > 1 || !clock) return undefined;
    const time = briefClock(first, clock);
    if (time === undefined) return undefined;
    return first === "morning" ? { wakeTime: time } : { briefs: { [first]: time } };
  }
  if (has(ONLY)) {
    if (not || stop || named.length === BRIEFS.length) return undefined;
    return { briefs: Object.fromEntries(BRIEFS.map((brief) => [brief, named.includes(brief)])) };
  }
  // "No lunch" is no wish about messages.
  if (not && !stop && !has(MESSAGE)) return undefined;
  // Two words of refusal may mean the opposite.
  const off = not !== stop && !(stop && start);
  if (!off && (not || stop || !start)) return undefined;
  return { briefs: Object.fromEntries(named.map((brief) => [brief, !off])) };
}

const MESSAGE =
  /^(?:ones?|das|.*brief(?:s|ings?)?|messag\p{L}*|msgs?|texts?|pings?|notif\p{L}*|alerts?|updates?|reports?|notes?|summary|check-ins?|.*bericht(?:e|en)?|.*nachricht(?:en)?|meldung\p{L}*|mitteilung\p{L}*|mensajes?|avisos?|resum\p{L}*|résumés?|informes?|bilans?)$/u;

const ONE_BRIEF = /^(?:brief|bericht|resumen|résumé|bilan)$/u;

/** The hours in which a Brief of that name may come. */
const HOURS: Readonly<Record<ScheduledBrief, readonly [number, number]>> = {
  morning: [4, 11],
  midday: [11, 16],
  evening: [16, 23],
};

function briefClock(brief: ScheduledBrief, { hour, minute, half }: Clock): LocalTime | undefined {
  const [from, to] = HOURS[brief];
  const meant = half === "am" ? [hour % 12] : half === "pm" ? [(hour % 12) + 12] : [hour, hour + 12];
  const found = meant.find((one) => one >= from && one <= to);
  return found === undefined || minute > 59 ? undefined : timeOf(found * 60 + minute);
}

function quietWish(times: readonly Clock[], has: Has): SettingWish | undefined {
  const isQuiet = has(QUIET);
  const refuses = has(NOT) || has(STOP);
  if (times.length === 0) return isQuiet && refuses && has(HOURS_WORD) ? { quietHours: false } : undefined;
  if (isQuiet ? refuses : !has(NOT) && !has(STOP)) return undefined;
  const [first, second, ...more] = times;
  if (!first || more.length > 0) return undefined;
  if (second) {
    if (!BEGINS.test(first.before) && !has(QUIET)) return undefined;
    if (!ENDS.test(second.before)) return undefined;
    // "From nine to five" may be the day or the night.
    if (isOpen(first) && isOpen(second)) return undefined;
    const [from, to] = [clockOf(first, "late"), clockOf(second, "early")];
    return from === undefined || to === undefined || from === to ? undefined : { quietHours: { from, to } };
  }
  const isFrom = BEGINS.test(first.before);
  if (!isFrom && !/(?:before|vor|antes de las?|avant)$/u.test(first.before)) return undefined;
  const time = clockOf(first, isFrom ? "late" : "early");
  return time === undefined ? undefined : { quietHours: isFrom ? { from: time } : { to: time } };
}

const HOURS_WORD = /^(?:hours|time|ruhezeit|ruhezeiten|horas|heures)$/u;

const isOpen = ({ hour, half }: Clock) => half === undefined && hour < 12 && hour > 0;

/** An hour without am or pm: quiet begins late in the day and ends early. */
function clockOf({ hour, minute, half }: Clock, which: "late" | "early"): LocalTime | undefined {
  if (hour > 24 || minute > 59 || (half !== undefined && hour > 12)) return undefined;
  if (half !== undefined) return timeOf(((hour % 12) + (half === "pm" ? 12 : 0)) * 60 + minute);
  const late = which === "late" && hour >= 5 && hour <= 12;
  return timeOf(((late ? hour + 12 : hour) * 60 + minute) % DAY_MINUTES);
}
