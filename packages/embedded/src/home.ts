/**
 * The state directory of one person, `.waldo/` by default: one database, one archive, one message file. Only its owner
 * may open the folder (0700) and the files in it (0600). The example person has a separate home inside it, so that
 * invented nights are never among a person's own.
 */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statfsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { type UserId, WaldoError } from "@waldo/contracts";
import type { Log } from "@waldo/core/ports";
import { everyRow } from "@waldo/core/privacy/everything";
import { audited } from "@waldo/core/store/audited";
import { queryAll } from "@waldo/core/store/query-all";
import { readable } from "@waldo/core/store/readable";
import { isSealed, sealed, sealedArchive } from "@waldo/core/store/sealed";
import { spilling } from "@waldo/core/store/spill";
import { isErased, unlessErased } from "@waldo/core/store/unless-erased";
import { fileArchive } from "./file-archive.ts";
import { fileKeyRing } from "./file-key-ring.ts";
import { processesIn } from "./processes.ts";
import { openSqliteStore, type SqliteOptions, type SqliteStore } from "./sqlite-store.ts";
import type { Terminal } from "./terminal.ts";

/**
 * A year's export takes about 2 MB of database and as much write-ahead log. With less free space than this, no work
 * begins.
 */
export const MIN_FREE_BYTES = 16 * 1024 * 1024;

export type Home = ReturnType<typeof openHome>;

function homePaths(root: string) {
  return {
    root: resolve(root),
    database: join(root, "waldo.db"),
    archive: join(root, "archive"),
    keys: join(root, "keys"),
    sink: join(root, "telegram.jsonl"),
  };
}

/** Returns the folder of the example person's state, for a home that holds no state of its own. */
export function exampleHome(root: string): string {
  return join(root, "example");
}

export function holdsState(root: string): boolean {
  return existsSync(homePaths(root).database);
}

/** Throws `InvalidInput` when a home is a file. */
export function mustBeFolder(root: string): void {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new WaldoError("InvalidInput", `the home ${shownPath(root)} is no folder: choose another place with --home`);
}

/** Returns a path as a person reads it: relative to the current folder if the path lies below, else in full. */
export function shownPath(path: string): string {
  const below = relative("", path);
  return below === "" || below.startsWith("..") ? resolve(path) : below;
}

/** `shows` is true for a command that only shows data. It needs disk space only for SQLite's own files. */
export type Use = { readonly shows?: boolean };

/**
 * Opens existing state for a command. If a home holds no state, the example person's state is opened, and a note says
 * so. Throws `InvalidInput` when there is neither.
 */
export function openExisting(root: string, { note }: Pick<Terminal, "note">, use: Use = {}): Home {
  mustBeFolder(root);
  const found = [root, exampleHome(root)].find(holdsState);
  if (found === undefined)
    throw new WaldoError(
      "InvalidInput",
      `there is no state in ${shownPath(root)} yet: run waldo day first, or name another place with --home`,
    );
  if (found !== root)
    note(`This is the example person, in ${shownPath(found)}. Your own begins with: ./waldo day --export <file>`);
  return openHome(found, use);
}

/** Opens the person's own state, never the example's. Throws `InvalidInput` when there is none. */
export function openOwn(root: string): Home {
  mustBeFolder(root);
  if (!holdsState(root))
    throw new WaldoError(
      "InvalidInput",
      `there is no state of your own in ${shownPath(root)} yet: begin with waldo live or waldo day --export <file>, or name another place with --home`,
    );
  return openHome(root);
}

/** Opens a state directory and creates it on first use. A refusal comes before any change. */
export function openHome(root: string, options: SqliteOptions & Use = {}, log: Log = () => {}) {
  const paths = homePaths(root);
  mustBeFolder(root);
  checkRoom(paths.root, options.shows ?? false);
  try {
    mkdirSync(paths.archive, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new WaldoError("InvalidInput", `${paths.root} cannot be made a folder: choose another place with --home`, {
      cause,
    });
  }
  const sqlite = openSqliteStore(paths.database, options);
  const ring = fileKeyRing(paths.keys, (userId) => holdsSealed(sqlite, userId));
  const files = sealedArchive(fileArchive(paths.archive), ring);
  // Earlier releases left the folder readable for others. It is closed here, where its database is known to be Waldo's.
  for (const folder of [paths.root, paths.archive]) chmodSync(folder, 0o700);
  const opened = sealed(sqlite, ring);
  const whole = spilling(opened, files);
  const { store: open, archive } = unlessErased({ store: audited(whole), archive: files }, (userId) =>
    isErased(sqlite, userId),
  );
  const processes = processesIn(paths.root);
  const close = () => {
    processes.close();
    sqlite.close();
  };
  const store: SqliteStore = { ...sqlite, ...readable(open, log), close };
  // `whole` returns every row unchanged. `bare` and `opened` are for export and erasure: `bare` can delete any row, and
  // `opened` can read it.
  return { paths, store, archive, processes, ring, whole, opened, bare: { store: sqlite, archive: files } };
}

async function holdsSealed(store: SqliteStore, userId: UserId): Promise<boolean> {
  for (const { query } of everyRow(userId))
    for await (const row of queryAll(store, query)) if (isSealed(row)) return true;
  return false;
}

function checkRoom(root: string, shows: boolean): void {
  let existing = root;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
  } catch (cause) {
    throw new WaldoError("InvalidInput", `no permission to write in ${existing}: choose another place with --home`, {
      cause,
    });
  }
  if (shows) return;
  const { bavail, bsize } = statfsSync(existing);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new WaldoError(
      "NoSpace",
      `${existing} has too little room left (16 MB are needed): free some, or choose another place with --home`,
    );
}
