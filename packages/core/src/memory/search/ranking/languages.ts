/** The languages of the index: stemmers, stopwords, and how a text's language is recognised. It does not throw. */
import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as indian } from "@orama/stemmers/indian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stopwords as arabicStopwords } from "@orama/stopwords/arabic";
import { stopwords as danishStopwords } from "@orama/stopwords/danish";
import { stopwords as dutchStopwords } from "@orama/stopwords/dutch";
import { stopwords as englishStopwords } from "@orama/stopwords/english";
import { stopwords as finnishStopwords } from "@orama/stopwords/finnish";
import { stopwords as frenchStopwords } from "@orama/stopwords/french";
import { stopwords as germanStopwords } from "@orama/stopwords/german";
import { stopwords as greekStopwords } from "@orama/stopwords/greek";
import { stopwords as hungarianStopwords } from "@orama/stopwords/hungarian";
import { stopwords as indianStopwords } from "@orama/stopwords/indian";
import { stopwords as italianStopwords } from "@orama/stopwords/italian";
import { stopwords as japaneseStopwords } from "@orama/stopwords/japanese";
import { stopwords as mandarinStopwords } from "@orama/stopwords/mandarin";
import { stopwords as norwegianStopwords } from "@orama/stopwords/norwegian";
import { stopwords as portugueseStopwords } from "@orama/stopwords/portuguese";
import { stopwords as romanianStopwords } from "@orama/stopwords/romanian";
import { stopwords as russianStopwords } from "@orama/stopwords/russian";
import { stopwords as spanishStopwords } from "@orama/stopwords/spanish";
import { stopwords as swedishStopwords } from "@orama/stopwords/swedish";
import { stopwords as turkishStopwords } from "@orama/stopwords/turkish";
import { foldAccents } from "../../../folding.ts";

/**
 * The languages with their Snowball stemmer and stopwords. A segment stores positions in this list, so the order must
 * not change. New languages go to the end.
 */
const TABLE = {
  english: { stem: english, stopwords: englishStopwords },
  german: { stem: german, stopwords: germanStopwords },
  french: { stem: french, stopwords: frenchStopwords },
  spanish: { stem: spanish, stopwords: spanishStopwords },
  italian: { stem: italian, stopwords: italianStopwords },
  portuguese: { stem: portuguese, stopwords: portugueseStopwords },
  dutch: { stem: dutch, stopwords: dutchStopwords },
  swedish: { stem: swedish, stopwords: swedishStopwords },
  norwegian: { stem: norwegian, stopwords: norwegianStopwords },
  danish: { stem: danish, stopwords: danishStopwords },
  finnish: { stem: finnish, stopwords: finnishStopwords },
  hungarian: { stem: hungarian, stopwords: hungarianStopwords },
  romanian: { stem: romanian, stopwords: romanianStopwords },
  turkish: { stem: turkish, stopwords: turkishStopwords },
  russian: { stem: russian, stopwords: russianStopwords },
  greek: { stem: greek, stopwords: greekStopwords },
  arabic: { stem: arabic, stopwords: arabicStopwords },
  indian: { stem: indian, stopwords: indianStopwords },
  japanese: { stem: same, stopwords: japaneseStopwords },
  mandarin: { stem: same, stopwords: mandarinStopwords },
} as const;

export type Language = keyof typeof TABLE;
export const LANGUAGES = Object.keys(TABLE) as Language[];

/** The language of an unrecognised text in a corpus without any recognised text. */
export const DEFAULT_LANGUAGE: Language = "english";

/** Languages that are recognised by their script alone. Kana is tested before Han, because Japanese uses both. */
const SCRIPTS: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "japanese"],
  [/\p{Script=Han}/u, "mandarin"],
  [/\p{Script=Cyrillic}/u, "russian"],
  [/\p{Script=Greek}/u, "greek"],
  [/\p{Script=Arabic}/u, "arabic"],
  [/\p{Script=Devanagari}/u, "indian"],
];

/**
 * How many different stopwords of a language a text must contain to be recognised by them. A single stopword often
 * exists in another language too.
 */
const STOPWORDS_TO_DECIDE = 2;

/** Words that the English list lacks: an article, pieces of contractions, and fillers of a chat. */
const MORE_ENGLISH =
  "a mine just also s t d m ll ve re gonna wanna gotta hey hi hello oh ok okay yes yeah yep wow lol haha hmm um".split(
    " ",
  );

const STOPWORDS = new Map(
  LANGUAGES.map((language) => {
    const more = language === "english" ? MORE_ENGLISH : [];
    return [language, new Set([...TABLE[language].stopwords.flatMap(spellings), ...more])] as const;
  }),
);
/** For each stopword the languages that contain it. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const [language, words] of STOPWORDS)
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);

export function isStopword(word: string, language: Language): boolean {
  return STOPWORDS.get(language)?.has(word) ?? false;
}

/** Returns the Snowball stem. Diacritics are folded after stemming, because some stemmers need them. */
export function stem(word: string, language: Language): string {
  return foldAccents(TABLE[language].stem(word));
}

/**
 * Returns the language of a text: by its script, or else the language with the most different stopwords in the text.
 * Returns undefined when there are too few stopwords, or when two languages have equally many ("Berlin", "pizza!!").
 */
export function guessLanguage(text: string, words: Iterable<string>): Language | undefined {
  for (const [script, language] of SCRIPTS) if (script.test(text)) return language;
  const found = new Map<Language, number>();
  for (const word of new Set(words))
    for (const language of LANGUAGES_OF.get(word) ?? []) found.set(language, (found.get(language) ?? 0) + 1);
  const [best, second] = [...found].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < STOPWORDS_TO_DECIDE || best[1] === second?.[1]) return undefined;
  return best[0];
}

/** Returns the spellings of a stopword. The lists have "don't"; people also write "dont" and often leave out accents. */
function spellings(word: string): string[] {
  const lower = word.toLowerCase();
  return [lower, lower.replaceAll("'", ""), foldAccents(lower)];
}

function same(word: string): string {
  return word;
}
