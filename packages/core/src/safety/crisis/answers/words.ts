/**
 * The shape of what a person in danger is told, in one language. These texts were written in advance (docs/sources.md,
 * The safety gates). They have no judgement and no promise of what others will do, and they say what to do when the person
 * was misunderstood. The only digits are phone numbers, so the gates for ordinary messages do not apply to them.
 *
 *   {emergency}   the emergency number with its label, within a sentence
 *   {Emergency}   the same where a sentence begins
 *   {lines}       all lines that listen; {line} the first of them
 *   {violence}    the lines for who is hurt by somebody
 *   {advice}      the number that advises on medicine; where none is known, its paragraph is left out
 */
import type { LineNote } from "../hotlines.ts";

/** The languages that the danger check reads and answers in, by ISO 639-1. */
export const CARE_LANGUAGES = [
  ...(["en", "es", "fr", "pt", "it", "de", "nl", "ru", "pl", "tr", "hi", "ar", "zh", "ja", "ko"] as const),
] as const;
export type CareLanguage = (typeof CARE_LANGUAGES)[number];

/** Paragraphs for the first cry, and other, shorter ones for a second cry within a day, which know of the first. */
type Twice = { readonly first: readonly string[]; readonly again: readonly string[] };

export type CareWords = {
  readonly labels: {
    /** Stands before the number in {Emergency}. */
    readonly emergency: string;
    /** `%` is the number of the police. */
    readonly ambulance: string;
    /** For a country that is not known. */
    readonly anywhere: string;
    /** The same three as they are written within a sentence. Where it is absent, they are written unchanged. */
    readonly lower?: { readonly emergency: string; readonly ambulance: string; readonly anywhere: string };
    readonly directory: string;
  };
  readonly notes: Readonly<Record<LineNote, string>>;
  /**
   * The signs between a label and its number, and between two lines. Where it is absent, they are a colon and a
   * semicolon.
   */
  readonly between?: { readonly number: string; readonly line: string };
  /** A wish or a plan to die. */
  readonly die: Twice;
  /** A body in danger now. `listeners` is added where it was by one's own hand. */
  readonly body: Twice;
  readonly listeners: string;
  /** Somebody hurts or threatens the writer. */
  readonly violence: Twice;
  /** Harm to oneself, or despair, where no model speaks. */
  readonly hurt: string;
  /** Another person is in crisis, where no model speaks. */
  readonly other: string;
  /** The end of every reply to `hurt` and to `other`. */
  readonly help: { readonly hurt: string; readonly other: string };
  /** A question of medicine or of a symptom. */
  readonly medicine: readonly string[];
  /** The answer to words that were not understood and may hold something grave. */
  readonly unsure: readonly string[];
  /** One sentence on the next morning. */
  readonly morning: { readonly certain: string; readonly physical: string };
};
