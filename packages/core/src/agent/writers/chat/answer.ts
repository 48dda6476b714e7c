/** Answers a chat message that plain code understood: the calls it needs next, or its text. */
import type { Asked, ToolCall } from "@waldo/contracts";
import { ASK_BACK } from "../../../language/understand.ts";
import { proposed } from "../reading.ts";
import type { Ask, Quote, Results, Told } from "../writer.ts";
import { BODY_WRITERS } from "./body.ts";
import { type ChatWriter, phrased, type Scene } from "./chat-writer.ts";
import { DAY_WRITERS } from "./day.ts";
import { GOAL_WRITERS } from "./goals.ts";
import { MEMORY_WRITERS } from "./memory.ts";
import { REMINDER_WRITERS } from "./reminders.ts";
import { SELF_WRITERS } from "./self.ts";
import { TASK_WRITERS } from "./tasks.ts";

/** The writer of each intent, by its name. */
export const CHAT_WRITERS: Readonly<Record<string, ChatWriter>> = {
  ...BODY_WRITERS,
  ...DAY_WRITERS,
  ...TASK_WRITERS,
  ...GOAL_WRITERS,
  ...REMINDER_WRITERS,
  ...MEMORY_WRITERS,
  ...SELF_WRITERS,
};

export type Step = { readonly ask: readonly Ask[] } | { readonly text: string | undefined };

/** Where no prompt was built, the time is not known. Noon decides the fewest things wrongly. */
const UNKNOWN_TIME = "12:00";

/** Returns the next calls or the text for a message that was understood, or that may mean two things. */
export function stepOf(
  asked: Asked & { is: "clear" | "unclear" },
  told: Told,
  { calls, results }: { readonly calls: readonly ToolCall[]; readonly results: Results },
  quote: Quote,
): Step {
  if (asked.is === "unclear") {
    const [a, b] = asked.between;
    return { text: ASK_BACK.replace("%", a.means).replace("#", b.means) };
  }
  const { intent, slots, message } = asked;
  const writer = CHAT_WRITERS[intent.name];
  if (!writer) return { text: undefined };
  const scene: Scene = { told: { ...told, time: told.time ?? UNKNOWN_TIME }, message, slots, calls, results, quote };
  const turn = writer(scene);
  if ("ask" in turn) return turn;
  // What a gate would not let pass by itself is put to the person, under this very answer.
  if (turn.say === "failed" && proposed(results))
    return { text: phrased(intent, { ...turn, say: "tap" }, told) ?? WAITS };
  return { text: phrased(intent, turn, told) };
}

const WAITS = "I can do that. It waits for your tap.";
