/**
 * The evidence that the sentences of a run may rest on: the results of its calls, the arguments of the calls that
 * succeeded, the person's words, and what the prompt held of the person. Each event, task, reminder or memory becomes
 * one fact, so that the details of a statement are compared with the thing that it names and not with everything at
 * once.
 */
import {
  type BriefVariant,
  type LocalDate,
  TOOL_EFFECT,
  type ToolCall,
  ToolName,
  type ToolResult,
} from "@waldo/contracts";
import { folded } from "../../folding.ts";
import type { Json } from "../../ports.ts";
import { addDays } from "../../time.ts";
import { type Details, detailsIn } from "./details.ts";

export type Evidence = {
  readonly results: readonly ToolResult[];
  /** The calls that gave the results. */
  readonly calls?: readonly ToolCall[];
  /** What the person said in the conversation, oldest first. The message that is answered is the last. */
  readonly owner?: readonly string[];
  /** What else the run knows about the person: wishes, memory, prepared pages, and the earlier conversation. */
  readonly known?: readonly string[];
  /** The person's date. "Tomorrow" is counted from it. */
  readonly today: LocalDate;
  /** True when the run answers the person's words. In such an answer, general knowledge needs no source. */
  readonly reply?: boolean;
  /** True for words of Waldo's own writer. What they say of the body is of its catalogue (own-words.ts). */
  readonly own?: boolean;
  /** True for a message of the coach. The person should be glad to get it (told.ts). */
  readonly unasked?: boolean;
  /** Set for a Brief. A Brief must say certain things. */
  readonly brief?: BriefVariant;
};

export type Source = { readonly callId: string; readonly path: string };

export type Fact = Source & {
  /**
   * The tool that returned the fact. For the person's words it is "owner", for what the run knew before it is "known".
   */
  readonly from: string;
  readonly title: string | undefined;
  readonly words: ReadonlySet<string>;
  readonly details: Details;
  /** The dates that an answer covers, whether it found something on them or not. */
  readonly covered: readonly LocalDate[];
  readonly value: Json;
};

/** The members that can name a thing. The first of them that a thing has is its title. */
const TITLES = ["title", "text", "claim", "summary", "subject", "name", "about"] as const;
const SMALL = new Set(
  "the and for with that this your you are was were has have had not but from they them their its his her she him our out all any can will just than then there here when what who how about into over some more most very also been being does did done get got let may might must should would could one two".split(
    " ",
  ),
);

/** Returns the words that carry meaning, in a common form. Numbers are left out, because they count as details. */
export function wordsIn(text: string): Set<string> {
  const words = folded(text.toLowerCase(), "NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’]s\b/g, "")
    .split(/[^\p{L}]+/u);
  return new Set(words.filter((word) => word.length > 2 && !SMALL.has(word)).map(stemOf));
}

/** Returns a word without its plural ending, so that "meetings" and "meeting" are the same word. */
function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

/** Returns every fact of the evidence. */
export function factsOf({ results, calls = [], owner = [], known = [], today }: Evidence): Fact[] {
  const said = (from: string, texts: readonly string[]) =>
    texts.map((text, index) => factOf({ callId: from, path: `${index}`, from }, text, today));
  return [
    ...results.flatMap((result) =>
      factsIn(
        result,
        calls.find(({ id }) => id === result.callId),
        today,
      ),
    ),
    ...said("owner", owner),
    ...said(
      "known",
      known.flatMap((text) => text.split("\n")),
    ),
  ];
}

function factsIn(result: ToolResult, call: ToolCall | undefined, today: LocalDate): Fact[] {
  const { callId, name } = result;
  const place = (path: string) => ({ callId, path, from: name });
  if (!result.ok) return [factOf(place("message"), result.message, today)];
  const { value } = result;
  const facts: Fact[] = [];
  for (const [path, list] of listsIn(value))
    for (const [index, item] of list.entries()) {
      // The agenda lists what is due today without a date at each item, so this line adds the date.
      const dated = path === "due" && isObject(item) ? { on: today, ...item } : item;
      facts.push(factOf(place(`${path}.${index}`), dated, today));
    }
  const rest = withoutLists(value);
  const covered = coveredBy(rest);
  const whole = covered.length > 0 || !isObject(rest) ? argsOf(call) : { ...rest, ...argsOf(call) };
  facts.push({ ...factOf(place(""), isObject(rest) ? whole : rest, today), covered });
  return facts;
}

/**
 * Returns the arguments of a call that had an effect. They tell what the call did: the time of a reminder, the title of
 * a task.
 */
function argsOf(call: ToolCall | undefined): Record<string, Json> {
  const tool = ToolName.safeParse(call?.name);
  const isRead = !tool.success || TOOL_EFFECT[tool.data] === "read";
  return call !== undefined && !isRead && isObject(call.args) ? call.args : {};
}

/** Returns the dates that a look at the calendar covered. */
function coveredBy(value: Json): LocalDate[] {
  if (!isObject(value)) return [];
  const { from, days } = value;
  if (typeof from !== "string" || typeof days !== "number") return [];
  return Array.from({ length: days }, (_, i) => addDays(from, i));
}

function factOf(place: Source & { from: string }, value: Json, today: LocalDate): Fact {
  const text = textOf(value);
  return { ...place, title: titleOf(value), words: wordsIn(text), details: detailsIn(text, today), covered: [], value };
}

/** Returns the title or the other member that names a thing, if it has one. */
export function titleOf(value: Json): string | undefined {
  if (typeof value === "string") return value;
  if (!isObject(value)) return undefined;
  for (const name of TITLES) if (typeof value[name] === "string") return value[name];
  return undefined;
}

/** Returns all texts in a value, in their order. */
export function textOf(value: Json): string {
  if (value === null || typeof value !== "object") return String(value ?? "");
  // Texts are joined with a space and a dot. A full stop could end a time such as "3 p.m.".
  return Object.values(value).map(textOf).join(" · ");
}

function* listsIn(value: Json, path = ""): Generator<[string, readonly Json[]]> {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    if (Array.isArray(member) && member.some(isObject)) yield [at, member];
    else yield* listsIn(member, at);
  }
}

function withoutLists(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !(Array.isArray(member) && member.some(isObject)))
      .map(([name, member]) => [name, withoutLists(member)]),
  );
}

export function isObject(value: Json): value is { [name: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The share of a title's words that a sentence must contain to be about the thing with that title. */
const MENTIONED = 0.6;

/** Returns the facts of tools that a sentence names by their titles. */
export function namedIn(sentence: string, facts: readonly Fact[]): Fact[] {
  const words = wordsIn(sentence);
  return facts.filter(({ from, path, title }) => {
    // The message of a failed call is not the title of a thing.
    if (path === "message" || from === "owner" || from === "known" || title === undefined) return false;
    const own = [...wordsIn(title)];
    return own.length > 0 && own.filter((word) => words.has(word)).length / own.length >= MENTIONED;
  });
}
