// Decides what a model's reply is: words for the person, tool calls, or nothing usable. Every reply is checked here
// once, before the run stores it (agent/turn.ts). The provider adapters handle the wire format; this module handles the
// text of the model.
//
// 1. A call in the text becomes a real call only if the whole reply is calls or special marks announce it, every tool
//    is offered, and every tool accepts its arguments. It then goes to the same dispatcher as every call.
// 2. Text that contains parts of a call, of thinking or of a chat template never reaches a person.
// 3. An unreadable reply counts as nothing, with a reason. The code does not guess.
// 4. A table of Markdown becomes a list, because Telegram and a narrow page cannot show a table.
import type { JsonObject, ModelMessage, ModelReply } from "../../ports.ts";
import { withOwnIds } from "../conversation.ts";
import { afterThinking, firstAnswer, unwrapped, withoutControl, withoutFence, withoutTags } from "./wrapping.ts";
import { type WrittenCall, writtenCalls } from "./written-calls.ts";

/** Returns the text with each table turned into a list. Code stays unchanged. */
function withoutTables(text: string): string {
  return text
    .split("```")
    .map((part, i) => (i % 2 === 0 && part.includes("|") ? listed(part.split("\n")).join("\n") : part))
    .join("```");
}

function listed(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const head = lines[i] ?? "";
    if (!head.includes("|") || !isRule(lines[i + 1] ?? "")) {
      out.push(head);
      continue;
    }
    const names = cellsOf(head);
    i += 2;
    for (; i < lines.length && (lines[i] ?? "").includes("|"); i++) out.push(rowOf(cellsOf(lines[i] ?? ""), names));
    i--;
  }
  return out;
}

/** True for the line of dashes under the names of the columns. */
function isRule(line: string): boolean {
  return line.includes("-") && line.includes("|") && /^[\s|:-]+$/.test(line);
}

function cellsOf(line: string): string[] {
  const plain = line.trim().replace(/^\|/, "").replace(/\|$/, "");
  return plain.split("|").map((cell) => cell.trim());
}

function rowOf([first = "", ...rest]: readonly string[], [, ...names]: readonly string[]): string {
  const [only, ...more] = rest;
  if (only === undefined) return `• ${first}`;
  if (more.length === 0) return first === "" ? `• ${only}` : `• ${first}: ${only}`;
  const parts = rest.flatMap((cell, i) => (cell === "" ? [] : [names[i] ? `${names[i]} ${cell}` : cell]));
  return `• ${first}: ${parts.join(", ")}`;
}

/**
 * Why a reply has no usable content. `cut`: it is incomplete. `empty`: no words. `thinking`: only thoughts.
 * `tool_text`: parts of a call or a result. `json`: data instead of words. `echo`: words of the prompt. `loop`: one
 * line repeated.
 */
export const SHAPE_FAULTS = ["cut", "empty", "thinking", "tool_text", "json", "echo", "loop"] as const;
export type ShapeFault = (typeof SHAPE_FAULTS)[number];

export type Shaped =
  | { readonly is: "answer"; readonly text: string }
  | { readonly is: "calls"; readonly calls: readonly { readonly name: string; readonly args: JsonObject }[] }
  | { readonly is: "nothing"; readonly reason: ShapeFault };

export type ShapeAsk = {
  /** The names of the tools that the model was offered. */
  readonly tools: readonly string[];
  /** Returns whether a tool accepts these arguments. */
  readonly accepts: (name: string, args: JsonObject) => boolean;
  /** What the person said. */
  readonly asked?: string;
  /** The part of the prompt that is the same for all people. Its sentences are not an answer. */
  readonly instructions?: string;
  /** True when the model was asked for JSON. JSON is then the answer. */
  readonly typed?: boolean;
};

/** For a question without tools. The reply is words or JSON. */
export const NO_TOOLS: ShapeAsk = { tools: [], accepts: () => false };

/** No allowed reply has more characters (agent/turn.ts, MAX_OUTPUT_TOKENS). */
const MOST_CHARS = 40_000;

/** Returns what a text is. `cut` is true when the provider reports that the model reached its limit. */
export function shapeOf(raw: string, ask: ShapeAsk, cut = false): Shaped {
  const text = raw.slice(0, MOST_CHARS);
  if (text.trim() === "") return nothing(cut ? "cut" : "empty");
  const said = afterThinking(text);
  if (said === undefined) return nothing("thinking");
  if (cut) return nothing("cut");
  const called = callsOrNothing(said, ask);
  if (called !== undefined) return called;
  const words = withoutControl(said);
  if (words === "") return nothing("empty");
  return ask.typed ? { is: "answer", text: words } : answerIn(words, ask);
}

