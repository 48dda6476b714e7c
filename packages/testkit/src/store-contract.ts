/**
 * Defines what "implements Store" means. The test of an adapter calls `storeContract` and adds only its own cases. Each
 * test works in a partition of its own, so one store serves the whole suite.
 */
import { describe } from "vitest";
import { queryContract } from "./store-contract-queries.ts";
import { rowContract } from "./store-contract-rows.ts";
import { transactionContract } from "./store-contract-transactions.ts";
import { type OpenedStore, openSuite } from "./store-suite.ts";

/** Defines the suite. `open` is called once, before the first test. */
export function storeContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name} is a Store`, () => {
    const suite = openSuite(open);
    rowContract(suite);
    transactionContract(suite);
    queryContract(suite);
  });
}
