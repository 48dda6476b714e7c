/** Puts the goals of the next week into the person's file: only the list of This Week changes. */
import { type GoalsWriter, isError, MOST_GOAL_LINE, MOST_GOALS, type UserId } from "@waldo/contracts";
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
  const items = week.flatMap((line) => asLine(line) ?? []).slice(0, MOST_GOALS);
  try {
    const edit = { do: "set", section: "week", items } as const;
    const { file, writes } = await planGoals(store, userId, { by, now: clock.now(), edit });
    return { was: loaded.file.goals.week, becomes: file.goals.week, writes };
  } catch (error) {
    // A file that takes no such lines, such as one that is full, must not hold up the end of a review.
    if (isError(error, "InvalidInput")) return "faulty";
    throw error;
  }
}

/** The words as a line of the file can hold them: no box in front, and no comment. Undefined where none are left. */
function asLine(words: string): string | undefined {
  const line = words
    .replaceAll(/<!--|-->/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:\[[^\]]*\]\s*)+/, "");
  return line === "" ? undefined : line.slice(0, MOST_GOAL_LINE).trim();
}
