/** What a message may not say, whoever wrote it: raw values, diagnosis, banned words, more than a message. */

/** A number with a physiological unit, or a score: user-facing text speaks in zones (R7, ADR-0024). */
const RAW_VALUE =
  /\d[\d.,]{0,12}\s?(?:ms\b|msec|millisecond|bpm\b|beats?\b|rpm\b|breaths?\b|min\b|mins\b|minutes?\b|h\b|hrs?\b|hours?\b|%|percent\b)/i;
const SCORE = /\b(?:form|recovery|score)\b[^.!?\d]{0,20}\d/i;
/** Wellness wording only: no disease, no diagnosis, no medication (FDA general wellness guidance, January 2026). */
const MEDICAL =
  /\b(?:diagnos\w*|disease|disorder|syndrome|apnea|apnoea|arrhythmia|fibrillation|hypertension|infection|covid|flu|fever|depression|anxiety disorder|overtraining syndrome|medication|dosage|prescri\w*|beta[- ]blocker)\b/i;
const BANNED = /\b(?:wellness|optimi[sz]e\w*|biohack\w*|journey|crush(?:ing)?|hustle)\b/i;
/** A message of more characters than this is not a Brief any more. */
const MAX_CHARS = 1200;

/** The first thing wrong with the wording, or undefined. */
export function wordingFault(text: string): string | undefined {
  if (text.trim() === "") return "empty";
  if (text.length > MAX_CHARS) return "too_long";
  if (RAW_VALUE.test(text) || SCORE.test(text)) return "raw_value";
  if (MEDICAL.test(text)) return "medical";
  if (BANNED.test(text)) return "banned_word";
  return undefined;
}
