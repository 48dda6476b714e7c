/**
 * No small talk over gravity. Where something grave may stand in a message that was not understood, or that would be
 * answered as a feeling, thanks, news, training or a task, the answer says so, asks, and names help. This is asked once,
 * before all writers.
 */
import type { GatedStep, PromptContext, RunHeader } from "@waldo/contracts";
import { understoodIn } from "../agent/understood.ts";
import { reachable } from "../person/profile.ts";
import type { Ports } from "../ports.ts";
import { typed } from "../prompt/layers.ts";
import { unsureAnswer } from "../safety/crisis/answers/answer.ts";
import { isNearGrave } from "../safety/crisis/danger.ts";
import { languageOf } from "../safety/crisis/language.ts";

/** Intents whose answers would pass over what is grave. */
export const LIGHT: readonly string[] = [
  ...["none", "ok", "agree", "disagree", "thanks", "hello", "good-night", "praise", "blame", "about-me", "activity"],
  ...["feeling-good", "feeling-low", "call-me", "dont-say", "remember", "correct-memory", "add-task", "finish-task"],
  ...["drop-task", "train-today", "recovery", "what-to-do", "catch-up", "quiet-until", "leave-it", "finish-goal"],
];

/** Returns the written question, or undefined where the message may be answered as ever. */
export async function unsureOf(
  ports: Pick<Ports, "store" | "understanding">,
  { trigger, userId }: Pick<RunHeader, "trigger" | "userId">,
  context: PromptContext | undefined,
): Promise<GatedStep | undefined> {
  const { userText, danger, changing } = context ?? {};
  if (trigger !== "user_message" || userText === undefined || danger !== undefined || changing !== undefined)
    return undefined;
  const said = typed(userText);
  if (!isNearGrave(said)) return undefined;
  const asked = await understoodIn(ports, context);
  if (asked?.is === "clear" && !LIGHT.includes(asked.intent.name)) return undefined;
  const text = unsureAnswer({ ...(await reachable(ports.store, userId)), language: languageOf(said) ?? "en" });
  return { text, source: "template", claims: [], reason: "near_grave", results: [] };
}
