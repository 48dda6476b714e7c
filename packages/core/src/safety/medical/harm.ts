// Finds advice that could keep a person from help or harm them, without naming an illness or a dose: an all-clear for a
// test or a complaint, "no need for a doctor", fasting as advice, a promised effect on the body, and a value that is
// called dangerous. A condition ("if your chest hurts …"), a question, and what people do in general are harmless. The
// phrases are in data/words/medical/harms.jsonl, in the notation of phrases.ts, over plain words.
import { filled, phraseMatcher } from "../phrases.ts";
import { STOP, type Word, wordsOf } from "../words.ts";
import lists from "./words.json" with { type: "json" };

export const HARMS = ["all_clear", "kept_from_help", "fasting", "effect", "alarm"] as const;
type Harm = (typeof HARMS)[number];

const PHRASES: Readonly<Record<Harm, readonly string[]>> = filled(lists.harms, lists.parts);
const harmsIn = phraseMatcher(PHRASES);

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));
/** Words of a condition, an uncertainty or a warning. After them a phrase is harmless. */
const FRAMES = list(
  "if when whether unless doctor doctors not never cannot cant dont wenn falls ob nicht si quand cuando se quando als whether hardly people some many studies research may might can could kann konnte puede podria peut pourrait puo pode",
);
/** In these kinds of harm the word "not" is part of the harm. */
const NEGATED: readonly Harm[] = ["kept_from_help", "all_clear"];
const OWN_FRAMES = list("if whether unless wenn falls ob si se als because weil said says told asked");
const SPOILS = list("do does did is are ask hast haben was");
const LOOK_BACK = 10;

/** Returns the harm of a text, or undefined. */
export function harmIn(text: string): Harm | undefined {
  const words = wordsOf(text);
  const found = new Set(
    harmsIn(words)
      .filter((match) => !isFramed(words, match.from, match.to, match.name as Harm))
      .map(({ name }) => name),
  );
  return HARMS.find((harm) => found.has(harm));
}

function isFramed(words: readonly Word[], from: number, to: number, harm: Harm): boolean {
  const start = words.slice(0, from).findLastIndex(({ text }) => text === STOP) + 1;
  const before = words.slice(Math.max(start, from - LOOK_BACK), from).map(({ text }) => text);
  const frames = NEGATED.includes(harm) ? OWN_FRAMES : FRAMES;
  if (before.some((word) => frames.has(word))) return true;
  // "Is your ECG normal?" and "do you fast for days" are questions.
  if (before.length === 0 ? false : SPOILS.has(before[0] ?? "") && harm !== "kept_from_help") return true;
  const inside = words.slice(from, to).map(({ text }) => text);
  if (harm === "effect" && inside.some((word) => word === "may" || word === "can" || word === "not")) return true;
  const after = words.slice(to, to + 4).map(({ text }) => text);
  return harm === "kept_from_help" && after.slice(0, 1).some((word) => word === "if" || word === "unless");
}
