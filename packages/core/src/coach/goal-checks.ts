/** The look at the goals: on the first of a month at 19:00 at those of the quarter, and in a new quarter at the North Star. */
import type { CoachState, Goals, LocalDate, LocalTime } from "@waldo/contracts";

export const CHECK_TIME: LocalTime = "19:00";
const FIRST_MONTHS = ["01", "04", "07", "10"];

export type GoalCheck = { readonly of: "month" | "quarter"; readonly name: string };

/** Returns the check that is due at a local date and time, and was not offered. A person without such goals has none. */
export function checkDue(
  { northStar, quarter }: Goals,
  { month, quarter: checked }: Pick<CoachState, "month" | "quarter">,
  date: LocalDate,
  time: LocalTime,
): GoalCheck | undefined {
  if (!date.endsWith("-01") || time < CHECK_TIME) return undefined;
  const name = date.slice(0, 7);
  if (FIRST_MONTHS.includes(date.slice(5, 7)) && northStar !== undefined)
    return checked === name ? undefined : { of: "quarter", name };
  return month === name || checked === name || quarter.length === 0 ? undefined : { of: "month", name };
}
