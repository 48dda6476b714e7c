/**
 * Server-sent events: an open page gets the ids of changed rows, and fetches the rows with the routes. The stream is
 * not in contracts/routes.ts, because routes answer one JSON object, also on Lambda, and only this server can hold a
 * stream open. A client without a stream polls.
 *
 * a commit of this process ─────── its keys ──> one event for each row that a route shows a commit of another process
 * ──── PRAGMA data_version, looked at once a second while a stream is open ──> `all`
 *
 *  - An event may come twice or without a change. It only tells where to look. `all` means that everything may have
 *    changed.
 *  - A client that reconnects with the id of its last event gets the later events, or `all` when they are unknown.
 *  - A stream ends with its client, its session or the server. Then its timers and listeners are removed.
 */
import { type Key, keys, kindOf, PARTITION, type RowKeys, type UserId } from "@waldo/contracts";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import type { SqliteStore } from "../sqlite-store.ts";

export type Changes = Pick<SqliteStore, "onCommit" | "othersVersion">;

/** The most streams of one session. A browser opens six connections to a host, and the routes need some of them. */
export const MOST_STREAMS = 4;
const LOOK_MS = 1_000;
/** A comment is sent this often, so that both ends notice a dead connection. The session is checked at the same time. */
const BEAT_MS = 15_000;
/** Changes within this time are sent together, because a run commits many rows at once. */
const GATHER_MS = 50;
/** How many events are kept for clients that reconnect. */
const KEPT = 200;

/** For each kind of row the route that shows it. The first part of the key is the id there. */
const SHOWN: Readonly<Record<string, { readonly kind: string; readonly of: Pick<RowKeys, "parse"> }>> = {
  [keys.message.kind]: { kind: "messages", of: keys.message },
  [keys.run.kind]: { kind: "run", of: keys.run },
  [keys.proposal.kind]: { kind: "proposals", of: keys.proposal },
  [keys.thread.kind]: { kind: "threads", of: keys.thread },
  [keys.task.kind]: { kind: "tasks", of: keys.task },
  [keys.watch.kind]: { kind: "reminders", of: keys.watch },
  [keys.handoff.kind]: { kind: "handoffs", of: keys.handoff },
  [keys.review.kind]: { kind: "review", of: keys.review },
  [keys.block.kind]: { kind: "memory", of: keys.block },
  [keys.inbox.kind]: { kind: "memory", of: keys.inbox },
  [keys.profile.kind]: { kind: "me", of: keys.profile },
  [keys.agentClient.kind]: { kind: "agents", of: keys.agentClient },
  [keys.agentCall.kind]: { kind: "agents", of: keys.agentCall },
  [keys.contextProject.kind]: { kind: "contexts", of: keys.contextProject },
};

type Event = { readonly kind: string; readonly id: string };
const ALL: Event = { kind: "all", id: "" };

type Listener = {
  readonly session: string;
  /** Tells the stream that there is something to write, or that it must end. */
  wake(): void;
  end(): void;
};

type EventStreams = {
  /** Answers with a stream, or with undefined when the session has too many. */
  open(c: Context, session: Session): Response | undefined;
  /** Ends every stream. */
  stop(): void;
};
type Session = { readonly name: string; isOpen(): Promise<boolean> };

export function eventStreams(changes: Changes, userId: UserId): EventStreams {
  const born = crypto.randomUUID().slice(0, 8);
  const listeners = new Set<Listener>();
  let events: Event[] = [];
  /** How many events came before the first one that is still kept. */
  let gone = 0;
  let seen = versionNow(changes);
  let timer: NodeJS.Timeout | undefined;

  const last = () => gone + events.length;
  const add = (some: readonly Event[]) => {
    if (some.length === 0) return;
    events.push(...some);
    const over = Math.max(0, events.length - KEPT);
    gone += over;
    events = events.slice(over);
    for (const listener of listeners) listener.wake();
  };
  const look = () => {
    const version = versionNow(changes) ?? seen;
    if (version !== seen) add([ALL]);
    seen = version;
  };
  const forget = changes.onCommit((written) => {
    add(written.flatMap((key) => eventOf(key, userId) ?? []));
    if (written.some((key) => kindOf(key) === keys.session.kind)) for (const one of listeners) one.wake();
  });

  /** Returns the position at which a client continues, or undefined when its missed events are unknown. */
  function placeOf(id: string | undefined): number | undefined {
    const [name, place] = (id ?? "").split("-");
    const at = Number(place);
    return name === born && Number.isInteger(at) && at >= gone && at <= last() ? at : undefined;
  }

  async function write(stream: SSEStreamingApi, from: number | undefined): Promise<number> {
    const known = from !== undefined && from >= gone;
    const news = known ? events.slice(from - gone) : [ALL];
    const place = last();
    const distinct = news.some(({ kind }) => kind === ALL.kind)
      ? [ALL]
      : [...new Map(news.map((one) => [`${one.kind} ${one.id}`, one])).values()];
    for (const [i, one] of distinct.entries())
      await stream.writeSSE({
        data: JSON.stringify(one),
        // Only the last event of a batch has an id, so a client that missed a part gets the whole batch again.
        ...(i === distinct.length - 1 ? { id: `${born}-${place}` } : {}),
      });
    return place;
  }

  return {
    open(c, { name, isOpen }) {
      if ([...listeners].filter(({ session }) => session === name).length >= MOST_STREAMS) return undefined;
      // The changes of other processes while no stream was open are unknown.
      look();
      const from = placeOf(c.req.header("last-event-id"));
      let isOver = false;
      let wake = () => {};
      let woken = Promise.withResolvers<void>();
      const listener: Listener = {
        session: name,
        wake: () => woken.resolve(),
        end: () => {
          isOver = true;
          woken.resolve();
          wake();
        },
      };
      listeners.add(listener);
      timer ??= setInterval(look, LOOK_MS);
      const leave = () => {
        listener.end();
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
      return streamSSE(c, async (stream) => {
        stream.onAbort(leave);
        try {
          // The answer begins at once, even without an event.
          await stream.write(": here\n\n");
          let place = await write(stream, from);
          while (!isOver) {
            const beat = setTimeout(() => woken.resolve(), BEAT_MS);
            await woken.promise;
            clearTimeout(beat);
            // If the store cannot be read now, the next beat tries again.
            if (isOver || !(await isOpen().catch(() => true))) break;
            await new Promise<void>((resolve) => {
              wake = resolve;
              setTimeout(resolve, GATHER_MS);
            });
            woken = Promise.withResolvers<void>();
            if (isOver) break;
            if (place === last()) await stream.write(": still here\n\n");
            else place = await write(stream, place);
          }
        } finally {
          leave();
        }
      });
    },
    stop() {
      forget();
      for (const listener of [...listeners]) listener.end();
    },
  };
}

/** Returns the version, or undefined when the file is locked at this moment. */
function versionNow(changes: Changes): number | undefined {
  try {
    return changes.othersVersion();
  } catch {
    return undefined;
  }
}

function eventOf(key: Key, userId: UserId): Event | undefined {
  const shown = key.table === "agent" && key.pk === PARTITION.agent(userId) ? SHOWN[kindOf(key)] : undefined;
  return shown && { kind: shown.kind, id: String(shown.of.parse(key.sk)?.[0] ?? "") };
}
