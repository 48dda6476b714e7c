import type { Asked, PromptContext } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { typed } from "../prompt/layers.ts";

/** Returns what plain code understands of the person's message. Undefined where there is none, or nothing that understands. */
export async function understoodIn(
  { understanding }: Pick<Ports, "understanding">,
  context: PromptContext | undefined,
): Promise<Asked | undefined> {
  if (context?.userText === undefined || understanding === undefined) return undefined;
  const { date, localTime: time, thread } = context;
  return (await understanding()).understand(typed(context.userText), { date, time, thread });
}
