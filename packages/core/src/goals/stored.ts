// The stored goals of a person: the text as it is, and the part of it that is in force.
import { type Goals, GoalsFile, keys, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";

/** The goals of a person without a file. */
export const NO_GOALS: Goals = { quarter: [], week: [], today: [], commitments: [], people: [], targets: {} };

/** Returns the row of the file with its version, or undefined while there is no file. */
export async function loadGoalsFile(
  store: Pick<Store, "get">,
  userId: UserId,
): Promise<{ readonly file: GoalsFile; readonly version: number } | undefined> {
  const row = await store.get(keys.goals(userId));
  return row && { file: GoalsFile.parse(row.body), version: row.version };
}

/** Returns the goals in force. They come from the last text without a fault. */
export async function goalsInForce(store: Pick<Store, "get">, userId: UserId): Promise<Goals> {
  return (await loadGoalsFile(store, userId))?.file.goals ?? NO_GOALS;
}
