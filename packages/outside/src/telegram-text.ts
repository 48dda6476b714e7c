/** Splits a text into messages that Telegram accepts, for the Telegram channel. */

import { TELEGRAM_MAX_UNITS } from "@waldo/contracts";

/** The places at which a text may be cut, best first: after a paragraph, a line, a sentence, a word. */
const BOUNDARIES = [/\n\s*\n/g, /\n/g, /[.!?…][)"'”’\]]*\s/g, /\s/g] as const;

/**
 * Splits a text into messages that Telegram accepts: none is longer than `max` UTF-16 units, none is blank, and no
 * surrogate pair is cut in two. Only white space at the cuts is lost. A cut leaves at least half a message, so that a
 * short first paragraph does not become a separate message. A word is cut only when there is no other place.
 */
export function splitText(text: string, max: number = TELEGRAM_MAX_UNITS): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const at = cut(rest, max);
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** `rest` starts with something visible and is longer than `max`. */
function cut(rest: string, max: number): number {
  // The window has one more unit, because white space right after a full message is a place to cut as well.
  const window = rest.slice(0, max + 1);
  for (const boundary of BOUNDARIES) {
    // A match ends in white space, which is not part of the message.
    const ends = [...window.matchAll(boundary)].map((match) => match.index + match[0].trimEnd().length);
    const last = ends.findLast((end) => end <= max && end >= max / 2);
    if (last !== undefined) return last;
  }
  return isLowSurrogate(rest, max) && isHighSurrogate(rest, max - 1) && max > 1 ? max - 1 : max;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
