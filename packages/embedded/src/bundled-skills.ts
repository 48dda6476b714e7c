import { fileURLToPath } from "node:url";
import type { Skill } from "@waldo/contracts";
import { bundledSkills } from "@waldo/outside/bundled-skills";

let parsed: readonly Skill[] | undefined;

/** Returns the recipes of the repository's `skills/` folder. The recipes are read and parsed once per process. */
export function repositorySkills(): readonly Skill[] {
  parsed ??= bundledSkills(fileURLToPath(new URL("../../../skills/", import.meta.url)));
  return parsed;
}
