/**
 * The fixed texts for a person in danger, in one language. People wrote them in advance (docs/sources.md, The safety
 * gates). They do not judge and do not promise what others will do. They also say what to do if Waldo misunderstood the
 * person. The only digits are phone numbers, so the gates for ordinary messages do not apply to them.
 *
 *   {emergency}   the emergency number with its label, within a sentence
 * {Emergency}   the same at the beginning of a sentence
 * {lines}       all lines for people in crisis; {line} the first of them
 * {violence}    the lines for people who are hurt by somebody
 * {advice}      the number for medical advice; its paragraph is left out when no number is known
 */
import type { LineNote } from "../hotlines.ts";

/** The languages in which the danger check reads and answers, by ISO 639-1. */
export const CARE_LANGUAGES = [
  ...(["en", "es", "fr", "pt", "it", "de", "nl", "ru", "pl", "tr", "hi", "ar", "zh", "ja", "ko"] as const),
] as const;
export type CareLanguage = (typeof CARE_LANGUAGES)[number];

/**
 * Paragraphs for the first message about danger, and shorter ones for a second message within a day, which refer to the
 * first.
 */
type Twice = { readonly first: readonly string[]; readonly again: readonly string[] };

export type CareWords = {
  readonly labels: {
    /** Stands before the number in {Emergency}. */
    readonly emergency: string;
    /** `%` is the number of the police. */
    readonly ambulance: string;
    /** The text for an unknown country. */
    readonly anywhere: string;
    /** The same three texts in the form for the middle of a sentence. If this is absent, they are used unchanged. */
    readonly lower?: { readonly emergency: string; readonly ambulance: string; readonly anywhere: string };
    readonly directory: string;
  };
  readonly notes: Readonly<Record<LineNote, string>>;
  /** The signs between a label and its number, and between two lines. Default: a colon and a semicolon. */
  readonly between?: { readonly number: string; readonly line: string };
  /** A wish or a plan to die. */
  readonly die: Twice;
  /** A body in danger now. If the person did it themselves, `listeners` is added. */
  readonly body: Twice;
  readonly listeners: string;
  /** Another person hurts or threatens the writer. */
  readonly violence: Twice;
  /** Harm to oneself or despair. Used when no model answers. */
  readonly hurt: string;
  /** Another person is in crisis. Used when no model answers. */
  readonly other: string;
  /** The last line of every reply to `hurt` and `other`. */
  readonly help: { readonly hurt: string; readonly other: string };
  /** A question about a medicine or a symptom. */
  readonly medicine: readonly string[];
  /** The answer to a message that was not understood and may hold something grave. */
  readonly unsure: readonly string[];
  /** The answer to a message that was not understood and names an ailment that seems small. */
  readonly unwell: string;
  /** One sentence for the next morning. */
  readonly morning: { readonly certain: string; readonly physical: string };
};
