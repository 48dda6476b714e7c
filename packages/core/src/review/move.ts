/**
 * Decides what a message means while a review is open. Plain code decides, even if a model is configured:
 *
 * words about danger          always an ordinary message
 * skip, later, stop           the command itself
 *   a question or a request     an ordinary message; the review offers to go on after its answer
 *   everything else             the answer to the question
 *
 * After “shall we go on?” and “finish it or leave it?”, a yes or a no answers that question.
 */
import type { Review, Understanding, WallClock } from "@waldo/contracts";
import { folded } from "../folding.ts";
import { detectDanger } from "../safety/crisis/danger.ts";

const MOVES = ["answer", "skip", "later", "stop", "goOn", "leave", "ordinary"] as const;
export type Move = (typeof MOVES)[number];

/** In characters. A longer message is an answer and not a command. */
const MOST_COMMAND = 60;
/** In characters. A longer message is an answer and not a request. */
const MOST_REQUEST = 240;

const PLEASE = /^(?:please|ok(?:ay)?|hey|waldo)[,\s]+|(?<![,\s])[,\s]+(?:please|thanks|thank you|waldo)$/g;
const THE = `(?:the|this|my|our|that)`;
const REVIEW = `(?:${THE} )?(?:weekly )?review`;

const SKIP = new RegExp(
  `^(?:skip(?: (?:it|this|that|${THE} question|this one|that one))?|next(?: question| one)?|pass)$`,
);
const STOP = new RegExp(
  `^(?:stop(?: (?:it|${REVIEW}))?|skip ${REVIEW}(?: (?:this|for this) week)?|(?:no review |not )this week|no review|cancel ${REVIEW}|end ${REVIEW}|leave (?:it|${REVIEW})(?: (?:this|for this) week)?)$`,
);
const LATER = new RegExp(
  `^(?:(?:maybe )?(?:later|tomorrow)|not now|another time|pause(?: ${REVIEW})?|(?:ask|remind) me (?:again )?(?:later|tomorrow)|(?:let's |lets )?(?:do|finish|continue)(?: it| this| ${REVIEW})? (?:later|tomorrow))$`,
);
const GO_ON = new RegExp(
  `^(?:(?:let's |lets |we can )?(?:go on|continue|resume)(?: with)?(?: ${REVIEW})?|(?:start|begin|do|open) ${REVIEW})(?: now)?$`,
);
const YES = new RegExp(
  `^(?:(?:yes|yeah|sure|ok|okay),? )?(?:y|yes|yeah|yep|yup|sure|ok|okay|of course|go|go ahead|let's go|lets go|ready|gladly|finish(?: it| ${REVIEW})?|let's finish(?: it)?|go on|continue|let's|please)$`,
);
const NO = /^(?:n|no|nope|nah|no thanks|no thank you|rather not|i'd rather not)$/;

/** Words with which the person says that they want a review now. */
export const BEGINS =
  /^(?:(?:can|could|shall) we |let's |lets )?(?:start|begin|do|have|open|run) (?:(?:the|my|our|a) )?(?:weekly |week )?review(?: now)?$/;

/**
 * Returns the message in the form in which commands are compared: lower case, one line, without punctuation and
 * courtesies.
 */
export function bareWords(text: string): string {
  const small = folded(text).replaceAll("’", "'").toLowerCase().trim();
  const plain = small
    .replaceAll(/[.!…]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return plain.replaceAll(PLEASE, "").trim();
}

const ASKS =
  /^(?:and |but |so |by the way[, ]+|btw[, ]+)?(?:what|when|where|who|which|why|how|is|are|am|do|does|did|can|could|would|will|should|have|has|was|were)\b/;
const ORDERS =
  /^(?:remind me|tell me|show(?: me)?|list|look up|find|search|undo|cancel|delete|forget (?:that|about|what)|remember that|note that|(?:can|could|would|will) you|set (?:a|an|up)|add .+ to|put .+ (?:in|into|on)|move .+ to|schedule)\b/;

/** Intents that do not count as a request, because the same words may be an answer. */
const TALK = [
  ...["none", "ok", "agree", "disagree", "thanks", "hello", "good-night", "praise", "blame", "about-me", "activity"],
  ...["feeling-good", "feeling-low", "call-me", "dont-say", "remember", "add-task", "finish-task", "drop-task"],
];

/** True when a message asks for something else. `understanding` knows what Waldo can do. */
function asksForElse(text: string, understanding: Understanding | undefined, clock: WallClock): boolean {
  const words = bareWords(text);
  if (words.length > MOST_REQUEST) return false;
  if (ORDERS.test(words)) return true;
  if (!words.endsWith("?")) return false;
  if (ASKS.test(words)) return true;
  const asked = understanding?.understand(text, clock);
  return asked?.is === "clear" && !TALK.includes(asked.intent.name);
}

/** Returns what a message means for this review. */
export function moveOf(
  review: Pick<Review, "state" | "waits">,
  text: string,
  understanding: Understanding | undefined,
  clock: WallClock,
): Move {
  if (detectDanger(text) !== undefined) return "ordinary";
  const words = bareWords(text);
  const isOffered = review.state === "paused" || review.waits !== "question";
  if (words.length <= MOST_COMMAND) {
    if (STOP.test(words)) return review.waits === "finish" ? "leave" : "stop";
    if (LATER.test(words)) return "later";
    if (SKIP.test(words)) return review.waits === "finish" ? "leave" : "skip";
    if (GO_ON.test(words)) return "goOn";
    if (isOffered && review.waits !== "answering") {
      if (YES.test(words)) return "goOn";
      if (NO.test(words)) return review.waits === "finish" ? "leave" : "later";
      if (/^(?:thanks|thank you|thx|cheers|great|good|nice)$/.test(words)) return "ordinary";
    }
  }
  if (asksForElse(text, understanding, clock)) return "ordinary";
  // While a run answers something else, the conversation is about that. A paused review waits for a yes.
  if (review.waits === "answering" || review.waits === "finish" || review.state === "paused") return "ordinary";
  return "answer";
}
