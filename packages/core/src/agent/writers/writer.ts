/**
 * A writer does the job of one recipe without a language model. It says what it must read and what it would propose to
 * the person, and it writes from tool results and nothing else. It is the voice of the offline composer and the L3
 * template. Writers are pure: the same moment and results give the same words.
 */
import type {
  Asked,
  BriefVariant,
  LocalDate,
  LocalTime,
  PlainAction,
  ThreadTurn,
  ToolCall,
  ToolName,
  ToolResult,
  Trigger,
  Wanted,
} from "@waldo/contracts";
import type { Json } from "../../ports.ts";

/** The moment, as a prompt states it. */
export type Told = {
  readonly trigger: Trigger;
  readonly variant?: BriefVariant | undefined;
  readonly date: LocalDate;
  /** The time on the person's clock. Absent where no prompt was built. */
  readonly time?: LocalTime;
  /** What the person wrote. */
  readonly message?: string;
  /** What plain code understood of it. Absent where nothing tried to. */
  readonly asked?: Asked;
  /** The actions that the message changes, and what plain code understood of the change. */
  readonly changing?: { readonly actions: readonly PlainAction[]; readonly wanted: Wanted };
  /** The conversation before it, oldest first. */
  readonly thread?: readonly ThreadTurn[];
  /** The names of the selected recipes, in their order. */
  readonly skills: readonly string[];
};

export type Ask = { readonly name: ToolName; readonly args: Json };

/** Returns what makes two calls the same: the tool and its arguments. */
export function askKey({ name, args }: Pick<ToolCall, "name" | "args">): string {
  return JSON.stringify([name, args]);
}

export type Results = readonly ToolResult[];

/** Puts another person's words in quotation marks. Returns undefined where a message may not say them. */
export type Quote = (words: string) => string | undefined;

export type SkillWriter = {
  /** Whether this recipe alone can answer a chat that selected it. Absent: it can. */
  answers?(message: string): boolean;
  /** What must be read first. Calls that the trigger may not use are left out. */
  reads(told: Told): readonly Ask[];
  /**
   * What follows from the first results: a look-up by name, or something to propose. It is asked once, and the text
   * must work without it too.
   */
  follow?(told: Told, results: Results): readonly Ask[];
  /** The finished text, or undefined when the results hold nothing to say. */
  write(told: Told, results: Results, quote: Quote): string | undefined;
  /** The same in one sentence, for a Brief or a patrol. Absent: this recipe adds no sentence. */
  line?(told: Told, results: Results, quote: Quote): string | undefined;
};
