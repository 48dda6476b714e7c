/**
 * What the person had forgotten, and what was said in a conversation that they deleted, stays in the
 * diary (R11) and is read no more. The head of memory lists both; every reader of the diary takes the text of an entry from
 * here (docs/decisions/0020).
 */
import { type EpochMs, type MemoryHead, MOST_CONCERN_CHARS, MOST_TITLE_CHARS } from "@waldo/contracts";
import { isAbout, meaningfulWords } from "../claims/likeness.ts";
import type { EpisodeEntry } from "./episodes.ts";

export type Forgotten = NonNullable<MemoryHead["forgotten"]>;

const MOST_CHARS = 300;

/** Returns the words of a subject as the list keeps them. They are empty when no word says what the subject is. */
export function subjectOf(text: string): string {
  let words = "";
  for (const word of meaningfulWords(text)) {
    const more = words === "" ? word : `${words} ${word}`;
    if (more.length > MOST_CHARS) break;
    words = more;
  }
  return words;
}

/** Returns a claim as it may stand elsewhere: whole, as a concern has the beginning of a long one, and as a theme has it. */
export function formsOf(claim: string): readonly string[] {
  const cut = (chars: number) => claim.slice(0, chars).toWellFormed();
  return [...new Set([claim, cut(MOST_CONCERN_CHARS), cut(MOST_TITLE_CHARS)])];
}

/** Returns what may still be told of an entry. Nothing of a run that began in a conversation before it was deleted. */
export function toldOf(
  { createdAt, episode }: EpisodeEntry,
  { deleted = [], forgotten }: Pick<MemoryHead, "deleted" | "forgotten">,
): string {
  const isGone = deleted.some(({ threadId, at }) => threadId === episode.threadId && createdAt <= at);
  return isGone ? "" : stillTold(episode.summary, createdAt, forgotten);
}

/** Returns whether a text is about anything that was forgotten after its run began. What was said later is told. */
export function isForgotten(text: string, createdAt: EpochMs, forgotten: Forgotten = []): boolean {
  return forgotten.some(({ words, at }) => at >= createdAt && isAbout(text, words));
}

const SENTENCE = /[^.!?\n]+[.!?\n]*/gu;

/**
 * Returns what may still be told of an entry: its text without the sentences about what was forgotten ({@link isForgotten}).
 */
export function stillTold(text: string, createdAt: EpochMs, forgotten: Forgotten = []): string {
  if (!isForgotten(text, createdAt, forgotten)) return text;
  const sentences = text.match(SENTENCE) ?? [];
  return sentences
    .filter((sentence) => !isForgotten(sentence, createdAt, forgotten))
    .join("")
    .trim();
}
