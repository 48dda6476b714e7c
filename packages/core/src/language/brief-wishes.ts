/**
 * Reads on which weekdays a person wants to hear from Waldo, how long a Brief shall be, and whether it shows Form as a
 * number. As in setting-words.ts, each word of the message must be known, so a message that says more changes nothing.
 *
 * bounded: setting-words.ts gives it at most 160 characters.
 */
import { BRIEF_SENTENCES, type ScheduledBrief } from "@waldo/contracts";
import lists from "./words.json" with { type: "json" };

type Days = {
  readonly change: "only" | "without" | "also";
  readonly weekdays: number[];
  /** Absent: the wish is about everything that Waldo says unasked. */
  readonly briefs?: ScheduledBrief[];
};
/** What shall change, in the arguments of the tool `update_profile`. */
export type BriefWish = { readonly days?: Days; readonly briefSentences?: number; readonly showsForm?: boolean };

/** What setting-words.ts knows of a text: its Briefs, its words of refusal, and which of its words are known there. */
type Spoken = {
  readonly named: readonly ScheduledBrief[];
  readonly refuses: (words: readonly string[]) => boolean;
  readonly isKnown: (word: string) => boolean;
};

const WEEKDAY_GROUP = [1, 2, 3, 4, 5];
const WEEKEND = [6, 7];
const ALL = [...WEEKDAY_GROUP, ...WEEKEND];

const words = (name: keyof typeof lists.days) => lists.days[name].flatMap((line) => line.split(" "));
/** Returns an alternation of the spellings of a list. A `_` stands for a space. */
const oneOf = (spellings: readonly string[]) =>
  [...spellings]
    .sort((a, b) => b.length - a.length)
    .map((one) => one.replaceAll("_", "[ -]?"))
    .join("|");
const named = (name: keyof typeof lists.days) => new RegExp(`(?<!\\p{L})(?:${oneOf(words(name))})(?!\\p{L})`, "u");

