/**
 * Checks for wording that no message may hold, from any author: raw values, diagnosis, banned words, or too many
 * characters.
 */
import { lockHealth } from "./body/health-lockout.ts";
import { medicalFault } from "./medical/medical.ts";

/**
 * A number with a physiological unit, or a score. Text for the person uses body zones (docs/sources.md, Raw health and
 * words).
 */
const RAW_VALUE =
  /\d[\d.,]{0,12}\s?(?:ms\b|msec|millisecond|bpm\b|beats?\b|rpm\b|breaths?\b|min\b|mins\b|minutes?\b|h\b|hrs?\b|hours?\b|%|percent\b)/i;
/** Matches a score with its number. A clock time is not a score: "the tax form at 12:00". */
const SCORE = /\b(?:form|recovery|score)\b[^.!?\d]{0,20}\d(?!\d?:\d\d)/i;
const OWN_SCORE = /\b(?:(?:Form|Recovery)\b|[Yy]our (?:form|recovery|score)\b)[^.!?\d]{0,20}\d(?!\d?:\d\d)/;
const BANNED = /\b(?:wellness|optimi[sz](?:e|ing|ation)\w*|biohack\w*|journey|crush(?:ing)?|hustle)\b/i;
/** A Brief with more characters than this is too long. */
export const MOST_BRIEF_CHARS = 1200;
/** An answer may be longer. Telegram takes 4,096 characters. */
export const MOST_REPLY_CHARS = 4000;

/**
 * `unasked`: Waldo speaks by itself and does not answer a message. `aboutBody`: the text is about the person's body.
 * `general`: it explains something that the person asked about and says nothing about them.
 */
type Wording = { readonly unasked: boolean; readonly aboutBody: boolean; readonly general?: boolean };
const BRIEF: Wording = { unasked: true, aboutBody: true };

/**
 * Returns the first fault of the wording, or undefined. In an answer the word "journey" and lengths such as "20
 * minutes" are allowed. Readings and scores of the person's body are never allowed.
 */
export function wordingFault(
  text: string,
  { unasked, aboutBody, general = false }: Wording = BRIEF,
): string | undefined {
  if (unasked && (RAW_VALUE.test(text) || SCORE.test(text))) return "raw_value";
  if (aboutBody && (lockHealth(text, false).raw > 0 || OWN_SCORE.test(text))) return "raw_value";
  // Only wellness wording is allowed (FDA general wellness guidance, January 2026).
  if (!general && medicalFault(text) !== undefined) return "medical";
  return unasked && BANNED.test(text) ? "banned_word" : undefined;
}

/** Returns a fault when a text is empty or longer than `most` characters. */
export function lengthFault(text: string, most: number): "empty" | "too_long" | undefined {
  if (text.trim() === "") return "empty";
  return text.length > most ? "too_long" : undefined;
}
