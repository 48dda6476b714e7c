import type { RubricScore } from "@waldo/contracts";
import { sentencesOf } from "../../agent/claims/sentences.ts";
import { jaccard, wordSet } from "../../memory/claims/likeness.ts";
import { many, notApplicable, scored } from "../score.ts";
import type { ReadTrace } from "../trace.ts";

/** Two sentences that share this part of their words say the same. */
const SAME = 0.8;
/** A shorter sentence may come again. */
const LEAST_WORDS = 5;

/** The share of the sentences that were not said within the week, and not twice in the text itself. */
export function repetition({ text, sentences, before, unasked }: ReadTrace): RubricScore {
  if (text === "") return notApplicable("nothing was said");
  const earlier = unasked ? before.flatMap((one) => sentencesOf(one).map((sentence) => wordSet(sentence.text))) : [];
  const own: ReadonlySet<string>[] = [];
  let again = 0;
  for (const { text: said } of sentences) {
    const words = wordSet(said);
    if (words.size < LEAST_WORDS) continue;
    if ([...earlier, ...own].some((other) => jaccard(other, words) >= SAME)) again++;
    own.push(words);
  }
  return scored(1 - again / Math.max(1, own.length), again > 0 && `${many(again, "sentence")} said before`);
}