/** Returns the answer in a text without a call. JSON may be nested in JSON. */
function answerIn(text: string, ask: ShapeAsk, depth = 3): Shaped {
  const { asked = "" } = ask;
  const words = withoutTags(firstAnswer(text, asked));
  if (EMPTY.test(words) || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(words)) return nothing("empty");
  const inner = unwrapped(words);
  if (inner.json && !ASKS_FOR_DATA.test(asked)) {
    if (inner.words === undefined || depth === 0)
      return nothing(/[}\]"]\W{0,5}$/.test(words) || words.endsWith("```") ? "json" : "cut");
    return answerIn(inner.words.trim(), ask, depth - 1);
  }
  if (isLoop(words)) return nothing("loop");
  const own = withoutEcho(words, ask);
  if (own === undefined) return nothing("echo");
  return isCut(own)
    ? nothing("cut")
    : { is: "answer", text: ASKS_FOR_BARS.test(asked) ? own : withoutTables(own).trim() };
}

/** Words that some models write when they have nothing to say. */
const EMPTY =
  /^[\s"'`[({<]{0,6}(?:null|none|undefined|nan|n\/a|empty|no response|no answer|\[object object\]|\(\))?[\s"'`\])}>.]{0,6}$/i;
/** Words of a request for data. Such a request may be answered with data. */
const ASKS_FOR_DATA =
  /\b(?:json|yaml|xml|csv|object|array|dict(?:ionary)?|list|schema|payload|config\w*|api|code|script|function|data|python|javascript|format|regex|sql|formula|quote)\b/i;
const ASKS_FOR_BARS = /\bmarkdown\b|["'“`]\|["'”`]/i;

const MARKS =
  /<\|?\/?(?:[a-z]{1,10}:)?(?:tool_calls?|function_calls?|functioncall|multiplefunctions|tool_use|invoke|tool_response|tool_results?|function_results?|function_response)\b|<function[=>]|<\/?tools>|<\|?(?:python_tag|tool[_▁]|plugin|action_start|call\|)|<｜tool|\[TOOL_(?:CALLS?|REQUEST|RESULTS?)\]|\bfunctools\[|(?:^|\n)\s{0,8}(?:\*\*)?(?:action|action input|observation|tool call|function call)s?:|```tool_(?:code|call|use|outputs?)|>>>[a-z_.]{1,60}\n/i;
/** Matches an object that begins like a call, complete or not. */
const BEGINS_AS_CALL =
  /^[^\p{L}]{0,20}["'](?:name|tool|tool_name|tool_calls|tool_use|function|function_call|recipient_name|parameters|arguments|tool_input)["']\s{0,5}:/iu;

/** The most characters of an introduction such as "Let me look:" before a call without a mark. */
const MOST_PREFACE = 240;

/**
 * Returns the calls of a reply that consists of calls, nothing when it contains parts of a call, and undefined for
 * words.
 */
function callsOrNothing(text: string, ask: ShapeAsk): Shaped | undefined {
  const marked = MARKS.test(text);
  if (ask.typed && !marked) return undefined;
  const found = writtenCalls(text);
  const offered = found.map((call) => ({ call, name: nameOf(call, ask.tools) }));
  const known = offered.filter(({ name }) => name !== undefined);
  const { before, after } = around(text, found);
  const whole = found.length > 0 && before === "" && after === "";
  const calls = offered.flatMap(({ call, name }) =>
    name !== undefined && ask.accepts(name, call.args) ? [{ name, args: call.args }] : [],
  );
  if (calls.length > 0 && calls.length === found.length)
    if (marked || whole || CONTROL_BESIDE.test(text) || (before.length <= MOST_PREFACE && after === ""))
      return { is: "calls", calls };
  const asksForData = ASKS_FOR_DATA.test(ask.asked ?? "");
  if (known.length > 0 || namesTool(text, ask)) return nothing("tool_text");
  if (asksForData && !marked) return undefined;
  if (marked || (whole && found.some((call) => isForeignCall(call, text)))) return nothing("tool_text");
  return !asksForData && looksLikeCall(withoutControl(text)) ? nothing("tool_text") : undefined;
}

const OPENS_CALL = /^[[(\s]{0,8}["'`]?([A-Za-z_][\w.\\-]{0,80})["'`]?\(/;
const CLOSES_CALL = /\)[\])'"`;,\s]{0,8}$/;

/** True for text in the form of a call that cannot be parsed: `[plot.draw(on=new Canvas(3))]`, `{"name": "plot", …`. */
function looksLikeCall(text: string): boolean {
  if (BEGINS_AS_CALL.test(text)) return true;
  const [prose, fenced] = [0, 1].map((odd) => text.split("```").filter((_, i) => i % 2 === odd)) as [
    string[],
    string[],
  ];
  if ([withoutFence(text, /^\w*$/), ...prose.flatMap((part) => part.split("\n"))].some(isCallLine)) return true;
  return fenced.some((code) => isCallLine(code.replace(/^\w{0,12}\s/, "").trim()) && code.includes("["));
}

function isCallLine(line: string): boolean {
  if (!/\p{L}/u.test(line)) return false;
  // A line that is code in square brackets is an unreadable list of calls.
  if (/^\[.*\]$/s.test(line) && /[({=_*\\]/.test(line) && !/\]\(/.test(line)) return true;
  const name = OPENS_CALL.exec(line)?.[1];
  return (
    name !== undefined && CLOSES_CALL.test(line) && (line.startsWith("[") || /[._]/.test(name) || /\w ?[=:]/.test(line))
  );
}

const CONTROL_BESIDE = /<\|[a-z_]{1,40}\|>/i;

/** Models write dots, dashes and underscores in names in different ways. */
function nameOf({ name }: WrittenCall, tools: readonly string[]): string | undefined {
  const plain = (one: string) => one.toLowerCase().replaceAll(/[.-]/g, "_");
  return tools.find((tool) => plain(tool) === plain(name));
}

/** Returns the words around the calls, without fences, marks and punctuation. */
function around(text: string, found: readonly WrittenCall[]): { readonly before: string; readonly after: string } {
  const [first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) return { before: text, after: text };
  const words = (part: string) =>
    part
      .replaceAll(/```\w{0,12}|<\/?\|?[\w:=▁｜ ]{1,40}\|?>|\[\/?TOOL_\w{1,12}\]|functools/g, " ")
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return { before: words(text.slice(0, first.from)), after: words(text.slice(last.to)) };
}

/**
 * True for a call of a tool that is not offered. A line of code in a fence does not count, because it answers a request
 * for code.
 */
function isForeignCall({ name, args, from }: WrittenCall, text: string): boolean {
  if (text.charAt(from) === "{" || text.charAt(from) === "[") return true;
  return !text.includes("```") && (Object.keys(args).length > 0 || /[_.]/.test(name) || /^\s{0,5}\[/.test(text));
}

/** True when a text names a tool. A name with an underscore is not a word for a person, unless the person wrote it. */
function namesTool(text: string, { tools, asked = "" }: ShapeAsk): boolean {
  const words = new Set(text.replaceAll("\\_", "_").split(/\W+/));
  return tools.some((tool) => tool.includes("_") && words.has(tool) && !asked.includes(tool));
}

const LEAST_ECHO_CHARS = 60;
const LEAST_QUESTION_WORDS = 3;

/**
 * Returns the text without a repeated question at its start. Returns undefined when it only repeats the question or the
 * prompt.
 */
function withoutEcho(text: string, { asked = "", instructions = "" }: ShapeAsk): string | undefined {
  const question = asked.trim();
  const flat = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const isLong = flat(question).split(" ").length >= LEAST_QUESTION_WORDS;
  if (isLong && flat(text) === flat(question)) return undefined;
  const said = flat(text);
  const echoes = instructions
    .split(/\n|\\n|(?<=[.!?]) /)
    .map(flat)
    .some((line) => line.length >= LEAST_ECHO_CHARS && said.includes(line));
  if (echoes) return undefined;
  if (!isLong || !text.startsWith(question)) return text;
  const rest = text.slice(question.length);
  return /^\s{0,5}\n/.test(rest) && rest.trim() !== "" ? rest.trim() : text;
}

const MOST_SAME_LINES = 5;

function isLoop(text: string): boolean {
  const prose = text.split("```").filter((_, i) => i % 2 === 0);
  const lines = prose.flatMap((part) => part.split(/\n|(?<=[.!?]) /)).map((line) => line.trim());
  let same = 1;
  return lines.some((line, i) => {
    same = line !== "" && line === lines[i - 1] ? same + 1 : 1;
    return same > MOST_SAME_LINES;
  });
}

/** Words and marks with which no complete answer ends. */
const DANGLING = /(?:[,(]|\b(?:the|an|and|or|your|my|because|but|that the|of the|to the|is a|with a))$/i;

function isCut(text: string): boolean {
  // A fence that is not closed shows that the reply was cut.
  return DANGLING.test(text) || text.split("```").length % 2 === 0;
}

const nothing = (reason: ShapeFault): Shaped => ({ is: "nothing", reason });

/** A reply in the form in which a run stores it. `shape` is the reason when there are no words. */
type ShapedReply = ModelReply & { readonly shape?: ShapeFault };

/** Returns the reply with its words and calls as they were meant. `messages` are the messages of the request. */
export function shaped(reply: ModelReply, ask: ShapeAsk, messages: readonly ModelMessage[]): ShapedReply {
  if (reply.calls.length > 0 || reply.stop === "refused") return reply;
  const shape = shapeOf(reply.text, ask, reply.stop === "max_tokens");
  if (shape.is === "answer") return { ...reply, text: shape.text };
  if (shape.is === "nothing") return { ...reply, text: "", shape: shape.reason };
  const calls = withOwnIds(
    shape.calls.map((call) => ({ id: undefined, ...call })),
    messages,
  );
  return { ...reply, text: "", calls, stop: "tool_use" };
}
