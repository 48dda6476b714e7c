/** Plays a writer of the chat: made-up tools answer its calls, round after round, until it says something. */
import type { Slots, ToolCall, ToolResult } from "@waldo/contracts";
import * as z from "zod";
import { CHAT_WRITERS } from "../../core/src/agent/writers/chat/answer.ts";
import type { Ask, Told } from "../../core/src/agent/writers/writer.ts";
import { quoted } from "../../core/src/safety/quote.ts";
import { speechIn } from "../../core/src/speech.ts";
import { DATE } from "./brief-day.ts";

/** What each tool returns: a value, or a `failure`. A tool that is not here fails. */
type Tools = Readonly<Record<string, object>>;
const FAILED = { failure: { error: "failed", message: "" } };

export type Played = {
  readonly message?: string;
  readonly slots?: Slots | readonly [Slots, ...Slots[]];
  readonly tools?: Tools;
  readonly told?: Partial<Told>;
};

/**
 * A conversation (`data/chats/`): `of` says what it shows, then come what was understood, what the tools give, which
 * calls are `asked` for in each round, and what Waldo says.
 */
export const Chat = z.strictObject({
  of: z.string().min(1),
  intent: z.string().min(1),
  message: z.string().optional(),
  slots: z.json().optional(),
  tools: z.record(z.string(), z.json()).optional(),
  told: z.json().optional(),
  asked: z.json(),
  say: z.string().min(1),
  words: z.json(),
});

/** Plays the conversation. Returns the calls that were asked for in each round, their results, and the last words. */
export function play(intent: string, { message = "", slots = {}, tools = {}, told = {} }: Played = {}) {
  const calls: ToolCall[] = [];
  const results: ToolResult[] = [];
  const asked: (readonly Ask[])[] = [];
  for (;;) {
    const turn = CHAT_WRITERS[intent]?.({
      told: { trigger: "user_message", date: DATE, time: "10:20", skills: [], message, ...told },
      message,
      slots: isSeveral(slots) ? slots : [slots],
      calls,
      results,
      quote: quoted,
      speech: speechIn("en"),
    });
    if (turn === undefined || asked.length > 5) throw new Error(`${intent} does not come to an end`);
    if (!("ask" in turn)) return { asked, results, say: turn.say, words: turn.words ?? {} };
    asked.push(turn.ask);
    for (const { name, args } of turn.ask) {
      const call = { id: `c${calls.length}`, name, args };
      calls.push(call);
      results.push(resultOf(call, tools[name] ?? FAILED));
    }
  }
}

function isSeveral(slots: Slots | readonly [Slots, ...Slots[]]): slots is readonly [Slots, ...Slots[]] {
  return Array.isArray(slots);
}

function resultOf({ id, name }: ToolCall, gives: object): ToolResult {
  if ("failure" in gives) return { callId: id, name, ok: false, ...JSON.parse(JSON.stringify(gives.failure)) };
  return { callId: id, name, ok: true, value: JSON.parse(JSON.stringify(gives)), origin: "system" };
}
