/**
 * The names of illnesses and medicines. Most are recognised by how they end (-itis, -olol), the others are listed. Words
 * are in the form that words.ts gives them. A name of several words is a phrase in the notation of phrases.ts. The lists
 * stand in data/words/medical (names.jsonl, kinds.jsonl); `npm run words` makes words.json of them.
 */
import lists from "./words.json" with { type: "json" };

/** Returns the words of a list that is written as a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** What a word or a name means to the medical gate. The gate reads these instead of the words. */
export const KINDS = {
  /** An illness. */
  illness: "xillness",
  /** "a sign of" an illness. */
  signed: "xsigned",
  /** "diabetic": an illness as a quality of a person. */
  adjective: "xadj",
  /** A medicine by its name. */
  drug: "xdrug",
  /** Something taken as a treatment that needs no prescription. */
  supplement: "xsupp",
  /** "your tablets": medicine without a name. */
  meds: "xmeds",
  dose: "xdose",
  number: "xnum",
  /** A unit in which only medicine is measured. */
  unit: "xunit",
  /** A unit in which food is measured as well. */
  looseUnit: "xloose",
  hedge: "xhedge",
  /** "your mother" */
  kin: "xkin",
} as const;

/** Names of several words. */
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

/** Returns the kind of one word, or undefined for a word without one. */
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

/** The long names that a slip of one letter may hide. */
export const LONG_NAMES: readonly string[] = [...ILLNESSES, ...ADJECTIVES, ...DRUGS, "metoprolol"].filter(
  (word) => word.length >= 7,
);

/** A name has letters before its ending. */
const LEAST_STEM = 2;
const LAST_VOWELS = /[aeos]$/;

function endsAs(word: string, ends: readonly string[], except: ReadonlySet<string>): boolean {
  if (except.has(word)) return false;
  // Other languages and the plural add a letter: "metoprololo", "statins".
  const forms = [word, word.replace(LAST_VOWELS, "")];
  return forms.some((form) => ends.some((end) => form.length >= end.length + LEAST_STEM && form.endsWith(end)));
}

/** Words before the name of an illness that belong to it. */
export const BEFORE_ILLNESS = listed(kinds.beforeIllness);
/**
 * The words before an illness that mean a sign of an illness. "of" belongs to the name only after one of these words or
 * one of `PARTS`.
 */
export const SIGNS = listed(kinds.signs);
export const PARTS = listed(kinds.parts);
/** Words after an illness or a medicine that make it the name of something else: "flu season", "medication reminder". */
export const AFTER_NAME = listed(kinds.afterName);
