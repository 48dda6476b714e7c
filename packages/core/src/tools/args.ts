/** Argument types that several tools share. */

import type { UserId } from "@waldo/contracts";
import * as z from "zod";
import { findProfile } from "../person/profile.ts";
import type { Store } from "../ports.ts";
import { ToolFailure } from "./tool.ts";

/** Returns the schema of a text argument that is not empty and not too long. */
export function text(maxChars: number): z.ZodString {
  return z.string().min(1).max(maxChars);
}

/** The page of a long result. The first page is 1, which is also the default. */
export const Page = z.number().int().min(1).max(500);

/** Returns the person's time zone. Throws `ToolFailure` when the person has no profile. */
export async function timeZoneOf(store: Store, userId: UserId): Promise<string> {
  const profile = await findProfile(store, userId);
  if (!profile) throw new ToolFailure("unavailable", "this person has no profile, so no time zone is known");
  return profile.timeZone;
}
