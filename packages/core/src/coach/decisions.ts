/** What Waldo decided of its own accord, the latest first. `/status` tells it. */
import { keys, PatrolEntry, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";

/** `said`: whether anything reached the person. `why` may speak of the body. */
export type Decision = { readonly at: number; readonly said: boolean; readonly why: string };

/** How many rows are looked at for each decision. What was done for the person stands between them. */
const ROWS_EACH = 4;

export async function recentDecisions(store: Pick<Store, "query">, userId: UserId, most: number): Promise<Decision[]> {
  const { rows } = await store.query({ ...keys.patrol.all(userId), descending: true, limit: most * ROWS_EACH });
  const entries = rows.flatMap(({ body }) => PatrolEntry.safeParse(body).data ?? []);
  // Who has a coach wants to know of its heartbeats. Without one, the looks of the patrol stand for them.
  const beats = entries.filter(({ beat }) => beat !== undefined);
  return (beats.length > 0 ? beats : entries).slice(0, most).map(({ at, act, reason, beat }) => ({
    at,
    said: act !== "nothing" || beat?.outcome === "asked",
    why: beat?.why ?? reason,
  }));
}
