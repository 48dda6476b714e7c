/**
 * Removes what models put around their words: thinking, the control words of chat templates, role names, a JSON object,
 * a code fence. Every function returns the remaining words.
 */
import type { Json, JsonObject } from "../../ports.ts";
import { literalAt } from "./literal.ts";

const THOUGHT =
  "think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|inner_monologue|seed:think|plan";
// bounded: each part has a limit, and every word is one of a list
const THINKING = new RegExp(
  String.raw`[<◁\[](/?)\|?(/?)(?:${THOUGHT}|begin_of_thought|end_of_thought|begin_of_reasoning|end_of_reasoning)\|?[>▷\]]`,
  "gi",
);

/**
 * Returns the words after the model's thought. Returns undefined when the thought never ends, or when nothing follows
 * it.
 */
export function afterThinking(text: string): string | undefined {
  let words = "";
  let from = 0;
  let open = false;
  let thought = false;
  for (const tag of withoutChannels(text).matchAll(THINKING)) {
    const all = tag.input;
    const closes = tag[1] === "/" || tag[2] === "/" || /end_of/i.test(tag[0]);
    if (!closes && !open) words += all.slice(from, tag.index);
    // Some templates leave out the tag that opens the thought.
    if (closes && !open) words = "";
    open = !closes;
    thought = true;
    from = tag.index + tag[0].length;
  }
  if (open) words = words.trim();
  else words += withoutChannels(text).slice(from);
  words = afterThoughtLine(words);
  return words.trim() === "" && (thought || text.trim() !== "") ? undefined : words;
}

/** Reads "Thought: … Final Answer: …". Without an answer or an action, only the thought remains. */
function afterThoughtLine(text: string): string {
  if (!/^\s{0,20}(?:thought|thinking|reasoning|internal monologue|analysis):/i.test(text)) return text;
  const answer = /(?:^|\n)[ \t*]{0,8}(?:final answer|final response|answer|response|reply):/i.exec(text);
  if (answer !== null) return text.slice(answer.index + answer[0].length).replace(/^\*{1,2}/, "");
  const action = /(?:^|\n)\s{0,8}action:/i.exec(text);
  return action === null ? "" : text.slice(action.index);
}

const CHANNEL = /<\|channel\|>\s{0,3}(\w{1,20})([^<]{0,120})(?:<\|constrain\|>\w{1,10}\s{0,2})?<\|message\|>/g;

/** Reads messages in channels. Only the final channel is for the person; a message to a function is a call. */
function withoutChannels(text: string): string {
  const heads = [...text.matchAll(CHANNEL)];
  if (heads.length === 0) return text;
  const parts = heads.map(({ 0: head, 1: channel = "", 2: to = "", index }, i) => ({
    channel,
    to: /to=(?:functions\.)?([\w.-]{1,60})/.exec(to)?.[1],
    words: text
      .slice(index + head.length, heads[i + 1]?.index ?? text.length)
      .replace(/<\|(?:end|return|call)\|>.*/s, ""),
  }));
  const called = parts
    .filter(({ to }) => to !== undefined)
    .map(({ to, words }) => `<tool_call>${to}\n${words}</tool_call>`);
  if (called.length > 0) return called.join("\n");
  return parts.findLast(({ channel }) => channel === "final")?.words ?? "";
}

/** Marks that end a turn. After such a mark the model invents further turns. */
const END =
  /<\|(?:im_end|eot_id|eom_id|end|endoftext|end_of_text|end_of_turn|return)\|>|<end_of_turn>|<｜end▁of▁sentence｜>|<\/s>|<eos>|\[\/ASSISTANT\]|\[INST\]/;
const CONTROL =
  /<\|[a-z_▁ ]{1,40}\|>(?:(?:assistant|model|user|system|final)(?=[\s<]|$))?|<｜[^｜<>]{1,40}｜>|<\/?s>(?=\s|$)|^\s{0,8}<s>|\[\/?INST\]|<<\/?SYS>>|<start_of_turn>(?:model|user)?|<end_of_turn>|<(?:bos|eos|pad|unk)>|\[\/?(?:ASSISTANT|AVAILABLE_TOOLS|SYSTEM_PROMPT)\]/gi;

/** Returns the first turn without control words. Code stays unchanged. */
export function withoutControl(text: string): string {
  const [head = "", ...rest] = text.split("```");
  const opening = head.replace(
    /^(?:\s{0,4}(?:<\|[a-z_]{1,40}\|>|<s>|<bos>|\[\/?INST\]|<start_of_turn>))(?:assistant|model)?/i,
    "",
  );
  const parts = [opening, ...rest];
  const kept: string[] = [];
  for (const [i, part] of parts.entries()) {
    const end = i % 2 === 0 ? part.search(END) : -1;
    const before = end < 0 ? part : part.slice(0, end);
    kept.push(i % 2 === 0 ? before.replaceAll(CONTROL, "") : part);
    if (end >= 0 && kept.join("").trim() !== "") return kept.join("```").trim();
    if (end >= 0) kept.splice(-1, 1, part.slice(end).replaceAll(CONTROL, ""));
  }
  return kept.join("```").trim();
}

