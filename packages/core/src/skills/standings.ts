/** The standings of a person's recipes in the store. The night writes them (learn.ts), and the selector reads them. */
import { keys, RecipeStanding, type UserId } from "@waldo/contracts";
import type { Row, Store } from "../ports.ts";
import { putOver } from "../store/cas.ts";
import { queryAll } from "../store/query-all.ts";
import { getNamed, recipeKey } from "../store/row-names.ts";
import { startedAnew } from "./effectiveness.ts";

export type LoadedStanding = { readonly row: Row; readonly standing: RecipeStanding };

/** Returns what is known of each recipe, by name. A recipe without feedback is not there. */
export async function loadStandings(store: Store, userId: UserId): Promise<Map<string, LoadedStanding>> {
  const known = new Map<string, LoadedStanding>();
  for await (const row of queryAll(store, keys.recipe.all(userId))) {
    const standing = RecipeStanding.parse(row.body);
    const name = standing.name ?? keys.recipe.parse(row.key.sk)?.[0] ?? "";
    known.set(name, { row, standing });
  }
  return known;
}

/**
 * Brings a recipe back, because the person wants it. The feedback that was counted counts no more. A recipe of which
 * nothing is known stays as it is. Throws `ConditionFailed` when the night wrote in between; the caller may repeat it.
 */
export async function keepRecipe(store: Store, userId: UserId, name: string): Promise<void> {
  const row = await getNamed(store, recipeKey(userId, name), keys.recipe(userId, name));
  if (row) await store.transact([putOver(row, row.key, startedAnew(RecipeStanding.parse(row.body)))]);
}
