import type { Json } from "../ports.ts";

/** A text that needs no quotes. Any other text is shown as JSON, so that the person sees its end and its line breaks. */
const PLAIN_TEXT = /^[\p{L}\p{N}][\p{L}\p{N} .:@/-]*$/u;

const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

const LITERAL = /^(true|false|null|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/;

/**
 * Returns one line with name and value for each argument, in alphabetical order. Different arguments never give the
 * same lines, and no value can look like a line of its own. Without arguments there are no lines.
 */
export function argumentLines(args: Json): readonly string[] {
  return isObject(args) && Object.keys(args).length === 0 ? [] : linesOf("", args);
}

function linesOf(path: string, value: Json): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${path}: []`] : value.flatMap((one, i) => linesOf(`${path}[${i}]`, one));
  if (!isObject(value)) return [`${path}: ${shown(value)}`];
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.length === 0
    ? [`${path}: {}`]
    : members.flatMap(([name, one]) => linesOf(path === "" ? nameOf(name) : `${path}.${nameOf(name)}`, one));
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nameOf(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoted(name);
}

function shown(value: Json): string {
  return typeof value === "string" && PLAIN_TEXT.test(value) && !LITERAL.test(value) ? value : quoted(value);
}

/** Returns JSON that writes out every invisible character. A direction mark, for example, could turn a text around. */
function quoted(value: Json): string {
  return JSON.stringify(value).replaceAll(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
}
