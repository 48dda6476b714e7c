/**
 * The nine questions of the weekly review, as data. A question may open with one fact of the person's own rows
 * (facts.ts). Without the fact it is the same question.
 */
import type { QuestionName, ReviewBlock, ReviewQuestion } from "@waldo/contracts";

type Asking = { readonly name: QuestionName; readonly block: ReviewBlock; readonly asks: string };

const ASKED: readonly Asking[] = [
  { name: "went-well", block: "wins", asks: "What went well this week, also small things?" },
  { name: "missed", block: "wins", asks: "What did not happen, and what was in the way?" },
  { name: "body-felt", block: "body", asks: "How did your body carry you through the week?" },
  { name: "body-helped", block: "body", asks: "What gave you energy, and what cost you some?" },
  { name: "people-enjoyed", block: "people", asks: "With whom was it good to spend time?" },
  { name: "people-reach", block: "people", asks: "Is there somebody you would like to hear from next week?" },
  { name: "next-first", block: "next", asks: "Next week: what is the one thing that would make it a good week?" },
  { name: "next-second", block: "next", asks: "Is there a second thing? One alone is fine, then skip this." },
  {
    name: "next-third",
    block: "next",
    asks: "One small experiment you would like to try next week? It may fail, it only has to teach you something.",
  },
];

/** One fact for a question, as a sentence. It holds words and no reading. */
export type Facts = Partial<Record<QuestionName, string>>;

/** Returns the questions of a review with their facts. `body`: whether something is known of the person's body. */
export function questionsFor(facts: Facts, { body }: { readonly body: boolean }): ReviewQuestion[] {
  return ASKED.filter(({ block }) => body || block !== "body").map(({ name, block, asks }) => {
    const fact = facts[name];
    return { name, block, text: fact === undefined ? asks : `${fact} ${asks}` };
  });
}

/** The block of a question. */
export function blockOf(name: QuestionName): ReviewBlock {
  return ASKED.find((one) => one.name === name)?.block ?? "wins";
}
