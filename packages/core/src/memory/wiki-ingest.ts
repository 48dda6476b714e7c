/** Puts compiled pages into the workspace. */
import type { Workspace } from "./workspace.ts";

/** What stands on a page whose claims have all moved to another. The archive keeps objects; a view may say so. */
const EMPTY = "# Nothing here now\n\nUp: [[index]].\n";

/**
 * Stages and commits these pages of the wiki; those that were there and are not any more become empty ones. Returns the
 * paths whose bytes changed: twice the same files, and the second time there are none.
 */
export async function ingestWiki(workspace: Workspace, files: ReadonlyMap<string, string>): Promise<string[]> {
  for (const [path, text] of files) workspace.write(path, text);
  for (const path of await workspace.list("wiki/")) if (!files.has(path)) workspace.write(path, EMPTY);
  return workspace.commit();
}
