import type { TakenIn } from "@waldo/core/calendar/take-in";
import { count } from "../plural.ts";

/** Describes what a reading of a calendar changed, such as "2 new, 1 gone". */
export function changes({ added, changed, cancelled }: Omit<TakenIn, "unchanged">): string {
  const parts = [
    ...(added > 0 ? [`${added} new`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(cancelled > 0 ? [`${cancelled} gone`] : []),
  ];
  return parts.length === 0 ? "nothing changed" : parts.join(", ");
}

/** Describes how many events could not be read and why. Returns an empty text when there are none. */
export function skippedLine(skipped: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(skipped).map(([reason, times]) => `${times} ${reason.replaceAll("_", " ")}`);
  const all = Object.values(skipped).reduce((sum, times) => sum + times, 0);
  return all === 0 ? "" : `; ${count(all, "event")} left out (${reasons.join(", ")})`;
}
