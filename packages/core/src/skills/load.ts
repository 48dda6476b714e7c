/**
 * Loads the recipes of the person and of connectors from the person's workspace. A broken file is skipped and logged,
 * and the run goes on.
 */
import type { Skill, SkillProvenance, UserId } from "@waldo/contracts";
import { openWorkspace } from "../memory/pages/workspace.ts";
import type { Ports } from "../ports.ts";
import { parseSkill } from "./parse.ts";

const FOLDERS: readonly (readonly [folder: string, provenance: SkillProvenance])[] = [
  ["skills/user/", "user"],
  ["skills/connector/", "connector"],
];

/** The most files read for one person, in order of name. The rest is not read. This limits what a run costs. */
export const MOST_SKILL_FILES = 30;

/** Returns every readable recipe of the person's workspace, by path. Never throws: what cannot be read is logged. */
export async function personalSkills(ports: Pick<Ports, "archive" | "log">, userId: UserId): Promise<Skill[]> {
  const workspace = openWorkspace(ports.archive, userId);
  let paths: string[];
  try {
    paths = await workspace.list("skills/");
  } catch (error) {
    ports.log("warn", "skill.unlisted", { reason: nameOf(error) });
    return [];
  }
  const known = paths.flatMap((path) => {
    const folder = FOLDERS.find(([prefix]) => path.startsWith(prefix) && !path.slice(prefix.length).includes("/"));
    return folder ? [{ path, provenance: folder[1] }] : [];
  });
  if (known.length > MOST_SKILL_FILES) ports.log("warn", "skill.too_many", { files: known.length });
  const read = await Promise.all(
    known.slice(0, MOST_SKILL_FILES).map(async ({ path, provenance }) => {
      try {
        const text = await workspace.read(path);
        return text === undefined ? [] : [parseSkill(text, provenance, path)];
      } catch (error) {
        // The error names the file and the line, and contains no text of the recipe.
        ports.log("warn", "skill.skipped", { file: path, reason: error instanceof Error ? error.message : "unread" });
        return [];
      }
    }),
  );
  return read.flat();
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
