/** Reads which design of memory is in force for a person, and can go back to the one before. */
import {
  DEFAULT_DESIGN,
  DESIGN_PARAMETERS,
  Design,
  type DesignChanges,
  DesignRow,
  keys,
  type UserId,
} from "@waldo/contracts";
import { digest } from "../../digest.ts";
import type { Row, Store } from "../../ports.ts";
import { putOver, retryConflicts } from "../../store/cas.ts";

export const STANDARD_ROW: DesignRow = { state: "default", changes: {} };

/** Returns the complete design for changes to the standard one. */
export function designOf(changes: DesignChanges): Design {
  return Design.parse({ ...DEFAULT_DESIGN, ...changes });
}

/** Returns how a design differs from the standard one. */
export function changesOf(design: Design): DesignChanges {
  const changed = DESIGN_PARAMETERS.filter((name) => design[name] !== DEFAULT_DESIGN[name]);
  return Object.fromEntries(changed.map((name) => [name, design[name]]));
}

/** Returns a person's design row, or the standard row when there is none. Throws for a row that cannot be parsed. */
export async function loadDesign(
  store: Pick<Store, "get">,
  userId: UserId,
): Promise<{ readonly state: DesignRow; readonly row: Row | undefined }> {
  const row = await store.get(keys.design(userId));
  return { state: row ? DesignRow.parse(row.body) : STANDARD_ROW, row };
}

/**
 * Returns the state one step back: a design in shadow is dropped, and a promoted design is replaced by its parent.
 * Returns undefined when the standard design is in force and no design is in shadow.
 */
export function rolledBack(row: DesignRow): DesignRow | undefined {
  const { changes, parent = {} } = row;
  if (row.shadow) return withoutShadow(row);
  if (isStandard(changes)) return undefined;
  return isStandard(parent) ? STANDARD_ROW : { state: "promoted", changes: parent };
}

/** Returns the state without the design in shadow. The design in force stays. */
export function withoutShadow({ shadow: _, ...row }: DesignRow): DesignRow {
  return { ...row, state: isStandard(row.changes) ? "default" : "promoted" };
}

export function isStandard(changes: DesignChanges): boolean {
  return Object.keys(changes).length === 0;
}

/** Returns the name of the possible step back. Another night in shadow does not change it. */
export function stepBack(row: DesignRow): string | undefined {
  const { changes, parent = {}, since = 0, shadow } = row;
  if (!rolledBack(row)) return undefined;
  return digest(JSON.stringify([changes, parent, since, shadow?.changes, shadow?.begun])).slice(0, 12);
}

/**
 * Goes one step back. Returns the new row. Returns undefined when there is no step, or when it is not the given `step`.
 */
export async function rollBack(
  store: Pick<Store, "get" | "transact">,
  userId: UserId,
  step?: string,
): Promise<DesignRow | undefined> {
  return retryConflicts(async () => {
    const { state, row } = await loadDesign(store, userId);
    if (step !== undefined && step !== stepBack(state)) return undefined;
    const next = rolledBack(state);
    if (next) await store.transact([putOver(row, keys.design(userId), next)]);
    return next;
  });
}
