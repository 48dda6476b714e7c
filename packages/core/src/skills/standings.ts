/** The standings of a person's recipes in the store. The night writes them (learn.ts), and the selector reads them. */
import { type EpochMs, keys, RecipeStanding, type UserId } from "@waldo/contracts";
import type { Row, Store } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { startedAnew } from "./effectiveness.ts";

export type LoadedStanding = { readonly row: Row; readonly standing: RecipeStanding };

/** Returns what is known of each recipe, by name. A recipe without feedback is not there. */
export async function loadStandings(store: Store, userId: UserId): Promise<Map<string, LoadedStanding>> {
  const known = new Map<string, LoadedStanding>();
  for await (const row of queryAll(store, keys.recipe.all(userId))) {
    const standing = RecipeStanding.parse(row.body);
    known.set(standing.name, { row, standing });
  }
  return known;
}

/**
 * Brings a recipe back, because the person wants it. What they said of it before counts no more. Throws
 * `ConditionFailed` when the night wrote in between; the caller may repeat it.
 */
export async function keepRecipe(store: Store, userId: UserId, name: string, now: EpochMs): Promise<void> {
  const key = keys.recipe(userId, name);
  await store.transact([putOver(await store.get(key), key, startedAnew(name, now))]);
}
