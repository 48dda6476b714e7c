/** Recognises errors of SQLite and turns them into errors of the contract. */

import { WaldoError } from "@waldo/contracts";

/**
 * The primary result codes of SQLite (sqlite.org/rescode.html). Extended codes carry one of these in their low byte.
 */
const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  TOOBIG: 18,
  NOTADB: 26,
} as const;

/** True when another connection holds the lock. The same statement may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE.BUSY || code === SQLITE.LOCKED;
}

/**
 * Turns an error of SQLite into a WaldoError that tells what happened to which file and what to do. Other errors are
 * returned unchanged.
 */
export function sqliteError(error: unknown, path: string): unknown {
  const code = resultCode(error);
  const unavailable = (message: string) => new WaldoError("StoreUnavailable", message, { cause: error });
  switch (code) {
    case undefined:
      return isClosed(error) ? unavailable(`the store ${path} is closed`) : error;
    case SQLITE.FULL:
      return new WaldoError("NoSpace", `no space left to write ${path}: free some and try again`, { cause: error });
    case SQLITE.TOOBIG:
      return new WaldoError("InvalidInput", "a row is larger than the database can hold", { cause: error });
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return unavailable(`${path} stayed locked by another process: let it finish or stop it, then try again`);
    case SQLITE.READONLY:
      return unavailable(`${path} is read-only: make the file and its folder writable`);
    case SQLITE.CANTOPEN:
      return unavailable(`cannot open ${path}: check that its folder exists and can be written`);
    case SQLITE.IOERR:
      return unavailable(`the disk failed to read or write ${path}: check the disk and its free space`);
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return unavailable(`${path} is damaged or not a database: move it away and restore a copy, or start anew`);
    default:
      return unavailable(`SQLite error ${code} on ${path}`);
  }
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return undefined;
  return error.errcode & 0xff;
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_INVALID_STATE";
}
