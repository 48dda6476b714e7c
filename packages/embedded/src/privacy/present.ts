import { type UserId, WaldoError } from "@waldo/contracts";
import { everyObject, everyRow } from "@waldo/core/privacy/everything";
import { type Home, shownPath } from "../home.ts";

type Place = Pick<Home, "paths" | "bare">;

/** Returns whether a home has any row or file of a person. The check needs no key. */
export async function holdsAny({ bare: { store, archive } }: Pick<Place, "bare">, userId: UserId): Promise<boolean> {
  for (const { query } of everyRow(userId))
    if ((await store.query({ ...query, limit: 1 })).rows.length > 0) return true;
  for (const { prefix } of everyObject(userId)) if ((await archive.list(prefix)).length > 0) return true;
  return false;
}

export function nobody({ paths }: Pick<Place, "paths">, userId: UserId): WaldoError {
  return new WaldoError("InvalidInput", `nobody called ${userId} is in ${shownPath(paths.root)}`);
}
