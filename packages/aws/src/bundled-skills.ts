import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Skill } from "@waldo/contracts";
import { parseSkill } from "@waldo/core/skills/parse";

/**
 * The recipes shipped with the code, from a folder of markdown files, by name. A folder that is not there or a file
 * that does not parse is a fault of the build, and throws.
 */
export function bundledSkills(folder: string): Skill[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort();
  return files.map((file) => parseSkill(readFileSync(join(folder, file), "utf8"), "system", file));
}
