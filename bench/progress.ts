/**
 * Says on stderr how far a bench is. On a terminal each line takes the place of the one before; in a file they follow each
 * other. Stdout stays for the result.
 */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

/** Clears the line of a terminal, before the result is printed. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}
