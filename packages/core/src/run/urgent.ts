/**
 * The written answer to words of danger, as outbox rows of the run that the words start. receive.ts commits them together
 * with the message, so they need no lease and no run that works; the run finds them and adds nothing. Their keys are the
 * run's own, so it is one answer however often either of them happens (R5).
 */
import type { RunHeader } from "@waldo/contracts";
import { enqueueDelivery } from "../channels/outbox.ts";
import { CARE_MS, careWrites, findCare } from "../person/care.ts";
import { reachable } from "../person/profile.ts";
import type { Store, Write } from "../ports.ts";
import { dangerAnswer } from "../safety/crisis/answers/answer.ts";
import type { Danger } from "../safety/crisis/danger.ts";
import { careLanguage, languageOf } from "../safety/crisis/language.ts";

type Cause = Pick<RunHeader, "userId" | "runId" | "trigger" | "variant" | "nonce" | "date" | "createdAt">;

/**
 * Returns the words, in the language of `said`, and the rows, with the one that the day after reads. It reads the profile
 * as far as it can be read, and it does not fail.
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
