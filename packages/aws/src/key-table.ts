/**
 * The data keys of people on AWS: one row a person in a table of its own, which has a backup of one day and no stream
 * (docs/decisions/0028-crypto-shredding.md). The row is named by a digest of the person's id. A key is written only if
 * there is no row; the condition of the write ensures this. Only the mark of its end replaces a key. The mark holds the
 * instant, so that no key is made for the person again.
 */
import { randomBytes } from "node:crypto";
import { type Key, keyPartition, type UserId, WaldoError } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import type { Clock, KeyRing, Store } from "@waldo/core/ports";
import { putNew, putOver, retryConflicts } from "@waldo/core/store/cas";

/** How long a process may still use a key that was destroyed. An erasure waits longer than this before it deletes. */
export const KEY_TTL_MS = 5 * 60_000;
const KEY_BYTES = 32;
/** How many people's keys a warm process remembers. */
const PEOPLE_KEPT = 1000;

type KeyTableOptions = {
  /** A store whose agent table is the table of keys. */
  readonly store: Store;
  readonly clock: Clock;
};

/** Opens the keys that the store's credentials reach. */
export function keyTable({ store, clock }: KeyTableOptions): KeyRing {
  const known = new Map<UserId, { readonly key: Promise<Uint8Array>; readonly until: number }>();
  const find = (userId: UserId) =>
    retryConflicts(async () => {
      const row = await store.get(rowOf(userId));
      if (row) return read(row.body);
      const key = randomBytes(KEY_BYTES);
      await store.transact([putNew(rowOf(userId), { key: key.toString("base64") })]);
      return new Uint8Array(key);
    });
  return {
    keyOf(userId) {
      const kept = known.get(userId);
      if (kept && clock.now() < kept.until) return kept.key;
      const asked = { key: find(userId), until: clock.now() + KEY_TTL_MS };
      known.delete(userId);
      known.set(userId, asked);
      const [oldest] = known.keys();
      if (known.size > PEOPLE_KEPT && oldest !== undefined) known.delete(oldest);
      asked.key.catch(() => {
        if (known.get(userId) === asked) known.delete(userId);
      });
      return asked.key;
    },
    async destroy(userId) {
      await retryConflicts(async () => {
        const row = await store.get(rowOf(userId));
        if (row?.body["erasedAt"] !== undefined) return;
        await store.transact([putOver(row, rowOf(userId), { erasedAt: clock.now() })]);
      });
      known.delete(userId);
    },
  };
}

function rowOf(userId: UserId): Key {
  return { table: "agent", pk: keyPartition(digest(userId)), sk: "KEY" };
}

function read({ key, erasedAt }: Readonly<Record<string, unknown>>): Uint8Array {
  if (erasedAt !== undefined) throw new WaldoError("Erased", "this person was erased: nothing of theirs can be read");
  const bytes = typeof key === "string" ? new Uint8Array(Buffer.from(key, "base64")) : undefined;
  if (bytes?.length === KEY_BYTES) return bytes;
  throw new WaldoError("StoreUnavailable", "the data key of a person is damaged: see the runbook");
}
