/** Returns what a person at a terminal can do about an export that was refused with these words, or nothing. */
export function importAdvice(refused: string): string {
  if (/^these are another person's nights/.test(refused))
    return ". Give this person a home of their own with --home <folder>";
  return /column map/.test(refused) ? "; waldo day --help shows how, under --map" : "";
}
