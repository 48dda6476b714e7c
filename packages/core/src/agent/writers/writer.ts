/**
 * A writer does the job of one recipe without a language model: it says what it must read, what it would put before the
 * person, and writes from what tools returned, and from nothing else. It is the voice of the offline composer and the
 * L3 template. Writers are pure: the same moment and results give the same words.
 */
import type { BriefVariant, LocalDate, LocalTime, ToolName, ToolResult, Trigger } from "@waldo/contracts";
import type { Json } from "../../ports.ts";

/** The moment, as a prompt states it. */
export type Told = {
  readonly trigger: Trigger;
  readonly variant?: BriefVariant | undefined;
  readonly date: LocalDate;
  /** On the person's clock; absent where no prompt was built. */
  readonly time?: LocalTime;
  /** What the person wrote. */
  readonly message?: string;
  /** Names of the selected recipes, in their order. */
  readonly skills: readonly string[];
};

export type Ask = { readonly name: ToolName; readonly args: Json };

export type Results = readonly ToolResult[];

/** Puts another's words in quotation marks, or answers nothing where a message may not say them. */
export type Quote = (words: string) => string | undefined;

export type SkillWriter = {
  /** Whether a chat that selected this recipe can be answered by it alone. Absent: it can. */
  answers?(message: string): boolean;
  /** What must be read first. What the trigger may not use is left out for it. */
  reads(told: Told): readonly Ask[];
  /** What follows from that: a look-up by name, something to propose. Asked once; the text must do without it too. */
  follow?(told: Told, results: Results): readonly Ask[];
  /** The finished text; nothing where the results hold nothing to say. */
  write(told: Told, results: Results, quote: Quote): string | undefined;
  /** The same in one sentence, for a Brief or a patrol. Absent: this recipe adds nothing to one. */
  line?(told: Told, results: Results, quote: Quote): string | undefined;
};
