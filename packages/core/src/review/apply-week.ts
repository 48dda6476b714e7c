/** Puts the goals of the next week into the person's file: only the list of This Week changes. */
import { type GoalsWriter, MOST_GOAL_LINE, MOST_GOALS, type UserId } from "@waldo/contracts";
import { planGoals } from "../goals/plan.ts";
import { loadGoalsFile } from "../goals/stored.ts";
import type { Ports, Write } from "../ports.ts";

export type WeekChange = {
  readonly was: readonly string[];
  readonly becomes: readonly string[];
  /** They hold only while the file is as it was read. */
  readonly writes: readonly Write[];
};

/**
 * Plans This Week anew. Returns undefined for a person without a file, and `faulty` where its text has a fault: such a text
 * is the person's to mend.
 */
export async function applyWeek(
  { store, clock }: Pick<Ports, "store" | "clock">,
  userId: UserId,
  week: readonly string[],
  by: GoalsWriter & "review",
): Promise<WeekChange | "faulty" | undefined> {
  const loaded = await loadGoalsFile(store, userId);
  if (!loaded) return undefined;
  if (loaded.file.faults) return "faulty";
  const items = week.slice(0, MOST_GOALS).map((line) => line.replaceAll(/\s+/g, " ").trim().slice(0, MOST_GOAL_LINE));
  const { file, writes } = await planGoals(store, userId, {
    by,
    now: clock.now(),
    edit: { do: "set", section: "week", items },
  });
  return { was: loaded.file.goals.week, becomes: file.goals.week, writes };
}
