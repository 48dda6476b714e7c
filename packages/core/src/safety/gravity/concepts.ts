// Words become concepts: who (me, a partner, a plant), what harm, which sign, which medicine, a wish, a plan, a time.
// The concepts are the same in all languages, so what was learned from "she hits me" in one language applies in all.
//
// word      this word                       word*     a word with this beginning (the stem)
// two words after each other                 in Chinese and Japanese a piece of text at any position

const MOST_CHARS = 1_200;
// bounded: a letter has at most three marks here, in at most 1,200 characters
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}{1,3}/gu;
const WORD = /[\p{L}\p{M}\p{N}]{1,60}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ARABIC_MARKS = /[\u064b-\u0652\u0640]/gu;
/** Matches Arabic "and", "with", "for" and the article, which are written together with the noun. */
const ARABIC_ARTICLE = /^[وفبك]?ال(?=\p{L}{3})|^لل(?=\p{L}{3})/u;
const PLAIN: Readonly<Record<string, string>> = {
  ı: "i",
  ß: "ss",
  ł: "l",
  ø: "o",
  æ: "ae",
  œ: "oe",
  đ: "d",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ى: "ي",
  ة: "ه",
};

/**
 * Returns the words of a text in lower case: Latin letters without accents, Arabic nouns without the article, and a
 * number as one sign.
 */
