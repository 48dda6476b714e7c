/** A key ring in memory, for tests. Its keys follow from the ids of the people, so a seed replays the same bytes. */
import { createHash } from "node:crypto";
import { type UserId, WaldoError } from "@waldo/contracts";
import type { KeyRing } from "@waldo/core/ports";

type MemoryKeyRing = KeyRing & {
  /** The ids of the people whose keys were made. */
  readonly made: ReadonlySet<UserId>;
};

export function memoryKeyRing(seed = ""): MemoryKeyRing {
  const keys = new Map<UserId, Uint8Array>();
  const made = new Set<UserId>();
  const erased = new Set<UserId>();
  return {
    made,
    async keyOf(userId) {
      if (erased.has(userId)) throw new WaldoError("Erased", "this person was erased");
      const key = keys.get(userId) ?? createHash("sha256").update(`${seed}\0${userId}`).digest();
      keys.set(userId, key);
      made.add(userId);
      return key;
    },
    async destroy(userId) {
      keys.delete(userId);
      erased.add(userId);
    },
  };
}
