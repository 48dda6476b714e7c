/**
 * Reports the progress of a bench on stderr. On a terminal each line replaces the one before; in a file the lines
 * follow each other. Stdout is only for the result.
 */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

/** Clears the line of a terminal, before the result is printed. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
}
