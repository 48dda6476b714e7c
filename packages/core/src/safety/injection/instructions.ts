// Finds text that gives orders to a model, or that acts when it is shown or run: instructions, scripts, links that send
// data out, shell and SQL payloads.
import { filled, phraseMatcher } from "../phrases.ts";
import { wordsOf } from "../words.ts";
import lists from "./words.json" with { type: "json" };

/** Invisible ASCII. */
const TAGS = /[\u{E0000}-\u{E007F}]+/gu;
/** Unicode spells the flags of England, Scotland and Wales with these tags after this character. */
const FLAG = "\u{1F3F4}";
/** Characters that override the reading direction. The shown text then differs from the real one. */
const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;
/** Zero-width characters and soft hyphens. They are removed inside plain Latin words and numbers. */
const ZERO_WIDTH = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+/g;
const PLAIN = /[A-Za-z0-9]/;

/**
 * Returns the text without characters that a person does not see but a model reads. Emoji and scripts that need joiners
 * keep them.
 */
export function revealHidden(text: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const drop = () => {
    removed++;
    return "";
  };
  const shown = text
    .replace(TAGS, (tags, at: number) => (text.startsWith(FLAG, at - FLAG.length) ? tags : drop()))
    .replace(OVERRIDES, drop)
    .replace(ZERO_WIDTH, (marks: string, at: number, whole: string) => {
      const inside = PLAIN.test(whole.charAt(at - 1)) && PLAIN.test(whole.charAt(at + marks.length));
      return inside ? drop() : marks;
    });
  return { text: shown, removed };
}

type Span = { readonly kind: string; readonly start: number; readonly end: number };

/** Marks that are recognised by one pattern. SQL statements are phrases (data/words/injection). */
const MARKS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["script", /<\/?(?:script|iframe|object|embed|svg|img|link|meta|base|form|body|html|video|audio|style|input)\b/gi],
  ["script", /\b(?:javascript|vbscript)\s?:|\bdata:text\/html/gi],
  ["script", /\bon(?:error|load|click|mouseover|focus|toggle|begin)\s?=/gi],
  ["script", /\b(?:alert|prompt|confirm|eval)\((?=[\w"'`.)])|\bdocument\.(?:cookie|location|write)\b/gi],
  ["template", /\$\{jndi:|\{\{\s?(?:config|self|request|''|\d)/gi],
  ["sql", /['"]\s?(?:or|and)\s['"]?\w{1,10}['"]?\s?=\s?['"]?\w/gi],
  ["sql", /\bselect\s(?:\*|case\b|@@|(?:count|if|char|concat|sleep|user|version|load_file|substring)\s?\()/gi],
  ["sql", /\bexec(?:ute)?\s?\(|\bxp_cmdshell\b/gi],
  ["shell", /\brm\s-[rf]{1,2}\b|\/etc\/(?:passwd|shadow)\b|\/bin\/(?:ba)?sh\b|\bcmd\.exe\b/gi],
  [
    "shell",
    /\$\((?!["')])|\b(?:whoami|uname|netstat|ifconfig)\b|\bcat\s[/~.]|\bfind\s\/|\bchmod\s[+\d]|__import__\(/gi,
  ],
  ["shell", /(?:;|&&|\|)\s?(?:ls|id|cat|pwd|rm|nc|curl|wget|ping|sleep)\b(?=\s?(?:[-/;&|.]|$))/gi],
  ["shell", /\b(?:ls|dir)\s-[al]{1,3}\b|\bos\.(?:system|popen)\(|\bsubprocess\.\w|\|\s?(?:ba)?sh\b/gi],
  ["shell", /\b(?:curl|wget)\s(?:-\w{1,3}\s)?https?:/gi],
];

const ADDRESS = /https?:\/\/[^\s"'<>()]+/gi;

export function findActiveContent(text: string): Span[] {
  const spans: Span[] = [];
  for (const [kind, pattern] of MARKS)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      // The span of a tag goes to the end of the tag.
      spans.push({ kind, start: match.index, end: match[0].startsWith("<") ? (after(text, end, ">") ?? end) : end });
    }
  for (let start = text.indexOf("!["); start >= 0; start = text.indexOf("![", start + 2)) {
    const end = imageEnd(text, start);
    if (end !== undefined) spans.push({ kind: "exfiltration", start, end });
  }
  for (const match of text.matchAll(ADDRESS))
    if (hasOpenQuery(match[0]))
      spans.push({ kind: "exfiltration", start: match.index, end: match.index + match[0].length });
  return spans;
}

/**
 * Finds the end of an image link such as `![…](https://…)`. An image loads by itself, and a model can be told to put
 * data into its address.
 */
function imageEnd(text: string, start: number): number | undefined {
  const address = after(text, start, "](");
  if (address === undefined || !/^\s?https?:/i.test(text.slice(address, address + 8))) return undefined;
  return after(text, address, ")") ?? address;
}

/** True when the query has a value that is still empty or a placeholder: `?q=`, `?q={summary}`, `?data=[the secret]`. */
function hasOpenQuery(address: string): boolean {
  const query = address.slice(address.indexOf("?") + 1);
  return query !== address && query.split("&").some((part) => /^[^=]*=(?:$|[{[$]|%7B)/i.test(part));
}

/** How many characters ahead `after` looks for a closing mark. */
const REACH = 400;

/** Returns the position after the next `mark`, if it is within `REACH`. */
function after(text: string, from: number, mark: string): number | undefined {
  const at = text.slice(from, from + REACH).indexOf(mark);
  return at < 0 ? undefined : from + at + mark.length;
}

/**
 * Phrases that are meant for a model and not for a reader, in the notation of phrases.ts. They are general forms, not
 * rows of a data set. They are in data/words/injection.
 */
const INSTRUCTION_PHRASES: Readonly<Record<string, readonly string[]>> = filled(lists.instructions, lists.parts);

type InstructionSpan = { readonly kind: string; readonly start: number; readonly end: number };

const phrasesIn = phraseMatcher(INSTRUCTION_PHRASES);

/**
 * Fences that a model reads as structure: chat-template tokens, role headers at the start of a line, tags that claim to
 * be from the system or the user. `\\n` as two characters counts as a line break, because documents often arrive in
 * escaped form.
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
  // A text from outside that begins like this is not a person's own task list.
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
