/**
 * The names of illnesses and medicines. Most are recognised by their ending (-itis, -olol), and the others are listed.
 * Words are in the form of words.ts. A name of several words is a phrase in the notation of phrases.ts. The lists are
 * in data/words/medical (names.jsonl, kinds.jsonl); `npm run words` turns them into words.json.
 */
import lists from "./words.json" with { type: "json" };

/** Returns the words of a list that is written as one text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** The kinds of words that the medical gate knows. The gate reads these kinds instead of the words. */
export const KINDS = {
  /** An illness. */
  illness: "xillness",
  /** A sign of an illness. */
  signed: "xsigned",
  /** An illness as a quality of a person, such as "diabetic". */
  adjective: "xadj",
  /** A medicine by its name. */
  drug: "xdrug",
  /** Something taken as a treatment that needs no prescription. */
  supplement: "xsupp",
  /** A word for medicine without a name, such as "your tablets". */
  meds: "xmeds",
  dose: "xdose",
  number: "xnum",
  /** A unit that is used only for medicine. */
  unit: "xunit",
  /** A unit that is also used for food. */
  looseUnit: "xloose",
  hedge: "xhedge",
  /** "your mother" */
  kin: "xkin",
} as const;

/** Names that have several words. */
export const NAMES: Readonly<Record<string, readonly string[]>> = lists.names;

const { kinds } = lists;
const listed = (lines: readonly string[]) => words(lines.join(" "));
const ILLNESSES = listed(kinds.illnesses);
const NOT_ILLNESS = listed(kinds.notIllness);
const ADJECTIVES = listed(kinds.adjectives);
const DRUGS = listed(kinds.drugs);
const NOT_DRUG = listed(kinds.notDrug);
const SUPPLEMENTS = listed(kinds.supplements);
const MEDS = listed(kinds.meds);
const DOSES = listed(kinds.doses);
const UNITS = listed(kinds.units);
const LOOSE_UNITS = listed(kinds.looseUnits);
const NUMBERS = listed(kinds.numbers);
const HEDGES = listed(kinds.hedges);
const ILLNESS_ENDS = [...listed(kinds.illnessEnds)];
const DRUG_ENDS = [...listed(kinds.drugEnds)];

/** Returns the kind of one word, or undefined when it has none. */
export function kindOf(word: string): string | undefined {
  if (ILLNESSES.has(word)) return KINDS.illness;
  if (ADJECTIVES.has(word)) return KINDS.adjective;
  if (DRUGS.has(word)) return KINDS.drug;
  if (SUPPLEMENTS.has(word)) return KINDS.supplement;
  if (MEDS.has(word)) return KINDS.meds;
  if (DOSES.has(word)) return KINDS.dose;
  if (UNITS.has(word)) return KINDS.unit;
  if (LOOSE_UNITS.has(word)) return KINDS.looseUnit;
  if (NUMBERS.has(word)) return KINDS.number;
  if (HEDGES.has(word)) return KINDS.hedge;
  if (endsAs(word, ILLNESS_ENDS, NOT_ILLNESS)) return KINDS.illness;
  if (endsAs(word, DRUG_ENDS, NOT_DRUG)) return KINDS.drug;
  return undefined;
}

/** Long names, in which one mistyped letter is accepted. */
export const LONG_NAMES: readonly string[] = [...ILLNESSES, ...ADJECTIVES, ...DRUGS, "metoprolol"].filter(
  (word) => word.length >= 7,
);

/** A name has at least this many letters before its ending. */
const LEAST_STEM = 2;
const LAST_VOWELS = /[aeos]$/;

function endsAs(word: string, ends: readonly string[], except: ReadonlySet<string>): boolean {
  if (except.has(word)) return false;
  // Other languages and the plural add letters: "metoprololo", "statins".
  const forms = [word, word.replace(LAST_VOWELS, "")];
  return forms.some((form) => ends.some((end) => form.length >= end.length + LEAST_STEM && form.endsWith(end)));
}

/** Words before the name of an illness that are part of the name. */
export const BEFORE_ILLNESS = listed(kinds.beforeIllness);
/**
 * Words before an illness that mean a sign of it. Only after one of these words, or one of `PARTS`, "of" is part of the
 * name.
 */
export const SIGNS = listed(kinds.signs);
export const PARTS = listed(kinds.parts);
/**
 * Words after an illness or a medicine that turn it into the name of something else: "flu season", "medication
 * reminder".
 */
export const AFTER_NAME = listed(kinds.afterName);
