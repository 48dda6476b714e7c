import { keys, Profile, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";
import { ToolFailure } from "./tool.ts";

/** The zone the person lives in. */
export async function zoneOf(store: Store, userId: UserId): Promise<string> {
  const row = await store.get(keys.profile(userId));
  if (!row) throw new ToolFailure("unavailable", "this person has no profile, so no time zone is known");
  return Profile.parse(row.body).zone;
}
