/** The voice of the goals: a look at those of the quarter each month, and at the North Star in a new quarter. */
import type { CoachState, Goals, LocalDate, LocalTime } from "@waldo/contracts";
import { goalsInForce } from "../goals/stored.ts";
import type { Offer, Ports, Tick } from "../ports.ts";
import { quoted } from "../safety/quote.ts";
import { listed } from "../spoken.ts";
import { localDate, localTime } from "../time.ts";
import { keepState, loadState } from "./state.ts";

// The time of the goal checks. The goals of the quarter are checked on the first of each month, the North Star in a new
// quarter.
const CHECK_TIME: LocalTime = "19:00";
const FIRST_MONTHS = ["01", "04", "07", "10"];

type GoalCheck = { readonly of: "month" | "quarter"; readonly name: string };

/**
 * Returns the check that is due at a local date and time and was not offered yet. Returns nothing for a person without
 * such goals.
 */
function checkDue(
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

/** Returns the words of a goal check. Goals that may not be quoted are left out. */
export function checkWords(of: "month" | "quarter", { northStar, quarter }: Goals): string {
  const goals = listed(quarter.flatMap((goal) => quoted(goal) ?? []));
  const star = northStar === undefined ? undefined : quoted(northStar);
  if (of === "quarter" && star !== undefined)
    return `A new quarter. Your North Star says ${star}. Does it still point where you want to go?`;
  return goals === ""
    ? "A new month. Are the goals of your quarter still the right ones?"
    : `A new month. For this quarter you wanted ${goals}. Which of them still matters most?`;
}

/** Returns the check that is due now, for the arbiter. */
export async function goalCheck({ store }: Ports, { profile, now }: Tick): Promise<Offer | undefined> {
  const { userId, timeZone } = profile;
  const today = localDate(now, timeZone);
  if (!today.endsWith("-01")) return undefined;
  const [goals, loaded] = await Promise.all([goalsInForce(store, userId), loadState(store, userId)]);
  const check = checkDue(goals, loaded.state, today, localTime(now, timeZone));
  if (check === undefined) return undefined;
  const name = `goals-${check.name}`;
  const words = { by: "coach", name, trigger: "heartbeat", kind: "nudge", origin: "agent" } as const;
  const writes = [keepState(loaded, userId, { ...loaded.state, [check.of]: check.name })];
  return {
    topic: name,
    reason: `goals of the ${check.of}`,
    words: { ...words, text: checkWords(check.of, goals) },
    writes,
  };
}
