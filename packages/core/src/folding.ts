/**
 * Folds the variants of a character (full width, ligatures, circled digits) into plain ones. One character may become
 * eighteen, and what reads the text afterwards pays for each, so a character that becomes more than
 * {@link MOST_GROWTH} is read as a space.
 */
const MOST_GROWTH = 4;

/** Returns the text in the form, at most `MOST_GROWTH` times as long. */
export function folded(text: string, form: "NFKC" | "NFKD" = "NFKC"): string {
  const whole = text.normalize(form);
  if (whole.length <= text.length) return whole;
  const kept = Array.from(text, (character) =>
    character.normalize(form).length > MOST_GROWTH * character.length ? " " : character,
  );
  return kept.join("").normalize(form);
}
