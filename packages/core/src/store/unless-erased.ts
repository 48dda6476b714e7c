// Refuses every write for a person whose erasure has begun. So a forgotten schedule, a late message or a running
// process cannot create new rows. The error of a cancelled transaction is here too; both store adapters throw it.
import { type EpochMs, keys, personOf, type UserId, WaldoError } from "@waldo/contracts";
import { personDigest } from "../digest.ts";
import type { Archive, Clock, Store } from "../ports.ts";

/**
 * The reason for which one write stopped its transaction: `condition` (its condition was not met), `conflict` (another
 * transaction used the same row), or `null` (this write was not the reason).
 */
export type CancelReason = null | "condition" | "conflict";

/**
 * Says that no write of the transaction happened. Its name is `ConditionFailed`, because callers react to that name:
 * they read the rows again and decide again. `reasons` has one entry per write, in order.
 */
export class TransactionCancelled extends WaldoError {
  readonly reasons: readonly CancelReason[];
  constructor(reasons: readonly CancelReason[], options?: { cause?: unknown }) {
    const blamed = reasons.flatMap((reason, at) => (reason === null ? [] : [`${at + 1} (${reason})`]));
    super(
      "ConditionFailed",
      `transaction of ${reasons.length} cancelled by write ${blamed.join(", ")}; read again and decide anew`,
      options,
    );
    this.reasons = reasons;
  }
}

type Parts = { readonly store: Store; readonly archive: Archive };

/** Returns whether a person has a tombstone. */
export async function isErased(store: Pick<Store, "get">, userId: UserId): Promise<boolean> {
  return (await store.get(keys.gone(personDigest(userId)))) !== undefined;
}

/** After this time a process checks again whether a person was erased. An erasure waits longer than this. */
export const REMEMBERED_MS = 5 * 60_000;
/** How many people a process remembers. */
const PEOPLE_REMEMBERED = 1000;

/** Remembers for some minutes that a person was not erased, so that not every write must check. */
export function remembered(clock: Clock) {
  const until = new Map<UserId, EpochMs>();
  return async (userId: UserId, ask: () => Promise<boolean>): Promise<boolean> => {
    if ((until.get(userId) ?? 0) > clock.now()) return false;
    if (await ask()) return true;
    if (until.size >= PEOPLE_REMEMBERED) until.clear();
    until.set(userId, clock.now() + REMEMBERED_MS);
    return false;
  };
}

/** Returns the same store and archive. Writing a row or an object for an erased person throws `Erased`. */
export function unlessErased({ store, archive }: Parts, isGone: (userId: UserId) => Promise<boolean>): Parts {
  const check = async (userId: UserId | undefined) => {
    if (userId !== undefined && (await isGone(userId)))
      throw new WaldoError(
        "Erased",
        "this person was erased, or is being erased: nothing is written for them any more",
      );
  };
  return {
    store: {
      get: (key) => store.get(key),
      query: (query) => store.query(query),
      async transact(writes) {
        const people = new Set(writes.flatMap(({ op, key }) => (op === "put" ? [personOf(key)] : [])));
        for (const userId of people) await check(userId);
        await store.transact(writes);
      },
    },
    archive: {
      read: (name) => archive.read(name),
      list: (prefix) => archive.list(prefix),
      deletePrefix: (prefix) => archive.deletePrefix(prefix),
      async write(name, bytes) {
        await check(name.split("/")[1]);
        await archive.write(name, bytes);
      },
    },
  };
}
