// Answers a chat message that plain code understood, without a language model. It returns the next calls, or the text.
// It also answers a message that changes a proposal. Then it proposes the remaining actions again, and nothing is done
// before a tap.
import type { Asked, PlainAction, ToolCall, Wish } from "@waldo/contracts";
import { changeableIn } from "../../../language/changes.ts";
import { ASK_DATA } from "../../../language/questions.ts";
import { ASK_BACK } from "../../../language/understand.ts";
import type { Quote } from "../../../safety/quote.ts";
import { listed } from "../../../spoken.ts";
import { proposed } from "../reading.ts";
import type { Ask, Results, Told } from "../writer.ts";
import { BODY_WRITERS } from "./body.ts";
import { type ChatWriter, phrased, resultOf, type Scene, unmade } from "./chat-writer.ts";
import { DAY_WRITERS } from "./day.ts";
import { GOAL_WRITERS } from "./goals.ts";
import { HELP_WRITERS } from "./help.ts";
import { MEMORY_WRITERS } from "./memory.ts";
import { REMINDER_WRITERS } from "./reminders.ts";
import { SETTING_WRITERS } from "./rhythm.ts";
import { SELF_WRITERS } from "./self.ts";
import { offerOf, TASK_WRITERS } from "./tasks.ts";
import { DATA_WRITERS } from "./your-data.ts";

/** The writer of each intent, by its name. */
export const CHAT_WRITERS: Readonly<Record<string, ChatWriter>> = {
  ...BODY_WRITERS,
  ...DAY_WRITERS,
  ...HELP_WRITERS,
  ...TASK_WRITERS,
  ...GOAL_WRITERS,
  ...REMINDER_WRITERS,
  ...MEMORY_WRITERS,
  ...SELF_WRITERS,
  ...SETTING_WRITERS,
  ...DATA_WRITERS,
};

export type Step = { readonly ask: readonly Ask[] } | { readonly text: string | undefined };

/** The time when no prompt was built and the time is unknown. Noon leads to the fewest wrong decisions. */
const UNKNOWN_TIME = "12:00";

/** Returns the next calls or the text. The message was understood, may mean two things, or names an errand. */
export function stepOf(
  asked: Exclude<Asked, { is: "unknown" }>,
  told: Told,
  made: { readonly calls: readonly ToolCall[]; readonly results: Results },
  quote: Quote,
): Step {
  if (asked.is === "unclear") {
    const [a, b] = asked.between;
    return { text: ASK_BACK.replace("%", a.means).replace("#", b.means) };
  }
  if (asked.is === "offered") return { text: phrased(asked.wish.intent, offerOf(asked, told, quote), told) };
  const texts: string[] = [];
  let { calls } = made;
  // The wishes are done in their order, and each reads again what the one before may have changed.
  for (const wish of [asked, ...(asked.also ?? [])]) {
    const { step, used } = firstText(calls, (some) => stepOfWish(wish, told, { ...made, calls: some }, quote));
    if ("ask" in step) return step;
    if (step.text !== undefined) texts.push(step.text);
    calls = calls.slice(used);
  }
  return { text: texts.length === 0 ? undefined : texts.join(" ") };
}

/** Returns the step of a wish, and how many calls it needed for its text. */
function firstText(calls: readonly ToolCall[], stepOf: (calls: readonly ToolCall[]) => Step) {
  for (let used = 0; used < calls.length; used++) {
    const step = stepOf(calls.slice(0, used));
    if ("text" in step) return { step, used };
  }
  return { step: stepOf(calls), used: calls.length };
}

function stepOfWish(
  { intent, slots, message, before, reads }: Wish & { readonly before?: string; readonly reads?: true },
  told: Told,
  { calls, results }: Pick<Scene, "calls" | "results">,
  quote: Quote,
): Step {
  const writer = CHAT_WRITERS[intent.name];
  if (!writer) return { text: undefined };
  const scene: Scene = {
    told: { ...told, time: told.time ?? UNKNOWN_TIME },
    message,
    slots,
    ...(before === undefined ? {} : { before }),
    calls,
    results,
    quote,
  };
  // The words come from what is derived. The numbers stand on the page.
  const question: Ask = { name: "ask_data", args: { question: message } };
  const unasked = reads ? unmade(scene, [question]) : [];
  if (unasked.length > 0) return { ask: unasked };
  const turn = writer(scene);
  if ("ask" in turn) return turn;
  // If a gate did not allow the action, the run asks the person to approve it, and this answer says so.
  if (turn.say === "failed" && proposed(results))
    return { text: phrased(intent, { ...turn, say: "tap" }, told) ?? WAITS };
  const text = phrased(intent, turn, told);
  const isShown = reads && intent.name !== ASK_DATA && resultOf(scene, question)?.ok === true;
  return { text: text !== undefined && isShown ? `${text} ${ON_PAGE}` : text };
}

const ON_PAGE = "Your page shows it in numbers.";

const WAITS = "I can do that. It waits for your tap.";

/**
 * Returns the next step of a change. Returns undefined when no proposal is being changed, or when the message asks for
 * something else.
 */
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
