/** Writes the compiled wiki pages into the workspace. The dream calls it. Throws what the workspace throws. */
import type { Workspace } from "./workspace.ts";

/**
 * The text of a page whose claims have all moved to other pages. The archive deletes no object, so the page stays and
 * says that it is empty.
 */
const EMPTY = "# Nothing here now\n\nUp: [[index]].\n";

/**
 * Stages and commits these pages of the wiki. A page that existed and is not in `files` becomes an empty one. Returns
 * the paths whose bytes changed. A second call with the same files returns none.
 */
export async function ingestWiki(workspace: Workspace, files: ReadonlyMap<string, string>): Promise<string[]> {
  for (const [path, text] of files) workspace.write(path, text);
  for (const path of await workspace.list("wiki/")) if (!files.has(path)) workspace.write(path, EMPTY);
  return workspace.commit();
}
