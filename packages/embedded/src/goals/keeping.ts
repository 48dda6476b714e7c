/**
 * Maintains the person's files in the workspace while an agent runs. It mirrors the goals whenever one side changes,
 * pulls once at the start, and commits every hour if the workspace is a git repository.
 */
import { type FSWatcher, watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { UserId } from "@waldo/contracts";
import { openWorkspace } from "@waldo/core/memory/pages/workspace";
import { localDate } from "@waldo/core/time";
import { type Git, GitTrouble, gitOf } from "./git.ts";
import { type Mirrored, type MirrorPorts, mirrorGoals } from "./mirror.ts";
import { type GoalsPlace, writeWhole } from "./place.ts";

/**
 * How often the file is checked when the file system reports no changes. A change in the app is also written within
 * this time.
 */
const LOOK_MS = 2_000;
const COMMIT_MS = 60 * 60_000;

type Keeping = {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Mirrors now, after earlier mirror work. */
  look(by?: "file" | "git"): Promise<Mirrored>;
};

export function keepGoals(
  {
    ports,
    userId,
    place,
    failed,
  }: {
    readonly ports: MirrorPorts;
    readonly userId: UserId;
    readonly place: GoalsPlace;
    readonly failed: (error: unknown) => void;
  },
  git: Git = gitOf(place.folder),
): Keeping {
  let last: Promise<unknown> = Promise.resolve();
  let watcher: FSWatcher | undefined;
  const timers: NodeJS.Timeout[] = [];
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const look = (by: "file" | "git" = "file") => inTurn(() => mirrorGoals(ports, userId, place, by));
  const looking = () => void look().catch(failed);
  const committing = () => void inTurn(() => commitOwn(ports, userId, place, git)).catch(failed);

  return {
    look,
    async start() {
      await mkdir(place.folder, { recursive: true, mode: 0o700 });
      await look().catch(failed);
      if (git.is && (await inTurn(() => git.pullIfClean()).catch((error) => void failed(error)))) await look("git");
      try {
        watcher = watch(place.folder, (_, name) => (name === null || name === "goals.md") && looking());
        watcher.on("error", () => watcher?.close());
      } catch {
        // If the file system reports no changes, the timer below finds them.
      }
      timers.push(setInterval(looking, LOOK_MS).unref());
      if (git.is) timers.push(setInterval(committing, COMMIT_MS).unref());
    },
    async stop() {
      watcher?.close();
      for (const timer of timers.splice(0)) clearInterval(timer);
      await last;
    },
  };
}

/** Commits the person's own files. The page of memory is written only into a repository. */
export async function commitOwn(ports: MirrorPorts, userId: UserId, place: GoalsPlace, git: Git): Promise<boolean> {
  if (!git.is) return false;
  const memory = await openWorkspace(ports.archive, userId).read("memory.md");
  if (memory !== undefined) await writeWhole(join(place.folder, "memory.md"), memory);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return git.commit(`Goals and memory of ${localDate(ports.clock.now(), timeZone)}`);
}

type Synced = { readonly is: "synced" | "no repository" } | { readonly is: "trouble"; readonly why: string };

/** Describes the result of a sync. */
export function syncedWords(synced: Synced, place: Pick<GoalsPlace, "folder">): string {
  if (synced.is === "synced") return "Your goals are in step with the remote.";
  if (synced.is === "trouble") return `The sync did not work: ${synced.why}.`;
  return `${place.folder} is no git repository. Make it one with git init, and add a remote.`;
}

/** Synchronises the workspace with its remote: it first mirrors local changes, and then the files that were pulled. */
export async function syncWorkspace(
  ports: MirrorPorts,
  userId: UserId,
  place: GoalsPlace,
  { push = false }: { readonly push?: boolean } = {},
): Promise<Synced> {
  const git = gitOf(place.folder);
  await mirrorGoals(ports, userId, place);
  if (!git.is) return { is: "no repository" };
  try {
    // The files are committed first, so they cannot be lost during the merge with the remote.
    await commitOwn(ports, userId, place, git);
    await git.pull();
    if (push) await git.push();
  } catch (error) {
    if (error instanceof GitTrouble) return { is: "trouble", why: error.message };
    throw error;
  } finally {
    await mirrorGoals(ports, userId, place, "git");
  }
  return { is: "synced" };
}
