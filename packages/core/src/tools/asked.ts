/**
 * Checks whether the person asked for an effect in their own words. After a run has read text from outside, an effect
 * needs this or a tap. It is not enough that the person mentions a thing, because the author of the outside text may
 * have chosen the action.
 *
 * A request is a clause of the person that begins with a phrase of the tool ("cancel …", "could you add …"). The same
 * sentence must then contain every argument, word for word, and the name of the row that the effect deletes or changes.
 * A sentence with a negation before the phrase is not a request. A sentence with a possible exception ("all but …", "if
 * …", "keep …") never deletes anything. The phrases are English; in another language a tap is needed.
 */
import type { EpochMs } from "@waldo/contracts";
import { en } from "chrono-node";
import { folded } from "../folding.ts";
import type { Json } from "../ports.ts";
import { foldLetters } from "../safety/words.ts";
import { localDate, localTime, offsetMinutes } from "../time.ts";
import { leavesOf, says } from "./provenance.ts";
import type { Target } from "./tool.ts";

type Moment = { readonly now: EpochMs; readonly timeZone: string };

/** True when one of the person's texts asks for exactly this. */
export function isAskedFor(
  request: {
    readonly args: Json;
    readonly phrases: readonly string[];
    readonly implied?: readonly string[] | undefined;
  },
  target: Pick<Target<unknown>, "words" | "rivals"> | undefined,
  owner: readonly string[],
  moment: Moment,
): boolean {
  const { implied = [], args } = request;
  const named = args === null || typeof args !== "object" || Array.isArray(args) ? { args } : args;
  const wanted = Object.entries(named).filter(([name]) => !implied.includes(name));
  return requestsIn(owner, request.phrases, target !== undefined).some(
    (rest) =>
      wanted.every(([name, value]) => saysValue(rest, name, value, moment)) &&
      (target === undefined || names(rest, request.phrases, target)),
  );
}

/** Words that may stand before a request, and words that begin a new clause. */
const COURTESIES = [
  ..."please,kindly,hey,ok,okay,waldo,just,now,can you,could you,would you,will you,go ahead,let's".split(","),
  ..."i want you to,i want to,i'd like you to,i'd like to,i would like you to,i would like to".split(","),
];
const JOINS = ["and", "then", "also", "but", "so"];
const NEGATIONS = /^(?:not|no|never|without|nor|neither|cannot|\p{L}+n't|dont)$/u;

/** Words that may introduce an exception. A sentence with one of them is not enough to delete something. */
const EXCEPTIONS = new Set("except but besides other keep leave unless if still everything all".split(" "));

/**
 * Returns the text of each request, from its phrase to the end of the sentence. `takesAway` is true when the call
 * deletes or changes a row.
 */
function requestsIn(owner: readonly string[], phrases: readonly string[], takesAway: boolean): string[] {
  const found: string[] = [];
  for (const sentence of owner.flatMap(sentencesOf)) {
    const words = sentence.split(" ");
    if (takesAway && words.some((word) => NEGATIONS.test(bare(word)) || EXCEPTIONS.has(bare(word)))) continue;
    for (const phrase of phrases) {
      const length = phrase.split(" ").length;
      for (let i = 0; i + length <= words.length; i++)
        if (
          words
            .slice(i, i + length)
            .map(bare)
            .join(" ") === phrase &&
          beginsClause(words.slice(0, i))
        )
          found.push(words.slice(i).join(" "));
    }
  }
  return found;
}

/** Splits a text into sentences. Only a mark before a space ends a sentence, so "5.30" and an address are not split. */
function sentencesOf(text: string): string[] {
  return folded(text)
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/(?<=[.!?;])\s|\n/)
    .map((sentence) => sentence.split(/\s/).filter(Boolean).join(" "));
}

const bare = (word: string) => word.replaceAll(/[.,:;!?"“”()]/g, "");

function beginsClause(before: readonly string[]): boolean {
  if (before.some((word) => NEGATIONS.test(bare(word)))) return false;
  let left = before.length;
  for (let taken = true; taken && left > 0; ) {
    taken = false;
    for (const courtesy of COURTESIES) {
      const length = courtesy.split(" ").length;
      if (
        length <= left &&
        before
          .slice(left - length, left)
          .map(bare)
          .join(" ") === courtesy
      ) {
        left -= length;
        taken = true;
        break;
      }
    }
  }
  const last = before[left - 1] ?? "";
  return left === 0 || JOINS.includes(bare(last)) || /,$|^[-–—]$/.test(last);
}

function saysValue(rest: string, name: string, value: Json, moment: Moment): boolean {
  return leavesOf(value).every(({ text }) => {
    if (says(rest, text)) return true;
    if (name !== "time" && name !== "date" && name !== "due") return false;
    return saysWhen(rest, name, text, moment);
  });
}

const HALF_DAY = 12;

/**
 * True when the words name this time ("at 5" names 05:00 and 17:00) or this day. Without a named day, a reminder may be
 * for today or tomorrow. The due day of a task must be named.
 */
function saysWhen(rest: string, what: "time" | "date" | "due", wanted: string, { now, timeZone }: Moment): boolean {
  const reference = { instant: new Date(now), timezone: offsetMinutes(now, timeZone) };
  const parsed = en.casual.parse(rest, reference, { forwardDate: true });
  if (what !== "time") {
    const days = parsed.filter(({ start }) => start.isCertain("day") || start.isCertain("weekday"));
    if (days.length > 0) return days.some(({ start }) => isoDate(start) === wanted);
    return what === "date" && [now, now + 24 * 3_600_000].some((at) => localDate(at, timeZone) === wanted);
  }
  return parsed.some(({ start }) => {
    if (!start.isCertain("hour") && !/\bin\b/.test(rest)) return false;
    const said = start.isCertain("hour")
      ? `${pad(start.get("hour") ?? 0)}:${pad(start.get("minute") ?? 0)}`
      : localTime(start.date().getTime(), timeZone);
    const other = (Number(said.slice(0, 2)) + HALF_DAY) % (2 * HALF_DAY);
    return said === wanted || (!start.isCertain("meridiem") && `${pad(other)}${said.slice(2)}` === wanted);
  });
}

type Parsed = { get(part: "year" | "month" | "day"): number | null };
const pad = (n: number) => String(n).padStart(2, "0");
const isoDate = (day: Parsed) => `${day.get("year")}-${pad(day.get("month") ?? 0)}-${pad(day.get("day") ?? 0)}`;

/** Words that do not identify a row. */
const GENERIC = new Set(
  "a an the my your our this that these those it one to of on in at for from about with and or please reminder reminders task tasks item list thread message messages document note todo me now today tomorrow as is been".split(
    " ",
  ),
);

/** True when the words name this row, and name no other row as well or better. */
function names(rest: string, phrases: readonly string[], { words, rivals }: Pick<Target<unknown>, "words" | "rivals">) {
  const generic = new Set([...GENERIC, ...phrases.flatMap((phrase) => phrase.split(" "))]);
  const said = wordsOf(rest).filter((word) => !generic.has(word));
  const hits = (text: string) => {
    const held = new Set(wordsOf(text));
    return said.filter((word) => held.has(word)).length;
  };
  const own = hits(words);
  return own > 0 && rivals.every((rival) => hits(rival) < own);
}

function wordsOf(text: string): string[] {
  return [...new Set(foldLetters(text).match(/[\p{L}\p{N}]{2,40}/gu) ?? [])];
}
