/** Diacritics of Latin, Greek and Cyrillic. Marks of other scripts (kana, Devanagari) carry meaning, so they stay. */
const DIACRITICS = /[\u0300-\u036f]/g;
/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };
const UNDECOMPOSED = /[ßæœøłđı]/g;

/**
 * Returns the text in lower case without diacritics, so that "Zoë" equals "zoe" and "Łódź" equals "lodz". Letters of
 * other scripts stay, so a Russian word stays Russian. `foldLetters` of safety/words.ts makes Latin letters of them,
 * because it looks for disguised words.
 */
export function foldAccents(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(DIACRITICS, "")
    .normalize("NFC")
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}
