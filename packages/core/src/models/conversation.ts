/** What every provider's wire format asks of a conversation, in one place: no blanks, object arguments, ids of its own. */
import type { ToolCall } from "@waldo/contracts";
import type { Json, JsonObject, ModelContent, ModelMessage } from "../ports.ts";

/** Providers refuse blank text in a history, and one blank then wedges every later turn of the conversation. */
export const BLANK = "(empty)";

export function spoken(text: string): string {
  return text.trim() === "" ? BLANK : text;
}

/** Arguments as the object a provider demands of a call in its history, also where a model once gave something else. */
export function objectArgs(args: ToolCall["args"]): JsonObject {
  return isObject(args) ? args : { value: args };
}

function isObject(args: Json): args is JsonObject {
  return typeof args === "object" && args !== null && !Array.isArray(args);
}

/**
 * The words without the reasoning some models put in front of them. An opening tag that is never closed means the
 * model ran out of tokens while thinking: then there are no words. Some templates swallow the opening tag.
 */
export function withoutThinking(text: string): string {
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

export type UnnamedCall = { readonly id: string | null | undefined; readonly name: string; readonly args: Json };

/**
 * Calls with ids that no other call of the conversation has. The provider's own id stays where it can; some servers
 * give none, and some count from zero again in every reply.
 */
export function withOwnIds(calls: readonly UnnamedCall[], messages: readonly ModelMessage[]): ToolCall[] {
  const taken = new Set(
    messages.flatMap(({ content }) => content.flatMap((part) => (part.type === "tool_call" ? [part.call.id] : []))),
  );
  return calls.map(({ id, name, args }, i) => {
    let own = id && !taken.has(id) ? id : `call-${messages.length}-${i + 1}`;
    while (taken.has(own)) own = `${own}x`;
    taken.add(own);
    return { id: own, name, args };
  });
}

/**
 * The same conversation with no call id twice, each result following its own call. A call of the reduced prompt was
 * made without sight of the earlier ones, so it may have taken their id; providers refuse a history that repeats one.
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
