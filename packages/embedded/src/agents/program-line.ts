/** The command line with which an agent on this machine starts Waldo. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The default home of the script `waldo`. */
const USUAL_HOME = fileURLToPath(new URL("../../../../.waldo", import.meta.url));
const USUAL_USER = "me";

/** The script of this repository. An agent rarely finds it by its name, so its full path is used. */
export const WALDO = fileURLToPath(new URL("../../../../waldo", import.meta.url));

/**
 * Returns the command line for one person's home. An agent starts it with its own variables and folder, so the line
 * names everything that differs from the default. A part with a space is put in quotation marks.
 */
export function programLine({ root, userId }: { readonly root: string; readonly userId: string }): string {
  const home = resolve(root) === USUAL_HOME ? [] : ["--home", resolve(root)];
  const user = userId === USUAL_USER ? [] : ["--user", userId];
  const parts = [WALDO, "mcp", ...home, ...user];
  return parts.map((part) => (/\s/.test(part) ? `"${part}"` : part)).join(" ");
}
