// The fixed answer to words about danger, as outbox rows of the run that the words start. receive.ts commits them
// together with the message, so no lease and no working run are needed. The run finds them and adds nothing. Both use
// the keys of the run, so there is always one answer (R5).
//
// Small talk must not hide something grave. It may be in a message that was not understood, or that would be answered
// as a feeling, thanks, news, training or a task. Then the answer says so, asks, and names help. This is checked once,
// before any writer.
import type { Asked, GatedStep, PromptContext, RunHeader } from "@waldo/contracts";
import { understoodIn } from "../agent/understood.ts";
import { enqueueDelivery } from "../channels/outbox.ts";
import { CARE_MS, careWrites, findCare } from "../person/care.ts";
import { reachable } from "../person/profile.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { typed } from "../prompt/layers.ts";
import { dangerAnswer, nearAnswer } from "../safety/crisis/answers/answer.ts";
import { type Danger, nearGrave } from "../safety/crisis/danger.ts";
import { careLanguage, languageOf } from "../safety/crisis/language.ts";
import { MINUTE_MS } from "../time.ts";

/** For this long after words about a body in danger, what is not understood may be about it: "Is that necessary?". */
const AFTER_EMERGENCY_MS = 30 * MINUTE_MS;

/** True when a message was understood as a wish, and no part of it would get an answer that could overlook something. */
export function isPlainWish(asked: Asked | undefined): boolean {
  return asked?.is === "clear" && [asked, ...(asked.also ?? [])].every(({ intent }) => !intent.light);
}

/** Returns the fixed question, or undefined when the message may be answered as usual. */
export async function unsureOf(
  ports: Pick<Ports, "store" | "understanding" | "clock">,
  { trigger, userId }: Pick<RunHeader, "trigger" | "userId">,
  context: PromptContext | undefined,
): Promise<GatedStep | undefined> {
  const { userText, danger, changing } = context ?? {};
  if (trigger !== "user_message" || userText === undefined || danger !== undefined || changing !== undefined)
    return undefined;
  const said = typed(userText);
  const near = nearGrave(said);
  const now = ports.clock.now();
  const care = await findCare(ports.store, userId, now);
  const isAfterEmergency = care?.tier === "physical" && now - care.at < AFTER_EMERGENCY_MS;
  if (near === undefined && !isAfterEmergency) return undefined;
  const asked = await understoodIn(ports, context);
  if (isPlainWish(asked)) return undefined;
  const person = await reachable(ports.store, userId);
  const to = { ...person, language: languageOf(said) ?? careLanguage(care?.language, person.language) };
  const text =
    isAfterEmergency || near === undefined
      ? dangerAnswer({ tier: "physical", kind: "body" }, { ...to, again: true }).text
      : nearAnswer(near, to);
  return { text, source: "template", claims: [], reason: "near_grave", results: [] };
}

type Cause = Pick<RunHeader, "userId" | "runId" | "trigger" | "variant" | "nonce" | "date" | "createdAt">;

/**
 * Returns the text, in the language of `said`, and its rows. One of the rows is for the day of care after it. A damaged
 * profile is read as far as possible, so this function does not fail.
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
  const language = languageOf(said) ?? careLanguage(care?.language, person.language);
  const { text, card } = dangerAnswer(danger, { ...person, language, again });
  const candidate = { kind: "emergency", text, threadId: `day-${cause.date}`, card } as const;
  return {
    text,
    rows: [...enqueueDelivery(cause, person, [candidate], now), ...careWrites(cause.userId, danger, language, now)],
  };
}
