// Says whose words a value holds. Text from outside keeps that origin through every copy (R10): a tool that writes a
// row asks this file for the row's origin, and the gates ask it which arguments may be other people's words.
import type { Origin, TaintedPart } from "@waldo/contracts";
import { folded } from "../folding.ts";
import type { Json } from "../ports.ts";
import type { Heard, ResultOrigin, ToolContext } from "./tool.ts";

/** The member of a result that says whether its words are from outside. */
export type Sourced = { readonly from?: "outside" };

/** Returns the origin of a result: one member from outside makes all of it outside text. */
export function sourceOf(members: readonly Sourced[]): ResultOrigin {
  return members.some(({ from }) => from === "outside") ? "untrusted" : "system";
}

/**
 * Returns the leaves of an argument value that are not the person's own words: they neither stand, word for word, in
 * what the person said now, nor do their telling words stand, in their order, in one message of this conversation.
 */
export function taintedParts(value: Json, heard: Heard, path = "args"): TaintedPart[] {
  if (!heard.outside || value === null || typeof value === "boolean") return [];
  const said = [...heard.owner, ...(heard.before ?? [])];
  return leavesOf(value, path).filter(
    ({ text }) => !heard.owner.some((words) => says(words, text)) && !said.some((words) => tells(words, text)),
  );
}

/** Words and common stops alone. An address, a link or a code is the person's only when they wrote it so. */
const PLAIN_WORDS = /^[\p{L}\p{M}\p{N}\s,.;:!?'’“”()–-]+$/u;
/** "a@b.c" is no sentence, and a stop within a word makes a name of a place in the net. */
const STOP_WITHIN = /[^\s][.:;](?=\S)/u;
const SMALL = new Set(
  "a an the to of on at in and is are was were be will would my your mine yours i you me for by with from that this it its please".split(
    " ",
  ),
);
const NEGATES = new Set(["no", "not", "never", "none", "without", "t", "dont", "nicht", "kein", "keine", "nie", "pas"]);
/** The least number of telling words. Fewer of them could stand together by chance. */
const LEAST_TELLING = 2;

/**
 * Returns whether the person tells what a text says, in their own form: "my mom visits from the 14th" tells "Mom visits
 * on the 14th". Each telling word must stand in the message, in the same order, and neither may deny what the other says.
 */
export function tells(words: string, part: string): boolean {
  if (!PLAIN_WORDS.test(part) || STOP_WITHIN.test(part)) return false;
  const [said, wanted] = [formsOf(words), formsOf(part)];
  if (wanted.length < LEAST_TELLING || denies(said) !== denies(wanted)) return false;
  let at = 0;
  for (const word of said) if (word === wanted[at]) at++;
  return at === wanted.length;
}

const denies = (words: readonly string[]) => words.filter((word) => NEGATES.has(word)).length;

/** Returns the telling words of a text in a common form: "visits" is "visit", and "14th" is "14". */
function formsOf(text: string): string[] {
  const words = plain(text)
    .replaceAll(/['’]s\b/g, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return words
    .filter((word) => word !== "" && !SMALL.has(word))
    .map((word) => word.replace(/^(\d{1,9})(?:st|nd|rd|th)$/, "$1").replace(/^(\p{L}{3,40}[^s])s$/u, "$1"));
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
  return folded(text)
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\bmy\b/g, "your")
    .replace(/\bme\b/g, "you");
}
