/** Checks that a message is understood as a whole, before something is done for it. */
import type { Intent, IntentLanguage, WallClock, Wish } from "@waldo/contracts";
import { NO_INTENT, wordsOf } from "./match.ts";
import { whenIn } from "./times.ts";

/** A word in the examples of so many intents tells nothing about a wish. */
const EVERYDAY = 5;
/** Shorter words are small words in all four languages. */
const CONTENT_LETTERS = 4;

/**
 * Returns the check that each content word of a message is explained: the words of a text or a time, everyday words, and
 * words of the intent's own examples outside their texts. An act whose message holds other words is not done.
 */
export function explainerOf(intents: readonly Intent[]) {
  const own = new Map<string, ReadonlySet<string>>();
  const spread = new Map<string, number>();
  for (const { name, examples } of intents) {
    const frame = examples.flatMap(({ parts }) =>
      parts.filter(({ slot }) => slot !== "text" && slot !== "about").flatMap(({ text }) => wordsOf(text)),
    );
    own.set(name, new Set(frame.map(stemOf)));
    if (name !== NO_INTENT) for (const word of new Set(frame)) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  return (
    { intent, slots, message }: Wish,
    { clock, spoken }: { readonly clock: WallClock; readonly spoken: IntentLanguage },
  ): boolean => {
    const takesTime = intent.slots.includes("when") || intent.slots.includes("date");
    const rest = takesTime ? whenIn(message, clock, spoken).rest : message;
    const free = new Set(wordsOf(slots.map(({ text = "", about = "" }) => `${text} ${about}`).join(" ")));
    return wordsOf(rest).every(
      (word) =>
        word.length < CONTENT_LETTERS ||
        free.has(word) ||
        own.get(intent.name)?.has(stemOf(word)) === true ||
        (spread.get(word) ?? 0) >= EVERYDAY,
    );
  };
}

/** Endings and most typing mistakes stand behind these letters. */
function stemOf(word: string): string {
  return word.slice(0, 5);
}
