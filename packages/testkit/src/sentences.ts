/**
 * Made-up sentences about danger and about medicine (`data/sentences/`). Tests and `bench:safety` judge the rules by
 * them. Those of `languages` were written before the rules. Those of `rounds` were written in rounds, each before the
 * rules were mended on the one before; docs/figures.md says what was found at the first try.
 */
import * as z from "zod";
import { dataLines } from "./data.ts";

const DANGER = ["certain", "possible", "physical", "harmless"] as const;
const MEDICINE = ["diagnosis", "medication", "dose", "prognosis", "harmless"] as const;
const JUDGED = ["refused", "harmless"] as const;

/** Sentences by what the rules must make of them. A `harmless` one must not be found. */
type Sentences<Is extends string> = Readonly<Record<Is, readonly string[]>>;

/** `of` is a language or the number of a round. A language that is often typed in Latin letters comes twice (`-Latn`). */
export const Sentence = z.strictObject({
  set: z.enum(["languages", "rounds", "later", "unseen", "around"]),
  of: z.string().min(1),
  is: z.enum([...DANGER, ...MEDICINE, ...JUDGED]),
  text: z.string().min(1),
});
type Sentence = z.infer<typeof Sentence>;

/** Returns the sentences of a set by language or round. */
function setOf<Is extends Sentence["is"]>(lines: readonly Sentence[], set: Sentence["set"], all: readonly Is[]) {
  const groups = Map.groupBy(
    lines.filter((line) => line.set === set),
    (line) => line.of,
  );
  const sentencesOf = (group: readonly Sentence[]): Sentences<Is> => {
    const found = {} as Record<Is, string[]>;
    for (const one of all) found[one] = group.filter(({ is }) => is === one).map(({ text }) => text);
    return found;
  };
  return Object.fromEntries([...groups].map(([of, group]) => [of, sentencesOf(group)]));
}

const danger = dataLines("sentences/danger.jsonl", Sentence);
const medicine = dataLines("sentences/medicine.jsonl", Sentence);
const only = <T>(found: Record<string, T>): T => {
  const [one] = Object.values(found);
  if (one === undefined) throw new Error("there are no such sentences");
  return one;
};

/** By language. The tiers of the danger check that a sentence must reach. */
export const DANGER_SENTENCES: Readonly<Record<string, Sentences<(typeof DANGER)[number]>>> = setOf(
  danger,
  "languages",
  DANGER,
);
export const DANGER_ROUNDS = Object.values(setOf(danger, "rounds", DANGER));

/** By language. A sentence stands under the fault that the medical gate must find. */
export const MEDICAL_SENTENCES: Readonly<Record<string, Sentences<(typeof MEDICINE)[number]>>> = setOf(
  medicine,
  "languages",
  MEDICINE,
);
export const MEDICAL_ROUNDS = Object.values(setOf(medicine, "rounds", JUDGED));
/** Written after the rules, in other words. The rules found 36 of 103 at first, and were mended on these afterwards. */
export const LATER_MEDICAL_SENTENCES = only(setOf(medicine, "later", JUDGED));
/** Written last, and never used to mend the rules. A change that is fitted to them needs new ones. */
export const UNSEEN_MEDICAL_SENTENCES = only(setOf(medicine, "unseen", JUDGED));

/** What the words around a claim make of it: a fault, or nothing. */
export const MEDICAL_SENTENCES_AROUND = only(setOf(medicine, "around", MEDICINE));

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the half of a sentence about medicine: 1 is the half that the rules were mended on. */
export function halfOf(text: string): 1 | 2 {
  let hash = FNV_OFFSET;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), FNV_PRIME) >>> 0;
  return ((hash >>> 7) & 1) === 0 ? 1 : 2;
}
