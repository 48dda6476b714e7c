/** What was in force of a person who came before consent was asked for (consents.ts). The row of it is made from this. */
import { type Consents, type Decision, keys, type UserId } from "@waldo/contracts";
import type { Store } from "../ports.ts";

export const BEFORE: Decision = { given: true, version: 0 };

/** Returns what was in force while the person had no profile: what syncs have shown says that their body was read. */
export async function beforeProfile(store: Pick<Store, "get">, userId: UserId): Promise<Pick<Consents, "body">> {
  return (await store.get(keys.habits(userId))) ? { body: BEFORE } : {};
}
