/** Searches files for many texts, byte by byte. It needs no file format, so every occurrence is found. */
import { createReadStream } from "node:fs";

/** `isId`: the text counts only when it is not part of a longer id. */
export type Needle = { readonly text: string; readonly about: string; readonly isId?: true };

/** Shorter texts, in bytes, would be found everywhere. */
export const LEAST_BYTES = 4;

type Sought = { readonly bytes: Buffer; readonly about: string; readonly isId: boolean };

/** Returns a function that searches a file for the texts, and counts for each `about` how often it was found. */
export function finder(needles: readonly Needle[]): (path: string) => Promise<ReadonlyMap<string, number>> {
  const byStart = new Map<number, Sought[]>();
  let longest = 0;
  // In a JSON row or file, quotes and line ends of a text are escaped.
  for (const { text, about, isId = false } of needles)
    for (const written of new Set([text, JSON.stringify(text).slice(1, -1)])) {
      const bytes = Buffer.from(written);
      if (bytes.length < LEAST_BYTES) continue;
      const start = bytes.readUInt32BE(0);
      byStart.set(start, [...(byStart.get(start) ?? []), { bytes, about, isId }]);
      longest = Math.max(longest, bytes.length);
    }

  return async (path) => {
    const found = new Map<string, number>();
    /**
     * The last bytes that may be the beginning of a text. One more byte is kept before them, to see where an id begins.
     */
    let held: Buffer = Buffer.alloc(0);
    let started = false;
    const look = (end: number) => {
      for (let at = held.length > 0 && started ? 1 : 0; at < end; at++) {
        const sought = at + LEAST_BYTES <= held.length ? byStart.get(held.readUInt32BE(at)) : undefined;
        for (const { bytes, about, isId } of sought ?? []) {
          if (!held.subarray(at, at + bytes.length).equals(bytes)) continue;
          if (!isId || standsAlone(held, at, bytes.length)) found.set(about, (found.get(about) ?? 0) + 1);
        }
      }
    };
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      held = Buffer.concat([held, chunk]);
      const end = held.length - longest;
      if (end <= 1) continue;
      look(end);
      held = held.subarray(end - 1);
      started = true;
    }
    look(held.length);
    return found;
  };
}

/**
 * True when the text at this place is not part of a longer id. A text with another sign at its edge needs no check
 * there.
 */
function standsAlone(bytes: Buffer, at: number, length: number): boolean {
  const goesOn = (outside: number, inside: number) => isOfId(bytes[outside]) && isOfId(bytes[inside]);
  return !goesOn(at - 1, at) && !goesOn(at + length, at + length - 1);
}

/** The characters of an id: a-z, 0-9 and -. */
function isOfId(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z0-9-]/.test(String.fromCharCode(byte));
}
