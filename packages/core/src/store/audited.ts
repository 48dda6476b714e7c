/**
 * The store that holds R11 in code: what happened is written once, and nothing is deleted that is not in the archive.
 * The rules by kind are in audited-kinds.ts; they are checked before any call, so a refusal changes nothing.
 *
 * A key that `keys` does not make has no rule and passes: the table is complete over `keys`, and nothing else in core
 * makes keys.
 */
import { WaldoError } from "@waldo/contracts";
import type { Condition, Store, Write } from "../ports.ts";
import { receiptSk, rowKind } from "./audited-kinds.ts";
import { describeKey } from "./prepare-writes.ts";

/**
 * The same store, which throws `InvalidInput` for a transaction that would rewrite an append-only row, or delete a row
 * that is to be kept without putting, in the same transaction, the receipt `ARCHIVED#<kind>` under its own version.
 */
export function audited(store: Store): Store {
  return {
    get: (key) => store.get(key),
    query: (query) => store.query(query),
    async transact(writes) {
      for (const write of writes) audit(write, writes);
      await store.transact(writes);
    },
  };
}

function audit(write: Write, all: readonly Write[]): void {
  const kind = rowKind(write.key);
  if (kind === undefined || kind.keep === "transient" || write.op === "check") return;
  if (write.op === "put") {
    if (write.expiresAt !== undefined) throw refused(write, "a row that is kept cannot expire");
    if (kind.keep === "append-only" && !has(write.when, "absent"))
      throw refused(write, "it is append-only: a put must carry the condition that it is absent");
    return;
  }
  const { archive } = kind;
  if (archive === undefined) throw refused(write, "rows of this kind are never deleted");
  const sk = receiptSk(archive);
  const receipt = all.find(({ op, key }) => op === "put" && key.pk === write.key.pk && key.sk === sk);
  if (receipt === undefined)
    throw refused(write, `it is only deleted in the transaction that puts ${sk}, the receipt that it is archived`);
  // Two moves that read one receipt must not both commit.
  if (!has(receipt.when, "version") && !has(receipt.when, "absent"))
    throw refused(receipt, "a receipt must be put under the version that was read");
  // What was archived is the row as it was read: a row that changed since is not in the archive.
  if (!has(write.when, "version")) throw refused(write, "a delete must name the version that was archived");
}

function has(when: readonly Condition[] | undefined, is: Condition["is"]): boolean {
  return when?.some((condition) => condition.is === is) ?? false;
}

function refused(write: Write, why: string): WaldoError {
  return new WaldoError("InvalidInput", `${write.op} of ${describeKey(write.key)} refused: ${why}`);
}
