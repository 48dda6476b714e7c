/**
 * The place of a person's file of goals on this machine: `workspace/goals.md` in the home. It is plain text, because
 * the person edits it with any editor (docs/decisions/0035-one-plain-file.md).
 */
import { constants, existsSync } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MOST_GOALS_CHARS, type UserId } from "@waldo/contracts";
import { fileArchive } from "../file-archive.ts";

/** The person whose file is in the folder itself. Other people of the home have a subfolder. */
const OWNER: UserId = "me";

export type GoalsPlace = ReturnType<typeof goalsPlace>;

export function goalsPlace(root: string, userId: UserId) {
  const folder = userId === OWNER ? join(root, "workspace") : join(root, "workspace", userId);
  return {
    folder,
    file: join(folder, "goals.md"),
    conflict: (n: number) => join(folder, n === 1 ? "goals.conflict.md" : `goals.conflict-${n}.md`),
    /** The last common text of both sides. Its folder belongs to this person, so an erasure removes it. */
    base: join(root, "goals", userId, "base"),
    /** A file with this name switches the mirror off. It is outside the workspace, so no remote can bring it. */
    off: join(root, "goals", userId, "off"),
  };
}

export function isMirrored({ off }: Pick<GoalsPlace, "off">): boolean {
  return !existsSync(off);
}

/** In bytes. A larger file is not a file of goals. */
const MOST_BYTES = 4 * MOST_GOALS_CHARS;

/**
 * Returns the text of a file, undefined for a missing file, and null for a file that is not text. A repository may
 * contain a link to any file of this machine, so only regular files are read and links are not followed.
 */
export async function textIn(path: string): Promise<string | undefined | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile() || found.size > MOST_BYTES) return null;
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof TypeError) return null;
    if (error instanceof Error && "code" in error && error.code === "ELOOP") return null;
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined;
    throw error;
  }
}

/** Writes a complete file: a reader gets the old text or the new one. */
export function writeWhole(path: string, text: string): Promise<void> {
  return fileArchive(dirname(path)).write(basename(path), new TextEncoder().encode(text));
}
