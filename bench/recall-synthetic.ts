/**
 * Made-up conversations for bench:recall: a small one for machines without data, and larger ones grown from given
 * turns.
 */

import { DAY_MS } from "@waldo/core/time";
import type { Conversation, Question, Turn } from "./recall-conversations.ts";

const NOW = Date.UTC(2026, 0, 1);
const WHO = ["Ada", "Ben"];
const DID = ["bought", "lost", "fixed", "painted", "sold", "borrowed", "broke", "cleaned"];
const THING = [
  "a bicycle",
  "the kettle",
  "a violin",
  "my tent",
  "the old radio",
  "a kayak",
  "the ladder",
  "a telescope",
];
const WHERE = ["at the market", "in Lisbon", "near the river", "at work", "by the lake", "in the garage", "at school"];
const WHEN = ["yesterday", "last week", "this morning", "on Sunday", "two days ago"];
const CHATTER = [
  "That sounds great!",
  "How are you doing?",
  "Wow, tell me more.",
  "Same here, long day.",
  "Haha, of course.",
];

/**
 * Returns a conversation made of a few word lists. It only shows that the bench runs where there is no data. Every
 * combination of deed, thing and place is told once; every seventh is asked about.
 */
export function syntheticConversation(): Conversation {
  const turns: Turn[] = [];
  const questions: Question[] = [];
  const say = (who: string, text: string) => {
    const id = `T${String(turns.length).padStart(4, "0")}`;
    turns.push({ id, who, text, at: NOW - 300 * DAY_MS + (turns.length * DAY_MS) / 4 });
    return id;
  };
  for (const [d, did] of DID.entries())
    for (const [t, thing] of THING.entries())
      for (const [w, where] of WHERE.entries()) {
        const n = (d * THING.length + t) * WHERE.length + w;
        const who = pick(WHO, n * 7 + d);
        const id = say(who, `I ${did} ${thing} ${where} ${pick(WHEN, n)}.`);
        if (n % 3 === 0) say(pick(WHO, n + 1), pick(CHATTER, n));
        if (n % 7 === 0)
          questions.push({
            text: `When did ${who} say they ${did} ${thing.replace(/^(a|my|the) /, "the ")} ${where}?`,
            category: String((n % 5) + 1),
            evidence: new Set([id]),
          });
      }
  return { name: "synthetic", turns, questions, now: NOW };
}

/**
 * Returns `size` turns made by repeating the given ones. In each repetition a tenth of the words come from another
 * turn, and two words are new. The result has as many texts and about as wide a vocabulary as a longer life would have.
 */
export function grown(turns: readonly Turn[], size: number): Turn[] {
  const words = turns.flatMap(({ text }) => text.split(" "));
  return Array.from({ length: size }, (_, n) => {
    const turn = turns[n % turns.length] ?? { id: "", who: "", at: 0, text: "" };
    const round = Math.floor(n / turns.length);
    const text = turn.text
      .split(" ")
      .map((word, at) => ((at * 7 + n * 13 + round) % 10 === 0 && round > 0 ? pick(words, n * 31 + at * 17) : word))
      .join(" ");
    return { ...turn, id: `${n}`, text: round === 0 ? text : `${text} ${coined(n)} ${coined(n % 5000)}` };
  });
}

const SYLLABLES = [
  "ba",
  "den",
  "fi",
  "gor",
  "ka",
  "lum",
  "mi",
  "nor",
  "pe",
  "rus",
  "sa",
  "tol",
  "vi",
  "wen",
  "zo",
  "hal",
];

function coined(n: number): string {
  return [n, n >> 4, n >> 8, n >> 12].map((part) => pick(SYLLABLES, part)).join("");
}

function pick<T>(list: readonly T[], at: number): T {
  return list[at % list.length] as T;
}