const ROLE =
  /^\s{0,20}(?:#{1,4} ?|\*\*|\[|<)?(?:(?:ai )?assistant|waldo|ai|bot|chatbot|model|(?:final )?(?:answer|response|reply))(?: \(waldo\))?(?:\*\*|\]|>)?\s{0,3}(?::|\n)(?:\*\*)?\s{0,20}/i;
const OTHER =
  /\n\s{0,8}(?:#{1,4} ?|\*\*|\[|<\|?)?(?:user|human|person|you|owner|instruction|input|question)(?:\*\*|\]|\|?>)?\s{0,3}:/i;
const AGAIN =
  /\n\s{0,8}(?:#{1,4} ?|\*\*|\[|<\|?)?(?:(?:ai )?assistant|waldo|ai|bot|response)(?:\*\*|\]|\|?>)?\s{0,3}:/i;
/** Words of a request whose answer may have turns of several speakers. */
const ASKS_FOR_TURNS =
  /\b(?:dialog(?:ue)?s?|conversations?|scripts?|interviews?|role-?play|chats?|scenes?|story|transcripts?|play)\b|^\s*(?:user|human|agent)\s?:/i;

/** Returns the first answer of a text with role names. The invented turns after it are dropped. */
export function firstAnswer(text: string, asked: string): string {
  if (ASKS_FOR_TURNS.test(asked)) return text;
  let words = text;
  let named = false;
  for (let i = 0; i < 8; i++) {
    const role = ROLE.exec(words)?.[0];
    if (role === undefined || asked.includes(role.trim())) break;
    words = words.slice(role.length);
    named = true;
  }
  const other = words.search(OTHER);
  const again = words.search(AGAIN);
  const invented = other >= 0 && (named || again > other);
  const end = invented ? other : named ? again : -1;
  const kept = end < 0 ? words : words.slice(0, end);
  return kept.trim() === "" || kept.trimEnd().endsWith(":") ? words : kept.trim();
}

const WRAPS = [
  "answer",
  "final_answer",
  "finalanswer",
  "response",
  "reply",
  "message",
  "text",
  "content",
  "output",
  "final",
  "result",
  "assistant",
  "say",
  "speech",
  "body",
  "completion",
  "generated_text",
  "msg",
]; // prettier-ignore

/** Returns the words for a person in a text that is completely JSON, if it has some. */
export function unwrapped(text: string): { readonly json: boolean; readonly words: string | undefined } {
  const plain = withoutFence(text, /^(?:json|javascript|js|python|text)?$/i);
  const first = plain.charAt(0);
  if (first !== "{" && first !== "[" && first !== '"') return { json: false, words: undefined };
  const literal = literalAt(plain, 0);
  // An object around the words that has no end was cut.
  if (literal === undefined || literal.end !== plain.trimEnd().length) {
    const key = /^\{\s{0,20}["'](\w{1,20})["']\s{0,5}:/.exec(plain)?.[1]?.toLowerCase();
    const isData = /^(?:\{\s{0,20}["']|\[\s{0,20}(?:["'{[\d]|[\w.]{1,80}[("']))/.test(plain) && /[\]}]$/.test(plain);
    return { json: isData || (key !== undefined && WRAPS.includes(key)), words: undefined };
  }
  // Quotation marks around a title belong to it.
  if (first === '"' && !/\\["n]/.test(plain)) return { json: false, words: undefined };
  return { json: true, words: wordsOf(literal.value) };
}

function wordsOf(value: Json, depth = 5): string | undefined {
  if (typeof value === "string") return value;
  if (depth === 0 || value === null || typeof value !== "object") return undefined;
  if (Array.isArray(value)) return value.length === 1 ? wordsOf(value[0] ?? null, depth - 1) : undefined;
  const own = byLowerName(value);
  for (const key of WRAPS) {
    const member = own.get(key);
    if (typeof member === "string") return member;
    if (member !== null && typeof member === "object") return wordsOf(member, depth - 1);
  }
  const choices = own.get("choices");
  return Array.isArray(choices) ? wordsOf(choices[0] ?? null, depth - 1) : undefined;
}

function byLowerName(value: JsonObject): ReadonlyMap<string, Json> {
  return new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase().replaceAll(" ", "_"), member]));
}

/** Removes a fence around the whole text if its language is one of these. */
export function withoutFence(text: string, languages: RegExp): string {
  const plain = text.trim();
  const [, language, body] = /^```([\w-]{0,20})[ \t]*\n([^`]*)```$/.exec(plain) ?? [];
  return language === undefined || body === undefined || !languages.test(language) ? plain : body.trim();
}

const ANSWER_TAG = /^<(answer|response|output|final|final_answer|result|reply|message|solution)>([^<]*)(?:<\/\1>)?$/i;

/** Removes tags around the whole text, and a fence around prose. */
export function withoutTags(text: string): string {
  const plain = text.replaceAll(/<\|(?:begin|end)_of_solution\|>/g, "").trim();
  const inner = (ANSWER_TAG.exec(plain)?.[2] ?? inBrackets(plain))?.trim();
  if (inner !== undefined) return inner;
  const bare = withoutFence(plain, /^(?:text|txt|plaintext|markdown|md|plain)$/i);
  const prose = withoutFence(bare, /^$/);
  return /[.!?]$/.test(prose) && !/[{};=<>]/.test(prose) ? prose : bare;
}

/** Returns the words in a single pair of brackets, as in "[There is nothing to add.]", if there is more than one word. */
function inBrackets(text: string): string | undefined {
  const inner = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : "";
  return inner.includes(" ") && !/[[\]]/.test(inner) ? inner : undefined;
}
