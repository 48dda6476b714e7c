// Reads from the threads what the Briefs of the last weeks suggested, and how the person answered. The choice of the
// next suggestion (suggestion-choice.ts) rests on it.

import { type BriefVariant, type DeliveryKind, keys, type LocalDate, Message, type UserId } from "@waldo/contracts";
import * as z from "zod";
import { deletions, isShown } from "../memory/threads/deleted.ts";
import type { Store } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { addDays } from "../time.ts";
import { type Answer, LEARN_DAYS, type Suggested } from "./suggestion-choice.ts";
import { actOf } from "./suggestions.ts";

const FOLLOWED = /^(?:done|did (?:it|that)|i did(?: it| that)?|yes,? (?:i did|done))\b/i;
const DISMISSED = /^(?:no\b|not (?:now|today)|skip|i didn['’]?t|did not|i did not|leave (?:it|me))/i;
const SHORT_REPLY = 60;

/** What was said on a day, oldest first. */
export type SaidOn = { readonly date: LocalDate; readonly messages: readonly Message[] };

/**
 * Returns the messages of the days before a date, from their threads, and with `today` those of the date too. Deleted
 * messages are left out.
 */
export async function daysSaid(
  store: Store,
  userId: UserId,
  date: LocalDate,
  { today = false }: { readonly today?: boolean } = {},
): Promise<SaidOn[]> {
  const end = today ? addDays(date, 1) : date;
  const days = Array.from({ length: LEARN_DAYS + (today ? 1 : 0) }, (_, i) => addDays(date, i - LEARN_DAYS));
  const said = new Map(days.map((day): [string, Message[]] => [`day-${day}`, []]));
  const deleted = await deletions(store, userId);
  for await (const { key, body } of queryAll(store, keys.message.between(userId, [`day-${days[0]}`], [`day-${end}`]))) {
    const message = Message.parse(body);
    // Words about danger are not used for statistics.
    if (message.kind === ("emergency" satisfies DeliveryKind)) continue;
    const [threadId = ""] = keys.message.parse(key.sk) ?? [];
    if (isShown(message, deleted.get(threadId))) said.get(threadId)?.push(message);
  }
  return days.map((day) => ({ date: day, messages: said.get(`day-${day}`) ?? [] }));
}

/** Returns the person's answer to the suggestion of a day's Brief. The latest answer counts. */
export function answerOn({ messages }: SaidOn): Answer | undefined {
  let answer: Answer | undefined;
  let [answersBrief, asksToo] = [true, false];
  let briefRun: string | undefined;
  for (const { from, kind, text, runId } of messages) {
    if (from !== "owner") {
      // A Brief may end with a proposal. Then "did it" still answers the Brief, and "no" answers the proposal.
      asksToo = kind !== ("brief" satisfies DeliveryKind);
      answersBrief = !asksToo || (runId !== undefined && runId === briefRun);
      if (!asksToo) briefRun = runId;
      continue;
    }
    // A "no" to another question of Waldo does not answer a Brief.
    if (!answersBrief || text.length > SHORT_REPLY) continue;
    if (FOLLOWED.test(text.trim())) answer = "followed";
    else if (!asksToo && DISMISSED.test(text.trim())) answer = "dismissed";
  }
  return answer;
}

/** Returns the suggestion of a day's morning, which is the last sentence of its Brief. */
export function suggestedOn(day: SaidOn): (Suggested & { readonly runId?: string | undefined })[] {
  const brief = day.messages.findLast((message) => MorningBrief.safeParse(message).success);
  const sentence = brief && lastSentence(brief.text);
  return sentence === undefined ? [] : [{ date: day.date, sentence, answer: answerOn(day), runId: brief?.runId }];
}

/** Returns the suggestions of the library in all Briefs of a day. */
export function advisedOn({ date, messages }: SaidOn): Suggested[] {
  const briefs = messages.filter(({ from, kind }) => from === "waldo" && kind === ("brief" satisfies DeliveryKind));
  return briefs.flatMap(({ text }) =>
    sentencesOf(text).flatMap((sentence) => (actOf(sentence) === undefined ? [] : [{ date, sentence }])),
  );
}

const MorningBrief = z.looseObject({
  kind: z.literal("brief" satisfies DeliveryKind),
  card: z.looseObject({ variant: z.literal("morning" satisfies BriefVariant) }),
});

/** Returns the last sentence of a Brief, without the line that shows Form as a number. */
export function lastSentence(text: string): string | undefined {
  return sentencesOf(text).at(-1);
}

function sentencesOf(text: string): string[] {
  return text.replace(/\nForm \d+$/, "").split(/(?<=[.!?]) /);
}
