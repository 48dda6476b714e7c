/**
 * A writer does the job of one recipe without a language model. It says what it must read and what it would propose to
 * the person, and it writes from tool results alone. The offline composer and the L3 template use the writers. Writers
 * are pure: the same moment and results give the same words.
 */
import type {
  Asked,
  BriefVariant,
  IntentLanguage,
  LocalDate,
  LocalTime,
  NightFinding,
  PlainAction,
  ThreadTurn,
  ToolCall,
  ToolName,
  ToolResult,
  Trigger,
  Wanted,
} from "@waldo/contracts";
import type { Json } from "../../ports.ts";
import { ordinalWord } from "../../safety/body/body-claims.ts";
import type { Quote } from "../../safety/quote.ts";
import { MOST_COUNTED, type Speech, speechIn } from "../../speech.ts";

/** The facts of the moment, as a prompt states them. */
export type Told = {
  readonly trigger: Trigger;
  readonly variant?: BriefVariant | undefined;
  readonly date: LocalDate;
  /** The time on the person's clock. It is absent when no prompt was built. */
  readonly time?: LocalTime;
  /** What the person wrote. */
  readonly message?: string;
  /** The language of the talk. It is absent where only English is written. */
  readonly language?: IntentLanguage;
  /** What plain code understood of the message. It is absent when no code tried to understand it. */
  readonly asked?: Asked;
  /** The actions that the message changes, and what plain code understood of the change. */
  readonly changing?: { readonly actions: readonly PlainAction[]; readonly wanted: Wanted };
  /** The conversation before the message, oldest first. */
  readonly thread?: readonly ThreadTurn[];
  /** The names of the selected recipes, in their order. */
  readonly skills: readonly string[];
};

export type Ask = { readonly name: ToolName; readonly args: Json };

/** Returns a key of a call: its tool and its arguments. Two calls with the same key are the same call. */
export function askKey({ name, args }: Pick<ToolCall, "name" | "args">): string {
  return JSON.stringify([name, args]);
}

export type Results = readonly ToolResult[];

export type SkillWriter = {
  /** True when this recipe can answer the chat message alone. A recipe without this function can always answer. */
  answers?(message: string): boolean;
  /** Returns the calls that must be made first. Calls that the trigger may not make are left out. */
  reads(told: Told): readonly Ask[];
  /**
   * Returns the calls that follow from the first results: a look-up by name, or something to propose. The caller makes
   * them once. The writer must also be able to write without their results.
   */
  follow?(told: Told, results: Results): readonly Ask[];
  /** Returns the finished text, or undefined when the results hold nothing to say. */
  write(told: Told, results: Results, quote: Quote): string | undefined;
  /** Returns the text as one sentence for a Brief or a patrol. A recipe without this function adds no sentence. */
  line?(told: Told, results: Results, quote: Quote): string | undefined;
};

/** Shorter words, in letters, do not help to tell two subjects apart. */
const TELLING_LETTERS = 4;

/** Returns the words that identify the subject of a text, in lower case. */
function tellingWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter((word) => word.length >= TELLING_LETTERS));
}

/** True when two texts share a word that identifies their subject. */
export function akin(a: string, b: string): boolean {
  const words = tellingWords(a);
  return [...tellingWords(b)].some((word) => words.has(word));
}

const SPANS = [
  { days: 85, name: "span.months3" },
  { days: 60, name: "span.months2" },
  { days: 30, name: "span.month" },
  { days: 21, name: "span.weeks3" },
  { days: 14, name: "span.weeks2" },
] as const;

/**
 * Returns words for a number of known days, such as "two weeks". The words never name a longer time than the number.
 * Returns undefined for less than two weeks.
 */
export function spanWords(days: number | undefined, { say }: Pick<Speech, "say"> = speechIn("en")): string | undefined {
  const span = SPANS.find((one) => (days ?? 0) >= one.days);
  return span && say(span.name);
}

/** Returns "third day in a row" and so on, or "more than ten days" above ten. In another language it is "for 3 days". */
export function rowWords(days: number, { language, say }: Pick<Speech, "language" | "say"> = speechIn("en")): string {
  if (language !== "en") return days > MOST_COUNTED ? say("rowMany") : say("row", { n: days });
  const ordinal = ordinalWord(days);
  return ordinal === undefined ? "more than ten days in a row" : `the ${ordinal} day in a row`;
}

/** Returns an event with its time: “Budget” at 09:30, or "an event at 09:30" when Waldo may not repeat its title. */
export function happening(
  { title, start }: { title: string; start: string },
  quote: Quote,
  { say }: Pick<Speech, "say"> = speechIn("en"),
): string {
  return say("event", { event: quote(title) ?? say("anEvent"), time: start });
}

/**
 * Returns the text with the right time of waking for a person who did not wake in the morning. Other texts stay
 * unchanged.
 */
export function byWaking(text: string, woke: NightFinding["woke"]): string {
  if (woke === undefined || woke === "morning") return text;
  return text
    .replace(/since this morning/i, (found) => (found.startsWith("S") ? "Since you woke up" : "since you woke up"))
    .replace("this morning", "when you woke up");
}
