/** Latin, Greek and Cyrillic diacritics. Marks of other scripts (kana, Devanagari) carry meaning and stay. */
const DIACRITICS = /[\u0300-\u036f]/g;
/** Letters that do not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };
const UNDECOMPOSED = /[ßæœøłđı]/g;

/** Lower-case text without its diacritics, so that "Zoë" and "zoe", "Łódź" and "lodz" are one. */
export function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(DIACRITICS, "")
    .normalize("NFC")
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}
