/**
 * The voice of an overloaded day: it offers to move or drop one thing. It needs four signs (docs/sources.md, Overload):
 * Form below the floor, load above the ceiling, a complex task ahead, and falling Form over the last entries.
 */
import type { PatrolEntry, UserId } from "@waldo/contracts";
import { PATROL_EVERY_MINUTES } from "../cadence/schedule.ts";
import type { Voice } from "../ports.ts";
import { HOUR_MS } from "../time.ts";
import { FORM_FLOOR, type Signals } from "./patrol-signals.ts";

export const OVERLOAD = {
  formFloor: FORM_FLOOR,
  /** Busy hours of the day, in meetings and blocks. */
  loadCeilingHours: 5,
  /** In minutes. An event of at least this length that is still ahead today counts as a complex task. */
  complexMinutes: 90,
  /** How many log entries in a row must fall: the entries of 45 minutes. */
  decliningEntries: Math.ceil(45 / PATROL_EVERY_MINUTES),
  restMs: 72 * HOUR_MS,
} as const;

/** Returns the reason in words when all four signs are there. */
export function overloadIn({ live, busyHours, longestAheadMinutes, entries }: Signals): string | undefined {
  const { formFloor, loadCeilingHours, complexMinutes, decliningEntries } = OVERLOAD;
  if (live.form === undefined || live.form >= formFloor || busyHours < loadCeilingHours) return undefined;
  if (longestAheadMinutes < complexMinutes || !declining(entries, live.form, decliningEntries)) return undefined;
  return `depleted, ${Math.round(busyHours)} busy hours, a long block still ahead, and falling all the while`;
}

/** True when Form has fallen at each of the last ticks, including this one. */
function declining(entries: readonly PatrolEntry[], form: number, ticks: number): boolean {
  const forms = [...entries.slice(-ticks).map((entry) => entry.form), form];
  if (forms.length <= ticks) return false;
  return forms.every((value, i) => {
    const before = forms[i - 1];
    return i === 0 ? value !== undefined : value !== undefined && before !== undefined && value < before;
  });
}

export function overload(userId: UserId, at: number, signals: Signals): Voice {
  return {
    ...{ name: "intervention", rank: 10, kind: "plain", restMs: OVERLOAD.restMs },
    async look(_ports, { now }) {
      const reason = overloadIn(signals);
      if (reason === undefined) return undefined;
      const event = { userId, trigger: "intervention", nonce: `intervention-${at}`, occurredAt: now } as const;
      const mutedBy = { tags: ["stress", "strain", "load", "energy"] };
      return { topic: `overload-${at}`, reason, event, writes: [], mutedBy, grave: true };
    },
  };
}
