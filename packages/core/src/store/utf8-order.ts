/**
 * Compares by UTF-8 bytes, the order of sort keys and object names everywhere. JavaScript's own string order is by
 * UTF-16 unit. It puts astral characters (surrogates, U+D800…) before U+E000–U+FFFF, and every store puts them after.
 */
export function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const LAST_CODE_POINT = 0x10ffff;

/** Returns the smallest string above every string that starts with `prefix`, or undefined when there is none above. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === LAST_CODE_POINT) continue;
    // U+D800–U+DFFF are surrogates and no characters, so U+E000 follows U+D7FF.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}
