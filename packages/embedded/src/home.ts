/** The state directory of one machine, `.waldo/` by default: one database, one archive, one sink. */
import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { WaldoError } from "@waldo/contracts";
import { audited } from "@waldo/core/store/audited";
import { spilling } from "@waldo/core/store/spill";
import { fileArchive } from "./file-archive.ts";
import { openSqliteStore, type SqliteOptions, type SqliteStore } from "./sqlite-store.ts";

/** A year's export takes about 2 MB of database and as much of write-ahead log; below this nothing is begun. */
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

/** Opens, and on first use creates, a state directory. Refuses before it changes anything. */
export function openHome(root: string, options: SqliteOptions = {}) {
  const paths = homePaths(root);
  checkRoom(paths.root);
  try {
    mkdirSync(paths.archive, { recursive: true });
  } catch (cause) {
    throw new WaldoError("InvalidInput", `${paths.root} cannot be made a folder: choose another place with --home`, {
      cause,
    });
  }
  const archive = fileArchive(paths.archive);
  const sqlite = openSqliteStore(paths.database, options);
  const store: SqliteStore = { ...sqlite, ...audited(spilling(sqlite, archive)) };
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
