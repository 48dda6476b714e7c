import type { UserId } from "@waldo/contracts";
import { findProfile } from "../person/profile.ts";
import type { Store } from "../ports.ts";
import { ToolFailure } from "./tool.ts";

/** Returns the time zone that the person lives in. Throws `ToolFailure` when the person has no profile. */
export async function timeZoneOf(store: Store, userId: UserId): Promise<string> {
  const profile = await findProfile(store, userId);
  if (!profile) throw new ToolFailure("unavailable", "this person has no profile, so no time zone is known");
  return profile.timeZone;
}
