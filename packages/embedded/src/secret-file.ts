/** The secrets of a home: 32 random bytes each, in files that only their owner can read. */
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { WaldoError } from "@waldo/contracts";

const BYTES = 32;

/** Returns the key behind the tokens of taps. */
export function approvalKey(root: string): Uint8Array {
  return secretFile(join(root, "approval.key"), "open cards must then be asked for again");
}

/** Returns the secret behind the keys of Web Push. */
export function pushSecret(root: string): Uint8Array {
  return secretFile(join(root, "push.key"), "browsers must then subscribe again");
}

/** Returns the key behind the stored tokens of vendors of wearables. */
export function tokenKey(root: string): Uint8Array {
  return secretFile(join(root, "tokens.key"), "wearables must then be connected again");
}

/**
 * Returns the content of the file. The first process creates it; two at the same time use the same content. Throws
 * `InvalidInput` for an incomplete file; `then` describes what its loss means.
 */
export function secretFile(file: string, then: string): Uint8Array {
  const half = `${file}.${process.pid}`;
  for (;;) {
    const secret = read(file, then);
    if (secret) return secret;
    // Sealed data may survive a power cut, so the secret must survive it too.
    writeFileSync(half, randomBytes(BYTES), { mode: 0o600, flush: true });
    try {
      // A hard link appears complete, and only if the name is not used yet.
      linkSync(half, file);
      flushFolder(dirname(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      unlinkSync(half);
    }
  }
}

function flushFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function read(file: string, then: string): Uint8Array | undefined {
  try {
    const secret = readFileSync(file);
    if (secret.length === BYTES) return secret;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  throw new WaldoError("InvalidInput", `${file} is damaged: remove it; ${then}`);
}
