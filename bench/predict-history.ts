/**
 * Reads the history of a git repository as the life of contexts: a file is a context, and a commit that touches it reads
 * it. Git is asked for names and times only, and no program that the repository's own settings name is started.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A commit that touches more files says little of what was needed: most are renames, formatting or imports. */
export const MOST_FILES = 50;
/** The last so many commits of a history are read, so that memory is bounded. */
export const MOST_COMMITS = 50_000;

export type Commit = {
  /** When it came into the history, in milliseconds. An author's own date can be years older. */
  readonly at: number;
  readonly files: readonly string[];
};
export type History = {
  readonly commits: readonly Commit[];
  /** How many commits touched more than `MOST_FILES` files, and are left out. */
  readonly tooWide: number;
};

/** A sign that begins the line of a commit. No line of a name begins so: git quotes such names. */
const MARK = "\u0001";
const ARGUMENTS = [
  ...["-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"],
  ...["log", "--no-merges", "--no-renames", "--no-ext-diff", "--no-textconv", "--name-only"],
  ...[`--max-count=${MOST_COMMITS}`, `--format=${MARK}%ct`, "HEAD"],
];

/** Returns the commits without merges, the oldest first. Throws an error that says what git said. */
export async function readHistory(path: string): Promise<History> {
  // A repository that the environment names must not take the place of the one that was asked for.
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, ...env } = process.env;
  const git = spawn("git", ["-C", path, ...ARGUMENTS], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  git.stderr.on("data", (chunk) => {
    said = (said + chunk).slice(0, 2000);
  });
  const ended = new Promise<number | null>((resolve, reject) => git.on("error", reject).on("close", resolve));
  // It is awaited below. Until then a git that cannot start must not end the process.
  ended.catch(() => {});
  const commits: Commit[] = [];
  const known = new Map<string, string>();
  let files: string[] = [];
  for await (const line of createInterface({ input: git.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.startsWith(MARK)) {
      files = [];
      commits.push({ at: Number(line.slice(1)) * 1000, files });
    } else if (line !== "") {
      // The same name is kept once.
      const name = known.get(line) ?? line;
      known.set(name, name);
      files.push(name);
    }
  }
  const code = await ended;
  if (code !== 0) throw new Error(`git cannot read ${path}: ${said.trim() || `it ended with ${code}`}`);
  const narrow = commits.filter((commit) => commit.files.length <= MOST_FILES);
  // Git gives the last first. Clocks of different people are not always in order.
  return { commits: narrow.reverse().sort((a, b) => a.at - b.at), tooWide: commits.length - narrow.length };
}
