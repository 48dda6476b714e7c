/**
 * Turns the bytes of a calendar file into text. RFC 5545 (3.1) folds lines by bytes, also inside a character, so lines
 * are unfolded before they are decoded. A line that is no UTF-8 is read as Windows-1252, in which older exporters write.
 */
const [TAB, LF, CR, SPACE] = [9, 10, 13, 32];

/** Returns the text of a file without folds. Never throws: bytes of no encoding give odd characters. */
export function icsText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || second === 0)
    return unfoldedText(new TextDecoder("utf-16le").decode(bytes));
  if ((first === 0xfe && second === 0xff) || first === 0)
    return unfoldedText(new TextDecoder("utf-16be").decode(bytes));
  const whole = unfolded(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    return lineByLine(whole);
  }
}

const unfoldedText = (text: string) => new TextDecoder().decode(unfolded(new TextEncoder().encode(text)));

/** Returns the bytes without each line end that a space or a tab follows, and without that space. */
function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === CR || byte === LF) {
      let next = at + 1;
      while (bytes[next] === CR || bytes[next] === LF) next++;
      if (bytes[next] === SPACE || bytes[next] === TAB) {
        at = next;
        continue;
      }
    }
    kept[length++] = byte;
  }
  return kept.subarray(0, length);
}

function lineByLine(bytes: Uint8Array): string {
  const [utf8, windows] = [new TextDecoder("utf-8", { fatal: true }), new TextDecoder("windows-1252")];
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from);
    const line = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
    try {
      lines.push(utf8.decode(line));
    } catch {
      lines.push(windows.decode(line));
    }
    from += line.length;
  }
  return lines.join("");
}
