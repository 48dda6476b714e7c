/** Breaks a text at spaces into lines of at most `width` characters. A longer word is broken. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).flatMap((whole) => pieces(whole, width))) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < word.length; at += width) found.push(word.slice(at, at + width));
  return found;
}
