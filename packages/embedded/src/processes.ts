/**
 * The processes that work in a home. Each holds a lock on its own file. The operating system frees the lock when the
 * process ends in any way. So a killed process is recognised at once, even if its process number is used again.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Processes } from "@waldo/core/ports";
import { MINUTE_MS } from "@waldo/core/time";
import { isBusy, sqliteError } from "./sqlite-errors.ts";

const KEEPER = "keeper.lock";
const FILE = /^(\d{1,10}-[0-9a-f]{12})\.lock$/;

type HomeProcesses = Processes & {
  /**
   * Takes the right to run the person's day, which only one process of a home may have. Returns false while another
   * process has it. The right ends with the process.
   */
  keep(): boolean;
  close(): void;
};

/** Returns the processes of a home. This process takes its lock when its name is first read. */
export function processesIn(root: string): HomeProcesses {
  const folder = join(root, "processes");
  let own: { readonly name: string; readonly db: DatabaseSync } | undefined;
  let kept: DatabaseSync | undefined;

  function begin() {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    tidy(folder);
    const name = `${process.pid}-${randomBytes(6).toString("hex")}`;
    const path = join(folder, `${name}.lock`);
    const db = lock(path);
    if (!db) throw new Error(`${path} is locked, although no other process has its name`);
    return { name, db };
  }

  return {
    get own() {
      own ??= begin();
      return own.name;
    },
    isGone: (name) => name !== own?.name && FILE.test(`${name}.lock`) && !isLocked(join(folder, `${name}.lock`)),
    keep() {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      kept ??= lock(join(folder, KEEPER));
      return kept !== undefined;
    },
    close() {
      kept?.close();
      kept = undefined;
      if (!own) return;
      own.db.close();
      rmSync(join(folder, `${own.name}.lock`), { force: true });
      own = undefined;
      leave(folder);
    },
  };
}

/** Takes the lock, or returns undefined while another process holds it. Throws an error of the contract when it cannot. */
function lock(path: string): DatabaseSync | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    // The database is only used for its lock, so no other file is created beside it.
    db.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return db;
  } catch (error) {
    db?.close();
    if (isBusy(error)) return undefined;
    throw sqliteError(error, path);
  }
}

/** True while a process holds the lock. A missing file means that the process has ended. */
function isLocked(path: string): boolean {
  if (!isThere(path)) return false;
  try {
    const db = lock(path);
    db?.close();
    return db === undefined;
  } catch (error) {
    // The last process may end meanwhile and remove the folder.
    if (isThere(path)) throw error;
    return false;
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The last process removes the folder. */
function leave(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process has its lock in the folder.
  }
}

/** Removes the files of killed processes. A new file stays, because its process may be about to lock it. */
function tidy(folder: string): void {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (FILE.test(file) && since !== undefined && Date.now() - since > MINUTE_MS && !isLocked(path))
      rmSync(path, { force: true });
  }
}
