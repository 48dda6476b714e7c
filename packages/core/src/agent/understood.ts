import type { Asked, PromptContext, Wanted } from "@waldo/contracts";
import type { Ports } from "../ports.ts";
import { typed } from "../prompt/layers.ts";

/**
 * Returns what plain code understands of the person's message. Returns undefined when there is no message, or when no
 * code for it is set up.
 */
export async function understoodIn(
  { understanding }: Pick<Ports, "understanding">,
  context: PromptContext | undefined,
): Promise<Asked | undefined> {
  if (context?.userText === undefined || understanding === undefined) return undefined;
  const { date, localTime: time, timeZone, thread, profile } = context;
  const language = profile?.language;
  return (await understanding()).understand(typed(context.userText), { date, time, timeZone, thread, language });
}

/**
 * Returns what plain code understands of a change. Returns undefined when nothing is changed, or when no code for it is
 * set up.
 */
export async function wantedIn(
  { understanding }: Pick<Ports, "understanding">,
  context: PromptContext | undefined,
): Promise<Wanted | undefined> {
  if (context?.changing === undefined || context.userText === undefined) return undefined;
  // Only a model can make a plan again.
  if (understanding === undefined || context.trigger !== "user_message") return undefined;
  const { date, localTime: time, timeZone, changing } = context;
  return (await understanding()).change(typed(context.userText), changing.actions, { date, time, timeZone });
}
