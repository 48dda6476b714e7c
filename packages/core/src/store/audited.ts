/**
 * Enforces R11: events are written once, and a row is deleted only when it is in the archive. Each kind of row declares
 * its rules (contracts/row-kind.ts). They are checked before any call, so a refusal changes nothing. An event may be
 * rewritten in one case only: the person deletes its words, and the transaction also writes the receipt of that
 * (docs/decisions/0034).
 *
 * A key that `keys` did not make has no rule and is accepted. In core only `keys` makes keys.
 */
import { keys, kindOf, rowKind, WaldoError } from "@waldo/contracts";
import type { Condition, Store, Write } from "../ports.ts";
import { describeKey } from "./prepare-writes.ts";
import { isMoving } from "./row-names.ts";

/**
 * Returns the same store with the checks. It throws `InvalidInput` for a transaction that would rewrite an append-only
 * row. It also throws when a transaction deletes a kept row without putting the receipt `ARCHIVED#<kind>` under its own
 * version.
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
    if (kind.keep === "append-only" && !has(write.when, "absent") && !isRedacting(write, all))
      throw refused(write, "it is append-only: a put must carry the condition that it is absent");
    return;
  }
  // A row of an older release gets a new name without words.
  if (has(write.when, "version") && isMoving(write, all)) return;
  if (kindOf(write.key) === keys.memoryTopic.kind && isRedacting(write, all)) return;
  const { archive } = kind;
  if (archive === undefined) throw refused(write, "rows of this kind are never deleted");
  const { sk } = keys.archived("any", archive);
  const receipt = all.find(({ op, key }) => op === "put" && key.pk === write.key.pk && key.sk === sk);
  if (receipt === undefined)
    throw refused(write, `it is only deleted in the transaction that puts ${sk}, the receipt that it is archived`);
  // Two moves that read the same receipt must not both commit, so its version is required.
  if (!has(receipt.when, "version") && !has(receipt.when, "absent"))
    throw refused(receipt, "a receipt must be put under the version that was read");
  // The archive has the row as it was read. If the row has changed since, that state is not in the archive.
  if (!has(write.when, "version")) throw refused(write, "a delete must name the version that was archived");
}

/**
 * True when the person deletes words: the transaction rewrites this row and the receipt, both under the versions that
 * were read.
 */
function isRedacting({ key, when }: Write, all: readonly Write[]): boolean {
  const isReceipt = (one: Write) =>
    one.op === "put" && one.key.pk === key.pk && kindOf(one.key) === keys.redaction.kind;
  return has(when, "version") && all.some((one) => isReceipt(one) && has(one.when, "version"));
}

function has(when: readonly Condition[] | undefined, is: Condition["is"]): boolean {
  return when?.some((condition) => condition.is === is) ?? false;
}

function refused(write: Write, why: string): WaldoError {
  return new WaldoError("InvalidInput", `${write.op} of ${describeKey(write.key)} refused: ${why}`);
}
