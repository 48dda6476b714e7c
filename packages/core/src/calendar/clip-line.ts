/** A text of others as one line of at most `chars`: no control characters, no halves of characters. */
export function clipLine(text: string, chars: number): string {
  const line = text
    .slice(0, chars * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length <= chars ? line : `${line.slice(0, chars - 1).toWellFormed()}…`;
}
