/** Checks what a message may not say, from any author: raw values, diagnosis, banned words, or too many characters. */
import { medicalFault } from "./medical/medical.ts";

/**
 * A number with a physiological unit, or a score. Text for the person uses body zones (docs/sources.md, Raw health and
 * words).
 */
const RAW_VALUE =
  /\d[\d.,]{0,12}\s?(?:ms\b|msec|millisecond|bpm\b|beats?\b|rpm\b|breaths?\b|min\b|mins\b|minutes?\b|h\b|hrs?\b|hours?\b|%|percent\b)/i;
const SCORE = /\b(?:form|recovery|score)\b[^.!?\d]{0,20}\d/i;
const BANNED = /\b(?:wellness|optimi[sz](?:e|ing|ation)\w*|biohack\w*|journey|crush(?:ing)?|hustle)\b/i;
/** A message with more characters than this is too long for a Brief. */
const MAX_CHARS = 1200;

/** Returns the first fault of the wording, or undefined. */
export function wordingFault(text: string): string | undefined {
  if (text.trim() === "") return "empty";
  if (RAW_VALUE.test(text) || SCORE.test(text)) return "raw_value";
  // Only wellness wording is allowed (FDA general wellness guidance, January 2026).
  if (medicalFault(text) !== undefined) return "medical";
  if (BANNED.test(text)) return "banned_word";
  // The length comes last, because some callers may say a long text if nothing else is wrong with it.
  return text.length > MAX_CHARS ? "too_long" : undefined;
}
