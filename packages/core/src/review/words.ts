/** The texts of a review. The questions are in facts.ts. */
import type { LocalDate, Review, ReviewOutcome } from "@waldo/contracts";
import { spokenDate } from "../time.ts";
import type { Says } from "./state.ts";

const OPENING = "Time for your weekly review. Short answers are enough, and “skip” or “later” is fine at any point.";

/** Returns the present question with its number. */
function questionText({ index, questions, turn }: Review): string {
  const { text = "" } = questions[index] ?? {};
  return `${turn === 1 ? `${OPENING}\n\n` : ""}Question ${index + 1} of ${questions.length}. ${text}`;
}

export function textOf(review: Review, says: Exclude<Says, undefined>): string {
  switch (says) {
    case "question":
      return questionText(review);
    case "offer":
      return "Shall we go on with the review?";
    case "gently":
      return "The review can wait as long as you like. Say “go on” when you want it.";
    case "finish":
      return `Your review stopped at question ${review.index + 1} of ${review.questions.length}. Shall we finish the review or leave it this week?`;
    case "rests":
      return "All right. I ask again tomorrow, or say “go on” whenever you like.";
    case "skipped":
      return "All right, no review this week.";
  }
}

/** Answers that mean "nothing". */
const NOTHING = /^(?:no|none|nope|nothing|nobody|no one|not really|n\/a|-)[.!\s]*$/i;

/** The most characters of an answer that memory keeps. */
const MOST_KEPT = 160;
const SENTENCE_END = /(?<![.!?…])[.!?…]+$/;

/** Returns the person's answer on one line, or undefined for a skipped question and for “nothing”. */
export function answerTo({ answers }: Pick<Review, "answers">, name: string): string | undefined {
  const text = answers
    .find(({ question }) => question === name)
    ?.text?.replaceAll(/\s+/g, " ")
    .trim();
  return text === undefined || text === "" || NOTHING.test(text) ? undefined : text;
}

function short(text: string): string {
  const cut = text.length <= MOST_KEPT ? text : `${text.slice(0, MOST_KEPT - 1).replace(/(?<!\s)\s+\S*$/, "")}…`;
  return cut.replace(SENTENCE_END, "");
}

/**
 * Returns what memory keeps of a review, in the person's words. Words about their body are left out. Returns undefined
 * when nothing else was said.
 */
export function keptOf(review: Review): string | undefined {
  const part = (label: string, ...names: string[]) => {
    const said = names.flatMap((name) => answerTo(review, name) ?? []);
    return said.length === 0 ? [] : [`${label}: ${said.map(short).join("; ")}`];
  };
  const parts = [
    ...part("went well", "went-well"),
    ...part("did not happen", "missed"),
    ...part("good people", "people-enjoyed"),
    ...part("to hear from", "people-reach"),
    ...part("next week", "next-first", "next-second", "next-third"),
  ];
  return parts.length === 0 ? undefined : `${weekOf(review.date)}: ${parts.join(". ")}.`;
}

const weekOf = (date: LocalDate) => `The week to ${spokenDate(date)}`;

/** Returns the closing text: what changed, and how it was before. */
export function endText({ state }: Pick<Review, "state">, { week, kept }: ReviewOutcome, faulty: boolean): string {
  const list = (items: readonly string[]) => (items.length === 0 ? "nothing" : items.join("; "));
  const lines = [
    state === "done" ? "That was the review. Thank you." : "I leave the review here, with what there is.",
    ...(week ? [`This week becomes: ${list(week.becomes)} (was: ${list(week.was)}).`] : []),
    ...(faulty ? ["Your goals file has a line I cannot read, so I left it as it is."] : []),
    ...(kept ? [`Kept in memory: ${kept.claim}`] : []),
  ];
  return lines.join("\n");
}
