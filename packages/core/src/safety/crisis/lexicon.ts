/**
 * The words of each language for the danger check. A language lists its words by meaning, in the notation of
 * phrases.ts, and rules.ts combines the meanings. So a language needs only words and no sentences. The words are in
 * data/words/crisis; `npm run words` turns them into words.json.
 */
import { filled } from "../phrases.ts";
import lists from "./words.json" with { type: "json" };

/** Meanings of parts of a sentence. Alone they are not about danger, but several together are. */
export const PARTS = [
  ...(["hurting", "injury", "release", "secret", "sh", "habit", "cutting", "absence", "unmissed", "ending"] as const),
  ...(["endless", "weary", "death", "amount", "medicine", "supply", "means", "height", "falling", "ponder"] as const),
  ...(["ask", "lethal", "obtain", "faint", "dare", "starving", "thin", "ate", "purging", "farewell"] as const),
  ...(["silent", "leaving", "decided", "selfless", "nosurvivor", "attempt", "failed", "retry", "crash"] as const),
  ...(["dyingway", "quick", "tool", "limb", "wound", "body", "giving", "noneed", "amends", "goodbye"] as const),
  ...(["without", "throughwith", "pushing", "fragile", "armed", "hour", "blade", "poison", "ingest"] as const),
  ...(["whole", "mydeath", "accident", "gunsight", "onself", "pride", "courage", "relapse", "glorify"] as const),
  ...(["topic", "breaking", "hell", "torment", "reunite", "scars", "intent", "vein"] as const),
] as const;

/** Parts of a sentence about danger. Those of the second group are enough alone. */
export const MEANINGS = [
  /**
   * The person wants something, is ready for it, or would prefer it. In languages whose verbs show the person, only the
   * first person is listed.
   */
  "wish",
  "think",
  "plan",
  "not",
  "die",
  "live",
  "suicide",
  "me",
  "how",
  "took",
  "all",
  "pills",
  "chest",
  "arm",
  "breath",

  "clear",
  "hurt",
  "despair",
  "urgent",
  "violent",
  "overdose",
  /** An idiom, or other words that only sound like danger. They are removed. */
  "harmless",
  /** The sentence is about a film, a book, a game, or words to translate. */
  "fiction",
] as const;
export type Meaning = (typeof MEANINGS)[number] | (typeof PARTS)[number];

type Lexicon = Readonly<Partial<Record<Meaning, readonly string[]>>>;

/**
 * A language without spaces between words, or whose words change inside. It lists pieces of text, in the notation of
 * ruled.ts.
 */
type PieceLexicon = Readonly<Record<"clear" | "possible" | "urgent" | "overdose" | "harmless", readonly string[]>>;

/**
 * The languages by ISO 639-1. `-Latn`: languages of other scripts, typed in Latin letters. `east` is Chinese, Japanese
 * and Korean.
 */
export const LANGUAGES: Readonly<Record<string, Lexicon>> = {
  ...{
    en: filled(lists.en, lists.parts),
    es: lists.es,
    fr: lists.fr,
    pt: lists.pt,
    it: lists.it,
    de: lists.de,
    nl: lists.nl,
  },
  ...{ ru: lists.ru, pl: lists.pl, tr: lists.tr, "ru-Latn": lists["ru-Latn"], "hi-Latn": lists["hi-Latn"] },
  ...{ "ar-Latn": lists["ar-Latn"], "east-Latn": lists["east-Latn"] },
};
/** Hindi, Arabic, Chinese, Japanese and Korean in their own scripts. */
export const SCRIPTS: readonly PieceLexicon[] = [lists.hi, lists.ar, lists.zh, lists.ja, lists.ko];

/** English phrases that are enough alone. They come from clinical lists of warning signs and from plain language. */
type Phrases = Readonly<Record<string, readonly string[]>>;
/** A wish or a plan to die, in a text of any length. */
export const CERTAIN: Phrases = filled(lists["en-certain"], lists.parts);
/** Harm to oneself, goodbyes, and words about another person in crisis. */
export const POSSIBLE: Phrases = filled(lists["en-possible"], lists.parts);
/** Words that name the subject in a short message. In a long text they count only as one cue. */
export const TOPICS: Phrases = filled(lists["en-topics"], lists.parts);
