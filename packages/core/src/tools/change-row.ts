import type { Key } from "@waldo/contracts";
import type { Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

/**
 * Returns the write that changes a row, and the write that undoes it. Each holds only while the row has not changed
 * since: a row that was changed again is not undone. `before` is what the undo writes, because rows are never deleted
 * (R11).
 */
export function changeRow(
  key: Key,
  version: number | undefined,
  after: object,
  before: object,
): { readonly writes: readonly Write[]; readonly undo: readonly Write[] } {
  return {
    writes: [putOver(version === undefined ? undefined : { version }, key, after)],
    undo: [putOver({ version: (version ?? 0) + 1 }, key, before)],
  };
}
