import type { Page, Row, Store } from "../ports.ts";

/**
 * Returns a view of a store that reads each row and each page once. It is for reads of one moment that decide no write:
 * the view does not see what is written after its first read.
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
