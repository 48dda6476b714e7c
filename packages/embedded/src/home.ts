/**
 * The state directory of one person, `.waldo/` by default: one database, one archive, one message file. Only its owner
 * may open the folder (0700) and the files in it (0600). The example person has a home of their own inside it, so that
 * no invented night ever stands among a person's own.
 */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { AGENT_ROWS, HEALTH_ROWS, WaldoError } from "@waldo/contracts";
import type { Log } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { spilling } from "@waldo/core/store/spill";
import { fileArchive } from "./file-archive.ts";
import { openSqliteStore, type SqliteOptions, type SqliteStore } from "./sqlite-store.ts";
import type { Terminal } from "./terminal.ts";

/**
 * A year's export takes about 2 MB of database and as much write-ahead log. With less free space than this, no work
 * begins.
 */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

export type Home = ReturnType<typeof openHome>;

export function homePaths(root: string) {
  return {
    root: resolve(root),
    database: join(root, "waldo.db"),
    archive: join(root, "archive"),
    sink: join(root, "telegram.jsonl"),
  };
}

/** Where the example person's state is, for a home that holds none of its own. */
export function exampleHome(root: string): string {
  return join(root, "example");
}

export function holdsState(root: string): boolean {
  return existsSync(homePaths(root).database);
}

/** A path as a person reads it: from where they stand if it is below, else in full. */
export function shownPath(path: string): string {
  const below = relative("", path);
  return below === "" || below.startsWith("..") ? resolve(path) : below;
}

/**
 * Opens the state that a command reads or goes on with. While a home holds nothing of its own, that is the example
 * person's, and a note says so. Throws `InvalidInput` when there is neither.
 */
export function openExisting(root: string, { note }: Pick<Terminal, "note">): Home {
  const found = [root, exampleHome(root)].find(holdsState);
  if (found === undefined)
    throw new WaldoError(
      "InvalidInput",
      `there is no state in ${shownPath(root)} yet: run waldo day first, or name another place with --home`,
    );
  if (found !== root)
    note(`This is the example person, in ${shownPath(found)}. Your own begins with: ./waldo day --export <file>`);
  return openHome(found);
}

/** Opens the person's own state, never the example's. Throws `InvalidInput` when there is none. */
export function openOwn(root: string): Home {
  if (!holdsState(root))
    throw new WaldoError(
      "InvalidInput",
      `there is no state of your own in ${shownPath(root)} yet: begin with waldo live or waldo day --export <file>, or name another place with --home`,
    );
  return openHome(root);
}

/** Opens a state directory and creates it on first use. It refuses before it changes anything. */
export function openHome(root: string, options: SqliteOptions = {}, log: Log = () => {}) {
  const paths = homePaths(root);
  checkRoom(paths.root);
  try {
    mkdirSync(paths.archive, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new WaldoError("InvalidInput", `${paths.root} cannot be made a folder: choose another place with --home`, {
      cause,
    });
  }
  const archive = fileArchive(paths.archive);
  const sqlite = openSqliteStore(paths.database, options);
  // Earlier releases left the folder open. It is closed only here, where the database in it is known to be Waldo's.
  for (const folder of [paths.root, paths.archive]) chmodSync(folder, 0o700);
  const store: SqliteStore = {
    ...sqlite,
    ...readable(audited(spilling(sqlite, archive)), { ...AGENT_ROWS, ...HEALTH_ROWS }, log),
  };
  return { paths, store, archive };
}

function checkRoom(root: string): void {
  let existing = root;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
  } catch (cause) {
    throw new WaldoError("InvalidInput", `no permission to write in ${existing}: choose another place with --home`, {
      cause,
    });
  }
  const { bavail, bsize } = statfsSync(existing);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new WaldoError(
      "NoSpace",
      `${existing} has too little room left (16 MB are needed): free some, or choose another place with --home`,
    );
}
