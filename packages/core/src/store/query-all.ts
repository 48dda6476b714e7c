import type { Query, Row, Store } from "../ports.ts";

/**
 * Yields the rows that a query matches. It reads a page only when the caller needs it. With `limit` it yields at most
 * that many in total.
 */
export async function* queryAll(store: Store, query: Query): AsyncGenerator<Row, void, undefined> {
  let left = query.limit;
  let cursor = query.cursor;
  do {
    const page = await store.query({
      ...query,
      ...(cursor === undefined ? {} : { cursor }),
      ...(left === undefined ? {} : { limit: left }),
    });
    yield* page.rows;
    cursor = page.cursor;
    if (left !== undefined) left -= page.rows.length;
  } while (cursor !== undefined && left !== 0);
}

/** Returns the rows of a range in one list. Only for ranges that are known to be short. */
export async function rowsOf(store: Store, range: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of queryAll(store, range)) rows.push(row);
  return rows;
}
