/**
 * Finds marks of text that was written for a model to obey and not for a person to read. This is not the defence: a
 * plain instruction has no mark and looks like a request (bench/safety-sanitiser.ts reports this). The defence is
 * provenance: the taint gate keeps a model that obeys such text harmless. This check keeps known attacks out of memory,
 * and removes the marks from what is shown to a model.
 */

import { phraseMatcher } from "../phrases.ts";
import { wordsOf } from "../words.ts";
import { findActiveContent } from "./active-content.ts";
import { INSTRUCTION_PHRASES } from "./instruction-phrases.ts";

export type InstructionSpan = { readonly kind: string; readonly start: number; readonly end: number };

const phrasesIn = phraseMatcher(INSTRUCTION_PHRASES);

/**
 * Fences that a model reads as structure: chat-template tokens, role headers at the start of a line, tags that claim to
 * be from the system or the user. `\\n` as two characters counts as a line break, because documents often arrive
 * escaped.
 */
const FENCES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["special_token", /<\|\w{1,24}\|>/gi],
  ["special_token", /<\/?s>|<<\/?SYS>>|\[\/?(?:INST|SYS|SYSTEM)\]/gi],
  [
    "role_header",
    /(?:^|\n|\\n)[ \t>*#-]{0,8}(?:system|assistant)(?: (?:message|prompt|note|instruction|override))?\*{0,2}:/gi,
  ],
  [
    "role_header",
    /[#=*]{2,8}[ \t]?[([<]?(?:system|assistant|admin|developer)[ _-]?(?:message|prompt|instructions?|note|override)/gi,
  ],
  [
    "role_header",
    /[([](?:system|assistant|admin|developer)[ _-](?:message|prompt|note|instructions?|override|directive)[)\]]/gi,
  ],
  [
    "false_tag",
    /<\/?(?:information|important|system|instructions?|prompt|admin|override)(?:[ _-](?:message|prompt|instructions?|note|info))?>/gi,
  ],
  // A person's own task list does not begin like this at the start of a text from outside.
  ["todo", /^\s{0,8}to-?do\s?:/gi],
];

/** Returns the marked spans in order. They may overlap. Never throws. */
export function findInstructions(text: string): InstructionSpan[] {
  const spans: InstructionSpan[] = [];
  const words = wordsOf(text);
  for (const { name, from, to } of phrasesIn(words)) {
    const start = words[from]?.start;
    const end = words[to - 1]?.end;
    if (start !== undefined && end !== undefined) spans.push({ kind: name, start, end });
  }
  for (const [kind, pattern] of FENCES)
    for (const match of text.matchAll(pattern))
      spans.push({ kind, start: match.index, end: match.index + match[0].length });
  return [...spans, ...findActiveContent(text)].sort((a, b) => a.start - b.start);
}
