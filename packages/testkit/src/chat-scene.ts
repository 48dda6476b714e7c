/** Plays a writer of the chat: made-up tools answer its calls, round after round, until it says something. */
import type { Slots, ThreadTurn, ToolCall, ToolResult } from "@waldo/contracts";
import { CHAT_WRITERS } from "../../core/src/agent/writers/chat/answer.ts";
import type { Ask, Told } from "../../core/src/agent/writers/writer.ts";
import { type Quote, quoted } from "../../core/src/safety/quote.ts";
import { DATE } from "./brief-day.ts";

/** The result of each tool: a value, or a failure. A tool that is not in the list fails. */
type Tools = Readonly<Record<string, object>>;
export const failure = (error: string, message = ""): object => ({ failure: { error, message } });

type Played = {
  readonly message?: string;
  readonly slots?: Slots | readonly [Slots, ...Slots[]];
  readonly tools?: Tools;
  readonly told?: Partial<Told>;
  readonly quote?: Quote;
};

/** Plays the conversation. Returns the calls of each round, and the last words. */
export function play(intent: string, { message = "", slots = {}, tools = {}, told = {}, quote = quoted }: Played = {}) {
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
      quote,
    });
    if (turn === undefined || asked.length > 5) throw new Error(`${intent} does not come to an end`);
    if (!("ask" in turn)) return { asked, say: turn.say, words: turn.words ?? {} };
    asked.push(turn.ask);
    for (const { name, args } of turn.ask) {
      const call = { id: `c${calls.length}`, name, args };
      calls.push(call);
      results.push(resultOf(call, tools[name] ?? failure("failed")));
    }
  }
}

/** Returns a conversation in which Waldo said this text last. */
export const saidBefore = (text: string): Partial<Told> => ({
  thread: [{ from: "waldo", text } satisfies ThreadTurn],
});

function isSeveral(slots: Slots | readonly [Slots, ...Slots[]]): slots is readonly [Slots, ...Slots[]] {
  return Array.isArray(slots);
}

function resultOf({ id, name }: ToolCall, gives: object): ToolResult {
  if ("failure" in gives) return { callId: id, name, ok: false, ...JSON.parse(JSON.stringify(gives.failure)) };
  return { callId: id, name, ok: true, value: JSON.parse(JSON.stringify(gives)), origin: "system" };
}
