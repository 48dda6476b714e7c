// Finds out whose words a value holds. Text from outside keeps that origin in every copy (R10). A tool that writes a
// row gets the row's origin here, and the gates find out here which arguments may be other people's words.
import type { Origin, TaintedPart } from "@waldo/contracts";
import { folded } from "../folding.ts";
import type { Json } from "../ports.ts";
import type { Heard, ResultOrigin, ToolContext } from "./tool.ts";

/** Marks a member of a result whose words are from outside. */
export type Sourced = { readonly from?: "outside" };

/** Returns the origin of a result: one member from outside turns all of it into outside text. */
export function sourceOf(members: readonly Sourced[]): ResultOrigin {
  return members.some(({ from }) => from === "outside") ? "untrusted" : "system";
}

/**
 * Returns the texts and numbers of an argument that are not the person's own words. Own words occur word for word in
 * the person's latest message, or their telling words occur in order in one message of this conversation.
 */
export function taintedParts(value: Json, heard: Heard, path = "args"): TaintedPart[] {
  if (!heard.outside || value === null || typeof value === "boolean") return [];
  const said = [...heard.owner, ...(heard.before ?? [])];
  return leavesOf(value, path).filter(
    ({ text }) => !heard.owner.some((words) => says(words, text)) && !said.some((words) => tells(words, text)),
  );
}

/**
 * Matches text with only words and common punctuation. An address, a link or a code counts as the person's only when
 * they wrote it exactly so.
 */
const PLAIN_WORDS = /^[\p{L}\p{M}\p{N}\s,.;:!?'’“”()–-]+$/u;
/** Matches punctuation inside a word. "a@b.c" is not a sentence, and a dot inside a word makes a host name. */
const STOP_WITHIN = /[^\s][.:;](?=\S)/u;
const SMALL = new Set(
  "a an the to of on at in and is are was were be will would my your mine yours i you me for by with from that this it its please".split(
    " ",
  ),
);
const NEGATES = new Set(["no", "not", "never", "none", "without", "t", "dont", "nicht", "kein", "keine", "nie", "pas"]);
/** The least number of telling words. Fewer could occur together by chance. */
const LEAST_TELLING = 2;

/**
 * True when the person said the content of a text in another form: "my mom visits from the 14th" says "Mom visits on
 * the 14th". Each telling word must occur in the message in the same order, and both must have the same negations.
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
 * Returns the origin of a row that a tool writes with these texts. A tap permits one action, but the words do not
 * become the person's. So parts that the proposal marks as outside stay outside. `before` is the origin of the words
 * that the row already holds.
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
 * True when a text occurs in a person's words. Only whole words count: "10 o'clock" does not contain "1". "My" and
 * "your" count as the same word, because Waldo says "your keys" when the person says "my keys".
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
