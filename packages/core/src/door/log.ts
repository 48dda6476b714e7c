/** The patrol as a person reads it, page by page: each look, why it stayed quiet, and what was done, with its undo. */
import {
  ActionEntry,
  type FetchView,
  keys,
  LAST_INSTANT_MS,
  type LogEntry,
  PatrolEntry,
  type UserId,
} from "@waldo/contracts";
import type * as z from "zod";
import type { Query, Row } from "../ports.ts";
import { queryAll } from "../store/query-all.ts";
import { undoButtons } from "../tools/undo.ts";
import { fetchView, findFetch } from "../wake/fetches.ts";
import { type DoorPorts, DoorRefusal, type Handlers } from "./handlers.ts";

/** The most rows that one request for acts reads. Between two acts there may be a week of quiet looks. */
const MOST_ROWS = 1_000;

export const logHandlers: Handlers<"log"> = {
  async log({ ports, userId, query: { from, to = LAST_INSTANT_MS, include, limit, cursor } }) {
    if (to <= from) throw new DoorRefusal("InvalidInput", "query.to: it must be after from");
    const range = rangeOf(userId, { from, to, cursor });
    const found: { readonly id: string; readonly entry: ActionEntry | PatrolEntry }[] = [];
    let [read, isMore, last]: [number, boolean, Row | undefined] = [0, false, undefined];
    const most = include === "ticks" ? limit : MOST_ROWS;
    for await (const row of queryAll(ports.store, { ...range, descending: true, limit: most + 1 })) {
      isMore = found.length >= limit || read >= most;
      if (isMore) break;
      [read, last] = [read + 1, row];
      const tick = include === "ticks" ? PatrolEntry.safeParse(row.body).data : undefined;
      const entry = ActionEntry.safeParse(row.body).data ?? tick;
      if (entry) found.push({ id: placeOf(row), entry });
    }
    const items = await Promise.all(
      found.map(async ({ id, entry }) => ({ id, ...(await viewOf(ports, userId, entry)) })),
    );
    return { items, ...(isMore && last ? { next: placeOf(last) } : {}) };
  },
};

type Bounds = { readonly from: number; readonly to: number; readonly cursor: string | undefined };

/** The rows between two instants that are older than a cursor. A cursor is the place of the last row that was read. */
function rangeOf(userId: UserId, { from, to, cursor }: Bounds): Query {
  const range = keys.patrol.between(userId, [from], [to]);
  if (cursor === undefined) return range;
  const place = `${keys.patrol.kind}#${Buffer.from(cursor, "base64url").toString()}`;
  const { from: first = "", to: end = "" } = range;
  if (place < first || place >= end) throw new DoorRefusal("InvalidInput", "query.cursor: it is of another list");
  return { ...range, to: place };
}

function placeOf({ key }: Row): string {
  return Buffer.from(key.sk.slice(keys.patrol.kind.length + 1)).toString("base64url");
}

async function viewOf(
  ports: DoorPorts,
  userId: UserId,
  entry: ActionEntry | PatrolEntry,
): Promise<Omit<z.input<typeof LogEntry>, "id">> {
  const { at, act, reason } = entry;
  const undo = act === "action" ? await undoButtons(ports.store, userId, entry, ports.clock.now()) : [];
  const fetch = act === "fetch_alert" ? await fetchOf(ports, userId, at) : undefined;
  return { at, act, what: reason, undo, ...(fetch ? { fetch } : {}) };
}

/** The Fetch that a look started has the instant of the look. */
async function fetchOf(ports: DoorPorts, userId: UserId, at: number): Promise<FetchView | undefined> {
  const found = await findFetch(ports.store, userId, at);
  return found && fetchView(ports, userId, found);
}