const NAMES = (["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const).map(words);
const ANY_DAY = oneOf(NAMES.flat());
const SPAN = new RegExp(
  `(?<!\\p{L})(?:(?:${oneOf(words("from"))}) )?(${ANY_DAY})(?: (?:${oneOf(words("to"))}) | ?[-–] ?)(${ANY_DAY})(?!\\p{L})`,
  "gu",
);
/** A day of every week: "Sundays", "every Sunday". "On Sunday" may mean the next one. */
const EACH = new RegExp(`(?<!\\p{L})(?:${oneOf(words("each"))}) (${ANY_DAY})(?!\\p{L})`, "gu");
const PLURAL = new RegExp(`(?<!\\p{L})(${oneOf(words("plural"))})(?!\\p{L})`, "gu");
const GROUPS = [
  [named("week"), ALL],
  [named("weekdays"), WEEKDAY_GROUP],
  [named("weekends"), WEEKEND],
] as const;
const ONCE = named("once");
/** Stands in a text for weekdays that were read. */
const READ = "§";
const ONLY_WORDS = oneOf(words("only"));
const ONLY_DAYS = new RegExp(
  `(?<!\\p{L})(?:${ONLY_WORDS}) (?:\\p{L}{1,3} ){0,2}${READ}|${READ} (?:${ONLY_WORDS})(?!\\p{L})`,
  "u",
);
/** "Only write on Sundays": the word of limitation stands before a verb. */
const ONLY_THEN = new RegExp(`(?<!\\p{L})(?:${ONLY_WORDS}) (?:${oneOf(words("verbs"))})(?!\\p{L})`, "u");
const ONLY = named("only");
const ALSO = named("also");
const LEAVE = named("leave");
const ANY_MESSAGE = new RegExp(`(?<!\\p{L})(?:${oneOf(words("unasked"))})`, "u");
const BRIEF = /brief|resumen|résumé|bilan/u;
const BRIEFS: readonly ScheduledBrief[] = ["morning", "midday", "evening"];

/** Returns the number of a weekday by any of its names. */
const numberOf = (name = "") =>
  NAMES.findIndex((names) => names.some((one) => new RegExp(`^${one}$`, "u").test(name))) + 1;

/** Returns the weekdays of a text, and the text with a sign in their place. */
function weekdaysIn(text: string): { readonly days: readonly number[]; readonly rest: string } {
  const found = new Set<number>();
  const take = (days: readonly number[]) => {
    for (const day of days) found.add(day);
    return READ;
  };
  let rest = text.replaceAll(SPAN, (_, from: string, to: string) => {
    const [first, last] = [numberOf(from), numberOf(to)];
    return take(ALL.filter((day) => (first <= last ? day >= first && day <= last : day >= first || day <= last)));
  });
  for (const [pattern, days] of GROUPS) rest = rest.replaceAll(new RegExp(pattern, "gu"), () => take(days));
  rest = rest.replaceAll(EACH, (_, name: string) => take([numberOf(name)]));
  rest = rest.replaceAll(PLURAL, (name) => take([numberOf(name)]));
  return { days: ALL.filter((day) => found.has(day)), rest };
}

/** Returns the words of a text. */
const wordsOf = (text: string) => text.match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? [];

/** Returns which weekdays a text wants, or undefined when it is not wholly understood. */
function daysWish(text: string, { named: briefs, refuses: refusing, isKnown }: Spoken): Days | undefined {
  const { days, rest } = weekdaysIn(text);
  const known = wordsOf(rest);
  if (days.length === 0 || /\d/.test(rest) || ONCE.test(text) || !known.every(isKnown)) return undefined;
  const refuses = refusing(known) || LEAVE.test(rest);
  const isOnly = ONLY.test(rest);
  // "Only mornings on weekends" may mean two things.
  const isOfDays = ONLY_DAYS.test(rest) || (briefs.length === 0 && ONLY_THEN.test(rest));
  if (isOnly && !isOfDays) return undefined;
  const also = ALSO.test(rest);
  const isDaily = days.length === ALL.length;
  // "You need not write every day" is no wish about days.
  if (isDaily ? refuses : [isOnly, refuses, also].filter(Boolean).length !== 1) return undefined;
  const change = isOnly ? "only" : refuses ? "without" : "also";
  const isBroad = briefs.length === 0 && !BRIEF.test(rest) && ANY_MESSAGE.test(rest);
  return { change, weekdays: [...days], ...(isBroad ? {} : { briefs: [...(briefs.length > 0 ? briefs : BRIEFS)] }) };
}

const length = (name: keyof typeof lists.length) => lists.length[name].flatMap((line) => line.split(" "));
const saysOf = (name: keyof typeof lists.length) => new RegExp(`(?<!\\p{L})(?:${oneOf(length(name))})(?!\\p{L})`, "u");
const [ONE, TWO, THREE, SHORTER, LONGER, TOO_SHORT, TOO_LONG] = (
  ["one", "two", "three", "shorter", "longer", "too-short", "too-long"] as const
).map(saysOf) as [RegExp, RegExp, RegExp, RegExp, RegExp, RegExp, RegExp];
const ALL_OF_LENGTH = [TOO_SHORT, TOO_LONG, ONE, TWO, THREE, SHORTER, LONGER] as const;
const LENGTH_WORDS: ReadonlySet<string> = new Set(length("words"));

/** Returns how many sentences a text wants, or undefined when it is not wholly understood. */
function lengthWish(text: string, { named: briefs, refuses, isKnown }: Spoken): number | undefined {
  const meant = ALL_OF_LENGTH.find((one) => one.test(text));
  if (meant === undefined || briefs.length > 0 || ONCE.test(text)) return undefined;
  const rest = wordsOf(text.replace(meant, " "));
  if (refuses(rest) || /\d/.test(text.replace(meant, " "))) return undefined;
  // "Shorter" alone may speak of the last answer.
  if (rest.length === 0 && wordsOf(text).length === 1) return undefined;
  if (!rest.every((word) => isKnown(word) || LENGTH_WORDS.has(word))) return undefined;
  if (meant === ONE) return 1;
  return meant === TWO || meant === SHORTER || meant === TOO_LONG ? BRIEF_SENTENCES - 1 : BRIEF_SENTENCES;
}

const NUMBER = saysOf("number");
const SHOW = saysOf("show");
const HIDE = saysOf("hide");
const LASTING = saysOf("lasting");

/** Returns whether a text wants Form as a number, or undefined when it is not wholly understood. */
function numberWish(text: string, { named: briefs, refuses, isKnown }: Spoken): boolean | undefined {
  if (!NUMBER.test(text) || briefs.length > 0 || ONCE.test(text) || /\d/.test(text)) return undefined;
  const rest = wordsOf([NUMBER, SHOW, HIDE].reduce((left, one) => left.replace(one, " "), text));
  if (!rest.every((word) => isKnown(word) || LENGTH_WORDS.has(word))) return undefined;
  if (HIDE.test(text)) return refuses(rest) ? undefined : false;
  if (refuses(rest)) return false;
  // "Show me the score" asks for the score of today.
  return SHOW.test(text) && LASTING.test(text) ? true : undefined;
}

/** Returns the one wish of a text about its Briefs, or undefined. The text is in lower case. */
export function briefWishIn(text: string, spoken: Spoken): BriefWish | undefined {
  const days = daysWish(text, spoken);
  if (days) return { days };
  const briefSentences = lengthWish(text, spoken);
  if (briefSentences !== undefined) return { briefSentences };
  const showsForm = numberWish(text, spoken);
  return showsForm === undefined ? undefined : { showsForm };
}
