/**
 * A writer does the job of one recipe without a language model. It says what it must read and what it would propose to
 * the person, and it writes from tool results alone. The offline composer and the L3 template use the writers. Writers
 * are pure: the same moment and results give the same words.
 */
import type {
  Asked,
  BriefVariant,
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

/** The facts of the moment, as a prompt states them. */
export type Told = {
  readonly trigger: Trigger;
  readonly variant?: BriefVariant | undefined;
  readonly date: LocalDate;
  /** The time on the person's clock. It is absent when no prompt was built. */
  readonly time?: LocalTime;
  /** What the person wrote. */
  readonly message?: string;
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

/** Returns "a", "a and b" or "a, b and c". `word` can replace "and". */
export function listed(items: readonly string[], word = "and"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`;
}

const COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Returns a number up to ten as a word, and "more than ten" above. */
export function counted(n: number): string {
  return COUNTS[n] ?? "more than ten";
}

/** Returns half hours as people say them: 10 is "about five hours", 11 "about five and a half hours". */
export function hoursWords(halfHours: number): string {
  const hours = Math.floor(Math.abs(halfHours) / 2);
  const half = Math.abs(halfHours) % 2 === 1;
  if (hours === 0) return half ? "about half an hour" : "less than half an hour";
  if (hours === 1) return half ? "about an hour and a half" : "about an hour";
  const whole = HOURS[hours] ?? counted(hours);
  return `about ${whole}${half ? " and a half" : ""} hours`;
}

const HOURS: Readonly<Record<number, string>> = { 11: "eleven", 12: "twelve", 13: "thirteen", 14: "fourteen" };

/** Returns "one day", "three days" and so on. */
export function daysWords(n: number): string {
  return n === 1 ? "one day" : `${counted(n)} days`;
}

const SPANS = [
  { days: 85, words: "three months" },
  { days: 60, words: "two months" },
  { days: 30, words: "a month" },
  { days: 21, words: "three weeks" },
  { days: 14, words: "two weeks" },
] as const;

/**
 * Returns words for a number of known days, such as "two weeks". The words never name a longer time than the number.
 * Returns undefined for less than two weeks.
 */
export function spanWords(days: number | undefined): string | undefined {
  return SPANS.find((span) => (days ?? 0) >= span.days)?.words;
}

/** Returns "third day in a row" and so on, or "more than ten days" above ten. */
export function rowWords(days: number): string {
  const ordinal = ordinalWord(days);
  return ordinal === undefined ? "more than ten days in a row" : `the ${ordinal} day in a row`;
}

/** Returns a time in words: 22:30 is "half past ten". Times are full or half hours. */
export function clockWords(time: LocalTime): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const name = (at: number) => HOURS[((at + 11) % 12) + 1] ?? counted(((at + 11) % 12) + 1);
  if (hour % 24 === 0 && minute < 30) return "midnight";
  return minute < 30 ? name(hour) : `half past ${name(hour)}`;
}

/** Joins the sentences that are not undefined, in order. */
export function together(...sentences: readonly (string | undefined)[]): string | undefined {
  const said = sentences.filter((sentence) => sentence !== undefined && sentence !== "");
  return said.length === 0 ? undefined : said.join(" ");
}

/** Returns an event with its time: “Budget” at 09:30, or "an event at 09:30" when Waldo may not repeat its title. */
export function happening({ title, start }: { title: string; start: string }, quote: Quote): string {
  return `${quote(title) ?? "an event"} at ${start}`;
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

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
