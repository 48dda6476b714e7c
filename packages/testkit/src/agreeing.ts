/** The row of a person who agrees, for tests about something else. */
import { CONSENT_TEXTS, type Consents, keys, PURPOSES, type Purpose, type UserId } from "@waldo/contracts";
import type { Write } from "@waldo/core/ports";

/** Returns the write of the row in which these purposes are given, and nothing else is decided. */
export function agreeing(userId: UserId, purposes: readonly Purpose[] = PURPOSES): Write {
  const given = (purpose: Purpose) => ({ given: true, version: CONSENT_TEXTS[purpose].version, since: 0 });
  const body: Consents = Object.fromEntries(purposes.map((purpose) => [purpose, given(purpose)]));
  return { op: "put", key: keys.consents(userId), body };
}
