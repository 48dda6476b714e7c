/** The words of a text, as the scale compares them. */

const MOST_CHARS = 1_200;
// bounded: a letter has at most three marks here, in at most 1,200 characters
const LATIN_MARKS = /(?<=\p{Script=Latin})\p{M}{1,3}/gu;
const WORD = /[\p{L}\p{M}\p{N}]{1,60}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ARABIC_MARKS = /[\u064b-\u0652\u0640]/gu;
/** "And", "with" and "for", and the article, are written as one word with the noun. */
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

/** Returns the words of a text in lower case: Latin letters without accents, Arabic nouns without article, a number as one sign. */
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

/** A number is one sign. One that may be a temperature of a body is another. */
function numberSign(number: string): string {
  return /^(?:3[6-9]|4[0-2])$/.test(number) ? "038" : "0";
}

/** True for words of a script that sets no spaces. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}
