import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Skill } from "@waldo/contracts";
import { parseSkill } from "@waldo/core/skills/load";

/**
 * Returns the recipes that come with the code, from a folder of markdown files, sorted by name. Throws when the folder
 * is missing or a file cannot be parsed, because both are faults of the build.
 */
export function bundledSkills(folder: string): Skill[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort();
  return files.map((file) => parseSkill(readFileSync(join(folder, file), "utf8"), "system", file));
}
