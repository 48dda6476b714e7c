// Answers a chat message that plain code understood, without a language model. It returns the next calls, or the text.
// It also answers a message that changes a proposal. Then it proposes the remaining actions again, and nothing is done
// before a tap.
import type { Asked, PlainAction, ToolCall, Wish } from "@waldo/contracts";
import { changeableIn } from "../../../language/changes.ts";
import { meansIn } from "../../../language/pending.ts";
import { ASK_DATA } from "../../../language/questions.ts";
import type { Quote } from "../../../safety/quote.ts";
import { type Speech, speechIn } from "../../../speech.ts";
import { proposed } from "../reading.ts";
import type { Ask, Results, Told } from "../writer.ts";
import { BODY_WRITERS } from "./body.ts";
import { type ChatWriter, inTalk, phrased, resultOf, type Saying, type Scene, unmade } from "./chat-writer.ts";
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
    return {
      text: inTalk(told, ({ say, language }) => {
        const [one, other] = asked.between.map((intent) => meansIn(intent, language));
        return one && other && say("askBack", { one, other });
      }),
    };
  }
  if (asked.is === "offered") {
    const { wish } = asked;
    return {
      text: inTalk(told, (speech) => phrased(wish.intent, offerOf(asked, told, quote, speech), told, speech.language)),
    };
  }
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
  const read = { message, slots, ...(before === undefined ? {} : { before }), calls, results, quote };
  // The words come from what is derived. The numbers stand on the page.
  const question: Ask = { name: "ask_data", args: { question: message } };
  const unasked = reads ? unmade(read, [question]) : [];
  if (unasked.length > 0) return { ask: unasked };
  const isShown = reads && intent.name !== ASK_DATA && resultOf(read, question)?.ok === true;
  const step = inTalk(told, (speech): Step | undefined => {
    const turn = writer({ ...read, told: { ...told, time: told.time ?? UNKNOWN_TIME }, speech });
    if ("ask" in turn) return turn;
    const said = (saying: Saying) => phrased(intent, saying, told, speech.language);
    // If a gate did not allow the action, the run asks the person to approve it, and this answer says so.
    if (turn.say === "failed" && proposed(results))
      return { text: said({ ...turn, say: "tap" }) ?? speech.say("waits") };
    const text = said(turn);
    return text === undefined ? undefined : { text: isShown ? `${text} ${speech.say("onPage")}` : text };
  });
  return step ?? { text: undefined };
}

/**
 * Returns the next step of a change. Returns undefined when no proposal is being changed, or when the message asks for
 * something else.
 */
export function changeStep(
  { changing, asked, language = "en" }: Told,
  made: Pick<Scene, "calls" | "results">,
): Step | undefined {
  if (!changing) return undefined;
  const speech = speechIn(language);
  const { actions, wanted } = changing;
  if (wanted.is === "unclear") return asked?.is === "clear" ? undefined : { text: whatCanChange(actions, speech) };
  const ask = {
    name: "propose_action",
    args: { actions: wanted.actions.map(({ tool, args }) => ({ tool, args })) },
  } as const;
  const result = resultOf(made, ask);
  if (result === undefined) return { ask: [ask] };
  return { text: speech.say(result.ok ? "card.changed" : "card.failed") };
}

/** Says what plain code can change of these actions, with an example of each. */
function whatCanChange(actions: readonly PlainAction[], { say, listed }: Speech): string {
  const { title, date, time } = changeableIn(actions);
  const ways = [
    ...(time ? [say("card.time")] : []),
    ...(date ? [say("card.day")] : []),
    ...(title ? [say("card.name")] : []),
    ...(actions.length > 1 ? [say("card.less")] : []),
  ];
  const can = ways.length === 0 ? say("card.no") : say("card.can", { ways: listed(ways, "or") });
  return say("card.unclear", { can });
}
