/**
 * The order of sort keys and object names everywhere: by UTF-8 bytes. JavaScript's own string order is by UTF-16
 * unit, which puts astral characters (surrogates, U+D800…) before U+E000–U+FFFF; every store puts them after.
 */
export function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const LAST_CODE_POINT = 0x10ffff;

/** The least string above every string that starts with `prefix`, or nothing when there is none above. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === LAST_CODE_POINT) continue;
    // U+D800–U+DFFF are surrogates, not characters: U+E000 is the one that follows U+D7FF.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}
