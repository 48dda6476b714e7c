/**
 * Remembers millions of strings by a 52-bit hash each, in about 16 bytes a string. The chance that two different
 * strings count as the same is n²/2⁵³. For an export of six million records this is one in two hundred, and then one
 * record of six million is left out.
 */
export type SeenHashes = {
  /** Adds the text. Returns true when it was not there before. */
  add(text: string): boolean;
};

export function createSeenHashes(): SeenHashes {
  let slots = new Float64Array(1 << 12);
  let used = 0;

  function insert(table: Float64Array, hash: number): boolean {
    const mask = table.length - 1;
    let at = (hash % table.length) & mask;
    while (table[at] !== 0) {
      if (table[at] === hash) return false;
      at = (at + 1) & mask;
    }
    table[at] = hash;
    return true;
  }

  return {
    add(text) {
      if (used * 4 > slots.length * 3) {
        const larger = new Float64Array(slots.length * 2);
        for (const hash of slots) if (hash !== 0) insert(larger, hash);
        slots = larger;
      }
      const added = insert(slots, hash52(text));
      if (added) used++;
      return added;
    },
  };
}

/**
 * Two 32-bit FNV-1a hashes with different offsets and primes, joined to 52 bits. It is never 0, which marks a free
 * slot.
 */
function hash52(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 15;
  }
  return (high >>> 12) * 0x1_0000_0000 + (low >>> 0) || 1;
}
