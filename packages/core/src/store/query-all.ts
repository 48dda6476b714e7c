// Functions that read a whole range, page by page or as one list, and a view that reads each row once.
import type { Page, Query, Row, Store } from "../ports.ts";

/**
 * Yields the rows of a query. It reads a page only when the caller needs it. With `limit` it yields at most that many
 * rows in total.
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

/** Returns the rows of a range in one list. Use it only for ranges that are known to be short. */
export async function rowsOf(store: Store, range: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of queryAll(store, range)) rows.push(row);
  return rows;
}

/**
 * Returns a view of a store that reads each row and each page once. Use it only for reads that lead to no write,
 * because the view does not see later changes.
 */
export function readOnce(store: Store): Store {
  const rows = new Map<string, Promise<Row | undefined>>();
  const pages = new Map<string, Promise<Page>>();
  return {
    get: (key) => once(rows, key, () => store.get(key)),
    query: (query) => once(pages, query, () => store.query(query)),
    transact: (writes) => store.transact(writes),
  };
}

function once<T>(known: Map<string, Promise<T>>, asked: object, read: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(asked);
  const found = known.get(name) ?? read();
  known.set(name, found);
  return found;
}
