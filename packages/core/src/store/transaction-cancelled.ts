import { WaldoError } from "@waldo/contracts";

/**
 * Why one write of a transaction stopped it: `condition` (it did not hold), `conflict` (another transaction was
 * at work on the same row), or `null` (this write was not the obstacle).
 */
export type CancelReason = null | "condition" | "conflict";

/**
 * Nothing of the transaction happened. Named `ConditionFailed`, because that is what a caller reacts to: read the
 * rows again and decide anew. `reasons` has one entry per write, in the order the writes were given.
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
