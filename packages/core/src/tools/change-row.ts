import type { Key } from "@waldo/contracts";
import type { Write } from "../ports.ts";

/**
 * A row rewritten, and the way back. Both hold only as long as nobody else touches the row: a change that was changed
 * again is not undone. `before` is what the undo writes, since rows are never deleted (R11).
 */
export function changeRow(
  key: Key,
  version: number | undefined,
  after: object,
  before: object,
): { readonly writes: readonly Write[]; readonly undo: readonly Write[] } {
  return {
    writes: [
      { op: "put", key, body: after, when: [version === undefined ? { is: "absent" } : { is: "version", version }] },
    ],
    undo: [{ op: "put", key, body: before, when: [{ is: "version", version: (version ?? 0) + 1 }] }],
  };
}
