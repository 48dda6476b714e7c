/**
 * Reads a value in the form in which models write it: JSON, or JSON with single quotes, True and None, or a comma after
 * the last member. It makes one pass with a limited depth, so the work grows only with the length of the text.
 */
import type { Json } from "../../ports.ts";

/** A value, and the position after it. */
type Literal = { readonly value: Json; readonly end: number };

const MOST_DEPTH = 30;
const SPACE = /\s*/y;
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z]+/y;
const WORDS: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
const MARKS = "\"'“‘";
const CLOSING: Readonly<Record<string, string>> = { "“": "”", "‘": "’" };

/** Returns the value that begins at `from`, or undefined when none begins there. */
export function literalAt(text: string, from: number, depth = MOST_DEPTH): Literal | undefined {
  const at = afterSpace(text, from);
  const first = text.charAt(at);
  if (depth === 0 || first === "") return undefined;
  if (first === "{") return objectAt(text, at, depth);
  if (first === "[" || first === "(") return listAt(text, at, depth);
  if (MARKS.includes(first)) return stringAt(text, at);
  const number = matchAt(NUMBER, text, at);
  if (number !== undefined) return { value: Number(number), end: at + number.length };
  const word = matchAt(WORD, text, at);
  if (word === undefined || !Object.hasOwn(WORDS, word)) return undefined;
  return { value: WORDS[word] ?? null, end: at + word.length };
}

/** Returns the position of the next character that is not a space. */
export function afterSpace(text: string, from: number): number {
  return from + (matchAt(SPACE, text, from)?.length ?? 0);
}

/** Returns the match of a sticky pattern at this position. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function stringAt(text: string, from: number): Literal | undefined {
  const open = text.charAt(from);
  const close = CLOSING[open] ?? open;
  let value = "";
  for (let at = from + 1; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === close) return { value, end: at + 1 };
    if (letter !== "\\") {
      value += letter;
      continue;
    }
    at++;
    const escaped = text.charAt(at);
    const code = escaped === "u" ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 1, at + 5))?.[0] : undefined;
    value += code === undefined ? (ESCAPES[escaped] ?? escaped) : String.fromCharCode(Number.parseInt(code, 16));
    at += code?.length ?? 0;
  }
  return undefined;
}

function listAt(text: string, from: number, depth: number): Literal | undefined {
  const close = text.charAt(from) === "[" ? "]" : ")";
  const value: Json[] = [];
  let at = afterSpace(text, from + 1);
  while (text.charAt(at) !== close) {
    const member = literalAt(text, at, depth - 1);
    if (member === undefined) return undefined;
    value.push(member.value);
    const next = afterComma(text, member.end, close);
    if (next === undefined) return undefined;
    at = next;
  }
  return { value, end: at + 1 };
}

function objectAt(text: string, from: number, depth: number): Literal | undefined {
  const members: [string, Json][] = [];
  let at = afterSpace(text, from + 1);
  while (text.charAt(at) !== "}") {
    if (!MARKS.includes(text.charAt(at)) || text.charAt(at) === "") return undefined;
    const name = stringAt(text, at);
    const colon = name && afterSpace(text, name.end);
    if (name === undefined || colon === undefined || text.charAt(colon) !== ":") return undefined;
    const member = literalAt(text, colon + 1, depth - 1);
    if (member === undefined) return undefined;
    members.push([String(name.value), member.value]);
    const next = afterComma(text, member.end, "}");
    if (next === undefined) return undefined;
    at = next;
  }
  return { value: Object.fromEntries(members), end: at + 1 };
}

/** Returns the position of the next member or of the closing character. */
function afterComma(text: string, from: number, close: string): number | undefined {
  const at = afterSpace(text, from);
  if (text.charAt(at) === close) return at;
  return text.charAt(at) === "," ? afterSpace(text, at + 1) : undefined;
}
