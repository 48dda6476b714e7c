/**
 * Deletes readings within a day when their time is over: the samples, and what a phone posted
 * (docs/decisions/0041-how-long-raw-health-stays.md). The values of a day stay as long as the account. This file is
 * separate from the sweep of the agent's rows, because only this zone may touch raw rows (R7).
 */
import { keys, Posted, ROW_KINDS, type UserId } from "@waldo/contracts";
import { MAX_TRANSACTION_WRITES, type Ports, type Write } from "../ports.ts";
import { asRead, commitIf, putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { DAY_MS } from "../time.ts";
import { keptOf, POSTED_ROW_MS } from "./apple-post.ts";

/**
 * Sweeps one person's raw rows. It may be killed at any point and run twice. If a post arrives meanwhile, its row
 * stays, and the next night sweeps it. Throws what the store throws.
 */
export async function sweepRaw({ store, clock }: Pick<Ports, "store" | "clock">, userId: UserId): Promise<void> {
  const now = clock.now();
  const over: Write[] = [];
  for (const [{ partition, about, before }] of ROW_KINDS.values()) {
    const range = partition === "raw" && about.stays && before(userId, now - about.stays.days * DAY_MS);
    if (range) for await (const { key } of queryAll(store, range)) over.push({ op: "delete", key });
  }
  for (let i = 0; i < over.length; i += MAX_TRANSACTION_WRITES)
    await store.transact(over.slice(i, i + MAX_TRANSACTION_WRITES));
  // The role of this step may list raw rows but may not read their content.
  for (const row of (await store.query(keys.posted.all(userId))).rows) {
    const before = Posted.parse(row.body);
    const { points, segments, nights } = keptOf(before, now);
    const left = points.length + segments.length + nights.length;
    if (left === before.points.length + before.segments.length + before.nights.length) continue;
    const put = { ...putOver(row, row.key, { ...before, points, segments, nights }), expiresAt: now + POSTED_ROW_MS };
    await commitIf(store, [left === 0 ? { op: "delete", key: row.key, when: asRead(row) } : put]);
  }
}
