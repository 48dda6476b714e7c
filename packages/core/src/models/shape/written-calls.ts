/**
 * Finds tool calls in the text of a model. Families of models use different forms, which fall into four groups:
 *
 *   a value      {"name": "get_crs", "arguments": {}}   also in a list, as {"tool_calls": […]}, {"get_crs": {…}}
 *   name, value  get_crs {"day": 1}                     <function=get_crs>{…}, >>>get_crs, Action: get_crs / Action Input: {…}
 *   as code      get_crs(day=1)                         also ['get_crs(day=1)'] and get\_crs(…)
 *   tags         <invoke name="get_crs"><parameter name="day">1</parameter></invoke>
 *
 * It only reads the calls. reply-shape.ts checks whether a tool is offered and accepts the arguments.
 */
import type { Json, JsonObject } from "../../ports.ts";
import { afterSpace, literalAt, matchAt } from "./literal.ts";

/** A call as it was written, from position `from` to `to` of the text. */
export type WrittenCall = {
  readonly name: string;
  readonly args: JsonObject;
  readonly from: number;
  readonly to: number;
};

const NAMES = ["name", "tool_name", "tool", "function_name", "function", "action", "recipient_name", "func"];
const ARGS = ["arguments", "parameters", "params", "args", "tool_input", "action_input", "input", "kwargs"];
const LISTS = [
  "tool_calls",
  "tool_uses",
  "function_calls",
  "calls",
  "function_call",
  "tool_call",
  "function",
  "actions",
];

/** A name of a tool: letters, digits, dots, underscores. A model may put a backslash before an underscore. */
const NAME = String.raw`[A-Za-z_](?:[\w.-]|\\_){0,80}`;
// bounded: it is tried on the last 160 characters before a brace, see BEFORE_CHARS
const BEFORE_VALUE = new RegExp(
  String.raw`(?:<function=|<\|?(?:tool_call|function)\|?>\s{0,3}|>>>|to=|action:\s{0,3}|\[TOOL_CALLS\]\s{0,3}|^|[\s.:!?>])(?:functions?\.)?\x60{0,3}(${NAME})\x60{0,3}(?:>|\[ARGS\]|[ \t]{0,3}\n|:|<[^<>\n]{1,40}>|\s{1,3}(?:action[ _]input|arguments|parameters|args):\s{0,3}){0,2}\s{0,4}(?:\x60{3}(?:json)?\s{0,3})?$`,
  "i",
);
const BEFORE_CHARS = 160;

/** How many brackets are tried. A call is near the start of the text; the limit bounds the work for a hostile text. */
const MOST_TRIES = 400;

