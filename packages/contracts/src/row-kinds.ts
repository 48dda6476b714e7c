/**
 * Every kind of row, each declared once in `rows/`: its key, its schema, whether it may be rewritten or deleted, how
 * long it stays, and its place in an export. All other code uses this list.
 */
import type { UserId } from "./ids.ts";
import { type Key, type KeyRange, kindOf, type RowKeys } from "./keys.ts";
import type { DeclaredKind } from "./row-kind.ts";
import { HEALTH_ROWS } from "./rows/health.ts";
import { LIVING_ROWS } from "./rows/living.ts";
import { MEMORY_ROWS } from "./rows/memory.ts";
import { OWN_ROWS } from "./rows/own.ts";
import { RUN_ROWS } from "./rows/run.ts";
import { SETTINGS_ROWS } from "./rows/settings.ts";

/** The order of this list is the order of kinds within a topic of an export, and within an archive. */
export const keys = {
  ...SETTINGS_ROWS,
  ...HEALTH_ROWS,
  ...LIVING_ROWS,
  ...RUN_ROWS,
  ...OWN_ROWS,
  ...MEMORY_ROWS,
} as const;

/** The keys of a kind, whatever their parts are. */
export type AnyKeys = Pick<RowKeys, "kind" | "partition" | "before" | "about"> & {
  all(user: UserId): KeyRange;
  parse(sk: string): readonly unknown[] | undefined;
};

/** The kinds by name. One kind may have keys of several forms. */
export const ROW_KINDS: ReadonlyMap<string, readonly [AnyKeys, ...AnyKeys[]]> = Map.groupBy(
  Object.values<AnyKeys>(keys),
  ({ kind }) => kind,
) as Map<string, [AnyKeys, ...AnyKeys[]]>;

/** Returns what is declared of a row's kind, or undefined for a key that `keys` does not make. */
export function rowKind(key: Key): DeclaredKind | undefined {
  return ROW_KINDS.get(kindOf(key))?.[0].about;
}
