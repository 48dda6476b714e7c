// Routes for talk: messages, conversations, and voice notes.
import {
  DeliveryKind,
  type EpochMs,
  isAnnouncement,
  isCommandAnswer,
  isOwn,
  isUnasked,
  keys,
  Message,
  type OutboxRow,
  type Review,
  RunHeader,
  type RunId,
  StepRecord,
  saidAt,
  ThreadMessage,
  type ThreadView,
  thumbButtons,
  type UserId,
} from "@waldo/contracts";
import { isSettled, messageKey, outboxOf } from "../channels/outbox.ts";
import type { Changed, Conversation } from "../memory/threads/conversations.ts";
import { type Deletions, deletedUntil, deletions, isGone, isShown } from "../memory/threads/deleted.ts";
import type { Ports, Query, Row } from "../ports.ts";
import { latestReview } from "../review/rows.ts";
import { buttonsNow } from "../review/state.ts";
import { isTerminal } from "../run/journal.ts";
import { DAY_MS } from "../time.ts";
import { DoorRefusal, type Handlers, profileOf } from "./handlers.ts";
import { doingOf } from "./inside/doing.ts";

/** Routes that receive the person's messages, list the conversation, and tell the state of a message. */
export const talkHandlers: Handlers<"say" | "messages" | "run"> = {
  async say(call) {
    // This module loads the words about danger in all languages. Most requests only read, so it is loaded when a
    // message comes.
    const { intake } = await import("../chat/intake.ts");
    const message = { messageId: call.key, text: call.body.text };
    return { runId: await intake(call.ports, await profileOf(call), { as: "message", message, via: "app" }) };
  },

  async messages({ ports, userId, query: { limit, cursor, thread } }) {
    const range = rangeOf(userId, thread, cursor);
    const [{ rows, cursor: more }, deleted, review] = await Promise.all([
      ports.store.query({ ...range, descending: true, limit }),
      deletions(ports.store, userId),
      latestReview(ports.store, userId),
    ]);
    const context = { deleted, review: review?.review, now: ports.clock.now() };
    const last = rows.at(-1)?.key.sk;
    return {
      items: rows.flatMap((row) => shown(row, context) ?? []),
      ...(more === undefined || last === undefined ? {} : { next: placeOf(last) }),
    };
  },

  async run({ ports, userId, params: { runId } }) {
    // A command has no run, and is answered at once.
    if (isCommandAnswer(runId))
      return {
        runId,
        state: "DONE",
        isOver: true,
        said: await saidBy(ports, userId, await outboxOf(ports, userId, runId)),
      };
    const row = await ports.store.get(keys.run(userId, runId));
    if (!row && isAnnouncement(runId)) return announced(ports, userId, runId);
    if (!row) throw new DoorRefusal("NotFound", "there is no such run");
    const { state, step, fence } = RunHeader.parse(row.body);
    const doing = await doingOf(
      { state, fence },
      async () => StepRecord.safeParse((await ports.store.get(keys.step(userId, runId, step)))?.body).data,
    );
    const said = await saidBy(ports, userId, await outboxOf(ports, userId, runId));
    return { runId, state, isOver: isTerminal(state), ...(doing === undefined ? {} : { doing }), said };
  },
};

/** Returns the texts of the rows that the person can see in the app. */
async function saidBy(ports: Pick<Ports, "store">, userId: UserId, rows: readonly OutboxRow[]): Promise<string[]> {
  const said: string[] = [];
  for (const one of rows) {
    if (one.message.channel !== "in_app" || one.state !== "sent") continue;
    const { threadId, text } = one.message;
    const deletedAt = await deletedUntil(ports.store, userId, threadId);
    if (!(await isGone(ports.store, messageKey(one, threadId), deletedAt))) said.push(text);
  }
  return said;
}

/**
 * Returns a message without a run, such as the next question of a review, in the form of a run that sent this message.
 */
async function announced(ports: Pick<Ports, "store">, userId: UserId, runId: RunId) {
  const rows = await outboxOf(ports, userId, runId);
  if (rows.length === 0 && !(await isAwaited(ports.store, userId, runId)))
    throw new DoorRefusal("NotFound", "there is no such run");
  const isOver = rows.length > 0 && rows.every((row) => row.message.channel !== "in_app" || isSettled(row));
  return {
    runId,
    state: isOver ? ("DONE" as const) : ("PENDING" as const),
    isOver,
    said: await saidBy(ports, userId, rows),
  };
}

/** True while the last message of a review is still to come. It comes one turn after the last answer. */
async function isAwaited(store: Ports["store"], userId: UserId, runId: RunId): Promise<boolean> {
  const last = await latestReview(store, userId);
  return last !== undefined && saidAt(last.review, last.review.turn + 1) === runId;
}

