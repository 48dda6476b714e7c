/**
 * The state directory of one machine, `.waldo/` by default: one database, one archive, one message file. Only its owner
 * may open the folder (0700) and the files in it (0600).
 */
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AGENT_ROWS, HEALTH_ROWS, WaldoError } from "@waldo/contracts";
import type { Log } from "@waldo/core/ports";
import { audited } from "@waldo/core/store/audited";
import { readable } from "@waldo/core/store/readable";
import { spilling } from "@waldo/core/store/spill";
import { fileArchive } from "./file-archive.ts";
import { openSqliteStore, type SqliteOptions, type SqliteStore } from "./sqlite-store.ts";

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
