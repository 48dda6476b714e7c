// Turns a query into the key range that both store adapters read. An invalid query throws `InvalidInput`.
import { WaldoError } from "@waldo/contracts";
import type { Query } from "../ports.ts";
import { checkKey } from "./prepare-writes.ts";

/**
 * Compares by UTF-8 bytes, the order of sort keys and object names everywhere. JavaScript's own string order is by
 * UTF-16 unit. It puts astral characters (surrogates, U+D800…) before U+E000–U+FFFF, and every store puts them after.
 */
export function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const LAST_CODE_POINT = 0x10ffff;

/** Returns the smallest string that is above every string with this `prefix`, or undefined when there is none. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === LAST_CODE_POINT) continue;
    // U+D800–U+DFFF are surrogates and not characters, so U+E000 follows U+D7FF.
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
}

/** One query as both adapters run it: a half-open range of sort keys, a place to continue after, and a direction. */
export type QueryPlan = {
  /** Inclusive. */
  readonly from?: string;
  /** Exclusive. */
  readonly to?: string;
  /** The last sort key of the page before, in the direction of the query. */
  readonly after?: string;
  readonly descending: boolean;
  readonly limit?: number;
};

/**
 * Returns the plan for a query, or undefined when no row can match. A `prefix` is also a range. If `from` or `to` is
 * given too, a row must be in both ranges. Throws `InvalidInput` for an invalid limit, partition or cursor.
 */
export function planQuery(query: Query): QueryPlan | undefined {
  checkKey({ table: query.table, pk: query.pk, sk: "any" });
  const { limit, descending = false } = query;
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1)) {
    throw new WaldoError("InvalidInput", "query refused: a limit is a whole number of at least 1");
  }
  const from = greatest(query.from, query.prefix);
  const to = least(query.to, query.prefix === undefined ? undefined : afterPrefix(query.prefix));
  for (const bound of [from, to]) {
    if (bound?.isWellFormed() === false) {
      throw new WaldoError("InvalidInput", "query refused: a bound that is not well-formed Unicode");
    }
  }
  if (to !== undefined && compareUtf8(from ?? "", to) >= 0) return undefined;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
  if (after !== undefined && !contains(from, to, after)) throw badCursor();
  return {
    // The empty text is below every sort key, so it limits nothing.
    ...(from ? { from } : {}),
    ...(to === undefined ? {} : { to }),
    ...(after === undefined ? {} : { after }),
    descending,
    ...(limit === undefined ? {} : { limit }),
  };
}

/**
 * Returns a cursor, which callers must not interpret. It holds only a sort key. The partition always comes from the
 * query.
 */
export function makeCursor(lastSortKey: string): string {
  return Buffer.from(JSON.stringify({ after: lastSortKey })).toString("base64url");
}

function readCursor(cursor: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    throw badCursor();
  }
  const after = typeof parsed === "object" && parsed !== null && "after" in parsed ? parsed.after : undefined;
  if (typeof after !== "string" || after === "" || !after.isWellFormed()) throw badCursor();
  return after;
}

function contains(from: string | undefined, to: string | undefined, sk: string): boolean {
  return (from === undefined || compareUtf8(from, sk) <= 0) && (to === undefined || compareUtf8(sk, to) < 0);
}

function greatest(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareUtf8(a, b) >= 0 ? a : b;
}

function least(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return compareUtf8(a, b) <= 0 ? a : b;
}

function badCursor(): WaldoError {
  return new WaldoError("InvalidInput", "query refused: the cursor does not belong to this query");
}
