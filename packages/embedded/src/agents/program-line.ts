/** The line that an agent on this machine starts Waldo with. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The home that the script `waldo` takes when nothing names another. */
const USUAL_HOME = fileURLToPath(new URL("../../../../.waldo", import.meta.url));
const USUAL_USER = "me";

/** The script of this folder. An agent seldom finds it by its name alone, so it is named by its whole path. */
export const WALDO = fileURLToPath(new URL("../../../../waldo", import.meta.url));

/**
 * Returns the line for one person's home. An agent starts it with variables and in a folder of its own, so the line
 * names everything that is not usual. A part with a blank stands in quotation marks.
 */
export function programLine({ root, userId }: { readonly root: string; readonly userId: string }): string {
  const home = resolve(root) === USUAL_HOME ? [] : ["--home", resolve(root)];
  const user = userId === USUAL_USER ? [] : ["--user", userId];
  const parts = [WALDO, "mcp", ...home, ...user];
  return parts.map((part) => (/\s/.test(part) ? `"${part}"` : part)).join(" ");
}
