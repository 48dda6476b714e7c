/**
 * Reads when something shall happen, in everyday words: "at 9", "in 20 min", "tomorrow morning", "every weekday", "on
 * the 3rd", "an hour before my first meeting". Chrono reads days, dates and spans; this module decides what an hour
 * without am or pm means, and reads repetitions and times that depend on an event.
 *
 * bounded: every pattern reads at most 400 characters, see MOST_CHARS.
 */
import type { IntentLanguage, LocalDate, LocalTime, WallClock, When } from "@waldo/contracts";
import { de, en, es, fr, type ParsedResult } from "chrono-node";
import { addDays, DAY_MINUTES, instantAt, localDate, localTime, minuteOf, timeOf } from "../time.ts";
import { type Day, daysIn } from "./days.ts";
import { type Clock, hoursIn } from "./hours.ts";
import { inRepeats, isUnknownRepeat, isUnknownRepeatIn } from "./repeats.ts";
import { inDigits, type PartOfDay, respelled, USUAL_HOUR, withHour } from "./spoken-times.ts";
import { timeWords } from "./time-words.ts";
import { namedZone } from "./zones.ts";

/**
 * `rest` is the text without the words of time. `dated` and `timed` tell whether a date and a time were said. `around`
 * is true when no clock time was said, and `when` has the usual hour of the part of the day. `asks` tells why there is no
 * `when` although a time was said: it has passed, or only a part of it could be read.
 */
export type Timed = {
  readonly when?: When;
  readonly around?: true;
  readonly rest: string;
  readonly dated: boolean;
  readonly timed: boolean;
  readonly asks?: "passed" | "unclear";
};

const CHRONO: Record<IntentLanguage, Pick<typeof en.casual, "parse">> = {
  en: en.casual,
  de: de.casual,
  es: es.casual,
  fr: fr.casual,
};

