/**
 * The workspace: the markdown pages of one person, read by path (docs/sources.md, Pages and the wiki). Every page is
 * generated; if a page disagrees with the halls, the halls are right. A written page is staged first, and cleaned when
 * it is stored in the archive.
 */
import { objects, type UserId, WaldoError } from "@waldo/contracts";
import type { Archive } from "../../ports.ts";
import { sanitise } from "../../safety/sanitise.ts";
import { checkObjectName, checkObjectPrefix } from "../../store/object-name.ts";
import { compareUtf8 } from "../../store/query-plan.ts";

/**
 * The most UTF-16 units of one page. A full wiki page of the longest claims is shorter, so a longer page is a mistake.
 */
export const MAX_PAGE_CHARS = 1_000_000;

/** Paths are relative and end in `.md`. Every function refuses any other path with `InvalidInput`. */
export type Workspace = {
  /** Returns the staged page or, if there is none, the stored one. */
  read(path: string): Promise<string | undefined>;
  /** Stages a page. It is stored only by `commit`. */
  write(path: string, text: string): void;
  /** Returns the paths of all pages, stored and staged, in UTF-8 order. */
  list(prefix?: string): Promise<string[]>;
  /**
   * Stores the staged pages and returns the paths whose stored bytes changed, in UTF-8 order. If a page may not be
   * stored, it throws `InvalidInput` and stores nothing. If the process is killed, some pages may be new and others
   * old, but each page is complete.
   */
  commit(): Promise<string[]>;
  /** Drops the staged pages. */
  discard(): void;
};

/** Opens the workspace of one person. `canaries` are secret marks of prompts, which no page may contain. */
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

/**
 * Cleans a page before it is stored. Pages are Waldo's own (`system`) and internal: readings are removed, derived
 * scores stay.
 */
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

/**
 * The pages that are made from claims. `goals.md` was such a page in earlier releases and is now the person's own file
 * (core/goals). When a claim is taken back, these pages show a placeholder until the night writes them again.
 */
const MADE_OF_CLAIMS = ["patterns.md", "memory.md", "goals.md"] as const;

export async function withdrawPages(archive: Archive, userId: UserId): Promise<void> {
  const workspace = openWorkspace(archive, userId);
  for (const path of MADE_OF_CLAIMS)
    if ((await workspace.read(path)) !== undefined) workspace.write(path, "Withdrawn: tonight it is written anew.\n");
  await workspace.commit();
}
