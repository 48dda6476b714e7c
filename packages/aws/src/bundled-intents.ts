import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Intent } from "@waldo/contracts";
import { parseIntent } from "@waldo/core/intents/intent";

/**
 * Returns the intents that are shipped with the code, from a folder of markdown files, sorted by name. It throws when
 * the folder is missing or a file does not parse, because both are faults of the build.
 */
export function bundledIntents(folder: string): Intent[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort();
  return files.map((file) => parseIntent(readFileSync(join(folder, file), "utf8"), file));
}
