/** Tells how much of a message is understood, before something is done or said for it. */
import type { Intent, IntentLanguage, WallClock, Wish } from "@waldo/contracts";
import { NO_INTENT, wordsOf } from "./match.ts";
import { whenIn } from "./times.ts";

/** A word in the examples of so many intents tells nothing about a wish. */
const EVERYDAY = 5;
/** Shorter words are small words in all four languages. */
const CONTENT_LETTERS = 4;

/** Words that begin a question about what is. */
const ASKING: ReadonlySet<string> = new Set(
  (
    "is are am was were did do does has have what which who how why when where " +
    "ist sind war hat habe was wer wie warum wann wo es que cual quien como cuando donde est quel quelle qui comment ou"
  ).split(" "),
);

/** How much of a message an intent accounts for. */
type Explained = {
  /** 0–1: the share of the content words that belong to a text, a time, everyday speech or the intent's examples. */
  readonly share: number;
  /** True when the message begins like a question, and no example of the intent does. */
  readonly isQuestion: boolean;
};

/** The words around the slots in the examples. */
export type Frames = {
  /** The stems of an intent's own words, and the first words of its examples. */
  readonly own: ReadonlyMap<string, ReadonlySet<string>>;
  readonly begins: ReadonlyMap<string, ReadonlySet<string | undefined>>;
  /** The number of intents that have a word. */
  readonly spread: ReadonlyMap<string, number>;
};

/** Returns the words around the slots in the examples of the intents. */
export function framesOf(intents: readonly Intent[]): Frames {
  const own = new Map<string, ReadonlySet<string>>();
  const begins = new Map<string, ReadonlySet<string | undefined>>();
  const spread = new Map<string, number>();
  for (const { name, examples } of intents) {
    const frame = examples.flatMap(({ parts }) =>
      parts.filter(({ slot }) => slot !== "text" && slot !== "about").flatMap(({ text }) => wordsOf(text)),
    );
    own.set(name, new Set(frame.map(stemOf)));
    begins.set(name, new Set(examples.map(({ text }) => wordsOf(text)[0])));
    if (name !== NO_INTENT) for (const word of new Set(frame)) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  return { own, begins, spread };
}

/**
 * Returns the check of what explains the words of a message: a text or a time, everyday words, and words of the intent's
 * own examples outside their texts.
 */
export function explainerOf({ own, begins, spread }: Frames) {
  return (
    { intent, slots, message }: Wish,
    { clock, spoken }: { readonly clock: WallClock; readonly spoken: IntentLanguage },
  ): Explained => {
    const takesTime = intent.slots.includes("when") || intent.slots.includes("date");
    const rest = takesTime ? whenIn(message, clock, spoken).rest : message;
    const free = new Set(wordsOf(slots.map(({ text = "", about = "" }) => `${text} ${about}`).join(" ")));
    const words = wordsOf(rest).filter((word) => word.length >= CONTENT_LETTERS);
    const known = words.filter(
      (word) =>
        free.has(word) || own.get(intent.name)?.has(stemOf(word)) === true || (spread.get(word) ?? 0) >= EVERYDAY,
    );
    const first = wordsOf(message)[0] ?? "";
    return {
      share: words.length === 0 ? 1 : known.length / words.length,
      isQuestion: ASKING.has(first) && begins.get(intent.name)?.has(first) !== true,
    };
  };
}

/** Endings and most typing mistakes stand behind these letters. */
function stemOf(word: string): string {
  return word.slice(0, 5);
}
