/**
 * Finds statements about the person's own body in languages other than English. Lengths of sleep can be checked, so
 * they are read in German, Spanish, French, Italian, Portuguese, Dutch and Hindi. Other statements about the person's
 * night or readings cannot be checked, so they are refused. General statements, advice and questions are allowed.
 *
 * A statement has three marks: words for the person or for last night, a word for sleep or a reading, and a report:
 * "you have slept", a level ("raised", "as usual"), or a number.
 *
 * bounded: it reads one sentence of at most 600 characters, see agent/claims/sentences.ts
 */
import { formOf, wordsOf } from "../words.ts";
import lists from "./words.json" with { type: "json" };

/**
 * The content of a statement: lengths of sleep in half hours, a reading as a number, or something that cannot be
 * checked.
 */
type ForeignStatement = {
  readonly halves: readonly number[];
  readonly isReading: boolean;
  /** True when it states more than lengths of sleep. */
  readonly more: boolean;
};

/** The words are in data/words/body/kinds.jsonl, with one or a few languages per line. */
const { kinds } = lists;
const set = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(" ").split(" ").map(formOf));

/** Words for the person, and for last night. */
const OWN = set(kinds.own);
const LAST_NIGHT =
  /\b(?:has|as|hai) (?:solo |sólo |bien |mal |seulement |bene |male )?dorm|\b(?:dormiste|dormisti|schliefst)\b|letzte[rn]? nacht|heute nacht|nuit derni[eè]re|cette nuit|noche pasada|esta noche pasada|scorsa notte|stanotte|noite passada|esta noite|afgelopen nacht|kal raat|raat ko|कल रात|прошлой ночью|в эту ночь|bu gece|ostatniej nocy|i natt|昨夜|昨晩|昨晚|昨天|어젯밤|지난밤|الليلة الماضية|أمس/i;
/** Words that say that the person has slept. */
const SLEPT = set(kinds.slept);
const MEASURE = set(kinds.measure);
const SLEEP = set(kinds.sleep);
/** Words that compare a night or a reading, or give its level. */
const LEVEL = set(kinds.level);
/** Words that make a sentence advice, a wish, a condition or a question. */
const NOT_STATED = set(kinds.notStated);

const UNITS =
  /(?<number>\p{L}+|\d{1,2}(?:[.,]\d{1,2})?|\d{1,2}½)(?<half>\s(?:und eine halbe|einhalb|y media|et demie?|e mezz[ao]|e meia|en een half|en een halve|aur aadha))?\s?(?:stunden?|horas?|heures?|ore|ora|uur|uren|ghante|ghanta|घंटे|घंटा|घण्टे|h)(?![\p{L}])(?<after>\s(?:und eine halbe|y media|et demie?|e mezz[ao]|e meia|30))?(?<glued>30\b)?/giu;
const HINDI_HALF = /^(?:sadhe|saadhe|साढ़े)\s/iu;

/** Numbers in words, zero to fourteen. */
const COUNT = new Map(kinds.counts.flatMap((names, count) => [...set([names])].map((name) => [name, count] as const)));

/** Returns the rounded lengths of time in a sentence, in half hours. */
export function halvesIn(sentence: string): number[] {
  return [...sentence.matchAll(UNITS)].flatMap(({ 0: all, index, groups = {} }) => {
    const raw = groups["number"] ?? "";
    const word = formOf(raw);
    const joined = /^(.+)einhalb$/.exec(word)?.[1];
    const digits = Number.parseFloat(raw.replace(",", "."));
    const count = Number.isNaN(digits) ? (word === "anderthalb" ? 1.5 : COUNT.get(joined ?? word)) : digits;
    if (count === undefined) return [];
    const sadhe =
      /(?:s[a]{1,2}dhe|साढ़े)\s$/iu.test(sentence.slice(Math.max(0, index - 8), index)) || HINDI_HALF.test(all);
    const half =
      joined !== undefined || groups["half"] || groups["after"] || groups["glued"] || raw.includes("½") || sadhe;
    return [2 * count + (half ? 1 : 0)];
  });
}

/** Returns a sentence without its lengths of time. */
export function withoutLengths(sentence: string): string {
  return sentence.replaceAll(UNITS, (length) => (halvesIn(length).length > 0 ? " " : length));
}

/** Matches words about sleep and pulse in scripts without spaces. */
const NO_SPACES = /睡|眠|心拍|心率|脈|脉|呼吸|수면|심박|잠을|잤/u;
const PERIOD_OF_READING =
  /\d[\d.,]*\s?(?:bpm|ms|schl[äa]ge|latidos|pulsaciones|battements|battiti|batimentos|slagen|atemz[üu]ge|respirac)/iu;
/** Words of an English sentence. body-claims.ts reads English. */
const ENGLISH = /\b(?:the|you|your|and|with|you['’]re)\b/i;

/** True for a sentence in any of the known languages that speaks of sleep or a reading, or to the person. */
export function namesBody(sentence: string): boolean {
  const words = wordsOf(sentence).map(({ text }) => text);
  return NO_SPACES.test(sentence) || words.some((word) => [OWN, SLEPT, MEASURE, SLEEP].some((list) => list.has(word)));
}

/** Returns the statement about the person's body in a sentence of another language, or undefined when there is none. */
export function foreignStatement(sentence: string): ForeignStatement | undefined {
  if (/\?\s*$/.test(sentence) || (ENGLISH.test(sentence) && !LAST_NIGHT.test(sentence))) return undefined;
  const words = wordsOf(sentence).map(({ text }) => text);
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  const lastNight = LAST_NIGHT.test(sentence);
  if (!lastNight && !has(OWN)) return undefined;
  if (NO_SPACES.test(sentence))
    return { halves: [], isReading: /\d/.test(sentence) && /心|脈|脉|심박/.test(sentence), more: true };
  if (has(NOT_STATED)) return undefined;
  const withoutTimes = sentence.replaceAll(UNITS, " ").replaceAll(/\b\d{1,2}[:.]\d{2}\b/g, " ");
  const isReading = has(MEASURE) && (/\d/.test(withoutTimes) || PERIOD_OF_READING.test(sentence));
  const isLevel = (has(MEASURE) || has(SLEEP)) && has(LEVEL);
  const slept = has(SLEPT);
  const halves = slept || has(SLEEP) ? halvesIn(sentence) : [];
  if (!isReading && !isLevel && !slept && halves.length === 0) return undefined;
  return { halves, isReading, more: isLevel || has(MEASURE) || has(LEVEL) || halves.length === 0 };
}
