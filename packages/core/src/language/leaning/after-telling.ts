/**
 * Reads what changes or adds to the words that were told before: "no, it was more like 30", "make that 3", "and a beer".
 *
 * bounded: leaning.ts gives these patterns at most MOST_CHARS characters.
 */
import { isAbout } from "../../memory/claims/likeness.ts";
import { GOAL_INTENTS } from "../goal-words.ts";
import { asksNothing } from "../reports.ts";
import { AFTER, BEFORE, numberOf, oneOf } from "../word-patterns.ts";
import lists from "../words.json" with { type: "json" };
import type { Clear, LeaningMoment, Read } from "./reader.ts";

const { reports: words } = lists;
/** The intents that keep what was told. */
const KEPT: ReadonlySet<string> = new Set(["report", "remember", "correct-memory"]);
/** Fewer words complete what was told before. They do not take its place. */
const SENTENCE = 3;

const OBJECTS = new RegExp(`^\\W*(?:${oneOf(words.corrects)}${AFTER}[\\s,.!:;–-]*)+`, "iu");
/** They correct only a number: "it was" also begins a new sentence. */
const OBJECTS_TO_NUMBER = new RegExp(
  `^\\W*(?:${oneOf(words.corrects, words.corrects_number)}${AFTER}[\\s,.!:;–-]*)+`,
  "iu",
);
const CLOSES = new RegExp(`[\\s,.!]*(?:${BEFORE}${oneOf(words.corrects, words.closes_told)}[\\s,.!]*)+$`, "iu");
/** "Ok 3 now": a new count of what was told. */
const COUNTS = new RegExp(`^\\W*(?:${oneOf(words.and)}\\s+)*(\\S+) ${oneOf(words.by_now)}\\W*$`, "iu");
const INSTEAD = new RegExp(`^(.+?)[\\s,;]+(?:and |und )?${oneOf(words.instead_of)}\\s+(.+)$`, "iu");
const ADDS = new RegExp(`^\\W*${oneOf(words.and)} (?=(?:${oneOf(words.one)}|\\d{1,3})\\s+\\p{L}{3})`, "iu");

/** Returns a message without the words by which it may object to what was told before. */
export const withoutObjection = (said: string): string => said.replace(OBJECTS_TO_NUMBER, "");

/** "Is that good?", after a value was told: no reading of Waldo's own says. */
export const isToldValue = ({ intent, ...asked }: Clear): boolean =>
  KEPT.has(intent.name) && /\d/u.test(wordsOf({ intent, ...asked }));

/** "No, it was more like 30", "make that 3", after something was told: what was told, with the change. */
export function corrected(said: string, { before }: LeaningMoment): Read | undefined {
  if (said.includes("?")) return undefined;
  const count = COUNTS.exec(said)?.[1];
  const closed = said.replace(CLOSES, "");
  const [, right, wrong] = INSTEAD.exec(closed.replace(OBJECTS, "")) ?? [];
  const isObjection = OBJECTS.test(said);
  const isOfNumber = count !== undefined || wrong !== undefined || OBJECTS_TO_NUMBER.test(said);
  if (!isObjection && !isOfNumber) return undefined;
  const last = before()?.asked;
  const isKept = ({ intent }: Clear) => KEPT.has(intent.name);
  // "Make it 6" after a reminder is about the reminder.
  if (last?.intent.acts && !isKept(last)) return undefined;
  const told = before(isKept)?.asked;
  const old = told && wordsOf(told);
  if (old === undefined) return undefined;
  const rest =
    count ?? right ?? closed.replace(isObjection ? OBJECTS : OBJECTS_TO_NUMBER, "").replace(OBJECTS_TO_NUMBER, "");
  const text = withNumber(old, rest, wrong) ?? (isObjection ? inPlaceOf(old, rest) : undefined);
  return text === undefined ? undefined : { intent: "correct-memory", slots: { text }, part: text };
}

