// How lively a concern is, and what the person decides of Waldo's manner. A concern fades by the days in which nothing
// touches it, so no row has to be rewritten for it. Pure.
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

/** How Waldo speaks to a person who has given no feedback yet. */
export const NO_MANNER: Persona = { axes: {}, newest: 0, line: [] };

/** Returns the manner as the person leaves it: it stays as it is, moves again, or begins anew. */
export function mannerAfter({ frozenAt, ...before }: Persona, change: MannerChange, now: EpochMs): Persona {
  if (change === "thaw") return before;
  if (change === "freeze") return { ...before, frozenAt: frozenAt ?? now };
  return { ...before, axes: {}, line: [], resetAt: now, ...(frozenAt === undefined ? {} : { frozenAt }) };
}

/** Returns the salience of a concern at an instant. */
export function salienceAt({ touchedAt }: Pick<Concern, "touchedAt">, now: EpochMs): Salience {
  // A wrong clock may set a touch ahead. Such a touch counts as a touch of now.
  const days = touchedAt > now ? 0 : elapsed(touchedAt, now) / DAY_MS;
  if (days >= SALIENCE_DAYS.dormant) return "dormant";
  if (days >= SALIENCE_DAYS.background) return "background";
  return days >= SALIENCE_DAYS.monitoring ? "monitoring" : "active";
}

/** What each step of salience weighs in the map of what matters, 0 to 1. A dormant concern weighs nothing. */
export const SALIENCE_WEIGHT: Record<Salience, number> = {
  active: 0.6,
  monitoring: 0.35,
  background: 0.15,
  dormant: 0,
};

/** Returns the concerns that may shape what Waldo does, the liveliest first. Muted and dormant ones are not among them. */
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

/** Returns how grave something is, as its place among the severities. */
export function gravityOf({ severity }: { readonly severity: Severity }): number {
  return SEVERITIES.indexOf(severity);
}
