import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { WaldoError } from "@waldo/contracts";

const BYTES = 32;

/**
 * Returns the key behind the tokens of taps. The first process makes it, for its owner's eyes only; two at the same time
 * agree on one.
 */
export function approvalKey(root: string): Uint8Array {
  const file = join(root, "approval.key");
  const half = `${file}.${process.pid}`;
  for (;;) {
    const key = read(file);
    if (key) return key;
    writeFileSync(half, randomBytes(BYTES), { mode: 0o600 });
    try {
      // A link appears whole, and only where nothing stands yet.
      linkSync(half, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      unlinkSync(half);
    }
  }
}

function read(file: string): Uint8Array | undefined {
  try {
    const key = readFileSync(file);
    if (key.length === BYTES) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  throw new WaldoError("InvalidInput", `${file} is damaged: remove it; open cards must then be asked for again`);
}
