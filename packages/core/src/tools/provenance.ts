/**
 * Whose words a value holds. Text from outside keeps that origin through every copy (R10): a tool that writes a row asks
 * this file what the row's origin is, and the gates ask it which arguments may be other people's words.
 */
import type { Origin, TaintedPart } from "@waldo/contracts";
import type { Json } from "../ports.ts";
import type { Heard, ResultOrigin, ToolContext } from "./tool.ts";

/** A member of a result that says so when its words are from outside. */
export type Sourced = { readonly from?: "outside" };

/** Returns the origin of a result: one member from outside makes all of it outside text. */
export function sourceOf(members: readonly Sourced[]): ResultOrigin {
  return members.some(({ from }) => from === "outside") ? "untrusted" : "system";
}

/** Returns the leaves of an argument value that do not stand, word for word, in what the person said. */
export function taintedParts(value: Json, heard: Heard, path = "args"): TaintedPart[] {
  if (!heard.outside || value === null || typeof value === "boolean") return [];
  return leavesOf(value, path).filter(({ text }) => !heard.owner.some((words) => says(words, text)));
}

/** Returns the texts and numbers of a value with their paths. */
export function leavesOf(value: Json, path = "args"): TaintedPart[] {
  if (value === null || typeof value === "boolean") return [];
  if (Array.isArray(value)) return value.flatMap((member, i) => leavesOf(member, `${path}[${i}]`));
  if (typeof value === "object")
    return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${path}.${name}`));
  return [{ path, text: String(value) }];
}

/**
 * Returns the origin of a row that a tool writes with these texts. A tap allows one action; it does not make the words
 * the person's own. So the parts that the proposal marks as outside stay outside. `before` is the origin of the words
 * that the row keeps.
 */
export function originOf(
  { approval, heard }: Pick<ToolContext, "approval" | "heard">,
  texts: readonly (string | number | boolean | undefined)[],
  before: Origin = "agent",
): Origin {
  const outside = texts.some((text) => {
    if (text === undefined) return false;
    if (!approval) return taintedParts(text, heard).length > 0;
    return approval.actions.some(({ tainted }) => tainted.some((part) => part.text === String(text)));
  });
  return outside ? "untrusted" : before;
}

/**
 * Returns whether a text stands in the words of a person. Whole words only: "10 o'clock" does not contain "1". "My" and
 * "your" count as one word, because Waldo says "your keys" where the person says "my keys".
 */
export function says(words: string, part: string): boolean {
  const [whole, wanted] = [plain(words), plain(part)];
  if (wanted === "") return false;
  const inWord = /[\p{L}\p{N}]/u;
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const [before, after] = [whole[at - 1] ?? " ", whole[at + wanted.length] ?? " "];
    if (!inWord.test(before) && !inWord.test(after)) return true;
  }
  return false;
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\bmy\b/g, "your")
    .replace(/\bme\b/g, "you");
}
