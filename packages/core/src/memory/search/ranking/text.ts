// Cuts texts into terms for the index and the query. The same text always gives the same terms.
import { foldAccents, folded } from "../../../folding.ts";
import { spelledOut } from "./everyday-words.ts";
import { DEFAULT_LANGUAGE, guessLanguage, isStopword, type Language, stem } from "./languages.ts";

/**
 * Irregular forms that no stemmer joins. Each line has a base form and its other forms: strong verbs, irregular plurals
 * and comparatives of everyday English. A form that is also another common word (saw, left, lay, wound) counts as the
 * verb.
 */
const FORMS = `
arise arose arisen|beat beaten|become became|begin began begun|bend bent|bet|bind bound|bite bit bitten|bleed bled
blow blew blown|break broke broken|breed bred|bring brought|build built|burn burnt|buy bought|catch caught
choose chose chosen|cling clung|come came|creep crept|deal dealt|dig dug|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt|fight fought|find found
flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven
freeze froze frozen|get got gotten|give gave given|go went gone goes|grind ground|grow grew grown|hang hung
hear heard|hide hid hidden|hold held|keep kept|kneel knelt|know knew known|lead led|lean leant|leap leapt
learn learnt|leave left|lend lent|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken
overcome overcame|pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen
seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spell spelt|spend spent|spill spilt
spin spun|spoil spoilt|spring sprang sprung|stand stood|steal stole stolen|stick stuck|sting stung|strike struck
strive strove striven|swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|take took taken
teach taught|tear tore torn|tell told|think thought|throw threw thrown|understand understood|undertake undertook
undergo underwent undergone|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|withdraw withdrew
write wrote written|child children|person people|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese
wife wives|knife knives|life lives|leaf leaves|shelf shelves|wolf wolves|half halves|loaf loaves|scarf scarves
good better best|bad worse worst`;

const BASE = new Map(
  FORMS.trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form) => [form, base] as const);
    }),
);

/** Returns the base form: "went" → "go", "children" → "child". Any other word is returned unchanged. */
function baseForm(word: string): string {
  return BASE.get(word) ?? word;
}

/**
 * How a word was written: 0 in small letters, 1 with a capital letter, 2 with a capital letter only because it begins a
 * sentence.
 */
type Shape = 0 | 1 | 2;
export const CAPITAL: Shape = 1;

/** A word as it was typed, in lower case, with straight apostrophes. */
export type Word = { readonly word: string; readonly shape: Shape };
type Term = { readonly term: string; readonly shape: Shape };

/** Matches letters, digits and marks, with apostrophes and hyphens inside the word. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['-][\p{L}\p{N}\p{M}]+)*/gu;
/** Scripts without spaces, in which a run of letters holds several words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const SEGMENTER = new Intl.Segmenter("en", { granularity: "word" });

const POSSESSIVE = /'s?$/;
/** Matches an elided article or pronoun: l'acqua, d'accord, qu'il. It does not belong to the word. */
const ELISION = /^(?:[cdjlmnst]|qu|dell|nell|all|sull|dall|un)'/;
const ELIDING: readonly Language[] = ["french", "italian"];
/** Matches three or more equal letters, as in "sooo" and "yesss". They are shortened to two. */
const DRAWN_OUT = /(\p{L})\1{2,}/gu;

const SENTENCE = /[^.!?。！？\n]+[.!?。！？]*/gu;
const ASKS = /[?？]/u;

/** Words that name a time, in the most common languages. */
const TIME_WORDS = new Set(
  (
    "yesterday today tonight tomorrow ago last next week weekend month year years since recently soon morning " +
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august " +
    "september october november december spring summer autumn winter " +
    "gestern heute morgen letzte letzten nächste woche monat jahr montag dienstag mittwoch donnerstag freitag samstag " +
    "sonntag januar februar märz mai juni juli oktober dezember " +
    "ayer hoy mañana pasado pasada próximo semana mes año lunes martes miércoles jueves viernes sábado domingo enero " +
    "febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre " +
    "hier demain dernier dernière prochain semaine mois lundi mardi mercredi jeudi vendredi samedi dimanche"
  ).split(" "),
);
const CALENDAR_YEAR = /^(?:19|20)\d\d$/;

