/**
 * Uses the workspace as a git repository, if the person has made it one. Git gets only the names of the person's own
 * files: `goals.md` and `memory.md`. Nothing is pushed unless the person asks. The git program is called without a
 * shell, without prompts and with a time limit.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const GIT_MS = 60_000;
/** The person's own files. No other file of the home is given to git. */
const OWN_FILES = ["goals.md", "memory.md"];

export type Git = {
  /** False when the folder is not itself a repository. A repository around it does not count. */
  readonly is: boolean;
  /** Commits the person's files if they have changed. Returns true when there was something to commit. */
  commit(message: string): Promise<boolean>;
  /** Pulls from the remote, if nothing here is uncommitted. Throws {@link GitTrouble}. */
  pullIfClean(): Promise<boolean>;
  /** Stashes changes, pulls from the remote, and restores the changes. After a conflict everything is as before. */
  pull(): Promise<void>;
  push(): Promise<void>;
  /**
   * Returns the text of a file at the remote, as last fetched. Undefined when the remote has no such file, or when
   * there is no remote.
   */
  remote(name: string): Promise<string | undefined>;
};

/** The error when git could not do something. Its message is in words for the person. */
export class GitTrouble extends Error {
  override readonly name = "GitTrouble";
}

const TROUBLE = {
  absent: "git is not installed, so nothing was synced",
  conflict: "the remote and this machine changed the same lines, so all was left as it was: pull by hand",
  remote: "the remote does not answer, or refuses: nothing was changed",
  push: "the remote takes no push: sync first, or look at its rights",
  upstream: "the repository follows no remote branch: set one with git push -u",
} as const;

export function gitOf(folder: string, env: NodeJS.ProcessEnv = process.env): Git {
  const git = async (...args: string[]): Promise<string> => {
    try {
      const { stdout } = await run("git", args, {
        ...{ cwd: folder, timeout: GIT_MS, windowsHide: true },
        env: {
          ...env,
          GIT_TERMINAL_PROMPT: "0",
          GIT_EDITOR: "true",
          GIT_SSH_COMMAND: "ssh -o BatchMode=yes",
          LC_ALL: "C",
        },
      });
      return stdout.trim();
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new GitTrouble(TROUBLE.absent);
      throw error;
    }
  };
  const tried = (...args: string[]) =>
    git(...args).then(
      () => true,
      (error: unknown) => {
        if (error instanceof GitTrouble) throw error;
        return false;
      },
    );
  const mustFollow = async () => {
    if (!(await tried("rev-parse", "--abbrev-ref", "@{u}"))) throw new GitTrouble(TROUBLE.upstream);
  };
  const isClean = async () => (await git("status", "--porcelain", "--untracked-files=no")) === "";
  /** Rebases onto the remote. If that fails, the branch is as before. */
  const rebase = async () => {
    if (!(await tried("fetch", "--quiet"))) throw new GitTrouble(TROUBLE.remote);
    if (await tried("rebase", "--quiet", "@{u}")) return;
    await tried("rebase", "--abort");
    throw new GitTrouble(TROUBLE.conflict);
  };

  return {
    is: existsSync(join(folder, ".git")),

    async commit(message) {
      const own = OWN_FILES.filter((name) => existsSync(join(folder, name)));
      if (own.length === 0 || (await git("status", "--porcelain", "--", ...own)) === "") return false;
      await git("add", "--", ...own);
      const who = (await tried("config", "user.email"))
        ? []
        : ["-c", "user.name=Waldo", "-c", "user.email=waldo@localhost"];
      await git(...who, "-c", "commit.gpgsign=false", "commit", "--quiet", "-m", message, "--", ...own);
      return true;
    },

    async pullIfClean() {
      if (!(await tried("rev-parse", "--abbrev-ref", "@{u}")) || !(await isClean())) return false;
      await rebase();
      return true;
    },

    async pull() {
      await mustFollow();
      if (await isClean()) return rebase();
      const before = await git("rev-parse", "HEAD");
      await git("stash", "push", "--quiet");
      const restore = async () => {
        await git("reset", "--quiet", "--hard", before);
        await git("stash", "pop", "--quiet", "--index").catch(() => git("stash", "pop", "--quiet"));
      };
      try {
        await rebase();
      } catch (error) {
        await restore();
        throw error;
      }
      if (await tried("stash", "pop", "--quiet")) return;
      await restore();
      throw new GitTrouble(TROUBLE.conflict);
    },

    async remote(name) {
      if (!existsSync(join(folder, ".git"))) return undefined;
      return git("show", `@{u}:${name}`).catch(() => undefined);
    },

    async push() {
      await mustFollow();
      if (!(await tried("push", "--quiet"))) throw new GitTrouble(TROUBLE.push);
    },
  };
}
