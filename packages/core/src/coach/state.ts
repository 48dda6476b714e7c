/** The row of what the coach has done for a person. */
import { CoachState, keys, type UserId } from "@waldo/contracts";
import type { Store, Write } from "../ports.ts";
import { putOver } from "../store/cas.ts";

type Loaded = { readonly state: CoachState; readonly row: { readonly version: number } | undefined };

export async function loadState(store: Pick<Store, "get">, userId: UserId): Promise<Loaded> {
  const row = await store.get(keys.coach(userId));
  return { state: row ? CoachState.parse(row.body) : { broughtUp: {} }, row };
}

/** Returns the write of the next state over the one that was read. */
export function keepState({ row }: Loaded, userId: UserId, next: CoachState): Write {
  return putOver(row, keys.coach(userId), next);
}