export function wordsIn(text: string): string[] {
  const folded = text
    .slice(0, MOST_CHARS)
    .normalize("NFKD")
    .replace(LATIN_MARKS, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[ıßłøæœđأإآىة]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(ARABIC_MARKS, "")
    .replace(/['’ʼ`´]/g, "")
    .replace(/(\p{L})\1{2,20}/gu, "$1$1");
  return (folded.match(WORD) ?? []).map((word) =>
    word.replace(ARABIC_ARTICLE, "").replace(/\p{N}{1,40}/gu, numberSign),
  );
}

/** Returns the sign of a number. A number that may be a body temperature has its own sign. */
function numberSign(number: string): string {
  return /^(?:3[6-9]|4[0-2])$/.test(number) ? "038" : "0";
}

/** True for words of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** The words of one language. For each concept it has the entries, separated by commas. */
type Lexicon = Readonly<Record<string, string>>;
/** The same with the entries of each concept in the form of `wordsIn`, and a star behind a stem. */
type PlainLexicon = Readonly<Record<string, readonly string[]>>;

/** Returns the lists as `matchersOf` reads them. */
export function plainLexicons(lists: Readonly<Record<string, Lexicon>>): Record<string, PlainLexicon> {
  const plain = (entry: string) => {
    const words = wordsIn(entry);
    // A plain number alone has no concept.
    if (words.every((word) => word === "0")) return [];
    if (words.some(isUnspaced)) return [words.join("")];
    return [words.length === 1 && entry.trim().endsWith("*") ? `${words[0]}*` : words.join(" ")];
  };
  const ofLanguage = (lexicon: Lexicon) =>
    Object.fromEntries(
      Object.entries(lexicon).map(([concept, entries]) => [concept, entries.split(",").flatMap(plain)]),
    );
  return Object.fromEntries(Object.entries(lists).map(([language, lexicon]) => [language, ofLanguage(lexicon)]));
}

type Phrase = { readonly words: readonly string[]; readonly concept: string };
export type Matcher = {
  /** Returns the concepts of each word. */
  readonly match: (words: readonly string[]) => readonly (readonly string[])[];
  /** Returns how many of the words have a concept. */
  readonly known: (words: readonly string[]) => number;
};

/** The least letters of a stem, and the most letters of a piece of text. */
const [LEAST_STEM, MOST_PIECE] = [2, 8];
/** A word with at least this many letters may have one slip. */
const LEAST_REPAIRED = 5;
/** In a shorter word two letters may be swapped, if the word then has one of these concepts. */
const LEAST_SWAPPED = 3;
const HEAVY: readonly string[] = ["die", "dead", "kill", "life", "not", "want", "end", "cut", "hit", "pain"];

/** Returns the matcher of one language. */
function matcherOf(lexicon: PlainLexicon): Matcher {
  const exact = new Map<string, string[]>();
  const stems = new Map<string, string[]>();
  const pieces = new Map<string, string[]>();
  const phrases = new Map<string, Phrase[]>();
  for (const [concept, entries] of Object.entries(lexicon))
    for (const entry of entries) {
      const words = entry.split(" ");
      const [first = ""] = words;
      if (isUnspaced(entry)) put(pieces, entry, concept);
      else if (words.length > 1) phrases.set(first, [...(phrases.get(first) ?? []), { words, concept }]);
      else if (entry.endsWith("*")) put(stems, entry.slice(0, -1), concept);
      else put(exact, entry, concept);
    }
  /** The words by their forms after a slip. Most texts have no slip, so the map is built at the first one. */
  let slips: Map<string, string[]> | undefined;
  const slipsMade = () => {
    slips = new Map();
    for (const word of [...exact.keys(), ...stems.keys()])
      if (word.length >= LEAST_REPAIRED) for (const slip of slipsOf(word)) put(slips, slip, word);
    return slips;
  };

  const ofWord = (word: string, repairs = true): readonly string[] => {
    if (isUnspaced(word)) return piecesIn(word);
    const found = new Set(exact.get(word) ?? []);
    for (let length = LEAST_STEM; length <= word.length; length++)
      for (const concept of stems.get(word.slice(0, length)) ?? []) found.add(concept);
    if (repairs && found.size === 0 && word.length >= LEAST_SWAPPED && word.length < LEAST_REPAIRED)
      for (const swap of swapsOf(word))
        for (const concept of exact.get(swap) ?? []) if (HEAVY.includes(concept)) found.add(concept);
    if (repairs && found.size === 0 && word.length >= LEAST_REPAIRED)
      for (const slip of slipsOf(word))
        for (const meant of (slips ?? slipsMade()).get(slip) ?? [])
          if (isNear(word, meant))
            for (const concept of [...(exact.get(meant) ?? []), ...(stems.get(meant) ?? [])]) found.add(concept);
    return [...found];
  };
  const piecesIn = (text: string): readonly string[] => {
    const found = new Set<string>();
    for (let from = 0; from < text.length; from++)
      for (let length = 1; length <= MOST_PIECE && from + length <= text.length; length++)
        for (const concept of pieces.get(text.slice(from, from + length)) ?? []) found.add(concept);
    return [...found];
  };
  return {
    known: (words) => words.filter((word) => ofWord(word, false).length > 0).length,
    match(words) {
      const found = words.map((word) => [...ofWord(word)]);
      for (const [at, word] of words.entries())
        for (const phrase of phrases.get(word) ?? [])
          if (phrase.words.every((one, i) => words[at + i] === one)) found[at]?.push(phrase.concept);
      return found;
    },
  };
}

/** Returns the matcher of each language, from plain lists. */
export function matchersOf(lexicons: Readonly<Record<string, PlainLexicon>>): Record<string, Matcher> {
  return Object.fromEntries(Object.entries(lexicons).map(([language, lexicon]) => [language, matcherOf(lexicon)]));
}

function put(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (!list.includes(value)) list.push(value);
}

/**
 * Returns a word, and each form of it without one letter. If two words have a form in common, they differ by one slip
 * or by two changed letters.
 */
function slipsOf(word: string): string[] {
  return Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1)).concat(word);
}

/** Returns the words that arise when two neighbouring letters of this word are swapped. */
function swapsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, i) =>
    [word.slice(0, i), word[i + 1], word[i], word.slice(i + 2)].join(""),
  );
}

/** True when one letter is missing or too many, or two neighbours are swapped. The first letter is rarely wrong. */
function isNear(a: string, b: string): boolean {
  if (a[0] !== b[0]) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [restA, restB] = [a.slice(from), b.slice(from)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
