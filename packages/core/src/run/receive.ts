/** The entry for an ordinary message of the person: it is not a command and not a move of a review (review/hear.ts). */
import {
  keys,
  type LocalDate,
  type MessageRequest,
  OutboxRow,
  Profile,
  type RunId,
  type UserId,
} from "@waldo/contracts";
import { dueWrites, flushRun } from "../channels/outbox.ts";
import { runOfMessage } from "../digest.ts";
import { meterWork } from "../meter/rows.ts";
import { heardWrites } from "../person/heard.ts";
import type { Ports, Store, Write } from "../ports.ts";
import { detectDanger, isAnsweredByHand } from "../safety/crisis/danger.ts";
import { putNew, putOver, retryConflicts } from "../store/cas.ts";
import { startRun } from "./start.ts";
import { urgentAnswer } from "./urgent.ts";

/**
 * Stores the person's message and starts the run that answers it. The words go into the thread and into a row beside
 * the run, never into the payload of the machine (R6). Thread, words and run commit together with the answer to words
 * about danger, if there is one. A message that arrives twice is one message and one run. `also` are more writes of
 * that commit, for the thing that the message interrupts. Throws the errors of the store and of `startRun`.
 */
export async function receiveMessage(
  ports: Ports,
  userId: UserId,
  message: MessageRequest,
  date: LocalDate,
  also: readonly Write[] = [],
): Promise<RunId> {
  const work = { userId, date, kind: "message", of: `message-${message.messageId}`, trigger: "user_message" } as const;
  return meterWork(ports, work, [{ counts: { ingests: 1 }, models: [] }], (own) =>
    takeIn(own, userId, message, date, also),
  );
}

async function takeIn(
  ports: Ports,
  userId: UserId,
  { messageId, text, edited, about }: MessageRequest,
  date: LocalDate,
  also: readonly Write[],
): Promise<RunId> {
  const now = ports.clock.now();
  const event = { userId, trigger: "user_message", nonce: messageId, occurredAt: now } as const;
  const runId = runOfMessage(userId, messageId);
  const danger = detectDanger(text);
  const occasion = { userId, runId, trigger: event.trigger, nonce: event.nonce, date, createdAt: now };
  const urgent = isAnsweredByHand(danger);
  const rows = urgent ? (await urgentAnswer(ports.store, occasion, danger, text, now)).rows : [];
  const words = { text, at: now };
  // Words about danger stay in the thread, and no later prompt reads them.
  const shown = { text: edited ? `(edited) ${text}` : text, kind: danger ? "emergency" : "message" } as const;
  const cause = [
    putNew(keys.heard(userId, runId), words),
    ...heardWrites(userId, { messageId, date, at: now, ...shown, about }),
    ...rows,
    ...dueWrites(rows.flatMap((write) => (write.op === "put" ? (OutboxRow.safeParse(write.body).data ?? []) : []))),
  ];
  try {
    const start = async () =>
      startRun(ports, event, date, [...cause, ...also, ...(await endOfQuiet(ports.store, userId))]);
    // The caller has read the row that the message interrupts, so after a conflict the caller must read it again.
    return also.length > 0 ? await start() : await retryConflicts(start);
  } finally {
    if (urgent) await sendNow(ports, userId, runId);
  }
}

/**
 * Returns the writes that end a "leave me alone" without an end time, which lasts until the person speaks. They commit
 * with the person's words.
 */
export async function endOfQuiet(store: Store, userId: UserId): Promise<Write[]> {
  const key = keys.profile(userId);
  const row = await store.get(key);
  const profile = Profile.safeParse(row?.body).data;
  if (!row || !profile?.quietUntilHeard) return [];
  const { quietUntil: _, quietUntilHeard: __, ...loud } = profile;
  return [putOver(row, key, loud)];
}

/** Sends the answer to words about danger at once. If this process cannot send it, the run or the next wake does. */
async function sendNow(ports: Ports, userId: UserId, runId: RunId): Promise<void> {
  try {
    await flushRun(ports, userId, runId);
  } catch (error) {
    ports.log("error", "danger.unsent", { runId, error: error instanceof Error ? error.name : "unknown" });
  }
}
