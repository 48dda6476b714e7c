// Computes how important a concern is at present, and applies the person's decisions about Waldo's manner. A concern
// fades with each day without a touch. This is computed from the last touch, so no row is rewritten. Pure.
import {
  type Concern,
  type EpochMs,
  type MannerChange,
  type Persona,
  SALIENCE_DAYS,
  SALIENCES,
  type Salience,
  SEVERITIES,
  type Severity,
} from "@waldo/contracts";
import { DAY_MS, elapsed } from "../time.ts";

/** Waldo's manner with a person who has given no feedback yet. */
export const NO_MANNER: Persona = { axes: {}, newest: 0, line: [] };

/** Returns the manner after the person's decision: it is frozen, moves again, or starts anew. */
export function mannerAfter({ frozenAt, ...before }: Persona, change: MannerChange, now: EpochMs): Persona {
  if (change === "thaw") return before;
  if (change === "freeze") return { ...before, frozenAt: frozenAt ?? now };
  return { ...before, axes: {}, line: [], resetAt: now, ...(frozenAt === undefined ? {} : { frozenAt }) };
}

/** Returns the salience of a concern at an instant. */
export function salienceAt({ touchedAt }: Pick<Concern, "touchedAt">, now: EpochMs): Salience {
  // A wrong clock may have stored a touch in the future. It counts as a touch of now.
  const days = touchedAt > now ? 0 : elapsed(touchedAt, now) / DAY_MS;
  if (days >= SALIENCE_DAYS.dormant) return "dormant";
  if (days >= SALIENCE_DAYS.background) return "background";
  return days >= SALIENCE_DAYS.monitoring ? "monitoring" : "active";
}

/** The weight of each step of salience in the map of what matters, 0 to 1. A dormant concern weighs 0. */
export const SALIENCE_WEIGHT: Record<Salience, number> = {
  active: 0.6,
  monitoring: 0.35,
  background: 0.15,
  dormant: 0,
};

/** Returns the concerns that may influence Waldo, the most salient first. Muted and dormant concerns are left out. */
export function livelyConcerns(concerns: readonly Concern[], now: EpochMs): Concern[] {
  return concerns
    .filter((one) => one.mutedAt === undefined && salienceAt(one, now) !== "dormant")
    .sort(
      (a, b) =>
        SALIENCES.indexOf(salienceAt(a, now)) - SALIENCES.indexOf(salienceAt(b, now)) ||
        b.touchedAt - a.touchedAt ||
        (a.id < b.id ? -1 : 1),
    );
}

/** Returns the rank of a severity. */
export function gravityOf({ severity }: { readonly severity: Severity }): number {
  return SEVERITIES.indexOf(severity);
}
