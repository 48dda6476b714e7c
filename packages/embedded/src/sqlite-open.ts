/**
 * Opens the SQLite file of the store, creates its schema, and refuses a file that is not Waldo's or is of a later
 * version.
 */

import { chmodSync, closeSync, existsSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { WaldoError } from "@waldo/contracts";
import { sqliteError } from "./sqlite-errors.ts";

/** Marks the file as Waldo's ("WLDO"), so that another program's database is never written to. */
const APPLICATION_ID = 0x574c444f;
/**
 * The version of the tables and rows. A release must raise it when an earlier release would misread its rows.
 * `checkOurs` then converts the older rows or refuses them.
 *
 * 1   did not cover the rows: two releases wrote it, and the first used other names for time zones
 * 2   the present rows
 */
const STATE_VERSION = 2;
/** How long opening waits for another process that creates the same file. */
const OPEN_TIMEOUT_MS = 5_000;
/**
 * How long one attempt of a statement waits for another process. It is short, because the wait blocks this process's
 * event loop and an import in the same process may hold the lock. Between two attempts the store lets other work run.
 */
const BUSY_TIMEOUT_MS = 50;

/**
 * - `bytes` is the size of the row as DynamoDB counts it. The meter and the 1 MB pages read it instead of the body.
 * - BINARY collation on TEXT compares UTF-8 bytes. That is DynamoDB's order of sort keys.
 */
const SCHEMA = `
  CREATE TABLE item (
    tbl TEXT NOT NULL,
    pk TEXT NOT NULL,
    sk TEXT NOT NULL COLLATE BINARY,
    version INTEGER NOT NULL,
    body TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    expires_at INTEGER,
    PRIMARY KEY (tbl, pk, sk)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX item_expiry ON item (expires_at) WHERE expires_at IS NOT NULL;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${STATE_VERSION};
`;

/**
 * Opens or creates the database. Throws `StoreUnavailable` or `NoSpace` with a line that says what to do.
 *
 * With `repeatable`, the last minutes of work may be repeated after a power cut. Its commits reach the disk when the
 * file is closed and not one by one. A killed process loses nothing either way.
 */
export function openDatabase(path: string, repeatable = false): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") createPrivately(path);
    db = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS });
    db.exec("PRAGMA journal_mode = WAL");
    // FULL: a commit is on the disk when it returns. With NORMAL a power cut may undo the last commits of a WAL
    // database. If it undid an outbox claim whose message had gone out, that message would be sent twice.
    db.exec(`PRAGMA synchronous = ${repeatable ? "NORMAL" : "FULL"}`);
    prepareSchema(db, path);
    if (path !== ":memory:") closeToOthers(path);
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return db;
  } catch (error) {
    db?.close();
    throw sqliteError(error, path);
  }
}

/** The file holds health data, so only its owner may read it. SQLite uses the same mode for -wal and -shm. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    // Either the file exists already, or SQLite will report the problem.
    if (!(error instanceof Error)) throw error;
  }
}

/**
 * Makes a database private that an earlier release, or a copy, left readable for others. At this point it is known to
 * be Waldo's.
 */
function closeToOthers(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}

function prepareSchema(db: DatabaseSync, path: string): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    const { tables } = db.prepare("SELECT count(*) AS tables FROM sqlite_schema").get() as { tables: number };
    if (tables === 0) db.exec(SCHEMA);
    else checkOurs(db, path);
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function checkOurs(db: DatabaseSync, path: string): void {
  const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  if (pragma("application_id") !== APPLICATION_ID) {
    throw new WaldoError("StoreUnavailable", `${path} is another program's database: choose another path`);
  }
  const version = Number(pragma("user_version"));
  if (version === STATE_VERSION) return;
  if (version > STATE_VERSION)
    throw new WaldoError("StoreUnavailable", `${path} was written by a later version of Waldo: use that version`);
  if (version < 1 || hasOldRows(db))
    throw new WaldoError(
      "StoreUnavailable",
      `${path} was written by an early version of Waldo, whose rows this one would misread. Nothing in it was changed. Move the folder aside, or name another with --home, and take your export in again`,
    );
  db.exec(`PRAGMA user_version = ${STATE_VERSION}`);
}

/**
 * True when a person's profile has the old name of the time zone from the first releases. Those releases sealed
 * nothing.
 */
function hasOldRows(db: DatabaseSync): boolean {
  const query = `SELECT count(*) AS old FROM item
    WHERE sk = 'PROFILE' AND json_extract(body, '$.timeZone') IS NULL AND json_extract(body, '$."$sealed"') IS NULL`;
  return (db.prepare(query).get() as { old: number }).old > 0;
}