const wordsOf = ({ slots: [{ text }], message }: Clear): string => text ?? message;

/** Returns the words for a sentence that takes the place of others, or that explains them. */
function inPlaceOf(old: string, rest: string): string | undefined {
  if (!/\p{L}{3}/u.test(rest) || !asksNothing(rest)) return undefined;
  const words = rest.trim().split(/\s+/u).length;
  // "Her name is Carla" stands alone, and memory finds what it corrects.
  return words < SENTENCE ? `${old} (${rest.replace(/[\s.!]+$/u, "")})` : isAbout(old, rest) ? rest : undefined;
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}./:,]*/gu;
const isNumber = (token: string) => /^\d/u.test(token) || numberOf(token) >= 0;

/** A number of a text, where it stands, and the word behind it. */
function numbersIn(text: string) {
  const tokens = [...text.matchAll(TOKEN)].map((found) => ({
    at: found.index,
    token: found[0].replace(/[.,:]+$/u, ""),
  }));
  return tokens.flatMap(({ at, token }, i) =>
    isNumber(token) ? [{ at, token, unit: unitOf(tokens[i + 1]?.token ?? "") }] : [],
  );
}

/** "Minutes" and "min" are one unit. */
const unitOf = (word: string) => word.toLowerCase().slice(0, 3);

/** Digits alone, a clock time and two numbers with a stroke are told apart. */
const shapeOf = (token: string) => token.replaceAll(/\d+/gu, "0");

/** Returns the old words with another number, when a text names one and it is clear which number it takes the place of. */
function withNumber(old: string, text: string, wrong: string | undefined): string | undefined {
  const [number, another] = numbersIn(text);
  if (number === undefined || another !== undefined) return undefined;
  const all = numbersIn(old);
  const named = wrong === undefined ? [] : numbersIn(wrong).map(({ token }) => token);
  const meant = all.filter(({ token }) => named.includes(token));
  const same = all.filter(({ token }) => shapeOf(token) === shapeOf(number.token) || numberOf(token) >= 0);
  const ofUnit = all.filter(({ unit }) => unit !== "" && unit === number.unit);
  const [place, other] =
    [meant, wrong === undefined ? ofUnit : [], wrong === undefined ? same : []].find(({ length }) => length === 1) ??
    [];
  if (place === undefined || other !== undefined) return undefined;
  return `${old.slice(0, place.at)}${number.token}${old.slice(place.at + place.token.length)}`;
}

/** "And a beer", after something was told: one more of the kind. */
export function added(said: string, { before }: LeaningMoment): Read | undefined {
  if (!ADDS.test(said) || !asksNothing(said) || before()?.asked.intent.name !== "report") return undefined;
  return { intent: "report", part: said.replace(ADDS, "") };
}

const UNKEEPS = new RegExp(`^\\W*(?:${oneOf(words.please)} )*${oneOf(words.unkeeps)}`, "iu");

/** "Don't put that in my memory", after something was told. */
export function unkept(said: string, { before }: LeaningMoment): Read | undefined {
  if (!UNKEEPS.test(said)) return undefined;
  return { intent: KEPT.has(before()?.asked.intent.name ?? "") ? "forget" : "news" };
}

const DID_ONE = new RegExp(`^\\W*(?:${oneOf(words.did_one)})${AFTER}.{0,20}$`, "iu");
const OF_GOALS: ReadonlySet<string> = new Set([GOAL_INTENTS.add, GOAL_INTENTS.change, GOAL_INTENTS.progress]);

/** "Did one today", after a goal was set or asked about. */
export function keptGoal(said: string, { before }: LeaningMoment): Read | undefined {
  if (!DID_ONE.test(said) || said.includes("?")) return undefined;
  const asked = before(({ intent }) => OF_GOALS.has(intent.name))?.asked;
  const goal = asked?.slots[0].text;
  return goal === undefined ? undefined : { intent: "report", part: `${said.replace(/[\s.!]+$/u, "")}: ${goal}` };
}
