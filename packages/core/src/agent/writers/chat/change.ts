/**
 * Answers the words by which the person changes what they were asked, without a language model. The actions that are left
 * are proposed anew; nothing is done before a tap.
 */
import type { PlainAction } from "@waldo/contracts";
import { changeableIn } from "../../../language/changeable.ts";
import { listed } from "../phrase.ts";
import type { Told } from "../writer.ts";
import type { Step } from "./answer.ts";
import { resultOf, type Scene } from "./chat-writer.ts";

/** Returns the next step of a change. Undefined: nothing is changed, or the message asks for something else. */
export function changeStep({ changing, asked }: Told, made: Pick<Scene, "calls" | "results">): Step | undefined {
  if (!changing) return undefined;
  const { actions, wanted } = changing;
  if (wanted.is === "unclear") return asked?.is === "clear" ? undefined : { text: whatCanChange(actions) };
  const ask = {
    name: "propose_action",
    args: { actions: wanted.actions.map(({ tool, args }) => ({ tool, args })) },
  } as const;
  const result = resultOf(made, ask);
  if (result === undefined) return { ask: [ask] };
  return { text: result.ok ? CHANGED : FAILED };
}

const CHANGED = "Changed as you say. Nothing happens before you tap the new card.";
const FAILED = "It cannot be changed like that. Say it another way, or say “never mind”.";

/** Says what plain code can change of these actions, with an example of each. */
function whatCanChange(actions: readonly PlainAction[]): string {
  const { title, date, time } = changeableIn(actions);
  const ways = [
    ...(time ? ["another time (“make it 4 pm”)"] : []),
    ...(date ? ["another day (“tomorrow instead”)"] : []),
    ...(title ? ["another name (“call it …”)"] : []),
    ...(actions.length > 1 ? ["one less (“drop the second one”)"] : []),
  ];
  const can = ways.length === 0 ? "I cannot change this one by myself." : `I can give it ${listed(ways, "or")}.`;
  return `I did not understand what to change, so nothing was done. ${can} “Never mind” leaves it.`;
}
