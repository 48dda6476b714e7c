// The written answer to words of danger, as outbox rows of the run that the words start. receive.ts commits them
// together with the message, so they need no lease and no run that works; the run finds them and adds nothing. Their
// keys are the run's own, so it is one answer however often either of them happens (R5).
//
// No small talk over gravity: a message that was not understood, or that would be answered as a feeling, thanks, news,
// training or a task, may hold something grave. Then the answer says so, asks, and names help. This is asked once,
// before all writers.
import type { GatedStep, PromptContext, RunHeader } from "@waldo/contracts";
import { understoodIn } from "../agent/understood.ts";
import { enqueueDelivery } from "../channels/outbox.ts";
import { CARE_MS, careWrites, findCare } from "../person/care.ts";
import { reachable } from "../person/profile.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { typed } from "../prompt/layers.ts";
import { dangerAnswer, unsureAnswer } from "../safety/crisis/answers/answer.ts";
import { type Danger, isNearGrave } from "../safety/crisis/danger.ts";
import { careLanguage, languageOf } from "../safety/crisis/language.ts";

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

type Cause = Pick<RunHeader, "userId" | "runId" | "trigger" | "variant" | "nonce" | "date" | "createdAt">;

/**
 * Returns the words, in the language of `said`, and the rows, one of which the day after reads. This function reads the
 * profile as far as it can be read, and does not fail.
 */
export async function urgentAnswer(
  store: Store,
  cause: Cause,
  danger: Danger,
  said: string,
  now: number,
): Promise<{ readonly text: string; readonly rows: Write[] }> {
  const person = await reachable(store, cause.userId);
  const care = await findCare(store, cause.userId, now);
  const again = care !== undefined && now - care.at < CARE_MS;
  const language = languageOf(said) ?? careLanguage(care?.language);
  const { text, card } = dangerAnswer(danger, { ...person, language, again });
  const candidate = { kind: "emergency", text, threadId: `day-${cause.date}`, card } as const;
  return {
    text,
    rows: [...enqueueDelivery(cause, person, [candidate], now), ...careWrites(cause.userId, danger, language, now)],
  };
}