/** Matches "an hour before my first meeting": the amount, the unit, and the event up to the end of the clause. */
const BEFORE: Record<IntentLanguage, RegExp> = {
  en: /\b(\d{1,3}) (minutes?|mins?|hours?|h) (?:before|ahead of|prior to) (?:my |the |our )?([^,.;!?]{2,60})/i,
  de: /(?<!\p{L})(\d{1,3}) (minuten?|min|stunden?) vor (?:meine[mr]?|de[mr]|unsere[mr]?) ([^,.;!?]{2,60})/iu,
  es: /(?<!\p{L})(\d{1,3}) (minutos?|min|horas?) antes de(?:l| la| mi| los| las)? ([^,.;!?]{2,60})/iu,
  fr: /(?<!\p{L})(\d{1,3}) (minutes?|min|heures?) avant (?:mon |ma |le |la |l['’])?([^,.;!?]{2,60})/iu,
};
const HOUR_WORD = /^(?:h|hour|stunde|hora|heure)/i;
/** Matches the place where the event ends and the text of the reminder begins. */
const EVENT_ENDS =
  /\s(?:to|that|about|so|tell|ping|remind|please|can|could|give|i|faut|bitte|erinner\p{L}*|av[ií]sa\p{L}*|recu[eé]rda\p{L}*|rappelle\p{L}*|dass|damit|daran|zu|para|que|pour|de)\s.*$/iu;
const FIRST = /^(?:first|erste[nrms]?|primera?|premi[eè]re?)(?!\p{L})/iu;
const FIRST_EVENT = "first";

/** Short words such as "may" and "sun" that the parser would read as a date. */
const NO_DATE = /^(?!hoy$)(?:may|march|\p{L}{1,3}\.?|second|seconds|now|jetzt|ahora|maintenant)$/iu;
const AT_ONCE = /^(?:now|right now)$/i;

/** A time is searched only in the first characters of a message. */
const MOST_CHARS = 400;

/** Returns when a text says that something shall happen, on the clock of the person. */
export function whenIn(message: string, clock: WallClock, spoken: IntentLanguage): Timed {
  const found = readInZone(withHour(message.slice(0, MOST_CHARS)), clock, spoken);
  return message.length > MOST_CHARS ? { ...found, rest: found.rest + message.slice(MOST_CHARS) } : found;
}

/** Reads a time that may name another zone, and returns it on the clock of the person. */
function readInZone(message: string, clock: WallClock, spoken: IntentLanguage): Timed {
  const named = namedZone(message, spoken);
  if (named === undefined) return readAround(message, clock, spoken);
  const zoneless = `${message.slice(0, named.from)} ${message.slice(named.to)}`;
  const here = readAround(zoneless, clock, spoken);
  // "Tomorrow" is the person's day, and an hour without a day is the next one of the named zone.
  const found = here.dated ? here : readAround(zoneless, clockIn(named.zone, clock), spoken);
  const { when, ...told } = found;
  if (when === undefined || found.around) return found;
  // A daily time moves when only one of both zones has summer time, so it is asked.
  if (when.on !== "once" || named.zone === undefined || clock.timeZone === undefined)
    return { ...told, asks: "unclear" };
  const at = instantAt(when.date, when.time, named.zone);
  const there = { date: localDate(at, clock.timeZone), time: localTime(at, clock.timeZone) };
  const isPast = `${there.date}T${there.time}` <= `${clock.date}T${clock.time}`;
  return isPast ? { ...told, asks: "passed" } : { ...told, when: { on: "once", ...there } };
}

function clockIn(zone: string | undefined, clock: WallClock): WallClock {
  if (zone === undefined || clock.timeZone === undefined) return clock;
  const now = instantAt(clock.date, clock.time, clock.timeZone);
  return { date: localDate(now, zone), time: localTime(now, zone), timeZone: zone };
}

/** The words that begin the task of a reminder: "remind me tomorrow |to call Ana". */
const TASK: Record<IntentLanguage, RegExp> = {
  en: /\b(?:remind(?:er)?|alert|ping|tell|nudge|notify)\b.{0,200}?(?=\s(?:to|that|about)\s+(?!(?:today|tonight|tomorrow|noon|midnight|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:mon|tues|wednes|thurs|fri|satur|sun)day|the \d)\b)(?=\p{L}))/iu,
  de: /(?<!\p{L})erinner\p{L}*.{0,200}?(?=,?\s(?:daran|dass|damit|an (?:den|die|das|meine?n?|unsere?n?))[\s,])/iu,
  es: /(?<!\p{L})(?:recu[eé]rd|av[ií]s)\p{L}*.{0,200}?(?=\s(?:que(?! viene)|(?:de\s)?\p{L}{1,20}(?:ar|er|ir)(?:me|te|le|lo|la|los|las|nos)?)\s)/iu,
  fr: /(?<!\p{L})rappel\p{L}*.{0,200}?(?=\s(?:que\s|(?:de\s|d')(?:me |m'|te |le |la |les |l')?\p{L}{1,20}(?:er|ir|re)(?!\p{L})))/iu,
};

/**
 * The task's words are no time: "remind me at 17:30 tomorrow to tell Sam about the 9:00 train". A day or an hour that
 * the words before the task leave open may stand at the very end.
 */
function readAround(message: string, clock: WallClock, spoken: IntentLanguage): Timed {
  const straight = message.replaceAll("’", "'");
  const lead = TASK[spoken].exec(straight);
  if (lead === null) return read(message, clock, spoken);
  const split = lead.index + lead[0].length;
  const head = straight.slice(0, split);
  const task = straight.slice(split);
  const first = read(head, clock, spoken);
  if (first.when === undefined && !first.dated && !first.timed && first.asks === undefined)
    return inTask(head, task, { clock, spoken });
  if (first.when?.on === "before") return read(message, clock, spoken);
  const rest = joined(first.rest, task);
  if (first.when === undefined || (first.around === undefined && (first.dated || first.when.on === "days")))
    return { ...first, rest };
  const end = endOf(task, { clock, spoken });
  if (end === undefined) return { ...first, rest };
  // Both halves are read as one: "at 9 … tomorrow".
  const whole = read(`${head} ${end.said}`, clock, spoken);
  return whole.when === undefined ? { ...first, rest } : { ...whole, rest: joined(whole.rest, end.task) };
}

/** A word of a day or an hour that names a thing: "the 9:00 train", "my daily report", "the friday club". */
const NAMES: Record<IntentLanguage, RegExp> = {
  en: /\b(?:the|an?|my|our|your|his|her|their|about)\s+(\d{1,2}[:.]\d\d|\d{1,2} ?(?:am|pm|o'clock)|daily|weekly|monthly|yearly|hourly|(?:mon|tues|wednes|thurs|fri|satur|sun)day|morning|afternoon|evening|night)(?=\s+(?!(?:at|on|in|of|to|by|and|or|before|after|for|until|please)\b)\p{L})/giu,
  de: /(?<!\p{L})(?:de[rnms]|die|das|eine?[nmrs]?|meine?[nmrs]?|unsere?[nmrs]?)\s+(\d{1,2}(?::\d\d)?[- ]uhr|täglich\p{L}*|wöchentlich\p{L}*|monatlich\p{L}*)(?=[\s-]+\p{L})/giu,
  es: /\p{L}+\s((?:de las? |del )\d{1,2}(?::\d\d)?|diari[oa]s?|semanal(?:es)?|mensual(?:es)?)(?!\p{L}|:| de la)/giu,
  fr: /\p{L}+\s((?:de |du )\d{1,2} ?(?:h(?:eures?)?|:)(?:\d\d)?|quotidiens?|quotidiennes?|hebdomadaires?|mensuels?)(?!\p{L})/giu,
};
/** Letters that stand for hidden words. */
const HIDDEN = "\uE001";

/** Reads a time that stands in or after the task. Words that name a thing are hidden from it. */
function inTask(head: string, task: string, { clock, spoken }: Told): Timed {
  const hidden: string[] = [];
  const shown = task.replaceAll(NAMES[spoken], (whole, words: string) => {
    hidden.push(words);
    return whole.replace(words, HIDDEN);
  });
  const found = read(`${head}${shown}`, clock, spoken);
  const rest = found.rest.replaceAll(HIDDEN, () => hidden.shift() ?? "");
  return { ...found, rest };
}

type Told = { readonly clock: WallClock; readonly spoken: IntentLanguage };

/** A time at the end of a task has at most so many words. */
const MOST_END = 6;

/** Returns the time that ends a task, in the words that were said, and the task without them. */
function endOf(task: string, { clock, spoken }: Told): { readonly said: string; readonly task: string } | undefined {
  const words = task.trimEnd().split(/(?=\s)/);
  for (let count = Math.min(MOST_END, words.length - 2); count > 0; count--) {
    const said = words.slice(-count).join("").trim();
    const found = read(said, clock, spoken);
    if (found.when !== undefined && /^[\s.,!?]*(?:(?:on|at|um|am|a|à|le|el)[\s.,!?]*)?$/i.test(found.rest))
      return { said, task: words.slice(0, -count).join("").trim() };
  }
  return undefined;
}

function read(told: string, clock: WallClock, spoken: IntentLanguage): Timed {
  const message = respelled(told, spoken);
  const nothing: Timed = { rest: message, dated: false, timed: false };
  if (isUnknownRepeat(message)) return { ...nothing, asks: "unclear" };
  let { text, part } = inRepeats(message, spoken);
  const repeat = text.repeat;
  const probe = inDigits(text.rest, spoken);
  const before = BEFORE[spoken].exec(probe.text);
  if (before) return beforeEvent(before, probe.text, clock, spoken);
  const { time, left, asks, ...found } = readClock(text.rest, clock, spoken, true);
  part ??= found.part;
  const date = found.date ?? (found.today ? clock.date : undefined);
  const dated = date !== undefined;
  const timed = time !== undefined || part !== undefined;
  if (asks !== undefined) return { rest: left, dated, timed, asks };
  const around = time === undefined ? ({ around: true } as const) : {};
  if (repeat !== undefined) {
    const at = time === undefined ? hourOf(part ?? "morning") : settle(time, { named: true, part, clock }).time;
    const when: When = { on: "days", time: at, ...(repeat.days ? { days: repeat.days } : {}) };
    return { when, ...around, rest: left, dated, timed };
  }
  if (!dated && !timed) return { rest: left, dated, timed };
  return { when: once(date, time, { part, clock }), ...around, rest: left, dated, timed };
}

function beforeEvent(found: RegExpExecArray, text: string, clock: WallClock, spoken: IntentLanguage): Timed {
  const [whole, amount = "0", unit = "", words = ""] = found;
  const minutes = Number(amount) * (HOUR_WORD.test(unit) ? 60 : 1);
  const said = words.replace(EVENT_ENDS, "");
  const named = readClock(said, clock, spoken);
  if (named.left.trim() === "" && named.time !== undefined) {
    const at = once(named.date, named.time, { part: undefined, clock });
    return { when: earlier(at, minutes), rest: text.slice(0, found.index).trim(), dated: true, timed: true };
  }
  const elsewhere = readClock(text.slice(0, found.index), clock, spoken);
  const date = named.date ?? elsewhere.date;
  const event = FIRST.test(named.left.trim()) ? FIRST_EVENT : named.left.trim();
  const rest = joined(elsewhere.left, text.slice(found.index + whole.length - (words.length - said.length)));
  return {
    when: { on: "before", minutes, event, ...(date === undefined ? {} : { date }) },
    rest,
    dated: date !== undefined,
    timed: true,
  };
}

/** Returns the moment `minutes` before `when`, by the wall clock. */
function earlier(when: When & { on: "once" }, minutes: number): When {
  const left = minuteOf(when.time) - minutes;
  const days = Math.floor(left / DAY_MINUTES);
  return { on: "once", date: addDays(when.date, days), time: timeOf(left) };
}

/** Stands where words of time were, until it is clear that no other words of time stand beside it. */
const GONE = "\uE000";

/**
 * Reads the day, the clock time and the part of the day. They may stand anywhere in the text. `asks` is
 * set when the day lies in the past, or when only a part of what was said could be read.
 */
function readClock(text: string, clock: WallClock, spoken: IntentLanguage, isWhole = false) {
  const straight = respelled(text, spoken);
  const { days, words: dayless } = daysIn(timeWords(straight, spoken), clock.date, spoken);
  const { hours, words: others } = hoursIn(dayless, straight, spoken);
  let asks: Timed["asks"] = isUnknownRepeatIn(others) || !agree(days, straight) ? "unclear" : undefined;
  let left = straight;
  for (const { from, to } of [...days, ...hours].sort((a, b) => b.from - a.from))
    left = `${left.slice(0, from)} ${GONE} ${left.slice(to)}`;
  const digits = isWhole ? inDigits(left, spoken) : { text: left };
  left = digits.text;
  const day = days.at(-1)?.date;
  const hour = hours.at(-1);
  let date = day === "behind" || day === "unclear" ? undefined : day;
  let time = hour?.clock;
  if (day === "behind") asks ??= "passed";
  if (day === "unclear") asks ??= "unclear";
  if (hour?.minutes !== undefined) {
    const minute = minuteOf(clock.time) + hour.minutes;
    const at = timeOf(minute);
    date = addDays(clock.date, Math.floor(minute / DAY_MINUTES));
    time = { hour: Number(at.slice(0, 2)), minute: Number(at.slice(3)), open: false };
    if (hour.minutes < 0) asks ??= "passed";
  }
  const reference = { instant: new Date(`${clock.date}T${clock.time}:00Z`), timezone: 0 };
  const own = parsed(left, spoken, reference);
  const found = own.length > 0 || spoken === "en" ? own : parsed(left, "en", reference);
  for (const one of found.toReversed()) {
    const { start } = one;
    const exact = isSpan(one);
    const isDay = (["day", "weekday", "month"] as const).some((name) => start.isCertain(name));
    const isHour = start.isCertain("hour") && !isDay;
    if (!isHour && !exact) continue;
    if (exact && date === undefined) date = dateOf(one, clock.date);
    if ((isHour || (exact && isShort(one))) && time === undefined)
      time = {
        hour: start.get("hour") ?? 0,
        minute: start.get("minute") ?? 0,
        open:
          !exact &&
          !start.isCertain("meridiem") &&
          (start.get("hour") ?? 0) <= 12 &&
          (start.get("hour") ?? 0) > 0 &&
          !/\b0\d:/.test(one.text),
      };
    left = `${left.slice(0, one.index)} ${GONE} ${left.slice(one.index + one.text.length)}`;
  }
  if (isHalf(left, spoken)) asks ??= "unclear";
  return { date, time, asks, part: digits.part, today: digits.today, left: joined(left.replaceAll(GONE, " "), "") };
}

/** Words of time beside a time that was read. They belong to it, so it was read only by half. */
const BESIDE =
  /^(?:[mwh]\d+|u\w+|n\d{4}|o\d+|next|last|ago|from|every|other|half|quarter|beyond|minus|end|begin|big|am|pm|oclock|weekend|periodic|per|past\w+)$/;
const FILLS = /^(?:the|of|on|at|and|in|a1|[,()/-])$/;

/** Before a time, a word such as "day" or "first" may belong to something else: "does my day begin on monday". */
const LEADS_ON = /^(?:[mwh]\d+|n\d{4}|next|last|every|other|half|quarter|beyond|minus|per)$/;

/** True when words of time stand beside those that were read. */
function isHalf(left: string, spoken: IntentLanguage): boolean {
  const marked = timeWords(left, spoken).map(({ is }) => is);
  return marked.some((is, i) => is === GONE && (isHalfAfter(marked, i) || isHalfBefore(marked, i)));
}

function isHalfAfter(marked: readonly string[], gone: number): boolean {
  let at = gone + 1;
  while (FILLS.test(marked[at] ?? "")) at++;
  const [beside = "", then = ".", last] = marked.slice(at);
  // A number alone beside a time belongs to it: "monday 7". "Two eggs" do not.
  return BESIDE.test(beside) || (/^n\d+$/.test(beside) && (then !== "x" || last === "big"));
}

function isHalfBefore(marked: readonly string[], gone: number): boolean {
  let at = gone - 1;
  while (FILLS.test(marked[at] ?? "")) at--;
  const [before = "", beside = ""] = marked.slice(Math.max(0, at - 1), at + 1);
  if (/^u/.test(beside)) return /^(?:[na]\d+|next|last|every)$/.test(before);
  return LEADS_ON.test(beside) || (/^(?:end|begin|n\d+)$/.test(beside) && marked[at + 1] === "of");
}

/** True when days that stand side by side are the same: "tomorrow, friday". */
function agree(days: readonly Day[], text: string): boolean {
  return days.every((one, i) => {
    const next = days[i + 1];
    if (next === undefined || next.date === one.date) return true;
    return !/^[\s,.()/-]*(?:or|oder|o|ou|and|und|y|et)?[\s,.()/-]*$/i.test(text.slice(one.to, next.from));
  });
}

function parsed(text: string, spoken: IntentLanguage, reference: { instant: Date; timezone: number }): ParsedResult[] {
  return CHRONO[spoken]
    .parse(text, reference, { forwardDate: true })
    .filter((one) => !NO_DATE.test(one.text) && !AT_ONCE.test(one.text));
}

/** True for a span that is counted from now: "in 20 minutes", "in 3 days". */
function isSpan({ text }: ParsedResult): boolean {
  return (
    /^(?:in|within|after|for|dentro de|en|dans|pendant|für|por)\s|^\d+ ?(?:min|hour|h\b|stund|hora|heure)/i.test(
      text,
    ) && /\d/.test(text)
  );
}

/** True for a span of minutes or hours. Such a span gives a time, not only a day. */
function isShort({ text }: ParsedResult): boolean {
  return /min|hour|\bh\b|stund|hora|heure/i.test(text);
}

function dateOf({ start }: ParsedResult, today: LocalDate): LocalDate {
  const pad = (n: number) => String(n).padStart(2, "0");
  const date = `${start.get("year")}-${pad(start.get("month") ?? 1)}-${pad(start.get("day") ?? 1)}`;
  // A weekday alone means the next such day after today.
  return start.isCertain("weekday") && !start.isCertain("day") && date <= today ? addDays(date, 7) : date;
}

/**
 * On another day an hour below this is in the afternoon: "tomorrow at 5". With minutes, as in "6:45", it is in the
 * morning.
 */
const EARLIEST_HOUR = 7;
const EARLIEST_WITH_MINUTES = 5;
const LATER: readonly LocalTime[] = ["12:00", "15:00", "19:00", "21:00"];

type Around = { readonly named: boolean; readonly part: PartOfDay | undefined; readonly clock: WallClock };

/**
 * Decides between 9 and 21. A part of the day decides first. On a named day it takes the waking hour, and today the
 * next one to come.
 */
function settle({ hour, minute, open }: Clock, { named, part, clock }: Around): { time: LocalTime; passed: boolean } {
  const at = (h: number) => `${String(h % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
  const isLate = part === "afternoon" || part === "evening" || part === "night" || part === "bedtime";
  const late = hour < 12 ? hour + 12 : hour;
  if (!open) return { time: at(isLate && hour < 12 ? late : hour), passed: at(hour) <= clock.time };
  if (part === "morning") return { time: at(hour), passed: at(hour) <= clock.time };
  if (isLate) return { time: at(hour === 12 ? 12 : late), passed: at(late) <= clock.time };
  if (hour === 12) return { time: at(12), passed: at(12) <= clock.time };
  const earliest = minute > 0 ? EARLIEST_WITH_MINUTES : EARLIEST_HOUR;
  if (named) return { time: at(hour < earliest ? late : hour), passed: false };
  const next = [hour, late].find((h) => at(h) > clock.time);
  return next === undefined
    ? { time: at(hour < earliest ? late : hour), passed: true }
    : { time: at(next), passed: false };
}

function once(
  date: LocalDate | undefined,
  time: Clock | undefined,
  { part, clock }: Pick<Around, "part" | "clock">,
): When & { on: "once" } {
  const named = date !== undefined && date !== clock.date;
  if (time === undefined) {
    const usual = hourOf(part ?? "morning");
    // "Later today" means the next usual hour.
    const at = date === clock.date && usual <= clock.time ? (LATER.find((hour) => hour > clock.time) ?? usual) : usual;
    const passed = date === undefined && at <= clock.time;
    return { on: "once", date: date ?? (passed ? addDays(clock.date, 1) : clock.date), time: at };
  }
  // Twelve in the evening is the end of that day.
  if (time.open && time.hour === 12 && (part === "evening" || part === "night"))
    return { on: "once", date: addDays(date ?? clock.date, 1), time: timeOf(time.minute) };
  const settled = settle(time, { named, part, clock });
  const day = date ?? (settled.passed ? addDays(clock.date, 1) : clock.date);
  return { on: "once", date: day, time: settled.time };
}

function hourOf(part: PartOfDay): LocalTime {
  return `${String(USUAL_HOUR[part]).padStart(2, "0")}:00`;
}

function joined(a: string, b: string): string {
  return `${a} ${b}`.replaceAll(/\s+/g, " ").trim();
}
