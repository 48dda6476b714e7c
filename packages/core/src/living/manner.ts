/** What the person decides of Waldo's manner. Pure. */
import type { EpochMs, MannerChange, Persona } from "@waldo/contracts";

/** The manner of a person of whom nothing has moved it yet. */
export const NO_MANNER: Persona = { axes: {}, newest: 0, line: [] };

/** Returns the manner as the person leaves it: it stays as it is, moves again, or begins anew. */
export function mannerAfter({ frozenAt, ...before }: Persona, change: MannerChange, now: EpochMs): Persona {
  if (change === "thaw") return before;
  if (change === "freeze") return { ...before, frozenAt: frozenAt ?? now };
  return { ...before, axes: {}, line: [], resetAt: now, ...(frozenAt === undefined ? {} : { frozenAt }) };
}
