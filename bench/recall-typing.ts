/** Measures how much recall loses when questions are typed carelessly. */

import type { Conversation, Question } from "./recall-conversations.ts";
import { ENGINES } from "./recall-engines.ts";
import { measure, type Quality } from "./recall-measure.ts";
import { fixed, printTable } from "./table.ts";

/** The same questions in the form in which people type them. */
const TYPED: Readonly<Record<string, (question: string) => string>> = {
  "no capitals, no punctuation": hasty,
  "one slip": (question) => slipped(question),
  "hasty, one slip": (question) => slipped(hasty(question)),
};

type TypingRow = { readonly typed: string; readonly engine: string; readonly overall: Quality };

/** Measures every engine on carelessly typed questions. */
export function typingRows(conversations: readonly Conversation[]): TypingRow[] {
  return Object.entries(TYPED).flatMap(([typed, retype]) => {
    const retyped = conversations.map((conversation) => ({
      ...conversation,
      questions: conversation.questions.map((one): Question => ({ ...one, text: retype(one.text) })),
    }));
    return ENGINES.map(({ name, build }) => ({ typed, engine: name, overall: measure(retyped, build).overall }));
  });
}

export function printTyping(rows: readonly TypingRow[]): void {
  printTable(
    ["typed with", "engine", "R@5", "R@10", "MRR"],
    rows.map(({ typed, engine, overall }) => [
      typed,
      engine,
      fixed(overall.recallAt5, 3),
      fixed(overall.recallAt10, 3),
      fixed(overall.mrr, 3),
    ]),
  );
}

function hasty(question: string): string {
  return question.toLowerCase().replace(/[^\p{L}\p{N}\s'-]/gu, "");
}

/**
 * Puts one slip into the longest word: two letters swapped, one dropped or one doubled, in turn, never the first
 * letter.
 */
function slipped(question: string): string {
  const [word] = [...(question.match(/\p{L}+/gu) ?? [])].sort((a, b) => b.length - a.length);
  if (word === undefined || word.length < 4) return question;
  const at = 1 + (question.length % (word.length - 2));
  const [before, here, next, after] = [word.slice(0, at), word[at] ?? "", word[at + 1] ?? "", word.slice(at + 2)];
  const slips = [before + next + here + after, before + next + after, before + here + here + next + after];
  return question.replace(word, slips[question.length % slips.length] ?? word);
}
