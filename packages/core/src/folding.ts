/**
 * Folds the variants of a character (full width, ligatures, circled digits) into plain ones. One character may become
 * eighteen, and later code would have to read them all. So a character that becomes more than {@link MOST_GROWTH} is
 * read as a space.
 */
const MOST_GROWTH = 4;

/** Returns the text in the given Unicode form. It is at most `MOST_GROWTH` times as long. */
export function folded(text: string, form: "NFKC" | "NFKD" = "NFKC"): string {
  const whole = text.normalize(form);
  if (whole.length <= text.length) return whole;
  const kept = Array.from(text, (character) =>
    character.normalize(form).length > MOST_GROWTH * character.length ? " " : character,
  );
  return kept.join("").normalize(form);
}

/**
 * Diacritics of Latin, Greek and Cyrillic. In other scripts (kana, Devanagari) marks change the meaning, so they stay.
 */
const DIACRITICS = /[\u0300-\u036f]/g;
/** Letters that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };
const UNDECOMPOSED = /[ßæœøłđı]/g;

/**
 * Returns the text in lower case without diacritics, so that "Zoë" equals "zoe" and "Łódź" equals "lodz". Letters of
 * other scripts stay, so a Russian word stays Russian. `foldLetters` of safety/words.ts turns such letters into Latin
 * ones, because it looks for disguised words.
 */
export function foldAccents(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(DIACRITICS, "")
    .normalize("NFC")
    .replace(UNDECOMPOSED, (letter) => LETTERS[letter] ?? letter);
}
