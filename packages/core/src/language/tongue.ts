/**
 * Tells whether a sentence is in a language that Waldo can check. A sentence is read as a language when at least half of
 * its words are known in that language: the words of the examples of the intents, and its small words.
 */
import { INTENT_LANGUAGES, type Intent, type IntentLanguage, type ThreadTurn } from "@waldo/contracts";
import type { CareLanguage } from "../safety/crisis/answers/words.ts";
import { languageOf, smallWordsIn } from "../safety/crisis/language.ts";
import { wordsOf } from "../safety/words.ts";
import known from "./known-words.json" with { type: "json" };
import { wordsOf as wordsOfExample } from "./match.ts";
import { oneOf, whole } from "./word-patterns.ts";
import lists from "./words.json" with { type: "json" };

const KNOWN = Object.fromEntries(
  Object.entries(known).map(([language, words]) => [language, new Set(words.split(" "))]),
) as unknown as Readonly<Record<IntentLanguage, ReadonlySet<string>>>;

/** The share of its words that must be known in a language. */
const READ = 0.5;
/** So many words may come in the language of what stands around them, when fewer are known. */
const FEW = 3;
/** The share that is enough in the language of the small words, or of what stands around a sentence. */
const READ_AROUND = 0.25;
/** How far below the best share the language of the small words may be. */
const NEAR = 0.25;

/** A language that is checked, or "other". */
type Tongue = IntentLanguage | "other";

type Shares = Readonly<Record<IntentLanguage, number>>;

function sharesOf(words: readonly string[]): Shares {
  const share = (language: IntentLanguage) =>
    words.filter((word) => KNOWN[language].has(word)).length / Math.max(1, words.length);
  return Object.fromEntries(INTENT_LANGUAGES.map((language) => [language, share(language)])) as Shares;
}

