import type { Gets } from "@waldo/contracts";
import { dateOf, noonOf } from "../../words/words.ts";

/** The days with a score as the route returns them, the oldest first. */
export type Days = Gets<"formDays">["items"];

/** Returns each date from one to another, both included. */
export function datesBetween(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (const day = noonOf(from); dateOf(day) <= to; day.setDate(day.getDate() + 1)) dates.push(dateOf(day));
  return dates;
}
