import type { Query, Row, Store } from "../ports.ts";

/** The rows a query matches, page after page, read as they are asked for; with `limit`, at most that many in all. */
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
