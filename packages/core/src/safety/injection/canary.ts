/**
 * Canaries are random marks in a prompt. No normal answer contains one, so a canary in a text proves a leak. The search
 * also finds canaries that were spaced out, reversed, changed in case or alphabet, or encoded.
 */

import { Buffer } from "node:buffer";
import type { TriggerEvent } from "@waldo/contracts";
import { digest } from "../../digest.ts";
import { foldLetters } from "../words.ts";

/**
 * This many letters or digits of a mark in a row count as a leak. A part of a random mark proves as much as the whole.
 */
const FRAGMENT = 12;
/** A shorter mark would also be found in innocent text, so it is ignored. */
const LEAST_CANARY = 6;

/** Returns how many of the canaries the text contains, completely or in part, plain or encoded. Linear in the text. */
export function leakedCanaries(text: string, canaries: readonly string[]): number {
  const marks = canaries.map(squeeze).filter((mark) => mark.length >= LEAST_CANARY);
  if (marks.length === 0) return 0;
  const views = decodings(text, DEPTH).map(squeeze);
  return marks.filter((mark) => [mark, rot13(mark)].some((form) => views.some((view) => contains(view, form)))).length;
}

function contains(view: string, mark: string): boolean {
  const length = Math.min(FRAGMENT, mark.length);
  const fragments = new Set<string>();
  for (const form of [mark, [...mark].reverse().join("")])
    for (let i = 0; i + length <= form.length; i++) fragments.add(form.slice(i, i + length));
  for (let i = 0; i + length <= view.length; i++) if (fragments.has(view.slice(i, i + length))) return true;
  return false;
}

/** Keeps only letters and digits, in one case. */
function squeeze(text: string): string {
  return foldLetters(text).replace(/[^\p{L}\p{N}]/gu, "");
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
}

/** How many levels of nested encodings are decoded. */
const DEPTH = 3;

/** Returns the text, and every readable text into which its parts can be decoded. */
function decodings(text: string, depth: number): string[] {
  const reversed = depth === DEPTH ? [[...text].reverse().join("")] : [];
  if (depth === 0) return [text];
  const inner = [unescaped(text), ...reversed.flatMap(encoded), ...encoded(text)].filter((view) => view !== text);
  return [text, ...inner.flatMap((view) => decodings(view, depth - 1))];
}

/**
 * Replaces percent signs, HTML entities, \u and \x escapes, and Unicode tags (invisible ASCII) by the letters they
 * mean.
 */
function unescaped(text: string): string {
  return text
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => letterOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, decimal: string) => letterOf(Number(decimal)))
    .replace(/(?:&#x|\\u\{?|\\x)([0-9a-fA-F]{2,6})[;}]?/g, (_, hex: string) => letterOf(Number.parseInt(hex, 16)))
    .replace(/[\u{E0020}-\u{E007E}]/gu, (tag) => letterOf((tag.codePointAt(0) ?? 0) - 0xe0000));
}

function letterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/**
 * Returns the readable text that base64 (both alphabets, any alignment, also in pieces) or hexadecimal in it stands
 * for.
 */
function encoded(text: string): string[] {
  const found: string[] = [];
  // A mark has letters, digits and "-". Encoded in base64, these never give the two signs in which the alphabets
  // differ.
  const letters = text.replace(/[^A-Za-z0-9]/g, "");
  for (let skipped = 0; skipped < 4; skipped++)
    found.push(...readable(Buffer.from(letters.slice(skipped), "base64").toString("latin1")));
  for (const run of text.replace(/\b0x|[\s:,-]/g, "").split(/[^0-9a-fA-F]/))
    if (run.length >= FRAGMENT)
      for (const skipped of [0, 1]) found.push(...readable(Buffer.from(run.slice(skipped), "hex").toString("latin1")));
  return found;
}

/** Returns runs of printable ASCII that are long enough for a mark. Random bytes rarely contain one. */
function readable(bytes: string): string[] {
  return bytes.split(/[^\x20-\x7e]/).filter((stretch) => stretch.length >= LEAST_CANARY);
}

/** Returns a mark that only this run's prompt carries. If the mark appears anywhere else, the prompt has leaked. */
export function canaryOf(
  run: Pick<TriggerEvent, "userId" | "nonce"> & { readonly runId: string; readonly createdAt: number },
): string {
  return `wd-${digest("canary", run.userId, run.runId, run.nonce, run.createdAt).slice(0, 20)}`;
}
