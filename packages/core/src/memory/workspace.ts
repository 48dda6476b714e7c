/**
 * The workspace mount: the markdown pages of one person, read by path (seed 000 §4a). Every page is a compiled view; if
 * it disagrees with the halls, the halls are right. What is written is staged, and cleaned on its way to the archive.
 */
import { objects, type UserId, WaldoError } from "@waldo/contracts";
import type { Archive } from "../ports.ts";
import { sanitise } from "../safety/sanitise.ts";
import { checkObjectName, checkObjectPrefix } from "../store/object-name.ts";
import { compareUtf8 } from "../store/utf8-order.ts";

/** UTF-16 units of one page: a full wiki page of the longest claims stays below it. A longer one is a mistake. */
export const MAX_PAGE_CHARS = 1_000_000;

/** Paths are relative and end in `.md`; any other is refused with `InvalidInput`, by every function. */
export type Workspace = {
  /** The page as it would be after a commit: what is staged, else what is stored. */
  read(path: string): Promise<string | undefined>;
  /** Stages a page. Nothing is stored before `commit`. */
  write(path: string, text: string): void;
  /** Paths of all pages, stored and staged, in UTF-8 order. */
  list(prefix?: string): Promise<string[]>;
  /**
   * Stores what is staged and returns the paths whose stored bytes changed, in UTF-8 order. Throws `InvalidInput`, and
   * stores nothing, when a page may not be stored. Killed half-way some pages are new and some old, each one whole.
   */
  commit(): Promise<string[]>;
  /** Forgets what is staged. */
  discard(): void;
};

/** `canaries` are marks of prompts that no page may carry. */
export function openWorkspace(
  archive: Archive,
  userId: UserId,
  options: { readonly canaries?: readonly string[] } = {},
): Workspace {
  const staged = new Map<string, string>();
  const stored = async (path: string) => {
    const bytes = await archive.read(objects.workspace(userId, path));
    return bytes && new TextDecoder().decode(bytes);
  };
  return {
    async read(path) {
      checkPath(path);
      return staged.get(path) ?? (await stored(path));
    },
    write(path, text) {
      checkPath(path);
      if (text.length > MAX_PAGE_CHARS)
        throw new WaldoError("InvalidInput", `${path}: a page has at most ${MAX_PAGE_CHARS} characters`);
      staged.set(path, text);
    },
    async list(prefix = "") {
      if (prefix !== "") checkObjectPrefix(prefix);
      const root = objects.workspace(userId, "");
      const names = (await archive.list(root + prefix)).map((name) => name.slice(root.length));
      const paths = [...names.filter(isPage), ...[...staged.keys()].filter((path) => path.startsWith(prefix))];
      return [...new Set(paths)].sort(compareUtf8);
    },
    async commit() {
      const cleaned = [...staged]
        .map(([path, text]) => ({ path, text: cleanPage(path, text, options.canaries) }))
        .sort((a, b) => compareUtf8(a.path, b.path));
      const changed: string[] = [];
      for (const { path, text } of cleaned) {
        if ((await stored(path)) === text) continue;
        await archive.write(objects.workspace(userId, path), new TextEncoder().encode(text));
        changed.push(path);
      }
      staged.clear();
      return changed;
    },
    discard: () => staged.clear(),
  };
}

/** Pages are ours (`system`) and stay inside: readings are withheld, derived scores stay. */
function cleanPage(path: string, text: string, canaries: readonly string[] = []): string {
  const clean = sanitise({ text: text.toWellFormed(), origin: "system" }, "internal", {
    canaries,
    maxChars: MAX_PAGE_CHARS,
  });
  if (clean.verdict !== "blocked") return clean.text;
  const checks = [...new Set(clean.findings.map(({ check }) => check))].join(", ");
  throw new WaldoError("InvalidInput", `${path} may not be stored (${checks}): nothing was written`);
}

function isPage(path: string): boolean {
  return path.endsWith(".md");
}

function checkPath(path: string): void {
  if (!isPage(path)) throw new WaldoError("InvalidInput", `${path}: a page's path ends in .md`);
  checkObjectName(path);
}

/** Pages made of claims. When a claim is taken back they say nothing until the night has written them anew. */
const MADE_OF_CLAIMS = ["patterns.md", "goals.md"] as const;

export async function withdrawPages(archive: Archive, userId: UserId): Promise<void> {
  const workspace = openWorkspace(archive, userId);
  for (const path of MADE_OF_CLAIMS)
    if ((await workspace.read(path)) !== undefined) workspace.write(path, "Withdrawn: tonight it is written anew.\n");
  await workspace.commit();
}
