/**
 * Reads how a goal that was just spoken of changes: "7000", "twice a week first", "for 4 weeks".
 *
 * bounded: what changes a goal comes from goal-words.ts or leaning.ts, which read at most 200 characters.
 */
import type { IntentLanguage, WallClock } from "@waldo/contracts";
import { spokenDate } from "../time.ts";
import { goalWords, NUMBER, PERIOD, TIMES } from "./goal-words.ts";
import { whenIn } from "./times.ts";
import { BEFORE, whole } from "./word-patterns.ts";

const FIRST_NUMBER = new RegExp(`${BEFORE}(?:${NUMBER})(?: (?:and a half|einhalb|y media|et demie?))?`, "iu");
const NUMBER_ALONE = new RegExp(
  `^(?:(?:at|only|just|max|to|um|auf|nur|a las|a|à|sólo|solo) )?((?:${NUMBER})(?: (?:and a half|einhalb|y media|et demie?))?)$`,
  "iu",
);
/** "15 minutes": a number and what it counts. */
const COUNTED = new RegExp(`^(${NUMBER}) ([\\p{L}-]{2,30})$`, "iu");

/** "Three times a week", "twice a day", "2x". */
const OFTEN = new RegExp(`${BEFORE}(${TIMES})(?: ?${PERIOD})?`, "iu");
const OFTEN_ALONE = new RegExp(`^(?:only |just |nur |solo |sólo |seulement )?(${TIMES}(?: ?${PERIOD})?)$`, "iu");
const AROUND_AMOUNT = new RegExp(`^(?:${goalWords("first")}[\\s,]+)+|(?:[\\s,]+${goalWords("first")})+$`, "giu");
const END = new RegExp(`^${goalWords("end")} `, "iu");
const AROUND_END = whole(`${goalWords("end")}|the|das|dem|den|las|les|dans|dentro de`, "giu");
const OLD_END = new RegExp(`,? ${goalWords("end")} [^,]*$`, "iu");
/** More words than these are the whole goal, fewer only change it. In words. */
const MOST_ADDED = 3;

/** Returns a goal with another number or time, or with other words: "walk 8000 steps a day" and "7000". */
export function goalChanged(line: string, to: string): string {
  const wanted = to.trim().replace(/[.!]+$/u, "");
  const number = NUMBER_ALONE.exec(wanted)?.[1];
  const all = [...line.matchAll(new RegExp(FIRST_NUMBER.source, "giu"))];
  // "4" is no time of "by 10.30 at least 5 nights".
  const isTime = (text: string) => /\d[.:]\d\d/u.test(text);
  const old = number === undefined ? undefined : (all.find(([one]) => isTime(one) === isTime(number)) ?? all[0]);
  if (number !== undefined && old) return line.replace(old[0], alike(number, old[0]));
  const [, count, unit] = COUNTED.exec(wanted) ?? [];
  const counted = unit && new RegExp(`${BEFORE}(?:${NUMBER}) ${unit.slice(0, 4)}[\\p{L}-]*`, "iu").exec(line)?.[0];
  if (count !== undefined && counted) return line.replace(counted, wanted);
  if (END.test(wanted)) return `${line.replace(OLD_END, "")}, ${wanted}`;
  const often = OFTEN_ALONE.exec(wanted)?.[1];
  const [whole, times] = OFTEN.exec(line) ?? [];
  // "Twice" alone keeps the week of "three times a week".
  if (often && whole && times) return line.replace(often === OFTEN.exec(often)?.[1] ? times : whole, often);
  return wanted.split(" ").length > MOST_ADDED ? wanted : `${line}, ${wanted}`;
}

/** "7" for a goal of 8000 means 7000. */
const alike = (number: string, old: string): string =>
  /^\d{1,2}$/u.test(number) && /^\d{1,2}[.,]?000$/u.test(old) ? `${number}000` : number;

/** Returns the words that can change a goal: a number, a time, one with what it counts, or how often. */
export function goalAmount(said: string): string | undefined {
  const words = said.replaceAll(AROUND_AMOUNT, "");
  return NUMBER_ALONE.test(words) || COUNTED.test(words) || OFTEN_ALONE.test(words) ? words : undefined;
}

const SPAN = new RegExp(
  `^(?:only |nur |solo )?(?:for |für |durante |por |pendant )?(?:the next |die nächsten |los próximos |las próximas |les )?((?:${NUMBER}) ${goalWords("span")})(?: lang| long)?$`,
  "iu",
);

/** True for words that only change a goal that was spoken of: "twice a week first", "for 4 weeks". */
export const amendsGoal = (said: string): boolean =>
  goalAmount(said) !== undefined || SPAN.test(said) || END.test(said);

/** Returns when a goal shall end: "for 4 weeks" is a day, "until Christmas" stays in the person's own words. */
export function goalEnd(
  said: string,
  { clock, spoken }: { readonly clock: WallClock; readonly spoken: IntentLanguage },
) {
  const dated = (text: string) => {
    const { when, dated, rest } = whenIn(text, clock, spoken);
    // Words beside the day say something else.
    const isDay = dated && !/\p{L}{3}/u.test(rest.replace(END, "").replaceAll(AROUND_END, ""));
    return isDay && when?.on === "once" ? when.date : undefined;
  };
  const span = SPAN.exec(said)?.[1];
  if (span === undefined) return END.test(said) && dated(said) !== undefined ? said : undefined;
  for (const ahead of ["in", "dentro de", "dans"]) {
    const date = dated(`${ahead} ${span}`);
    if (date !== undefined) return `until ${spokenDate(date)}`;
  }
  return undefined;
}
