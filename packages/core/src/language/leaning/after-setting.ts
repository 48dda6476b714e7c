/**
 * Reads what becomes of a reminder that was set before: "put the wellies in that one too", "skip it on Friday", "and at
 * seven the pressure".
 *
 * bounded: leaning.ts gives these patterns at most MOST_CHARS characters.
 */
import type { IntentLanguage, LocalDate, WallClock, When } from "@waldo/contracts";
import { meaningfulWords } from "../../memory/claims/likeness.ts";
import { speechIn } from "../../speech.ts";
import { addDays, dayOfWeek } from "../../time.ts";
import { asksNothing } from "../reports.ts";
import { whenIn } from "../times.ts";
import { OPENS_TASK, tidy } from "../told-reminders.ts";
import { AFTER, BEFORE, oneOf } from "../word-patterns.ts";
import lists from "../words.json" with { type: "json" };
import { AROUND_DAY, type LeaningMoment, type Read, setReminder } from "./reader.ts";

const { reminders: words } = lists;

const PUTS = new RegExp(
  `^\\W*(?:${oneOf(words.please)} )*${oneOf(words.puts)} (.{2,60}?) ${oneOf(words.into)} ${oneOf(words.that)}(?: ${oneOf(words.also)})*\\W*$`,
  "iu",
);
const REWORDS = new RegExp(`^\\W*(?:${oneOf(words.please)} )*${oneOf(words.rewords)}:?\\s+(.{3,80}?)\\W*$`, "iu");

/** "Put the wellies in that one too", "it should say bag and wellies": other words for the reminder set before. */
export function reworded(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const more = PUTS.exec(said)?.[1];
  const instead = more === undefined ? REWORDS.exec(said)?.[1] : undefined;
  // "Change it to Friday at 3" names a time and no words.
  const isTime = whenIn(instead ?? "", clock, spoken).when !== undefined;
  if ((more === undefined && instead === undefined) || isTime || meaningfulWords(more ?? instead ?? "").length === 0)
    return undefined;
  const { text: about, when } = before(setReminder)?.asked.slots[0] ?? {};
  if (about === undefined || when === undefined) return undefined;
  const text = instead ?? speechIn(spoken).listed([about, more ?? ""]);
  return { intent: "move-reminder", slots: { about, text, when }, part: text };
}

const ALSO = new RegExp(`^\\W*${oneOf(words.joins)}[\\s,]+`, "iu");

/** "And at seven the blood pressure", after a reminder was set: one more of its kind. */
export function alsoRemind(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  if (!ALSO.test(said) || !asksNothing(said)) return undefined;
  const { when, timed, dated, rest } = whenIn(said.replace(ALSO, ""), clock, spoken);
  const text = tidy(rest).replace(OPENS_TASK, "");
  if (when === undefined || when.on === "before" || !timed || meaningfulWords(text).length === 0) return undefined;
  const asked = before()?.asked;
  const old = asked?.intent.name === "remind" ? asked.slots[0].when : undefined;
  if (old === undefined || text === asked?.slots[0].text) return undefined;
  const isSame = old.on === "days" && !dated && when.on === "once";
  return { intent: "remind", slots: { text, when: isSame ? { ...old, time: when.time } : when }, words: text };
}

/** A longer message says more than when a reminder is left out. */
const MOST_SKIP = 60;
const SKIPS = new RegExp(`${BEFORE}${oneOf(words.skips)}${AFTER}`, "iu");
const NEXT = new RegExp(`${BEFORE}${oneOf(words.next_time)}${AFTER}`, "giu");
const IT = new RegExp(`${BEFORE}${oneOf(words.that, words.please)}${AFTER}`, "giu");
/** What stands behind the comma is a reason. */
const REASON = /[,;.]\s.*$/u;

/** On which day a reminder is left out: a date, or the next time that it would come. */
type LeftOut = LocalDate | "next";

/**
 * Returns the day on which a message wants a repeated reminder left out, and what is left of the message. "Skip it" alone
 * means the next time.
 */
export function leftOutIn(
  message: string,
  { clock, spoken }: { readonly clock: WallClock; readonly spoken: IntentLanguage },
): { readonly on: LeftOut; readonly rest: string } | undefined {
  const said = message.replace(REASON, "");
  if (said.length > MOST_SKIP || !SKIPS.test(said) || said.includes("?")) return undefined;
  const { when, dated, rest } = whenIn(said.replace(SKIPS, " ").replaceAll(NEXT, " "), clock, spoken);
  if (when !== undefined && when.on !== "once") return undefined;
  return { on: dated && when ? when.date : "next", rest: rest.replaceAll(IT, " ").replaceAll(AROUND_DAY, " ") };
}

const NAMES = new RegExp(`${BEFORE}${oneOf(words.names)}${AFTER}`, "iu");

/** True when words name a reminder as one. */
export const namesReminder = (text: string): boolean => NAMES.test(text);

/** "Skip it tonight", after a repeated reminder was set. */
export function skipped(said: string, { clock, spoken, before }: LeaningMoment): Read | undefined {
  const found = leftOutIn(said, { clock, spoken });
  if (found === undefined || /\p{L}{3}/u.test(found.rest)) return undefined;
  const { text, when } = before(setReminder)?.asked.slots[0] ?? {};
  const date = when && dateOn(when, found.on, clock);
  if (text === undefined || date === undefined) return undefined;
  return { intent: "cancel-reminder", slots: { about: text, date }, words: text };
}

/** Returns the date on which a repeated reminder would come, or undefined when it does not come then. */
export function dateOn(when: When, on: LeftOut, clock: WallClock): LocalDate | undefined {
  if (when.on !== "days") return undefined;
  const comes = (date: LocalDate) =>
    (when.days?.includes(dayOfWeek(date)) ?? true) && `${date} ${when.time}` > `${clock.date} ${clock.time}`;
  if (on !== "next") return comes(on) ? on : undefined;
  return [0, 1, 2, 3, 4, 5, 6, 7].map((days) => addDays(clock.date, days)).find(comes);
}