/** Returns the calls in a text, in order. Calls inside other calls are left out. */
export function writtenCalls(text: string): WrittenCall[] {
  const tags = tagged(text);
  const found: WrittenCall[] = [...tags];
  let after = 0;
  let tries = 0;
  for (const { 0: letter, index: at } of text.matchAll(/[{[(]/g)) {
    if (at < after || tags.some(({ from, to }) => from <= at && at < to)) continue;
    if (++tries > MOST_TRIES) break;
    const calls = letter === "(" ? byCode(text, at) : byValue(text, at);
    found.push(...calls);
    after = Math.max(after, ...calls.map(({ to }) => to));
  }
  return found.sort((a, b) => a.from - b.from);
}

function byValue(text: string, at: number): WrittenCall[] {
  const literal = literalAt(text, at);
  if (literal === undefined) return [];
  const { value, end } = literal;
  const own = callsIn(value).map((call) => ({ ...call, from: at, to: end }));
  if (own.length > 0) return own;
  const named = isObject(value) ? BEFORE_VALUE.exec(text.slice(Math.max(0, at - BEFORE_CHARS), at)) : null;
  const name = named?.[1];
  return name === undefined || !isObject(value)
    ? []
    : [{ name: plainName(name), args: value, from: at - (named?.[0].trimStart().length ?? 0), to: end }];
}

/** Returns the calls that a value describes. */
function callsIn(value: Json, depth = 4): { readonly name: string; readonly args: JsonObject }[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) {
    const parts = value.map((one) => (typeof one === "string" ? codeIn(one) : callsIn(one, depth - 1)));
    return parts.every((part) => part.length > 0) ? parts.flat() : [];
  }
  if (!isObject(value)) return [];
  for (const key of LISTS) {
    const inner = value[key];
    const calls = inner === undefined || typeof inner === "string" ? [] : callsIn(inner, depth - 1);
    if (calls.length > 0) return calls;
  }
  const name = NAMES.map((key) => value[key]).find((one) => typeof one === "string");
  const args = ARGS.map((key) => value[key]).find((one) => one !== undefined);
  if (typeof name === "string" && isName(name)) {
    const read = typeof args === "string" ? literalAt(args, 0)?.value : args;
    if (isObject(read)) return [{ name: plainName(name), args: read }];
    // A call without arguments needs another sign that it is a call.
    return args === null || (args === undefined && "type" in value && value["type"] === "function")
      ? [{ name: plainName(name), args: {} }]
      : [];
  }
  const [only, ...more] = Object.entries(value);
  if (only === undefined || more.length > 0 || !only[0].includes("_") || !isName(only[0])) return [];
  return isObject(only[1]) ? [{ name: plainName(only[0]), args: only[1] }] : [];
}

function codeIn(text: string): WrittenCall[] {
  const at = text.indexOf("(");
  const calls = at < 0 ? [] : byCode(text, at);
  return calls.length === 1 && calls[0]?.from === 0 ? calls : [];
}

const BEFORE_CODE = new RegExp(`(?:^|[^\\w\\\\.=])(${NAME})$`); // bounded: on the last 160 characters before a bracket
const KEY = /[A-Za-z_](?:\w|\\_){0,60}(?=\s{0,3}=(?!=))/y;

/** Reads `name(key=value, …)`. Arguments without a key make no call, because their names are unknown. */
function byCode(text: string, at: number): WrittenCall[] {
  const name = BEFORE_CODE.exec(text.slice(Math.max(0, at - BEFORE_CHARS), at))?.[1];
  if (name === undefined) return [];
  const args: [string, Json][] = [];
  let next = afterSpace(text, at + 1);
  while (text.charAt(next) !== ")") {
    const key = matchAt(KEY, text, next);
    if (key === undefined) return [];
    const equals = text.indexOf("=", next);
    const value = literalAt(text, equals + 1) ?? bareAt(text, equals + 1);
    if (value === undefined) return [];
    args.push([key.replaceAll("\\", ""), value.value]);
    next = afterSpace(text, value.end);
    if (text.charAt(next) === ",") next = afterSpace(text, next + 1);
    else if (text.charAt(next) !== ")") return [];
  }
  return [{ name: plainName(name), args: Object.fromEntries(args), from: at - name.length, to: next + 1 }];
}

const BARE = /[^\s,()[\]{}"'=][^,()[\]{}"'=\n]{0,80}/y;

/** Reads a value without quotation marks: `place=nucleus`. */
function bareAt(text: string, from: number) {
  const at = afterSpace(text, from);
  const word = matchAt(BARE, text, at);
  return word === undefined ? undefined : { value: word.trim(), end: at + word.length };
}

// bounded: each part has a limit
const OPENING = new RegExp(
  `<(?:invoke|function|tool)(?: name)?=["']?(${NAME})["']?>|<tool_call>\\s{0,3}(${NAME})\\s{0,3}(?=<arg_key>)`,
  "gi",
);
const PARAMETER =
  /<parameter(?: name)?=["']?([\w.-]{1,60})["']?>([^<]{0,4000})<\/parameter>|<arg_key>([^<]{1,60})<\/arg_key>\s{0,3}<arg_value>([^<]{0,4000})<\/arg_value>/gi;
const CLOSE = /<\/(?:invoke|function|tool|tool_call)>/i;

function tagged(text: string): WrittenCall[] {
  return [...text.matchAll(OPENING)].flatMap(({ 0: opening, 1: name, 2: bare, index }, i, all) => {
    const start = index + opening.length;
    const body = text.slice(start, all[i + 1]?.index ?? text.length);
    const close = CLOSE.exec(body);
    const inner = close === null ? body : body.slice(0, close.index);
    // If a value follows in braces, it is read as a name with a value.
    if (inner.trimStart().startsWith("{")) return [];
    const args = [...inner.matchAll(PARAMETER)].map(([, key = "", value = "", argKey, argValue]) => [
      argKey ?? key,
      wordOrValue((argValue ?? value).trim()),
    ]);
    const to = start + (close === null ? inner.length : close.index + close[0].length);
    return [{ name: plainName(name ?? bare ?? ""), args: Object.fromEntries(args), from: index, to }];
  });
}

function wordOrValue(text: string): Json {
  const literal = /^[[{\d-]|^(?:true|false|null)$/i.test(text) ? literalAt(text, 0) : undefined;
  return literal?.end === text.length ? literal.value : text;
}

function isName(text: string): boolean {
  return /^[A-Za-z_](?:[\w.-]|\\_){0,80}$/.test(text);
}

function plainName(name: string): string {
  return name
    .replaceAll("\\", "")
    .replace(/^functions?\./, "")
    .replace(/:\d{1,3}$/, "");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