/** The properties of a text that the ranking needs. */
export type Analysis = {
  /** Undefined when the text's language is not recognised. The terms are then those of the fallback language. */
  readonly language: Language | undefined;
  readonly terms: readonly Term[];
  /** Share of the text that asks instead of tells, 0 … 1. */
  readonly asks: number;
  /** True when the text mentions a time. */
  readonly tellsTime: boolean;
};

/** The terms of earlier words, by language and word. It saves work, because one person's texts repeat their words. */
export type Memo = Map<Language, Map<string, readonly string[]>>;

/**
 * Splits a text into terms of its own language. `fallback` is the language of an unrecognised text. The same arguments
 * give the same result.
 */
export function analyse(text: string, fallback: Language = DEFAULT_LANGUAGE, memo: Memo = new Map()): Analysis {
  const words = wordsOf(text);
  const language = guessLanguage(
    text,
    words.map(({ word }) => word),
  );
  const known = memo.get(language ?? fallback) ?? new Map<string, readonly string[]>();
  memo.set(language ?? fallback, known);
  const terms: Term[] = [];
  for (const { word, shape } of words) {
    const cut = known.get(word) ?? termsOf(word, language ?? fallback);
    known.set(word, cut);
    for (const term of cut) terms.push({ term, shape });
  }
  const tellsTime = words.some(({ word }) => TIME_WORDS.has(word) || CALENDAR_YEAR.test(word));
  return { language, terms, asks: askingShare(text), tellsTime };
}

/** Returns the words of a text as typed, in order. Scripts without spaces are split by Unicode's word rules. */
export function wordsOf(text: string): Word[] {
  const normal = folded(text).replaceAll("’", "'").replaceAll("‑", "-");
  const words: Word[] = [];
  let end = 0;
  let begins = true;
  for (const match of normal.matchAll(WORD)) {
    const [raw] = match;
    begins ||= /[.!?\n:"]/.test(normal.slice(end, match.index));
    const capital = /^\p{Lu}/u.test(raw);
    const shape: Shape = capital ? (begins ? 2 : 1) : 0;
    for (const word of UNSPACED.test(raw) ? segmented(raw) : [raw]) words.push({ word: word.toLowerCase(), shape });
    end = match.index + raw.length;
    begins = false;
  }
  return words;
}

/**
 * Returns the terms under which a word is indexed and searched in a language. A stopword has no terms. A compound has
 * several: its parts and the whole ("e-mail" is also "email").
 */
export function termsOf(word: string, language: Language): string[] {
  if (isStopword(word, language)) return [];
  const parts = word.split("-");
  const spellings = parts.length === 1 ? parts : [...parts, parts.join("")];
  return spellings.flatMap((part) => termOf(part, language) ?? []);
}

function termOf(word: string, language: Language): string | undefined {
  let plain = word.replace(DRAWN_OUT, "$1$1");
  if (plain.includes("'")) {
    if (ELIDING.includes(language)) plain = plain.replace(ELISION, "");
    plain = plain.replace(POSSESSIVE, "").replaceAll("'", "");
  }
  if (language === "english") plain = spelledOut(plain);
  if (plain === "" || isStopword(plain, language) || isStopword(foldAccents(plain), language)) return undefined;
  return stem(language === "english" ? baseForm(plain) : plain, language);
}

function segmented(run: string): string[] {
  return [...SEGMENTER.segment(run)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

function askingShare(text: string): number {
  if (!ASKS.test(text)) return 0;
  let asking = 0;
  let all = 0;
  for (const [sentence] of text.matchAll(SENTENCE)) {
    all += sentence.length;
    if (ASKS.test(sentence)) asking += sentence.length;
  }
  return all === 0 ? 0 : asking / all;
}
