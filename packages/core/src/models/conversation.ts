/**
 * Puts a conversation into the form that every provider demands: no blank texts, arguments as objects, unique call ids.
 * The adapters call these functions.
 */
import { plainText, type ToolCall } from "@waldo/contracts";
import type { Json, JsonObject, ModelContent, ModelMessage } from "../ports.ts";

/**
 * Replaces blank text. Providers refuse blank text in a history, and one blank then makes every later turn of the
 * conversation fail.
 */
const BLANK = "(empty)";

export function spoken(text: string): string {
  return text.trim() === "" ? BLANK : text;
}

/**
 * Returns the arguments of an earlier call as an object, because providers demand one. A model may have given something
 * else.
 */
export function objectArgs(args: ToolCall["args"]): JsonObject {
  return isObject(args) ? args : { value: args };
}

function isObject(args: Json): args is JsonObject {
  return typeof args === "object" && args !== null && !Array.isArray(args);
}

/**
 * Returns the words as plain text, without the reasoning that some models put before them. An opening tag that is never
 * closed means that the model ran out of tokens while thinking. Then the result is empty. Some templates leave out the
 * opening tag.
 */
export function withoutThinking(reply: string): string {
  const text = plainText(reply);
  let words = "";
  let thinking = false;
  let from = 0;
  for (const tag of text.matchAll(/<(\/?)think(?:ing)?>/g)) {
    if (tag[1] === "") {
      if (!thinking) words += text.slice(from, tag.index);
      thinking = true;
    } else {
      if (!thinking) words = "";
      thinking = false;
    }
    from = tag.index + tag[0].length;
  }
  return (thinking ? words : words + text.slice(from)).trim();
}

type UnnamedCall = { readonly id: string | null | undefined; readonly name: string; readonly args: Json };

/**
 * Returns calls with ids that no other call of the conversation has. The provider's own id stays when it is unique.
 * Some servers give no id, and some count from zero again in every reply. Names and arguments become plain text.
 */
export function withOwnIds(calls: readonly UnnamedCall[], messages: readonly ModelMessage[]): ToolCall[] {
  const taken = new Set(
    messages.flatMap(({ content }) => content.flatMap((part) => (part.type === "tool_call" ? [part.call.id] : []))),
  );
  return calls.map(({ id, name, args }, i) => {
    const given = id && plainText(id);
    let own = given && !taken.has(given) ? given : `call-${messages.length}-${i + 1}`;
    while (taken.has(own)) own = `${own}x`;
    taken.add(own);
    return { id: own, name: plainText(name), args: plainJson(args) };
  });
}

function plainJson(value: Json): Json {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(plainJson);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [plainText(name), plainJson(member)]));
}

/**
 * Returns the same conversation without repeated call ids, each result following its own call. A reduced prompt does
 * not show earlier calls, so the model may repeat one of their ids. Providers refuse a history with a repeated id.
 */
export function withDistinctIds(messages: readonly ModelMessage[]): ModelMessage[] {
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  const part = (content: ModelContent): ModelContent => {
    if (content.type === "tool_result") return { ...content, callId: renamed.get(content.callId) ?? content.callId };
    if (content.type !== "tool_call") return content;
    const { call } = content;
    let id = call.id;
    for (let n = 2; taken.has(id); n++) id = `${call.id}-${n}`;
    taken.add(id);
    renamed.set(call.id, id);
    return { ...content, call: { ...call, id } };
  };
  return messages.map(({ role, content }) => ({ role, content: content.map(part) }));
}
