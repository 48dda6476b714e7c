/**
 * Forgotten subjects and deleted conversations stay in the diary (R11), but are no longer read. The head of memory
 * lists both. All code that reads the diary gets the text of an entry from here (docs/decisions/0020).
 */
import { type EpochMs, type MemoryHead, MOST_CONCERN_CHARS, MOST_TITLE_CHARS } from "@waldo/contracts";
import { isAbout, meaningfulWords } from "../claims/likeness.ts";
import type { EpisodeEntry } from "./episodes.ts";

export type Forgotten = NonNullable<MemoryHead["forgotten"]>;

const MOST_CHARS = 300;

/** Returns the words of a subject in the form of the list. The result is empty when no word tells the subject. */
export function subjectOf(text: string): string {
  let words = "";
  for (const word of meaningfulWords(text)) {
    const more = words === "" ? word : `${words} ${word}`;
    if (more.length > MOST_CHARS) break;
    words = more;
  }
  return words;
}

/** Returns the forms in which a claim may occur elsewhere: complete, shortened as in a concern, and as in a theme. */
export function formsOf(claim: string): readonly string[] {
  const cut = (chars: number) => claim.slice(0, chars).toWellFormed();
  return [...new Set([claim, cut(MOST_CONCERN_CHARS), cut(MOST_TITLE_CHARS)])];
}

/**
 * Returns the part of an entry that may still be used. A run that began in a conversation before its deletion gives
 * nothing.
 */
export function toldOf(
  { createdAt, episode }: EpisodeEntry,
  { deleted = [], forgotten }: Pick<MemoryHead, "deleted" | "forgotten">,
): string {
  const isGone = deleted.some(({ threadId, at }) => threadId === episode.threadId && createdAt <= at);
  return isGone ? "" : stillTold(episode.summary, createdAt, forgotten);
}

/** True when a text is about something that was forgotten after its run began. Later mentions stay. */
export function isForgotten(text: string, createdAt: EpochMs, forgotten: Forgotten = []): boolean {
  return forgotten.some(({ words, at }) => at >= createdAt && isAbout(text, words));
}

const SENTENCE = /[^.!?\n]+[.!?\n]*/gu;

/**
 * Returns the part of an entry's text that may still be used: without the sentences about forgotten subjects ({@link
 * isForgotten}).
 */
export function stillTold(text: string, createdAt: EpochMs, forgotten: Forgotten = []): string {
  if (!isForgotten(text, createdAt, forgotten)) return text;
  const sentences = text.match(SENTENCE) ?? [];
  return sentences
    .filter((sentence) => !isForgotten(sentence, createdAt, forgotten))
    .join("")
    .trim();
}
