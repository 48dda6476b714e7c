/** The conversations of a person: what there is, its names, and what is put away or deleted. */
import { isOwn, type ThreadView } from "@waldo/contracts";
import type { Changed, Conversation } from "../memory/threads/conversations.ts";
import { DoorRefusal, type Handlers } from "./handlers.ts";

/** What most requests do not need is loaded when one comes. */
const conversations = () => import("../memory/threads/conversations.ts");

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

/** How much of the last message a list shows. */
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