/** A term in quotation marks or brackets tells nothing of the language around it: “arigatō” (ありがとう). */
const TERM = /[“„"«(](?:[^“”„"«»()\s]{1,40}\s?){1,3}[”“"»)]/gu;

const wordsIn = (text: string) =>
  wordsOf(text.replaceAll(/['’]/g, " ")).flatMap(({ text: word }) => (/\p{L}{2}/u.test(word) ? [word] : []));

/** Returns the language that the small words of a text show. One "as" makes no sentence Portuguese. */
function smallTongue(text: string): string | undefined {
  const guess = languageOf(text);
  return guess !== undefined && (smallWordsIn(text).get(guess) ?? FEW) > 1 ? guess : undefined;
}

/** Returns the language of a text by itself, or undefined when it cannot be told. Code and no words are English. */
function byItself(text: string): Tongue | undefined {
  const words = wordsIn(text);
  if (words.length === 0 || /[{}<>]|::/.test(text)) return "en";
  const shares = sharesOf(words);
  const guess = languageOf(text);
  const best = INTENT_LANGUAGES.reduce((most, one) => (shares[one] > shares[most] ? one : most), "en");
  // The small words tell two languages apart that share many words.
  const isNear = shares[guess as IntentLanguage] >= Math.max(READ, shares[best] - NEAR);
  const language = isNear ? (guess as IntentLanguage) : best;
  const other = smallTongue(text);
  if (other !== undefined && !(other in shares)) {
    const small = smallWordsIn(text).get(other as CareLanguage) ?? words.length;
    if (small > shares.en * words.length && small >= shares[language] * words.length) return "other";
  }
  return shares[language] >= (language === guess ? READ_AROUND : READ) ? language : undefined;
}

/**
 * Returns the language of a talk: that of the message or, where a few words tell none, of what the person wrote before.
 * A language that Waldo does not speak counts as English.
 */
export function talkedIn(message: string, thread: readonly ThreadTurn[] = []): IntentLanguage {
  const said = [message, ...thread.flatMap(({ from, text }) => (from === "owner" ? [text] : [])).reverse()];
  for (const text of said) {
    const found = writtenIn(text);
    if (found !== undefined) return found === "other" ? "en" : found;
  }
  return "en";
}

/** Returns the language that a person wrote. Words that stand in several languages as often tell none. */
function writtenIn(text: string): Tongue | undefined {
  const words = wordsIn(text);
  const shares = sharesOf(words);
  const [best, second] = INTENT_LANGUAGES.map((language) => shares[language]).sort((a, b) => b - a);
  const small = languageOf(text);
  if (best === 0 && small === undefined) return undefined;
  if (small !== undefined && small in shares && shares[small as IntentLanguage] === best)
    return small as IntentLanguage;
  if (best === second) return smallTongue(text) === undefined ? undefined : (small as IntentLanguage);
  return INTENT_LANGUAGES.find((language) => shares[language] === best);
}

const { tongues } = lists;
const ASKS = whole(oneOf(tongues.asks));
const NAMES = INTENT_LANGUAGES.map((language) => [language, whole(oneOf(tongues[language]))] as const);

/** Returns the first language that a message names for Waldo's words, unless it only asks about one. */
export function namedTongue(message: string): IntentLanguage | undefined {
  if (ASKS.test(message)) return undefined;
  const places = NAMES.map(([language, words]) => [language, message.search(words)] as const);
  return places.filter(([, at]) => at >= 0).sort(([, a], [, b]) => a - b)[0]?.[0];
}

/**
 * Returns the language of a sentence. What stands around it decides between languages that share words, and about words
 * that are not known: the whole text, and what the person wrote. Names and a recipe's list stay English in an English
 * text.
 */
export function tongueOf(said: string, text: string, asked: string): Tongue {
  const around = said.replaceAll(TERM, " ");
  const sentence = /\p{L}{2}/u.test(around) ? around : said;
  const words = wordsIn(sentence);
  const shares = sharesOf(words);
  const own = byItself(sentence);
  const theirs = byItself(asked);
  const small = smallTongue(sentence);
  if (theirs === "other" && small !== undefined && !(small in shares)) return "other";
  if (own === "en" || own === "other") return own;
  if (own !== undefined && theirs !== undefined && theirs !== "en") {
    if (theirs === "other") return small === own ? own : "other";
    return shares[theirs] >= shares[own] ? theirs : own;
  }
  if (own !== undefined) return own;
  // Names are words of no language.
  const isFew = (sentence.match(/(?<![\p{L}\p{N}])\p{Ll}{2,}/gu) ?? []).length <= FEW;
  for (const language of text === said ? [theirs] : [byItself(text), theirs]) {
    if (language === "other") return "other";
    const isEnglish = language === "en" && (isFew || shares.en > 0 || text !== said);
    if (isEnglish || (language && (isFew || shares[language] >= Math.max(READ_AROUND, shares.en)))) return language;
  }
  return small === undefined && (isFew || shares.en > 0) ? "en" : "other";
}

/** The languages in whose examples a word occurs. */
export type SpokenIn = ReadonlyMap<string, readonly IntentLanguage[]>;

/** Returns the languages of each word in the examples. */
export function spokenIn(intents: readonly Intent[]): SpokenIn {
  const found = new Map<string, IntentLanguage[]>();
  for (const { examples } of intents)
    for (const { text, language } of examples)
      for (const word of wordsOfExample(text)) {
        const held = found.get(word);
        if (held === undefined) found.set(word, [language]);
        else if (!held.includes(language)) held.push(language);
      }
  return found;
}

/** Returns the language in which most words of a message occur in the examples; `usual` when no language leads. */
export function languagesOf(words: SpokenIn): (message: string, usual?: IntentLanguage) => IntentLanguage {
  return (message, usual = "en") => {
    const scores = new Map<IntentLanguage, number>();
    for (const word of wordsOfExample(message)) {
      const held = words.get(word) ?? [];
      for (const language of held) scores.set(language, (scores.get(language) ?? 0) + 1 / held.length);
    }
    return INTENT_LANGUAGES.reduce<IntentLanguage>(
      (best, code) => ((scores.get(code) ?? 0) > (scores.get(best) ?? 0) + 1e-9 ? code : best),
      usual,
    );
  };
}
