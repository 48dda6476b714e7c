/** Writes the tool names and call ids of a conversation in the alphabet that Anthropic's and Bedrock's APIs accept. */
import type { ModelRequest } from "../ports.ts";

export type ApiNames = { readonly tool: (name: string) => string; readonly call: (id: string) => string };

/** The same name always gives the same result, and two names never give one. */
export function apiNames({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): ApiNames {
  const parts = messages.flatMap(({ content }) => content);
  const calls = parts.flatMap((part) => (part.type === "tool_call" ? [part.call] : []));
  const results = parts.flatMap((part) => (part.type === "tool_result" ? [part.callId] : []));
  return {
    tool: distinct([...tools, ...calls].map(({ name }) => name)),
    call: distinct([...calls.map(({ id }) => id), ...results]),
  };
}

/** Bedrock's limit. Anthropic's is 128. */
const NAME_MAX = 64;

function distinct(originals: readonly string[]): (original: string) => string {
  const safe = new Map<string, string>();
  const taken = new Set<string>();
  for (const original of new Set(originals)) {
    const plain = original.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, NAME_MAX) || "_";
    let name = plain;
    for (let n = 2; taken.has(name); n++) name = `${plain.slice(0, NAME_MAX - 4)}_${n}`;
    taken.add(name);
    safe.set(original, name);
  }
  return (original) => safe.get(original) ?? original;
}
