import type { PromptContext } from "@waldo/contracts";
import { type Asked, understandingOf } from "../intents/understand.ts";
import type { Ports } from "../ports.ts";
import { typed } from "../prompt/layers.ts";

/** Returns what plain code understands of the person's message. Undefined where there is none, or no intents. */
export async function understoodIn(
  { intents }: Pick<Ports, "intents">,
  context: PromptContext | undefined,
): Promise<Asked | undefined> {
  if (context?.userText === undefined || intents === undefined) return undefined;
  const { date, localTime: time, thread } = context;
  return understandingOf(await intents()).understand(typed(context.userText), { date, time, thread });
}
