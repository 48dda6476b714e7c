import type { RubricScore } from "@waldo/contracts";
import { many, notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

/** Our own limits, of a reader with a minute on a phone. */
const [MOST_SENTENCES, MOST_WORDS] = [4, 22];
/** An answer may take this many words for each word of the question, and always the first number. */
const [REPLY_WORDS, PER_WORD] = [120, 12];

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** Whether a text is as short as its moment asks. */
export function length({ text, sentences, gated, unasked, context }: ReadTrace): RubricScore {
  if (text === "") return notApplicable("nothing was said");
  if (gated?.source === "emergency") return notApplicable("people wrote the words beforehand");
  const words = wordsOf(text);
  if (!unasked) {
    const most = Math.max(REPLY_WORDS, PER_WORD * wordsOf(context?.userText ?? ""));
    return scored(most / Math.max(most, words), words > most && `${words} words, and ${most} are enough`);
  }
  const long = sentences.filter((one) => wordsOf(one.text) > MOST_WORDS).length;
  const over = Math.max(0, sentences.length - MOST_SENTENCES);
  return scored(
    1 - over / MOST_SENTENCES - long / Math.max(1, sentences.length) / 2,
    over > 0 && many(sentences.length, "sentence"),
    long > 0 && `${many(long, "sentence")} of more than ${MOST_WORDS} words`,
  );
}
