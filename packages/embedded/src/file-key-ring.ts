/**
 * The data keys of one machine. Each person has a file of 32 random bytes. A digest of the person's id names the file,
 * and only the account that made the file can read it. A destroyed key leaves an empty file with another ending, so
 * that the person never gets a new key. If sealed data exists and the key is missing, no key is made either, because
 * the owner may restore the old key from a copy.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type UserId, WaldoError } from "@waldo/contracts";
import { digest } from "@waldo/core/digest";
import type { KeyRing } from "@waldo/core/ports";
import { secretFile } from "./secret-file.ts";

/**
 * Opens the folder of the keys, and creates it on first use. `holdsSealed` tells whether sealed data of the person
 * exists.
 */
export function fileKeyRing(root: string, holdsSealed: (userId: UserId) => Promise<boolean>): KeyRing {
  const known = new Map<UserId, Uint8Array>();
  const pathsOf = (userId: UserId) => {
    const name = join(root, digest(userId));
    return { key: `${name}.key`, erased: `${name}.erased` };
  };
  return {
    async keyOf(userId) {
      const { key, erased } = pathsOf(userId);
      // Another process may have destroyed the key since it was read.
      if (exists(erased)) throw new WaldoError("Erased", "this person was erased: nothing of theirs can be read");
      const kept = exists(key) ? known.get(userId) : undefined;
      if (kept) return kept;
      // Another process may have made the key while the rows were read.
      if (!exists(key) && (await holdsSealed(userId)) && !exists(key))
        throw new WaldoError(
          "KeyLost",
          `the key of this person is missing in ${root}: bring the folder back from where the data came from`,
        );
      mkdirSync(root, { recursive: true, mode: 0o700 });
      const made = secretFile(key, "what it sealed cannot be read without it, so bring it back from a copy");
      known.set(userId, made);
      return made;
    },
    async destroy(userId) {
      const { key, erased } = pathsOf(userId);
      mkdirSync(root, { recursive: true, mode: 0o700 });
      writeFileSync(erased, "", { mode: 0o600 });
      known.delete(userId);
      // On most file systems this overwrites the only copy. Old blocks inside the disk cannot be reached.
      if (exists(key)) writeFileSync(key, randomBytes(32));
      await rm(key, { force: true });
    },
  };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
