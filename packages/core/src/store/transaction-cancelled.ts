/** The error of a transaction whose conditions did not hold. Both store adapters throw it. */
import { WaldoError } from "@waldo/contracts";

/**
 * Why one write stopped its transaction: `condition` (it did not hold), `conflict` (another transaction worked on the
 * same row), or `null` (this write was not the reason).
 */
export type CancelReason = null | "condition" | "conflict";

/**
 * Nothing of the transaction happened. It is named `ConditionFailed`, because the caller reacts to that name: it reads
 * the rows again and decides again. `reasons` has one entry per write, in the order of the writes.
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
