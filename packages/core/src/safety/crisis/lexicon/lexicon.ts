/**
 * What the words of a language mean for the danger check. A language lists its words by meaning, in the notation of
 * phrases.ts; rules.ts combines the meanings. So a language needs its words, not its sentences.
 */

/** What a part of a sentence says that is not about danger by itself. Only several together are. */
export const PARTS = [
  "hurting",
  "injury",
  "release",
  "secret",
  "sh",
  "habit",
  "cutting",
  "absence",
  "unmissed",
  "ending",
  "endless",
  "weary",
  "death",
  "amount",
  "medicine",
  "supply",
  "means",
  "height",
  "falling",
  "ponder",
  "ask",
  "lethal",
  "obtain",
  "faint",
  "dare",
  "starving",
  "thin",
  "ate",
  "purging",
  "farewell",
  "silent",
  "leaving",
  "decided",
  "selfless",
  "nosurvivor",
  "attempt",
  "failed",
  "retry",
  "crash",
  "dyingway",
  "quick",
  "tool",
  "limb",
  "wound",
  "body",
  "giving",
  "noneed",
  "amends",
  "goodbye",
  "without",
  "throughwith",
  "pushing",
  "fragile",
  "armed",
  "hour",
  "blade",
  "poison",
  "ingest",
  "whole",
  "mydeath",
  "accident",
  "gunsight",
  "onself",
  "pride",
  "courage",
  "relapse",
  "glorify",
  "topic",
  "breaking",
  "hell",
  "torment",
  "reunite",
  "scars",
  "intent",
  "vein",
] as const;

/** The parts of a sentence about danger. Those of the second group say enough alone. */
const MEANINGS = [
  /** The person wants, is ready, would rather. Where a language says who wants, only the first person stands here. */
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
  /** An idiom, or another thing that only sounds like danger. Its words count no more. */
  "harmless",
  /** The sentence speaks of a film, a book, a game, or of words to translate. */
  "fiction",
] as const;
export type Meaning = (typeof MEANINGS)[number] | (typeof PARTS)[number];

export type Lexicon = Readonly<Partial<Record<Meaning, readonly string[]>>>;

/**
 * A language whose words are not set apart by spaces, or change inside. It lists pieces of text, in the notation of
 * pieces.ts.
 */
export type PieceLexicon = Readonly<
  Record<"clear" | "possible" | "urgent" | "overdose" | "harmless", readonly string[]>
>;
