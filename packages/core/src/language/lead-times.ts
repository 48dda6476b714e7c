/**
 * Reads how long before a thing a person wants to be reminded: "remind me an hour before", "am Abend vorher".
 *
 * bounded: every pattern reads at most MOST_CHARS characters.
 */
import type { LocalTime, Slots, When } from "@waldo/contracts";
import { addDays, DAY_MINUTES, minuteOf, timeOf } from "../time.ts";
import { COUNTS, numberOf } from "./word-patterns.ts";

const MOST_CHARS = 200;
const EVENING: LocalTime = "19:00";
const MORNING: LocalTime = "09:00";

/** So many minutes before the thing, or at a time of the day before it. */
type Lead = { readonly minutes: number } | { readonly dayBefore: LocalTime };

const MINUTES: Readonly<Record<string, number>> = {
  m: 1,
  h: 60,
  s: 60,
  w: 7 * DAY_MINUTES,
  d: DAY_MINUTES,
  t: DAY_MINUTES,
  j: DAY_MINUTES,
};
const ONE = /^(?:an?|one|ein\p{L}*|un[ae]?)$/iu;
const HALF = /^(?:half an?|(?:ein|an)e halbe|a halbe|media|une demi)$/iu;

const COUNT =
  "(\\d{1,3}|half an?|(?:ein|an)e halbe|a halbe|media|une demi|an?|one|two|three|four|five|six|eine?n?|zwei|drei|vier|fünf|una?|dos|tres|une|deux|trois)";
const AMOUNT = `${COUNT}[ -]?(minut\\p{L}*|mins?|m|hours?|hrs?|hr|h|stund\\p{L}*|std|horas?|heures?|days?|tage?|t[aá]g|días?|dias?|jours?|weeks?|woch\\p{L}*)`;
/** The thing itself must have been named: "an hour before my first meeting" is read by the grammar of times. */
const LEAD = new RegExp(
  `(?<!\\p{L})(?:${AMOUNT} (?:before(?:hand)?|earlier|ahead|vorher|davor|antes|avant)|(?:the |am )?(evening|eve|night|day|morning|abend|tag|vorabend|víspera|veille) (?:before|vorher|davor|zuvor)|(?:am )?(vorabend)|(?:la )?(víspera|veille))(?: (?:that|it|dran|daran))?(?:,? (?:(?:at|um|a las|à) )?(\\d{1,2}(?:[:.]\\d\\d)?|(?<=(?:at|um|las|à) )\\p{L}{3,8})(?: ?(am|pm|uhr|o'clock))?)?(?=\\s*(?:$|[,.;!?]|(?:to|an|about|of|and|und|y|et|please|pls|bitte|thanks|danke|erinner\\p{L}*|remind)(?!\\p{L})))`,
  "iu",
);
/** "An hour earlier", "20 min später": by how much a moment moves. */
const SHIFT = new RegExp(
  `^${AMOUNT} (?:(earlier|sooner|früher|frueher|eher|antes|más temprano|plus tôt|plus tot|avant)|later|später|spaeter|después|despues|más tarde|mas tarde|plus tard)$`,
  "iu",
);
const REMINDING =
  /(?:[,;.]?\s*(?:and|und|y|et))?[,;.]?\s*(?:(?:please|pls|can you|bitte|por favor) )*(?:remind me|ping me|nudge me|reminder|erinnerung|erinner\p{L}* mich|erinnern|recu[eé]rdame\p{L}*|rappelle(?:-le)?-moi)(?: (?:bitte|please|pls|about (?:it|that)|daran))*/giu;

/** Returns how long before, and the rest of the message without the words of it and of reminding. */
export function leadIn(message: string): { readonly lead: Lead; readonly rest: string } | undefined {
  if (message.length > MOST_CHARS) return undefined;
  REMINDING.lastIndex = 0;
  return REMINDING.test(message) ? leadOf(message) : undefined;
}

