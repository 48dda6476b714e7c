/**
 * Returns a text from outside as one line of at most `chars`, without control characters and without half characters.
 */
export function clipLine(text: string, chars: number): string {
  const line = text
    .slice(0, chars * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).toWellFormed()}…`;
}