/** The name of every day's thread begins with this. The names sort in the order of the days. */
const DAYS = "day-";

/** Returns the rows of one thread, or of all days. A cursor is the place of the last row that was returned. */
function rangeOf(userId: UserId, thread: string | undefined, cursor: string | undefined): Query {
  const range = thread === undefined ? keys.message.startingWith(userId, DAYS) : keys.message.all(userId, thread);
  if (cursor === undefined) return range;
  const to = `${keys.message.kind}#${Buffer.from(cursor, "base64url").toString()}`;
  if (!to.startsWith(range.prefix)) throw new DoorRefusal("InvalidInput", "query.cursor: it is of another list");
  return { table: range.table, pk: range.pk, from: range.prefix, to };
}

function placeOf(sk: string): string {
  return Buffer.from(sk.slice(keys.message.kind.length + 1)).toString("base64url");
}

/** In days. The run behind a message leaves the store after seven days; after that a thumb has no effect. */
const THUMB_DAYS = 6;

function takesThumb({ runId, kind, at }: { runId: RunId; kind: string; at: EpochMs }, now: EpochMs): boolean {
  const said = DeliveryKind.safeParse(kind).data;
  return said !== undefined && isUnasked(said) && !isAnnouncement(runId) && now - at < THUMB_DAYS * DAY_MS;
}

/** Returns a message as the app shows it. Hidden, deleted and unreadable messages are left out. */
function shown(
  { key, body }: Row,
  { deleted, review, now }: { deleted: Deletions; review: Review | undefined; now: EpochMs },
): ThreadMessage | undefined {
  const [threadId = "", at = 0, name = ""] = keys.message.parse(key.sk) ?? [];
  const message = Message.safeParse(body).data;
  if (!message || !isShown(message, deleted.get(threadId))) return undefined;
  const { from, kind, text, runId } = message;
  const card = body["card"];
  const view = {
    messageId: `${at}-${name}`,
    ...{ threadId, at, from, kind, text },
    ...(card === undefined ? {} : { card }),
    ...(runId === undefined ? {} : { runId }),
    ...(body["dot"] === true ? { dot: true } : {}),
    ...(runId !== undefined && takesThumb({ runId, kind, at }, now) ? { buttons: thumbButtons(runId) } : {}),
    ...(review && runId === saidAt(review, review.turn) ? { buttons: buttonsNow(review, now) } : {}),
  };
  return ThreadMessage.safeParse(view).data;
}

/** Loads code on its first request, because most requests do not need it. */
const conversations = () => import("../memory/threads/conversations.ts");

/** Routes for the person's conversations: the list, their names, archiving and deleting. */
export const threadHandlers: Handlers<"threads" | "changeThread" | "deleteThread"> = {
  async threads({ ports: { store, clock }, userId, query: { cursor, ...page } }) {
    const wanted = { ...page, ...(cursor === undefined ? {} : { after: cursor }) };
    const { listConversations } = await conversations();
    const { items, next } = await listConversations(store, userId, wanted, clock.now());
    return { items: items.map(view), ...(next === undefined ? {} : { next }) };
  },

  async changeThread({ ports: { store, clock }, userId, params: { threadId }, body: change }) {
    const { changeConversation } = await conversations();
    return found(await changeConversation(store, userId, threadId, { change, now: clock.now() }));
  },

  async deleteThread({ ports: { store, clock }, userId, params: { threadId } }) {
    const { changeConversation } = await conversations();
    const change = { state: "deleted" } as const;
    return found(await changeConversation(store, userId, threadId, { change, now: clock.now() }));
  },
};

const REFUSED = {
  none: "there is no such conversation",
  late: "that conversation was deleted more than 30 days ago, and its words are gone",
} as const;

function found(changed: Changed): ThreadView {
  if (changed === "none" || changed === "late") throw new DoorRefusal("NotFound", REFUSED[changed]);
  return view(changed);
}

/** How many characters of the last message a list shows. */
const BEGINNING_CHARS = 100;

function view({ thread, state, messages, last, restoreUntil }: Conversation): ThreadView {
  const { threadId, title, topics } = thread;
  const lastShown = last && {
    at: last.at,
    from: last.from === "owner" ? ("owner" as const) : ("waldo" as const),
    beginning: [...last.text.replaceAll(/\s+/gu, " ").trim()].slice(0, BEGINNING_CHARS).join(""),
  };
  return {
    threadId,
    ...(title === threadId ? {} : { title }),
    topics,
    fromOutside: !isOwn(thread),
    ...{ state, messages },
    ...(lastShown ? { last: lastShown } : {}),
    ...(restoreUntil === undefined ? {} : { restoreUntil }),
  };
}