/** Returns how long before, and the rest of the message, also where no word asks to be reminded. */
export function leadOf(message: string): { readonly lead: Lead; readonly rest: string } | undefined {
  const found = message.length > MOST_CHARS ? null : LEAD.exec(message);
  if (found === null) return undefined;
  const [whole, amount, unit = "", evening, eve, other, at, half] = found;
  const day = (evening ?? eve ?? other)?.toLowerCase();
  const rest = message
    .replace(whole, " ")
    .replaceAll(REMINDING, " ")
    .replace(/\s+(?:bitte|please|pls)?[\s.!,]*$/iu, "")
    .replaceAll(/\s+([,.])/gu, "$1")
    .replaceAll(/\s{2,}/gu, " ")
    .trim();
  if (day !== undefined) {
    const usual = /^(?:morning|day|tag)$/u.test(day) ? MORNING : EVENING;
    return { lead: { dayBefore: at === undefined ? usual : nearestTo(usual, at, half) }, rest };
  }
  return { lead: { minutes: minutesIn(amount, unit) }, rest };
}

/** Returns the time that was named for the day before, in the half of the day that was meant. */
function nearestTo(usual: LocalTime, said: string, half: string | undefined): LocalTime {
  const [hour = "", minute = "0"] = said.split(/[:.]/u);
  const number = numberOf(hour);
  if (!(number <= 24)) return usual;
  const isPm = /^pm$/iu.test(half ?? "");
  const isLater = (usual === EVENING || isPm) && !/^am$/iu.test(half ?? "") && number < 12;
  return timeOf(((isLater ? number + 12 : number) * 60 + Number(minute)) % DAY_MINUTES);
}

function minutesIn(amount: string | undefined, unit: string): number {
  const count =
    amount === undefined || ONE.test(amount)
      ? 1
      : HALF.test(amount)
        ? 0.5
        : (COUNTS[amount.toLowerCase()] ?? Number(amount));
  return count * (MINUTES[unit.slice(0, 1).toLowerCase()] ?? 1);
}

const BARE = new RegExp(`^${AMOUNT}$`, "iu");

/** Returns the lead that a whole message names without "before": "two hours", after a reminder was set ahead of a thing. */
export function bareLead(message: string): Lead | undefined {
  const [, amount, unit = ""] = (message.length > MOST_CHARS ? null : BARE.exec(message)) ?? [];
  return amount === undefined ? undefined : { minutes: minutesIn(amount, unit) };
}

/** Returns by how much a whole message moves what was set before it, as the lead that `ahead` takes. */
export function shiftIn(message: string): Lead | undefined {
  const found = message.length > MOST_CHARS ? null : SHIFT.exec(message);
  if (found === null) return undefined;
  const [, amount, unit = "", earlier] = found;
  const minutes = minutesIn(amount, unit);
  return { minutes: earlier === undefined ? -minutes : minutes };
}

/** Returns the moment that lies so long before another, or undefined when that one is not a single moment. */
export function ahead(when: When | undefined, lead: Lead): When | undefined {
  if (when?.on === "days" && "minutes" in lead && minuteOf(when.time) >= lead.minutes)
    return { ...when, time: timeOf(minuteOf(when.time) - lead.minutes) };
  if (when?.on !== "once") return undefined;
  if ("dayBefore" in lead) return { on: "once", date: addDays(when.date, -1), time: lead.dayBefore };
  const at = minuteOf(when.time) - lead.minutes;
  return { on: "once", date: addDays(when.date, Math.floor(at / DAY_MINUTES)), time: timeOf(at) };
}

const OPENS_TEXT = /^\W*(?:of|about|to|an|dass|que|de|à)\s+/iu;
const CLOSES_TEXT = /\s+(?:on|am|le|el|la)?\W*$/iu;

/** "Remind me of it the evening before": without a time of the thing there is none for the reminder. */
export function withoutLead(message: string, slots: Slots): Slots {
  const led = slots.when?.on === "before" ? undefined : leadIn(message);
  if (led === undefined) return slots;
  const text = led.rest.replace(OPENS_TEXT, "").replace(CLOSES_TEXT, "");
  return /\p{L}{3}/u.test(text) ? { text } : {};
}
